// Package buffering keeps slow clients out of the places for work: it sends answers when they are made, and passes
// requests on when they have been read.
//
// Floor: 6 (faces), a part of console. Stability: engine. It does not know what is asked for, and does not count
// places; package console does.
package buffering

import (
	"bytes"
	"net/http"
	"sync/atomic"
	"time"
)

// Limits of answers that are made and not sent.
const (
	maxAnswer = 1 << 20  // bytes of one; what is longer is sent while it is made
	maxUnsent = 32 << 20 // bytes of all together; a further answer is not sent
	manySent  = maxUnsent / 4
)

// How long a client may take to read an answer, or a part of a file; the second if many do not read.
const (
	patience = 30 * time.Second
	hurry    = 2 * time.Second
)

// Answers are those of a server. The zero value is ready. They are safe for concurrent use.
type Answers struct{ unsent atomic.Int64 }

// An Answer keeps what a handler writes until it is sent. It is used by one goroutine.
type Answer struct {
	http.ResponseWriter
	of   *Answers
	code int // 0 as long as none was written
	body bytes.Buffer
	sent bool // what is written goes to the client
}

// To returns an Answer to the client of w.
func (a *Answers) To(w http.ResponseWriter) *Answer { return &Answer{ResponseWriter: w, of: a} }

// WriteHeader keeps the first status.
func (x *Answer) WriteHeader(code int) {
	switch {
	case x.sent:
		x.ResponseWriter.WriteHeader(code)
	case x.code == 0:
		x.code = code
	}
}

// Write keeps a part of the body, or sends it if the answer has become too long.
func (x *Answer) Write(b []byte) (int, error) {
	if !x.sent && x.body.Len()+len(b) > maxAnswer {
		if err := x.pass(); err != nil {
			return 0, err
		}
	}
	if x.sent {
		return x.ResponseWriter.Write(b)
	}
	return x.body.Write(b)
}

// FlushError sends what is kept, and from then on what is written: it is part of a list whose parts come one after
// another. See http.ResponseController.
func (x *Answer) FlushError() error {
	if err := x.pass(); err != nil {
		return err
	}
	return http.NewResponseController(x.ResponseWriter).Flush()
}

// Unwrap supports http.ResponseController.
func (x *Answer) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// Send sends what is kept. If too much is kept for other clients who do not read, it closes the connection.
func (x *Answer) Send() {
	if x.sent {
		return
	}
	n := int64(x.body.Len())
	unsent := x.of.unsent.Add(n)
	defer x.of.unsent.Add(-n)
	wait := patience
	switch {
	case unsent > maxUnsent:
		panic(http.ErrAbortHandler)
	case unsent > manySent:
		wait = hurry
	}
	_ = http.NewResponseController(x.ResponseWriter).SetWriteDeadline(time.Now().Add(wait)) // not every writer can
	_ = x.pass()                                                                            // the client may have closed the connection
}

// pass sends what is kept.
func (x *Answer) pass() error {
	if x.sent {
		return nil
	}
	x.sent = true
	if x.code != 0 {
		x.ResponseWriter.WriteHeader(x.code)
	}
	if x.body.Len() == 0 {
		return nil
	}
	_, err := x.ResponseWriter.Write(x.body.Bytes())
	x.body = bytes.Buffer{}
	return err
}

// patient is a response with a file.
type patient struct {
	http.ResponseWriter
	crowded func() bool
}

// Parts returns a response whose client may take its time for each part that is written, less if crowded says that
// others wait for the place.
func Parts(w http.ResponseWriter, crowded func() bool) http.ResponseWriter {
	return &patient{w, crowded}
}

// Write writes a part.
func (w *patient) Write(b []byte) (int, error) {
	wait := patience
	if w.crowded() {
		wait = hurry
	}
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(wait)) // not every writer can
	return w.ResponseWriter.Write(b)
}

// Unwrap supports http.ResponseController.
func (w *patient) Unwrap() http.ResponseWriter { return w.ResponseWriter }
