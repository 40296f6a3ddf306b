package client

import (
	"context"
	"errors"
	"testing"
)

func TestFieldsThatWereAddedLater(t *testing.T) {
	configuration := NewConfiguration()
	configuration.Servers = ServerConfigurations{{URL: laterRelease(t)}}
	api := NewAPIClient(configuration).RegistrationAPI
	one, _, err := api.GetRegistration(context.Background(), 1).Execute()
	if err != nil || one.UserId != userID {
		t.Fatal(one, err)
	}
	all, _, err := api.ListRegistrations(context.Background()).Execute()
	if err != nil || all[0].UserId != userID {
		t.Fatal(all, err)
	}
	_, _, err = api.GetRegistration(context.Background(), 2).Execute()
	var failure *GenericOpenAPIError
	if !errors.As(err, &failure) {
		t.Fatal(err)
	}
	if model, ok := failure.Model().(Error); !ok || model.Detail != "Not registered for this course." {
		t.Fatal(failure.Model(), err)
	}
}
