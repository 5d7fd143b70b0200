package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Limits of a connection.
const (
	// MaxMessage is the size in bytes of one message.
	MaxMessage = 64 << 20
	// MaxEvents is the maximum number of waiting events of a session.
	MaxEvents = 4096
	// writeLimit is the maximum time for the browser to accept one message.
	writeLimit = 10 * time.Second
)

// ErrClosed means that the connection to the browser is closed; the error that wraps it says why.
var ErrClosed = errors.New("the connection to the browser is closed")

var (
	errFlood   = errors.New("more events came than could be taken")
	errMessage = errors.New("a message is no JSON object of the protocol")
	errStuck   = errors.New("the browser took no message for too long")
	errSize    = fmt.Errorf("a message is larger than %d bytes", MaxMessage)
)

// A Transport carries whole messages. Read is called by one goroutine; Write is never called
// concurrently with itself. Close ends both.
type Transport interface {
	Read() ([]byte, error)
	Write(message []byte) error
	Close() error
}

// An Event is a message that the browser sends on its own.
type Event struct {
	Method string
	Params json.RawMessage
}

// An Error is the browser's error response to a command.
type Error struct {
	Method  string
	Code    int
	Message string
}

// Error returns the command and the message of the browser.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: the browser answers %.200q (%d)", e.Method, e.Message, e.Code)
}

// A Conn is a connection to a browser. It is safe for concurrent use.
type Conn struct {
	transport Transport
	writing   chan struct{} // holds a token while a message is written
	read      chan struct{} // closed when reading has ended

	mu       sync.Mutex
	next     int64
	waiting  map[int64]chan message
	sessions map[string]*Session
	cause    error // why the connection ended; nil while it is open
}

// A message is one of the three kinds of messages of the protocol: a command, an
// answer with its number, or an event.
type message struct {
	ID      int64           `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// New returns a connection over a transport, and takes ownership of the transport.
func New(t Transport) *Conn {
	c := &Conn{
		transport: t, writing: make(chan struct{}, 1), read: make(chan struct{}),
		waiting: map[int64]chan message{}, sessions: map[string]*Session{},
	}
	go c.receive()
	return c
}

// Close ends the connection and waits until its goroutine has ended.
func (c *Conn) Close() {
	c.end(errors.New("it was closed here"))
	<-c.read
}

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.read }

// end ends everything that waits. Only the first call has an effect.
func (c *Conn) end(cause error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cause != nil {
		return
	}
	c.cause = fmt.Errorf("%w: %w", ErrClosed, cause)
	for id, ch := range c.waiting {
		close(ch)
		delete(c.waiting, id)
	}
	for _, s := range c.sessions {
		s.finish()
	}
	clear(c.sessions)
	_ = c.transport.Close() // the connection ends in any case
}

// receive distributes the messages of the browser until the connection ends.
func (c *Conn) receive() {
	defer close(c.read)
	for {
		b, err := c.transport.Read()
		if err != nil {
			c.end(err)
			return
		}
		m, err := decode(b)
		if err == nil {
			err = c.hand(m)
		}
		if err != nil {
			c.end(err)
			return
		}
	}
}

// decode decodes a response or an event.
func decode(b []byte) (message, error) {
	var m message
	if len(b) > MaxMessage {
		return m, errSize
	}
	if err := json.Unmarshal(b, &m); err != nil || m.ID == 0 && m.Method == "" {
		return m, errMessage
	}
	return m, nil
}

// hand delivers a response to the waiting caller and an event to its session. It drops messages
// that nobody waits for, because their caller has given up.
func (c *Conn) hand(m message) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m.ID != 0 {
		if ch, ok := c.waiting[m.ID]; ok {
			delete(c.waiting, m.ID)
			ch <- m // it has room for one
		}
		return nil
	}
	s, ok := c.sessions[m.Session]
	if !ok {
		return nil
	}
	select {
	case s.events <- Event{m.Method, m.Params}:
		return nil
	default:
		return errFlood
	}
}

// A Session is a conversation with one target of the browser; the session of the browser itself
// has the name "". It is safe for concurrent use.
type Session struct {
	conn   *Conn
	name   string
	events chan Event
	ended  bool // events is closed; guarded by conn.mu
}

// Session returns the session with the given name. Its events are kept from now on until it ends.
func (c *Conn) Session(name string) *Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.sessions[name]; ok {
		return s
	}
	s := &Session{conn: c, name: name, events: make(chan Event, MaxEvents)}
	if c.cause != nil {
		s.finish()
		return s
	}
	c.sessions[name] = s
	return s
}

// Events returns the events of the session. The channel is closed when the session
// or the connection ends.
func (s *Session) Events() <-chan Event { return s.events }

// End removes the session, without informing the browser.
func (s *Session) End() {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	delete(s.conn.sessions, s.name)
	s.finish()
}

// finish closes the events. The caller holds conn.mu.
func (s *Session) finish() {
	if !s.ended {
		s.ended = true
		close(s.events)
	}
}

// Call sends a command and waits for its response, which is stored in result unless result is
// nil. Params may be nil. The error is that of ctx, an *Error with the browser's message, or
// ErrClosed.
func (s *Session) Call(ctx context.Context, method string, params, result any) error {
	m := message{Session: s.name, Method: method}
	if params != nil {
		b, err := json.Marshal(params)
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		m.Params = b
	}
	answer, err := s.conn.call(ctx, m)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", method, err)
	case answer.Error != nil:
		return &Error{Method: method, Code: answer.Error.Code, Message: answer.Error.Message}
	case result == nil:
		return nil
	}
	if err := json.Unmarshal(answer.Result, result); err != nil {
		return fmt.Errorf("%s: read the answer: %w", method, err)
	}
	return nil
}

func (c *Conn) call(ctx context.Context, m message) (message, error) {
	ch := make(chan message, 1)
	c.mu.Lock()
	if c.cause != nil {
		defer c.mu.Unlock()
		return message{}, c.cause
	}
	c.next++
	m.ID = c.next
	c.waiting[m.ID] = ch
	c.mu.Unlock()
	if err := c.send(ctx, m); err != nil {
		c.forget(m.ID)
		return message{}, err
	}
	select {
	case answer, ok := <-ch:
		if !ok {
			c.mu.Lock()
			defer c.mu.Unlock()
			return message{}, c.cause
		}
		return answer, nil
	case <-ctx.Done():
		c.forget(m.ID)
		return message{}, context.Cause(ctx)
	}
}

// send writes a message, one at a time. Writes to a browser that does not read end when the
// connection is closed.
func (c *Conn) send(ctx context.Context, m message) error {
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	select {
	case c.writing <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	stuck := time.AfterFunc(writeLimit, func() { c.end(errStuck) })
	err = c.transport.Write(b)
	stuck.Stop()
	<-c.writing
	if err != nil {
		c.end(err)
		return fmt.Errorf("%w: %w", ErrClosed, err)
	}
	return nil
}

func (c *Conn) forget(id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waiting, id)
}
