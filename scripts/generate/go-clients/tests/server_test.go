package client

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// A user id that a 32-bit number cannot hold.
const userID = 16777217

// The server of a later release, whose responses have more fields.
func laterRelease(t *testing.T) string {
	const registration = `{"id":1,"courseId":101,"courseName":"Fire Safety","createdDate":"2024-01-15T14:58:41Z",
		"registrationDate":"2024-01-15T14:58:41Z","completionDate":null,"statusName":"Not Started","externalId":"",
		"userExternalId":"","userId":16777217,"score":null,"addedLater":{"a":[1]}}`
	responses := map[string]struct {
		status int
		body   string
	}{
		"/registrations/1/": {200, registration},
		"/registrations/2/": {404, `{"detail":"Not registered for this course.","addedLater":true}`},
		"/registrations/":   {200, "[" + registration + "]"},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := responses[r.URL.Path]
		w.Header().Set("content-type", "application/json")
		w.Header().Set("etag", `"1"`)
		w.Header().Set("x-request-id", "request-1")
		if response.status == 404 {
			w.Header().Set("x-error-code", "not-registered")
			w.Header().Set("traceresponse", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
		}
		w.WriteHeader(response.status)
		_, _ = w.Write([]byte(response.body))
	}))
	t.Cleanup(server.Close)
	return server.URL
}
