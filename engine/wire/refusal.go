package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// A Refusal answers each request with an error, as an owner does.
type Refusal struct{ Err error }

// RoundTrip is part of http.RoundTripper.
func (r Refusal) RoundTrip(req *http.Request) (*http.Response, error) {
	p := Of(r.Err)
	body, err := json.Marshal(p)
	return &http.Response{StatusCode: p.Status, Request: req, Body: io.NopCloser(bytes.NewReader(body))}, err
}
