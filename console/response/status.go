// Package response has what stands between handlers and clients: who records the status of responses,
// who holds internal errors back, and who confines files of others.
//
// Floor: 6 (faces), a part of console. Stability: engine. It does not know what is asked for.
package response

import "net/http"

// Status is a response whose status is recorded.
type Status struct {
	http.ResponseWriter
	Code  int // 200 until another one is written
	wrote bool
}

// Observe records the status of a response.
func Observe(w http.ResponseWriter) *Status { return &Status{ResponseWriter: w, Code: http.StatusOK} }

// WriteHeader records the first status.
func (w *Status) WriteHeader(code int) {
	if !w.wrote {
		w.Code, w.wrote = code, true
	}
	w.ResponseWriter.WriteHeader(code)
}

// Write writes the body.
func (w *Status) Write(b []byte) (int, error) {
	w.wrote = true
	return w.ResponseWriter.Write(b)
}

// Unwrap supports http.ResponseController.
func (w *Status) Unwrap() http.ResponseWriter { return w.ResponseWriter }
