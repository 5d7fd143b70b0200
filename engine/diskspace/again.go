package diskspace

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea/store"
)

const (
	// Again is the least time between two attempts to write to a folder whose disk was full.
	Again = 10 * time.Second
	// some is the free space on the disk in bytes that an attempt requires, because opening a
	// folder writes. A crawl needs Least.
	some = 16 << 20
)

// A Wait waits until there is room on the disk of a data folder.
type Wait struct {
	Dir   string
	Free  func(dir string) (uint64, error) // returns the free bytes on the disk of a folder
	Every time.Duration                    // the least time between two attempts
}

// Full reports whether an attempt is pointless now.
func (w Wait) Full() bool {
	n, err := w.Free(w.Dir)
	return err == nil && n < some
}

// Until calls try repeatedly until the folder can be written to. try reports whether it can; a
// full disk is reported by false or by an error, and any other error ends the wait. Even if the
// first attempt succeeds, Until waits for a while, so that somebody who fills the disk again at
// once does not cause a busy loop.
func (w Wait) Until(ctx context.Context, try func(context.Context) (writes bool, err error)) error {
	for first := true; ; first = false {
		writes, err := try(ctx)
		switch {
		case err != nil && !store.DiskFull(err):
			return err
		case writes && !first:
			return nil
		}
		if err := w.pass(ctx); err != nil || writes {
			return err
		}
	}
}

// Beside waits until there is room on the disk of the file that could not be written to
// according to the error full. That disk may differ from that of the data folder, for example
// for archives of exchanges. Beside returns at once if the error names no file, or if there is
// room. free returns the free bytes on the disk of a folder.
func Beside(ctx context.Context, full error, free func(dir string) (uint64, error)) error {
	at, ok := errors.AsType[*fs.PathError](full)
	if !ok {
		return nil
	}
	w := Wait{Dir: filepath.Dir(at.Path), Free: free, Every: Again}
	if !w.Full() {
		return nil
	}
	return w.pass(ctx)
}

// pass returns when the next attempt is worthwhile: after the least time, when some of the disk
// is free or that cannot be measured. It returns the cause if ctx ends before.
func (w Wait) pass(ctx context.Context) error {
	tick := time.NewTicker(w.Every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
		}
		if !w.Full() {
			return nil
		}
	}
}
