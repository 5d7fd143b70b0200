package wire

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"

	"github.com/aranea-search/aranea"
)

// A Fault is a panic of a handler, which is a fault of the program.
type Fault struct {
	Cause string // the panic value as text
	Stack []byte
}

// Recovered answers with next. If that panics, tell answers instead and the server goes on. If
// the answer had begun, tell is called with a nil writer and the connection is aborted, so that
// nobody takes the answer for complete.
func Recovered(next http.Handler, tell func(w http.ResponseWriter, r *http.Request, f Fault)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := &begun{ResponseWriter: w}
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) { // whoever panics with it has given the reason
				panic(cause)
			}
			f := Fault{fmt.Sprint(cause), debug.Stack()}
			if begun.any {
				tell(nil, r, f)
				panic(http.ErrAbortHandler)
			}
			h := w.Header()
			for _, name := range [...]string{"Content-Length", "Content-Encoding", "Content-Disposition", "Etag", "Last-Modified"} {
				h.Del(name) // belongs to the intended answer
			}
			h.Set("Cache-Control", "no-store")
			tell(w, r, f)
		}()
		next.ServeHTTP(begun, r)
	})
}

// A begun writer records whether anything of an answer was sent.
type begun struct {
	http.ResponseWriter
	any bool
}

// WriteHeader begins the answer.
func (b *begun) WriteHeader(code int) {
	b.any = true
	b.ResponseWriter.WriteHeader(code)
}

// Write sends a part of the body.
func (b *begun) Write(p []byte) (int, error) {
	b.any = true
	return b.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController. Flushing through that before anything was written
// begins an answer without being noticed here, but no handler does that.
func (b *begun) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// maxFaults is how many different faults are logged.
const maxFaults = 100

// errFault is the error returned to callers after a fault.
var errFault = errors.New("a fault of the program; the log of the process that has the data folder says more")

// FaultsTo returns a function for Recovered that answers callers and logs each fault once.
func FaultsTo(log *slog.Logger) func(http.ResponseWriter, *http.Request, Fault) {
	var mu sync.Mutex
	said := map[string]bool{}
	return func(w http.ResponseWriter, r *http.Request, f Fault) {
		mu.Lock()
		first := !said[f.Cause] && len(said) < maxFaults
		if first {
			said[f.Cause] = true
		}
		mu.Unlock()
		if first {
			log.ErrorContext(r.Context(), "fault of the program in a call", "route", r.Pattern, "error", f.Cause, "stack", string(f.Stack))
		}
		if w != nil {
			Tell(w, &aranea.Error{Op: "answer", Kind: aranea.Internal, Err: errFault})
		}
	}
}
