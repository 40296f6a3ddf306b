package client

import (
	"context"
	"testing"
)

type credential struct{}

func (credential) AccountBearer(context.Context, OperationName) (AccountBearer, error) {
	return AccountBearer{Token: "key.secret"}, nil
}

func (credential) ApiKeyId(context.Context, OperationName) (ApiKeyId, error) {
	return ApiKeyId{APIKey: "key"}, nil
}

func (credential) ApiKeySecret(context.Context, OperationName) (ApiKeySecret, error) {
	return ApiKeySecret{APIKey: "secret"}, nil
}

func TestFieldsThatWereAddedLater(t *testing.T) {
	client, err := NewClient(laterRelease(t), credential{})
	if err != nil {
		t.Fatal(err)
	}
	one, err := client.GetRegistration(context.Background(), GetRegistrationParams{ID: 1})
	if found, ok := one.(*RegistrationResponseHeaders); err != nil || !ok || found.Response.UserId != userID {
		t.Fatal(one, err)
	}
	missing, err := client.GetRegistration(context.Background(), GetRegistrationParams{ID: 2})
	found, ok := missing.(*NotRegisteredApplicationJSONHeaders)
	if err != nil || !ok || found.Response.Detail != "Not registered for this course." {
		t.Fatal(missing, err)
	}
}
