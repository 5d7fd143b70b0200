package mcp

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A pipe is a transport over a reader and a writer whose end of input waits until what was asked before it
// is answered: the library would drop these answers, as of a script that writes its questions and closes.
type pipe struct{ sdk.IOTransport }

// noLimit is the limit of the library for messages that have one already.
const noLimit = -1

var _ sdk.Transport = (*pipe)(nil)

// Connect begins to read.
func (p *pipe) Connect(ctx context.Context) (sdk.Connection, error) {
	c, err := p.IOTransport.Connect(ctx)
	return &patient{Connection: c, closed: make(chan struct{}), open: map[jsonrpc.ID]bool{}}, err
}

// A patient connection knows the requests that are not answered yet. It is safe for concurrent use.
type patient struct {
	sdk.Connection
	closed    chan struct{}
	closeOnce sync.Once

	mu       sync.Mutex
	open     map[jsonrpc.ID]bool // requests without an answer; of two with one ID, one is answered
	answered chan struct{}       // closed when there are none any more; nil before the end of input
}

var _ sdk.Connection = (*patient)(nil)

// Read returns the next message. At the end of input it waits for the answers.
func (p *patient) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := p.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && err == nil && r.IsCall() {
		p.mu.Lock()
		p.open[r.ID] = true
		p.mu.Unlock()
	}
	if errors.Is(err, io.EOF) {
		p.await(ctx)
	}
	return m, err
}

// await waits until all requests are answered, but no longer than a call may take.
func (p *patient) await(ctx context.Context) {
	p.mu.Lock()
	all := make(chan struct{})
	if p.answered = all; len(p.open) == 0 {
		close(all)
	}
	p.mu.Unlock()
	limit := time.NewTimer(callTimeout + time.Second)
	defer limit.Stop()
	select {
	case <-all:
	case <-ctx.Done():
	case <-p.closed:
	case <-limit.C:
	}
}

// Write sends a message.
func (p *patient) Write(ctx context.Context, m jsonrpc.Message) error {
	err := p.Connection.Write(ctx, m)
	r, ok := m.(*jsonrpc.Response)
	if !ok {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.open[r.ID] {
		return err
	}
	if delete(p.open, r.ID); len(p.open) == 0 && p.answered != nil {
		close(p.answered)
	}
	return err
}

// Close closes the connection.
func (p *patient) Close() error {
	p.closeOnce.Do(func() { close(p.closed) })
	return p.Connection.Close()
}
