package client

import (
	"context"
	"testing"
)

func TestFieldsThatWereAddedLater(t *testing.T) {
	client, err := NewClientWithResponses(laterRelease(t))
	if err != nil {
		t.Fatal(err)
	}
	one, err := client.GetRegistrationWithResponse(context.Background(), 1, nil)
	if err != nil || one.JSON200 == nil || one.JSON200.UserId != userID {
		t.Fatal(one, err)
	}
	all, err := client.ListRegistrationsWithResponse(context.Background(), nil)
	if err != nil || all.JSON200 == nil || (*all.JSON200)[0].UserId != userID {
		t.Fatal(all, err)
	}
	missing, err := client.GetRegistrationWithResponse(context.Background(), 2, nil)
	if err != nil || missing.JSON404 == nil || missing.JSON404.Detail != "Not registered for this course." {
		t.Fatal(missing, err)
	}
}
