package room

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea/store"
)

const (
	// Again is the least time between two tries to write a folder whose disk was full.
	Again = 10 * time.Second
	// some is what must be free on the disk for a try, in bytes: what opening a folder
	// writes. A crawl needs Least.
	some = 16 << 20
)

// A Wait is for room on the disk of a data folder, to write it again.
type Wait struct {
	Dir   string
	Free  func(dir string) (uint64, error) // bytes that are free on the disk of a folder
	Every time.Duration                    // the least time between two tries
}

// Full reports whether no try is worth it now.
func (w Wait) Full() bool {
	n, err := w.Free(w.Dir)
	return err == nil && n < some
}

// Until tries again and again until the folder can be written. try reports whether it can,
// or that its disk is full, for which an error stands as well; any other error ends the
// wait. A folder that can be written at the first try is left alone for a while all the
// same: who fills its disk anew at once does not do so without end.
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

// Beside returns when the disk has room of a file that could not be written for want of it,
// by the error of that: it may be another than that of the data folder, as that of archives
// of exchanges. It returns at once if the error names no file, or there is room. free says
// how many bytes are free on the disk of a folder.
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

// pass returns when a try is worth it: after a while at least, when some of the disk is
// free, or when that cannot be measured. It returns the cause if ctx ends before.
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
