package buffering

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// deadlines is a response that knows how long clients may take.
type deadlines struct {
	*httptest.ResponseRecorder
	read, write time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error  { d.read = t; return nil }
func (d *deadlines) SetWriteDeadline(t time.Time) error { d.write = t; return nil }

func record() *deadlines { return &deadlines{ResponseRecorder: httptest.NewRecorder()} }

// TestBody checks that a message is passed on when all of it is there, that no endless one is read, and that senders
// have less time if others wait.
func TestBody(t *testing.T) {
	t.Parallel()
	const most = 128
	for _, tt := range []struct {
		name    string
		body    io.Reader
		crowded bool
		code    int
		read    int // bytes that are passed on
	}{
		{"a message", strings.NewReader("hello"), false, 200, 5},
		{"an endless one", strings.NewReader(strings.Repeat("x", most+1)), false, 200, most},
		{"one that breaks off", io.MultiReader(strings.NewReader("hello"), iotest.ErrReader(errors.New("timeout"))), false, 400, 0},
		{"one while others wait", strings.NewReader("hello"), true, 200, 5},
	} {
		read := 0
		h := Body(most, func() bool { return tt.crowded }, func(_ http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if read = len(body); err != nil {
				t.Error(err)
			}
		})
		w := record()
		h(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", tt.body))
		if w.Code != tt.code || read != tt.read || w.read.IsZero() == tt.crowded {
			t.Errorf("%s: status %d, %d bytes passed on, until %s, %s", tt.name, w.Code, read, w.read, w.Body)
		}
	}
}
