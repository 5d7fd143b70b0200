package pebblestore

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/cockroachdb/pebble/v2"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
)

// Operations that guard handles specially.
const (
	opOpen  = "open store"
	opWrite = "write store"
	opClose = "close store"
	opRead  = "read store"
)

// classify turns an error of Pebble into an *aranea.Error with a kind and a clear text.
func classify(op, obj string, err error) error {
	var known *aranea.Error
	if errors.As(err, &known) {
		return err
	}
	e := &aranea.Error{Op: op, Kind: aranea.Transient, Obj: obj, Err: err}
	switch {
	case pebble.ExtractDataCorruptionInfo(err) != nil:
		info := pebble.ExtractDataCorruptionInfo(err)
		e.Op, e.Kind, e.Obj, e.Err = opRead, aranea.Corrupt, filepath.Dir(info.Path), damageOf(info.Path, info.Details)
	case pebble.IsCorruptionError(err):
		e.Kind, e.Err = aranea.Corrupt, fmt.Errorf("stored data is damaged: %w", err)
	case store.DiskFull(err):
		e.Kind, e.Err = aranea.Limit, fmt.Errorf("no space is left on the disk: %w", err)
	case strings.Contains(err.Error(), "unknown format major version"): // Pebble has no error value for it
		e.Kind, e.Err = aranea.Invalid, fmt.Errorf("%w: %w", errNewerStore, err)
	case errors.Is(err, pebble.ErrDBDoesNotExist):
		e.Kind, e.Err = aranea.NotFound, errors.New("there is no store here")
	case op == opWrite && errors.Is(err, fs.ErrNotExist):
		e.Kind, e.Err = aranea.Corrupt, fmt.Errorf("files were moved or removed while they were in use: %w", err)
	case errors.Is(err, fs.ErrPermission):
		e.Kind = aranea.Denied
	case op == opOpen && !ofTheSystem(err):
		e.Kind, e.Err = aranea.Corrupt, fmt.Errorf("stored data is damaged: %w", err)
	}
	return e
}

// damageOf describes the damage of one file.
func damageOf(path string, err error) *store.FileDamage {
	text := err.Error()
	if strings.Contains(text, "checksum mismatch") { // numbers of blocks and checksums do not help the operator
		text = "a part of it differs from its checksum"
	}
	return &store.FileDamage{Name: filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path), Text: text}
}

// ofTheSystem reports whether an error is from a system call that may succeed later, which
// excludes missing files.
func ofTheSystem(err error) bool {
	var no syscall.Errno
	return errors.As(err, &no) && !errors.Is(err, fs.ErrNotExist)
}

// locked reports whether opening failed because the store is open elsewhere. Pebble has no error
// value for a lock that this process holds.
func locked(err error) bool {
	return errors.Is(err, syscall.EAGAIN) || strings.HasSuffix(err.Error(), "lock held by current process")
}

// A fault is the state of a store that can no longer write. Errors arrive in four ways: as the
// error of a call, as a background error, by Logger.Fatalf, which must not return, and from the
// file system (see freezer). All of them are recorded here: the first one is kept and returned
// to waiting callers, and later changes are refused with it.
type fault struct {
	dir    string
	failed chan struct{} // closed once err is set
	frozen chan struct{} // closed once Pebble is blocked, possibly while it holds its locks

	mu  sync.Mutex
	err error
}

func newFault(dir string) *fault {
	return &fault{dir: dir, failed: make(chan struct{}), frozen: make(chan struct{})}
}

// set keeps the first error and returns it.
func (f *fault) set(err error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
		close(f.failed)
	}
	return f.err
}

func (f *fault) get() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// freeze records that Pebble is blocked permanently.
func (f *fault) freeze(err error) {
	_ = f.set(classify(opWrite, f.dir, err))
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.standsStill() {
		close(f.frozen)
	}
}

// standsStill reports whether Pebble must not be called for changes any more.
func (f *fault) standsStill() bool {
	select {
	case <-f.frozen:
		return true
	default:
		return false
	}
}

// guard runs a call of Pebble on a goroutine of its own, because that goroutine may be blocked
// permanently, and waits for it. If the store fails while the call hangs, guard abandons it: it
// ends with the process, which can only report the fault.
func (f *fault) guard(op string, call func() error) error {
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() {
			if p := recover(); p != nil && op == opOpen {
				err = corrupt(f.dir, fmt.Errorf("reading it stopped: %v", p))
			} else if p != nil {
				panic(p)
			}
			done <- err
		}()
		err = call()
	}()
	stop := f.failed
	if op == opClose {
		stop = f.frozen // closing after a fault is fine if it is possible
	}
	select {
	case err := <-done:
		return f.wrap(op, err)
	case <-stop:
	}
	select {
	case err := <-done:
		return f.wrap(op, err)
	default:
	}
	err := f.get()
	f.freeze(err)
	return err
}

func (f *fault) wrap(op string, err error) error {
	if err == nil {
		return nil
	}
	if op == opOpen && locked(err) {
		return &aranea.Error{Op: op, Kind: aranea.Denied, Obj: f.dir, Err: errors.New("another process has it open; try again when its crawl has ended")}
	}
	return classify(op, f.dir, err)
}

// background handles the error of a flush or compaction, and reports whether it is a fault.
func (f *fault) background(err error) bool {
	if errors.Is(err, pebble.ErrCancelledCompaction) {
		return false
	}
	_ = f.set(classify(opWrite, f.dir, err))
	return true
}

// Infof ignores progress messages.
func (f *fault) Infof(string, ...any) {}

// Errorf ignores messages: errors are returned by calls and events.
func (f *fault) Errorf(string, ...any) {}

// Fatalf is called when Pebble cannot go on, and must not return. It blocks its goroutine:
// ending it would run deferred calls that release locks which it may not hold, and that ends the
// process without a message.
func (f *fault) Fatalf(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	for _, a := range args {
		if cause, ok := a.(error); ok {
			err = cause
		}
	}
	f.freeze(err)
	select {}
}

var _ pebble.Logger = (*fault)(nil)
