package session

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
)

// TestRecover checks that a session on a full disk answers from the folder in its current state
// and refuses every change with the cause, also for other processes that open the folder
// read-only, and that it owns the folder again when there is room.
func TestRecover(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	s, err := Join(t.Context(), dir, engine.Options{Create: true, Recovers: true})
	if err != nil {
		t.Fatal(err)
	}
	defer closeSession(t, s)
	servicetest.Crawl(t, s)
	var room atomic.Bool
	looked, beside := make(chan struct{}), make(chan struct{})
	s.room.Every = time.Microsecond
	s.open = func(ctx context.Context, dir string, opt engine.Options) (*engine.Engine, error) {
		if !room.Load() {
			return nil, &os.PathError{Op: "write", Path: dir, Err: syscall.ENOSPC}
		}
		return engine.Open(ctx, dir, opt)
	}
	s.room.Free = func(string) (uint64, error) {
		if looked != nil { // the session has found a new partner in the meantime
			close(looked)
			looked = nil
			<-beside
			room.Store(true)
			return 0, nil
		}
		return 1 << 30, nil
	}
	wait, recovered := looked, make(chan error, 1)
	go func() { recovered <- s.Recover(t.Context()) }()
	<-wait
	if found, err := s.Search(t.Context(), search.Request{Query: "spider"}); err != nil || found.Total == 0 {
		t.Errorf("with a full disk: %+v, %v", found, err)
	}
	if _, err := s.Remove(t.Context(), service.Removal{Target: "a.test"}); !store.DiskFull(err) {
		t.Errorf("a change with a full disk: %v", err)
	}
	if st := besideLooker(t, dir); st.ReadOnly == "" || st.Docs == 0 {
		t.Errorf("beside it: %+v", st)
	}
	if _, err := besideWith(1<<30, dir, engine.Options{}).find(t.Context()); !errors.Is(err, wire.ErrGone) {
		t.Errorf("a reader beside it that sees room: %v", err) // the owner of the folder may just be ending
	}
	if _, err := besideWith(0, dir, engine.Options{Create: true}).partner(t.Context()); aranea.KindOf(err) != aranea.Denied || errors.Is(err, wire.ErrGone) {
		t.Errorf("a writer beside it: %v", err)
	}
	close(beside)
	if err := <-recovered; err != nil {
		t.Fatal(err)
	}
	if st, err := s.Status(t.Context()); err != nil || st.ReadOnly != "" || !s.Owner() {
		t.Errorf("with room: %+v, %v", st, err)
	}
	if _, err := s.Remove(t.Context(), service.Removal{Target: "a.test"}); err != nil {
		t.Errorf("a change with room: %v", err)
	}
}

// besideWith returns a session on a folder whose disk has the given number of free bytes.
func besideWith(free uint64, dir string, opt engine.Options) *Session {
	s := newSession(dir, opt)
	s.room.Free = func(string) (uint64, error) { return free, nil }
	return s
}

// besideLooker returns the status from a second session on a read-only folder.
func besideLooker(t *testing.T, dir string) service.Status {
	t.Helper()
	s := besideWith(0, dir, engine.Options{})
	defer closeSession(t, s)
	st, err := s.Status(t.Context())
	if err != nil {
		t.Error(err)
	}
	return st
}

// TestRecoverEnds checks that waiting for room ends with its context, and that a missing folder
// is an error.
func TestRecoverEnds(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	s, err := Join(t.Context(), dir, engine.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s.room.Every = time.Microsecond
	s.open = func(context.Context, string, engine.Options) (*engine.Engine, error) { return nil, store.ErrDiskFull }
	s.room.Free = func(string) (uint64, error) { cancel(); return 0, nil }
	if err := s.Recover(ctx); err == nil {
		t.Error("it has room")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Recover(t.Context()); err == nil {
		t.Error("a closed session recovers")
	}
}

// TestRecoverLater checks that a session that is refused from the beginning because the disk is
// full answers from the folder in its current state while it recovers.
func TestRecoverLater(t *testing.T) {
	t.Parallel()
	s, err := Join(t.Context(), filepath.Join(t.TempDir(), "data"), engine.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer closeSession(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	s.room.Every = time.Microsecond
	s.open = func(context.Context, string, engine.Options) (*engine.Engine, error) { return nil, store.ErrDiskFull }
	answered := make(chan error, 1)
	s.room.Free = func(string) (uint64, error) {
		if ctx.Err() == nil {
			_, err := s.Docs(ctx)
			answered <- err
			cancel()
		}
		return 0, nil
	}
	if err := s.Recover(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	if err := <-answered; err != nil {
		t.Errorf("beside a full disk: %v", err)
	}
}

// TestRecoverFromTheBeginning checks that on a disk that is already full, a session that
// recovers begins by opening the folder read-only, while others are refused, as all are if there
// is no folder.
func TestRecoverFromTheBeginning(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	full := func(context.Context, string, engine.Options) (*engine.Engine, error) { return nil, store.ErrDiskFull }
	begin := func(recovers bool) error {
		s := newSession(dir, engine.Options{Create: true, Recovers: recovers})
		defer closeSession(t, s)
		s.open = full
		if _, err := s.partner(t.Context()); err != nil {
			return err
		}
		if _, err := s.Crawl(t.Context(), service.Settings{}, nil); !store.DiskFull(err) {
			t.Errorf("a crawl: %v", err)
		}
		_, err := s.Docs(t.Context())
		return err
	}
	if err := begin(true); !store.DiskFull(err) {
		t.Errorf("without a folder: %v", err)
	}
	e, err := engine.Open(t.Context(), dir, engine.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if err := begin(true); err != nil {
		t.Error(err)
	}
	if err := begin(false); !store.DiskFull(err) {
		t.Errorf("who does not recover: %v", err)
	}
}

func closeSession(t *testing.T, s *Session) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestUnwritable checks that patient callers do not open a folder read-only if its disk may have
// room again.
func TestUnwritable(t *testing.T) {
	t.Parallel()
	forbidden, full := &store.FolderError{Fault: store.FolderForbidden}, &os.PathError{Op: "write", Err: syscall.ENOSPC}
	for _, x := range []struct {
		err           error
		patient, want bool
	}{{forbidden, false, true}, {forbidden, true, true}, {full, false, true}, {full, true, false}, {errors.New("else"), false, false}} {
		if got := unwritable(x.err, x.patient); got != x.want {
			t.Errorf("%v, patient %v: %v", x.err, x.patient, got)
		}
	}
}
