package server

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Request is what the server needs of one request.
type Request struct {
	At        time.Time // when the request line was read
	Method    string
	Host      string // lower case, without port
	Target    string // origin form, exactly as sent
	Proxied   bool   // the target came in absolute form
	Agent     string // User-Agent
	NoneMatch string // If-None-Match
	Since     string // If-Modified-Since
	Close     bool   // the connection ends after the answer
}

var errBadRequest = errors.New("bad request")

// readRequest reads one request without a body. It returns errBadRequest where
// an answer is due and any other error where the connection is gone.
func readRequest(r *bufio.Reader) (Request, error) {
	line, err := readLine(r)
	q := Request{At: time.Now()}
	if err != nil {
		return q, err
	}
	method, rest, ok1 := strings.Cut(string(line), " ")
	target, version, ok2 := cutLast(rest, " ")
	if !ok1 || !ok2 || !strings.HasPrefix(version, "HTTP/1.") {
		return q, fmt.Errorf("request line: %w", errBadRequest)
	}
	q.Method, q.Target, q.Close = method, target, version == "HTTP/1.0"
	if err := q.readFields(r); err != nil {
		return q, err
	}
	return q, q.splitTarget()
}

func (q *Request) readFields(r *bufio.Reader) error {
	for n := 0; ; n++ {
		line, err := readLine(r)
		if err != nil {
			return err
		}
		if len(line) == 0 {
			return nil
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok || n >= maxFields {
			return fmt.Errorf("field line: %w", errBadRequest)
		}
		v := string(bytes.TrimSpace(value))
		switch strings.ToLower(string(name)) {
		case "host":
			q.Host = hostName(v)
		case "user-agent":
			q.Agent = v
		case "if-none-match":
			q.NoneMatch = v
		case "if-modified-since":
			q.Since = v
		case "connection", "proxy-connection":
			q.Close = q.Close || strings.EqualFold(v, "close")
		case "content-length", "transfer-encoding":
			if v != "0" {
				return fmt.Errorf("request with a body: %w", errBadRequest)
			}
		}
	}
}

// splitTarget turns an absolute-form target into host and origin form
// (RFC 9112 section 3.2.2: the host of the target wins over the Host field).
func (q *Request) splitTarget() error {
	if q.Method == "CONNECT" {
		q.Host, q.Close = hostName(q.Target), true
		return nil
	}
	if strings.HasPrefix(q.Target, "/") {
		return nil
	}
	rest, ok := strings.CutPrefix(q.Target, "http://")
	if !ok {
		return fmt.Errorf("target: %w", errBadRequest)
	}
	q.Proxied = true
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	q.Host, q.Target = hostName(rest[:end]), rest[end:]
	if !strings.HasPrefix(q.Target, "/") {
		q.Target = "/" + q.Target
	}
	return nil
}

// readLine returns the next line without its line end. The bytes are valid
// until the next read.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return nil, fmt.Errorf("line over %d bytes: %w", maxLine, errBadRequest)
	}
	if err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte("\r")), nil
}

func hostName(authority string) string {
	if i := strings.LastIndexByte(authority, ':'); i >= 0 {
		authority = authority[:i]
	}
	return strings.ToLower(authority)
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
