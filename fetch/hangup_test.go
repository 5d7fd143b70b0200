package fetch

import (
	"net"
	"testing"
)

// TestHangUpSparesTheNext: an exchange that ends by a limit after the whole answer has arrived
// does not close the connection of the exchange that now uses it.
func TestHangUpSparesTheNext(t *testing.T) {
	t.Parallel()
	here, there := net.Pipe()
	defer there.Close()
	c := &conn{Conn: here}
	first, next := &exchange{carrier: c}, &exchange{carrier: c}
	c.turn.Store(next)
	first.hangUp()
	go func() { _, _ = there.Write([]byte("x")) }()
	if _, err := c.Read(make([]byte, 1)); err != nil {
		t.Fatalf("the connection of the next exchange: %v", err)
	}
	next.hangUp()
	if _, err := c.Read(make([]byte, 1)); err == nil {
		t.Error("who ended by a limit left its own connection open")
	}
}
