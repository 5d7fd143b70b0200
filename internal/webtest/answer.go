package webtest

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// An Effect is the effect of an answer on the index.
type Effect uint8

// The effects. The zero effect is unknown.
const (
	Unsure Effect = 0 // depends on what was known before, or on limits
	Keep   Effect = 1 // what was indexed stays
	Put    Effect = 2 // the page is in the index with the title of the answer
	Drop   Effect = 3 // the page is not in the index
)

// An Answer is the answer of a site to one request.
type Answer struct {
	Status int
	Effect Effect
	Title  string  // of a page
	Rules  *Robots // of a robots file that was sent as intended
	Origin string  // host name to which the robots file belongs
	Rest   time.Duration
	Why    string // the trouble that caused it, for the trace
	// Refused is set if it refuses a name and a password.
	Refused bool

	header  []string
	body    []byte
	wait    time.Duration // before the first byte
	drip    time.Duration // between two bytes of the body
	cut     int           // the connection ends after this number of bytes; -1 for never
	silence bool          // no bytes are sent
}

// pageAnswer returns an answer with a body.
func pageAnswer(status int, effect Effect, mediaType string, body []byte) Answer {
	return Answer{Status: status, Effect: effect, header: []string{"Content-Type: " + mediaType}, body: body, cut: -1}
}

// send writes the answer and reports whether all of it was received. It calls whole directly
// before the last byte, so that the call precedes the receipt of that byte.
func (a *Answer) send(c net.Conn, whole func()) bool {
	if a.silence {
		hang(c)
		return false
	}
	time.Sleep(a.wait)
	head := a.head()
	out := append(head, a.body...)
	if a.cut >= 0 && a.cut < len(out) {
		_, _ = c.Write(out[:a.cut]) // the peer may be gone
		return false
	}
	if a.drip > 0 && len(a.body) > 0 {
		return a.trickle(c, head, whole)
	}
	if _, err := c.Write(out[:len(out)-1]); err != nil {
		return false
	}
	whole()
	_, err := c.Write(out[len(out)-1:])
	return err == nil
}

// head returns the status line and the header fields.
func (a *Answer) head() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\nServer: webtest\r\n", a.Status, http.StatusText(a.Status))
	for _, h := range a.header {
		fmt.Fprintf(&b, "%s\r\n", h)
	}
	if a.Status != http.StatusNotModified {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(a.body))
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// trickle writes the header at once and the body byte by byte.
func (a *Answer) trickle(w io.Writer, head []byte, whole func()) bool {
	if _, err := w.Write(head); err != nil {
		return false
	}
	for i := range a.body {
		time.Sleep(a.drip)
		if i == len(a.body)-1 {
			whole()
		}
		if _, err := w.Write(a.body[i : i+1]); err != nil {
			return false
		}
	}
	return true
}

// hang keeps a connection open without sending anything until the peer closes it.
func hang(c net.Conn) {
	_, _ = io.Copy(io.Discard, c) // until it is closed
}
