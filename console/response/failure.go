package response

import (
	"bytes"
	"encoding/json"
	"net/http"

	"github.com/aranea-search/aranea"
)

// MaxProblem is the maximum number of bytes that are kept of a response that is held back.
const MaxProblem = 4 << 10

// A Failure is a response that is held back if it reports an internal error.
type Failure struct {
	http.ResponseWriter
	Code int // 0 if the response is passed on
	body bytes.Buffer
}

// HoldBack holds a response back if it reports an internal error.
func HoldBack(w http.ResponseWriter) *Failure { return &Failure{ResponseWriter: w} }

// WriteHeader passes the status on, or keeps it.
func (w *Failure) WriteHeader(code int) {
	if code >= http.StatusInternalServerError && code != http.StatusServiceUnavailable {
		w.Code = code
		return
	}
	w.ResponseWriter.WriteHeader(code)
}

// Write passes the body on, or keeps its first part.
func (w *Failure) Write(b []byte) (int, error) {
	if w.Code == 0 {
		return w.ResponseWriter.Write(b)
	}
	w.body.Write(b[:min(len(b), MaxProblem-w.body.Len())])
	return len(b), nil
}

// Unwrap supports http.ResponseController.
func (w *Failure) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Problem returns the first part of the body that was held back.
func (w *Failure) Problem() string { return w.body.String() }

// Kind returns the kind of error in the response that was held back.
func (w *Failure) Kind() aranea.Kind {
	var p struct{ Kind string }
	if json.Unmarshal(w.body.Bytes(), &p) == nil && p.Kind == aranea.Corrupt.String() {
		return aranea.Corrupt
	}
	return aranea.Internal
}
