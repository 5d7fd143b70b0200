package cdp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// A Pipe carries messages over two streams, each message followed by a zero byte, like a browser
// with --remote-debugging-pipe.
type Pipe struct {
	in  *bufio.Reader
	out io.Writer
	end []io.Closer
}

// NewPipe returns a transport that reads from in and writes to out. Closing it closes both.
func NewPipe(in io.ReadCloser, out io.WriteCloser) *Pipe {
	return &Pipe{in: bufio.NewReaderSize(in, 64<<10), out: out, end: []io.Closer{in, out}}
}

// Read returns the next message, which is valid until the next call.
func (p *Pipe) Read() ([]byte, error) {
	var long []byte
	for {
		part, err := p.in.ReadSlice(0)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if long = append(long, part...); len(long) > MaxMessage {
				return nil, errSize
			}
			continue
		case err != nil:
			return nil, err
		case long == nil:
			return part[:len(part)-1], nil
		}
		long = append(long, part[:len(part)-1]...)
		return long, nil
	}
}

// Write sends a message.
func (p *Pipe) Write(message []byte) error {
	_, err := p.out.Write(append(bytes.Clone(message), 0))
	return err
}

// Close closes both streams.
func (p *Pipe) Close() error {
	var errs []error
	for _, c := range p.end {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

var _ Transport = (*Pipe)(nil)
