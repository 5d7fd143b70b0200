package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// messages are the lines of a client that are messages. The library ends the conversation at any other; here it is
// answered with an error, and the next one counts. It is read by one goroutine.
type messages struct {
	in     *bufio.Reader
	closer io.Closer
	out    io.Writer // takes whole lines of several writers
	rest   []byte    // of the lines that are passed on
}

var _ io.ReadCloser = (*messages)(nil)

func newMessages(in io.ReadCloser, out io.Writer) *messages {
	return &messages{in: bufio.NewReaderSize(in, maxMessage+len("\n")), closer: in, out: out}
}

// Close closes the input.
func (l *messages) Close() error { return l.closer.Close() }

// Read returns bytes of messages, of no more than one line of the client at once.
func (l *messages) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, err := l.next()
		if err != nil {
			return 0, err
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		l.rest, err = passed(line)
		if err == nil {
			continue
		}
		if err := l.refuse(err); err != nil {
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next returns the next line of the client, the last one also without its end. It skips and refuses those that are
// too long.
func (l *messages) next() ([]byte, error) {
	line, err := l.in.ReadSlice('\n')
	for errors.Is(err, bufio.ErrBufferFull) {
		for line = nil; errors.Is(err, bufio.ErrBufferFull); { // what was read of it is overwritten
			_, err = l.in.ReadSlice('\n')
		}
		if err == nil || errors.Is(err, io.EOF) {
			err = errors.Join(l.refuse(wrong(jsonrpc.CodeInvalidRequest, "a message has more than %d bytes", maxMessage)), err)
		}
		if err == nil {
			line, err = l.in.ReadSlice('\n')
		}
	}
	if errors.Is(err, io.EOF) && len(line) > 0 {
		err = nil
	}
	return line, err
}

// refuse answers a line that is no message. Nothing says which request it was to be.
func (l *messages) refuse(why error) error {
	text, err := json.Marshal(struct {
		Version string  `json:"jsonrpc"`
		ID      *string `json:"id"`
		Error   error   `json:"error"`
	}{Version: "2.0", Error: why})
	if err != nil {
		return err
	}
	_, err = l.out.Write(append(text, '\n'))
	return err
}

func wrong(code int64, format string, args ...any) error {
	return &jsonrpc.Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// passed returns the lines to pass on for a line of a client, or what is wrong with it.
func passed(line []byte) ([]byte, error) {
	if !json.Valid(line) {
		return nil, wrong(jsonrpc.CodeParseError, "this line is not JSON")
	}
	if line[0] == '[' {
		return passedBatch(line)
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return nil, wrong(jsonrpc.CodeInvalidRequest, "this is no message of JSON-RPC 2.0: %v", err)
	}
	return append(bytes.Clone(line), '\n'), nil
}

// passedBatch returns the notifications of a batch, and what is left of it: the library waits for answers to
// notifications in batches.
func passedBatch(line []byte) ([]byte, error) {
	var parts, calls []json.RawMessage
	if err := json.Unmarshal(line, &parts); err != nil {
		return nil, wrong(jsonrpc.CodeParseError, "this batch cannot be read")
	}
	if len(parts) > maxBatch {
		return nil, wrong(jsonrpc.CodeInvalidRequest, "%v", tooMany(line))
	}
	var out []byte
	ids := map[jsonrpc.ID]bool{}
	for _, part := range parts {
		m, err := jsonrpc.DecodeMessage(part)
		if err != nil {
			return nil, wrong(jsonrpc.CodeInvalidRequest, "a part of this batch is no message of JSON-RPC 2.0: %v", err)
		}
		if r, ok := m.(*jsonrpc.Request); !ok || !r.IsCall() {
			out = append(append(out, part...), '\n')
			continue
		} else if ids[r.ID] {
			return nil, wrong(jsonrpc.CodeInvalidRequest, "two requests of this batch have the id %v", r.ID.Raw())
		} else {
			ids[r.ID] = true
		}
		calls = append(calls, part)
	}
	if len(parts) == 0 {
		return nil, wrong(jsonrpc.CodeInvalidRequest, "this batch is empty")
	}
	if len(calls) == 0 {
		return out, nil
	}
	batch, err := json.Marshal(calls)
	return append(append(out, batch...), '\n'), err
}

// A whole writer takes lines of several goroutines, each in one Write.
type whole struct {
	mu sync.Mutex
	io.WriteCloser
}

// Write writes a line.
func (w *whole) Write(line []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.WriteCloser.Write(line)
}
