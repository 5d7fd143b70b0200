package cdp

import (
	"context"
	"fmt"

	"github.com/coder/websocket"
)

// A Socket carries messages over a WebSocket.
type Socket struct{ conn *websocket.Conn }

// Dial connects to the WebSocket at a URL, ws://host:port/path or wss://.
func Dial(ctx context.Context, url string) (*Socket, error) {
	conn, resp, err := websocket.Dial(ctx, url, nil) // it closes the response body
	if resp != nil && resp.Body != nil {
		_ = resp.Body.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("connect to the browser at %s: %w", url, err)
	}
	conn.SetReadLimit(MaxMessage)
	return &Socket{conn}, nil
}

// Read returns the next message.
func (s *Socket) Read() ([]byte, error) {
	_, b, err := s.conn.Read(context.Background()) // Close ends it
	return b, err
}

// Write sends a message.
func (s *Socket) Write(message []byte) error {
	return s.conn.Write(context.Background(), websocket.MessageText, message) // Close ends it
}

// Close closes the connection immediately.
func (s *Socket) Close() error { return s.conn.CloseNow() }

var _ Transport = (*Socket)(nil)
