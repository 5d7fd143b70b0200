// Package server answers HTTP/1.1 requests for all hosts of a laid-out web from
// one listener, as an origin server and as a forward proxy, and logs each
// request.
//
// It reads requests itself instead of using net/http for three reasons: the
// request target is logged byte for byte, also when it is not a valid URL; the
// arrival time is taken the moment the request line is there; and an answer
// costs few microseconds, because the server shares its cores with the crawler
// that is measured. It understands GET and HEAD without bodies and refuses
// CONNECT. It is for loopback only.
package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aranea-search/aranea/bench/realweb/site"
)

// Limits of one request.
const (
	maxLine    = 64 << 10         // bytes of the request line or of one field line
	maxFields  = 200              // field lines
	idleLimit  = 90 * time.Second // wait for the next request on a connection
	writeLimit = 60 * time.Second
)

// Faults are the failures that a run asks for. The zero value has none.
type Faults struct {
	Latency   time.Duration   // wait before each answer
	FailHosts map[string]bool // hosts that answer FailStatus to everything
	FailEvery int             // each FailEvery-th request to any host fails; 0 is never
	Status    int             // the failing status; 0 means 503
	HangHosts map[string]bool // hosts that take a request and never answer
	CutHosts  map[string]bool // hosts that close in the middle of each body
}

// A Server answers for one web. Its fields must not change after Serve.
type Server struct {
	Web    *site.Web
	Log    *Log
	Faults Faults

	count  atomic.Int64
	stop   context.Context
	mu     sync.Mutex
	open   map[net.Conn]bool
	closed sync.WaitGroup
}

// Serve accepts connections until ctx ends and waits until all are closed.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	s.stop, s.open = ctx, map[net.Conn]bool{}
	unhook := context.AfterFunc(ctx, func() {
		l.Close()
		s.mu.Lock()
		defer s.mu.Unlock()
		for c := range s.open {
			c.Close()
		}
	})
	defer unhook()
	defer s.closed.Wait()
	for {
		c, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("accept: %w", err)
		}
		if !s.add(c) {
			c.Close()
			return nil
		}
		go s.converse(c)
	}
}

func (s *Server) add(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop.Err() != nil {
		return false
	}
	s.open[c] = true
	s.closed.Add(1)
	return true
}

// converse answers the requests of one connection until either side ends it.
func (s *Server) converse(c net.Conn) {
	defer s.closed.Done()
	defer func() {
		s.mu.Lock()
		delete(s.open, c)
		s.mu.Unlock()
		c.Close()
	}()
	r := bufio.NewReaderSize(c, maxLine)
	var out []byte
	for {
		if c.SetReadDeadline(time.Now().Add(idleLimit)) != nil {
			return
		}
		q, err := readRequest(r)
		if err != nil {
			if errors.Is(err, errBadRequest) {
				s.Log.Add(q, 400, 0)
				io.WriteString(c, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n") //nolint:errcheck // the connection ends here
			}
			return
		}
		if c.SetWriteDeadline(time.Now().Add(writeLimit)) != nil {
			return
		}
		var more bool
		if out, more = s.answer(c, q, out[:0]); !more {
			return
		}
	}
}

// answer writes the answer to q and reports whether the connection goes on.
func (s *Server) answer(c net.Conn, q Request, buf []byte) ([]byte, bool) {
	n := s.count.Add(1)
	if s.Faults.Latency > 0 && !s.wait(s.Faults.Latency) {
		return buf, false
	}
	if s.Faults.HangHosts[q.Host] {
		s.Log.Add(q, 0, 0)
		<-s.stop.Done()
		return buf, false
	}
	resp := s.respond(q, n)
	if notModified(q, resp) {
		resp.Status, resp.Size, resp.Text, resp.File = 304, 0, "", ""
	}
	buf = appendHead(buf, q, resp)
	head := len(buf)
	if q.Method != "HEAD" && resp.Status != 304 {
		var err error
		if buf, err = appendBody(buf, resp); err != nil {
			s.Log.Add(q, 0, 0)
			return buf, false
		}
	}
	cut := s.Faults.CutHosts[q.Host] && len(buf) > head
	if cut {
		buf = buf[:head+(len(buf)-head)/2]
	}
	s.Log.Add(q, resp.Status, len(buf)-head)
	_, err := c.Write(buf)
	return buf, err == nil && !cut && !q.Close
}

func (s *Server) wait(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-s.stop.Done():
		return false
	}
}

func (s *Server) respond(q Request, n int64) site.Response {
	every := int64(s.Faults.FailEvery)
	switch {
	case q.Method != "GET" && q.Method != "HEAD":
		return site.Response{Status: 405, Type: "text/plain"}
	case s.Faults.FailHosts[q.Host] || every > 0 && n%every == 0:
		status := s.Faults.Status
		if status == 0 {
			status = 503
		}
		return site.Response{Status: status, Type: "text/plain"}
	case s.Web.Host(q.Host) == nil && q.Proxied:
		return site.Response{Status: 502, Type: "text/plain"}
	}
	return s.Web.Respond(q.Host, q.Target)
}

func entityTag(r site.Response) string {
	return `"` + strconv.FormatInt(r.ModTime.Unix(), 36) + "-" + strconv.FormatInt(r.Size, 36) + `"`
}

// notModified reports whether the validators of q say that its copy is current
// (RFC 9110 section 13.2.2: If-None-Match wins over If-Modified-Since).
func notModified(q Request, r site.Response) bool {
	if r.Status != 200 {
		return false
	}
	if q.NoneMatch != "" {
		return q.NoneMatch == "*" || strings.Contains(q.NoneMatch, entityTag(r))
	}
	if q.Since == "" {
		return false
	}
	t, err := time.Parse(httpTime, q.Since)
	return err == nil && !r.ModTime.Truncate(time.Second).After(t)
}

const httpTime = "Mon, 02 Jan 2006 15:04:05 GMT"

func appendHead(b []byte, q Request, r site.Response) []byte {
	b = append(b, "HTTP/1.1 "...)
	b = strconv.AppendInt(b, int64(r.Status), 10)
	b = append(b, ' ')
	b = append(b, statusText(r.Status)...)
	b = append(b, "\r\nServer: realweb\r\nDate: "...)
	b = q.At.UTC().AppendFormat(b, httpTime)
	if r.Status != 304 {
		b = append(b, "\r\nContent-Type: "...)
		b = append(b, r.Type...)
		b = append(b, "\r\nContent-Length: "...)
		b = strconv.AppendInt(b, r.Size, 10)
	}
	if r.Location != "" {
		b = append(append(b, "\r\nLocation: "...), r.Location...)
	}
	if !r.ModTime.IsZero() {
		b = append(append(b, "\r\nETag: "...), entityTag(r)...)
		b = append(b, "\r\nLast-Modified: "...)
		b = r.ModTime.UTC().AppendFormat(b, httpTime)
	}
	if q.Close {
		b = append(b, "\r\nConnection: close"...)
	}
	return append(b, "\r\n\r\n"...)
}

// appendBody appends exactly r.Size bytes of the body.
func appendBody(b []byte, r site.Response) ([]byte, error) {
	if r.File == "" {
		return append(b, r.Text...), nil
	}
	f, err := os.Open(r.File)
	if err != nil {
		return b, fmt.Errorf("open page: %w", err)
	}
	defer f.Close()
	n := len(b)
	if need := n + int(r.Size); cap(b) < need {
		b = append(make([]byte, 0, need+need/4), b...)
	}
	b = b[:n+int(r.Size)]
	if _, err := io.ReadFull(f, b[n:]); err != nil {
		return b[:n], fmt.Errorf("read page: %w", err)
	}
	return b, nil
}

func statusText(status int) string {
	switch status {
	case 200:
		return "OK"
	case 301:
		return "Moved Permanently"
	case 304:
		return "Not Modified"
	case 403:
		return "Forbidden"
	case 404:
		return "Not Found"
	case 405:
		return "Method Not Allowed"
	}
	return "Status"
}
