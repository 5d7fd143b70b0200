package listen

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// TestCrowd is a trace of connections of which three may be open: who comes (+), whose request is worked on (!) and
// answered (.), who goes (-), and who has to go for it.
func TestCrowd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, trace, gone string }{
		{"as many as may be", "+a +b +c", ""},
		{"the longest without a request goes", "+a +b +c +d +e", "ab"},
		{"who asks stays", "+a +b +c !a +d", "b"},
		{"who has asked counts from the answer", "+a +b +c !a .a +d +e +f", "bca"},
		{"all ask: the longest at it goes", "+a +b +c !b !a !c +d", "b"},
		{"who goes makes room", "+a +b +c -b +d", ""},
		{"who had to go is not counted twice", "+a +b +c +d !a .a -a +e", "ab"},
		{"the answer to one that has gone", "+a !a -a .a +b +c +d", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, gone := newCrowd(3), ""
			conns := map[string]*named{}
			for _, step := range strings.Fields(tt.trace) {
				name := step[1:]
				switch step[0] {
				case '+':
					conns[name] = &named{name: name, gone: &gone}
					c.changed(conns[name], http.StateNew)
				case '!':
					c.move(conns[name], c.working)
				case '.':
					c.move(conns[name], c.waiting)
				case '-':
					c.changed(conns[name], http.StateClosed)
				}
				if n := c.waiting.Len() + c.working.Len(); n != len(c.all) || n > 3 {
					t.Errorf("%s: %d in lists, %d known", step, n, len(c.all))
				}
			}
			if gone != tt.gone {
				t.Errorf("%q had to go, want %q", gone, tt.gone)
			}
		})
	}
}

// A named connection notes that it was closed.
type named struct {
	net.Conn
	name string
	gone *string
}

func (n *named) Close() error { *n.gone += n.name; return nil }

// TestConnections checks that somebody is answered beside more idle connections than there may be, and that the first
// of these is closed.
func TestConnections(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "answer") })
	go func() { ended <- serve(ctx, l, answer, io.Discard, 3) }()
	var idle []net.Conn
	for range 5 {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		idle = append(idle, conn)
	}
	resp, err := http.Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if string(body) != "answer" || err != nil || resp.Body.Close() != nil {
		t.Errorf("%q, %v", body, err)
	}
	if n, err := idle[0].Read(make([]byte, 1)); n > 0 || err == nil { // or it waits for the header, and then for the test
		t.Errorf("%d bytes, %v", n, err)
	}
	for _, conn := range idle {
		_ = conn.Close()
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if n := most(); n < 1 || n > maxConnections {
		t.Errorf("%d connections", n)
	}
}
