package buffering

import (
	"bytes"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// TestAnswer checks what reaches the client while an answer is made, and when it is sent.
func TestAnswer(t *testing.T) {
	t.Parallel()
	long := bytes.Repeat([]byte("x"), maxAnswer)
	for _, tt := range []struct {
		name         string
		write        func(t *testing.T, x *Answer)
		code         int
		before, size int // bytes before it is sent, and after
	}{
		{"nothing", func(*testing.T, *Answer) {}, 200, 0, 0},
		{"a status", func(_ *testing.T, x *Answer) { x.WriteHeader(404); x.WriteHeader(500) }, 404, 0, 0},
		{"a page", func(t *testing.T, x *Answer) { x.WriteHeader(503); write(t, x, []byte("busy")) }, 503, 0, 4},
		{"the longest", func(t *testing.T, x *Answer) { write(t, x, long) }, 200, 0, maxAnswer},
		{"a longer one", func(t *testing.T, x *Answer) { x.WriteHeader(201); write(t, x, long); write(t, x, long) }, 201, 2 * maxAnswer, 2 * maxAnswer},
		{"a list in parts", func(t *testing.T, x *Answer) {
			write(t, x, []byte("one"))
			if err := http.NewResponseController(x).Flush(); err != nil {
				t.Error(err)
			}
			write(t, x, []byte("two"))
		}, 200, 6, 6},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var all Answers
			w := record()
			x := all.To(w)
			tt.write(t, x)
			if w.Body.Len() != tt.before {
				t.Errorf("%d bytes were sent before, want %d", w.Body.Len(), tt.before)
			}
			x.Send()
			if w.Code != tt.code || w.Body.Len() != tt.size || all.unsent.Load() != 0 {
				t.Errorf("status %d, %d bytes, %d kept; want %d, %d", w.Code, w.Body.Len(), all.unsent.Load(), tt.code, tt.size)
			}
		})
	}
}

func write(t *testing.T, w http.ResponseWriter, b []byte) {
	t.Helper()
	if n, err := w.Write(b); n != len(b) || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// TestUnsent checks that clients who do not read have less time when there are many, and that what is kept for them
// is bounded.
func TestUnsent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, tt := range []struct {
			unsent int64
			wait   time.Duration // 0 if the connection is closed
		}{{0, patience}, {manySent, hurry}, {maxUnsent, 0}} {
			var all Answers
			all.unsent.Store(tt.unsent)
			w := record()
			x := all.To(w)
			write(t, x, []byte("text"))
			func() {
				defer func() {
					fault, _ := recover().(error)
					if closed := errors.Is(fault, http.ErrAbortHandler); closed != (tt.wait == 0) {
						t.Errorf("%d bytes: closed %t", tt.unsent, closed)
					}
				}()
				x.Send()
			}()
			if tt.wait > 0 && time.Until(w.write) != tt.wait || all.unsent.Load() != tt.unsent {
				t.Errorf("%d bytes: until %s, %d kept", tt.unsent, w.write, all.unsent.Load())
			}
		}
	})
}

// TestParts checks that a client has its time for each part of a file.
func TestParts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		crowded := false
		w := record()
		parts := Parts(w, func() bool { return crowded })
		for _, wait := range []time.Duration{patience, patience, hurry} {
			crowded = wait == hurry
			write(t, parts, []byte("part"))
			if time.Until(w.write) != wait {
				t.Errorf("until %s, want %s", w.write, wait)
			}
			time.Sleep(wait / 2)
		}
	})
}
