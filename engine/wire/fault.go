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

// A Fault is a panic of a handler: a fault of the program.
type Fault struct {
	Cause string // in words
	Stack []byte
}

// Recovered answers with next. Where that panics, tell answers in its place and the
// server goes on. An answer that had begun is broken off, after tell was called with nil
// for a writer, so that nobody takes it for a whole one.
func Recovered(next http.Handler, tell func(w http.ResponseWriter, r *http.Request, f Fault)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := &begun{ResponseWriter: w}
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) { // who says so has told why
				panic(cause)
			}
			f := Fault{fmt.Sprint(cause), debug.Stack()}
			if begun.any {
				tell(nil, r, f)
				panic(http.ErrAbortHandler)
			}
			h := w.Header()
			for _, name := range [...]string{"Content-Length", "Content-Encoding", "Content-Disposition", "Etag", "Last-Modified"} {
				h.Del(name) // of the answer that was meant
			}
			h.Set("Cache-Control", "no-store")
			tell(w, r, f)
		}()
		next.ServeHTTP(begun, r)
	})
}

// A begun writer remembers whether anything of an answer was sent.
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

// Unwrap is for http.ResponseController. One that flushes before anything was written
// begins an answer that is not noticed here; no handler does.
func (b *begun) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// maxFaults is how many different faults are logged.
const maxFaults = 100

// errFault is what a caller is told of a fault.
var errFault = errors.New("a fault of the program; the log of the process that has the data folder says more")

// FaultsTo returns what tells callers of faults, and the log: each once.
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
