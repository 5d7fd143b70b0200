package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// A Refusal answers each request with an error, in the same way as an owner.
type Refusal struct{ Err error }

// RoundTrip implements http.RoundTripper.
func (r Refusal) RoundTrip(req *http.Request) (*http.Response, error) {
	p := Of(r.Err)
	body, err := json.Marshal(p)
	return &http.Response{StatusCode: p.Status, Request: req, Body: io.NopCloser(bytes.NewReader(body))}, err
}
