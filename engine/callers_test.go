package engine

import (
	"context"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// TestCallsAreWaitedFor checks that a call that is still in progress when the folder is closed
// is canceled, and that what it reads is closed after its end.
func TestCallsAreWaitedFor(t *testing.T) {
	t.Parallel()
	e, err := Open(t.Context(), filepath.Join(t.TempDir(), "data"), Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	e.patience = time.Millisecond
	begun := make(chan struct{})
	var ended atomic.Bool
	if err := e.socket.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	e.socket, err = api.Listen(t.Context(), e.folder, e.calls.Counted(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
		ended.Store(true)
	})), e.opt.Logger)
	if err != nil {
		t.Fatal(err)
	}
	path, err := e.folder.ControlPath()
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if _, err := c.Write([]byte("GET / HTTP/1.1\r\nHost: owner\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := e.Close(); err != nil || !ended.Load() {
		t.Errorf("close: %v, the call had ended: %t", err, ended.Load())
	}
	if _, _, ok := e.Hold(t.Context()); ok {
		t.Error("a call begins although the folder was given up")
	}
}

// TestKnownURLsAreStored checks that the next owner need not rebuild the set of known URLs from
// all entries.
func TestKnownURLsAreStored(t *testing.T) {
	t.Parallel()
	made := crawlSite(t, filepath.Join(t.TempDir(), "data"))
	kv, err := pebblestore.Open(made.FrontierDir(), pebblestore.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kv.Get([]byte(record.KeySeen)); err != nil {
		t.Errorf("the set of known URLs: %v", err)
	}
	if err := kv.Close(); err != nil {
		t.Error(err)
	}
}

// TestCallsInThisProcessAreWaitedFor checks that a call in this process that is still in progress
// when the folder is closed is canceled, and that what it reads is closed after its end.
func TestCallsInThisProcessAreWaitedFor(t *testing.T) {
	t.Parallel()
	e, err := Open(t.Context(), filepath.Join(t.TempDir(), "data"), Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	e.patience = time.Millisecond
	held, end, ok := e.Hold(t.Context())
	if !ok {
		t.Fatal("no call begins")
	}
	var ended atomic.Bool
	go func() {
		<-held.Done()
		_, err := e.Docs(context.WithoutCancel(held)) // what it reads is still open
		ended.Store(err == nil)
		end()
	}()
	if err := e.Close(); err != nil || !ended.Load() {
		t.Errorf("close: %v, the call had ended: %t", err, ended.Load())
	}
	if err := context.Cause(held); !errors.Is(err, wire.ErrClosing) {
		t.Errorf("the call: %v, want that the owner ends", err)
	}
	if _, _, ok := e.Hold(t.Context()); ok {
		t.Error("a call begins although the folder was given up")
	}
}
