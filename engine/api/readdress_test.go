package api_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/service"
)

// A waiting Service says how many pages it has when it is let.
type waiting struct {
	service.Service
	docs  int
	asked chan struct{}
	let   chan struct{}
}

// Docs implements service.Service.
func (w *waiting) Docs(ctx context.Context) (int, error) {
	w.asked <- struct{}{}
	select {
	case <-w.let:
		return w.docs, nil
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
}

// TestReaddress: when a node has another address, or another standby, what it was asked before is answered from
// where it was, and all else from where it is; where it was, no connection stays.
func TestReaddress(t *testing.T) {
	t.Parallel()
	for _, standby := range []string{"", "http://127.0.0.1:1"} {
		before := &waiting{docs: 1, asked: make(chan struct{}, 1), let: make(chan struct{})}
		after := &waiting{docs: 2, asked: make(chan struct{}, 1), let: make(chan struct{})}
		close(after.let)
		a := api.NodeAddress{URL: node(t, before), Key: nodeKey, Partition: second, Standby: standby}
		c := api.DialNode(a)
		t.Cleanup(c.Close)
		type told struct {
			docs int
			err  error
		}
		done := make(chan told)
		go func() {
			n, err := c.Docs(t.Context())
			done <- told{n, err}
		}()
		<-before.asked
		c.Readdress(a) // nothing has changed
		a.URL = node(t, after)
		c.Readdress(a)
		if n, err := c.Docs(t.Context()); n != 2 || err != nil {
			t.Errorf("where the node is now: %d, %v", n, err)
		}
		close(before.let)
		if got := <-done; got != (told{docs: 1}) {
			t.Errorf("where it was: %+v", got)
		}
		a.URL, a.Standby = "http://127.0.0.1:1", ""
		c.Readdress(a)
		if _, err := c.Docs(t.Context()); err == nil || !strings.Contains(err.Error(), "2 at http://127.0.0.1:1") {
			t.Errorf("where nothing is: %v", err)
		}
	}
}

// TestKeyNow: a node takes the key of the moment and no other, also over a connection that was opened with the one
// before.
func TestKeyNow(t *testing.T) {
	t.Parallel()
	var now atomic.Pointer[string]
	newer := strings.Repeat("n", 32)
	now.Store(&nodeKey)
	srv := httptest.NewServer(api.Node(&waiting{}, api.NodeOptions{Key: "of the start", KeyNow: func() string { return *now.Load() }, Partition: second}))
	t.Cleanup(srv.Close)
	c := dial(t, srv.URL, nodeKey, second)
	if _, err := c.Greet(t.Context()); err != nil {
		t.Fatal(err)
	}
	now.Store(&newer)
	if _, err := c.Greet(t.Context()); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("with the key of before: %v", err)
	}
	c.Readdress(api.NodeAddress{URL: srv.URL, Key: newer, Partition: second})
	if _, err := c.Greet(t.Context()); err != nil {
		t.Errorf("with the new key: %v", err)
	}
}
