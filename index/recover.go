package index

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/wal"
)

// load reads the manifest, opens the segments, brings the changes in the logs
// back into memory and starts a new log.
func (x *Index) load() error {
	names, err := x.files.List()
	if err != nil {
		return err
	}
	if fresh(x.files, names) {
		return x.create()
	}
	man, err := readManifest(x.files)
	if err != nil {
		return missingBeside(err, names)
	}
	x.man, x.next = man, man.Next
	if x.live, x.lost, err = openLive(x.files, man); err != nil {
		return err
	}
	logs, err := wal.From(man.WAL, names)
	if err != nil {
		return err
	}
	logs = wal.Begun(x.files, logs)
	if len(x.lost) == 0 {
		x.sweep(names)
	}
	last, end := man.WAL-1, uint64(0)
	for i, n := range logs {
		if end, err = x.replay(n, i == len(logs)-1); err != nil {
			return err
		}
		last = n
	}
	return x.beginLog(last, end)
}

// beginLog starts a new log behind the last one, of which the first end bytes count.
// A last log without changes is written anew instead: it says the same as before,
// and owners who change nothing leave no files.
func (x *Index) beginLog(last, end uint64) error {
	n, before := last+1, last
	if last >= x.man.WAL {
		s, err := wal.Look(x.files, last)
		if err != nil {
			return err
		}
		if s.Started && !s.Changed {
			n, before, end = last, s.Before, s.End
			// One that was made ahead of it would be in the way of the one made next.
			if err := x.files.Remove(wal.Name(last + 1)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	var err error
	x.log, err = wal.Create(x.files, n, before, end)
	return err
}

// fresh reports whether a folder holds no index: no manifest, and nothing but a
// first log without changes, which is what a crash while creating leaves.
func fresh(files disk.Folder, names []string) bool {
	for _, name := range names {
		switch {
		case name == manifestFile:
			return false
		case name == wal.Name(1):
			if w, err := wal.Look(files, 1); err != nil || w.Changed {
				return false
			}
		case ours(name):
			return false
		}
	}
	return true
}

// create makes an empty index: first the log that the manifest names.
func (x *Index) create() error {
	x.next = 1
	var err error
	if x.log, err = wal.Create(x.files, 1, 0, 0); err != nil {
		return err
	}
	x.man = manifest{Format: manifestFormat, Next: 1, Limit: 1 + reserved, WAL: 1}
	return x.man.write(x.files)
}

// missingBeside tells what a missing manifest was missing beside.
func missingBeside(err error, names []string) error {
	f, ok := damage.FaultOf(err)
	if !ok || slices.Contains(names, manifestFile) {
		return err
	}
	n := 0
	for _, name := range names {
		if ours(name) {
			n++
		}
	}
	return damage.Err(f.File, 0, fmt.Sprintf("the file is missing beside %d files of an index", n))
}

// replay brings the changes of a log back into memory and returns how many of
// its bytes count. Only the last log may end in a cut record, and one whose
// successor says where it ended.
func (x *Index) replay(n uint64, last bool) (uint64, error) {
	r, release, err := wal.Open(x.files, n)
	if err != nil {
		return 0, err
	}
	defer release()
	for {
		entries, err := r.Next()
		if err != nil {
			return 0, err
		}
		if entries == nil {
			break
		}
		if err := x.replayRecord(r, entries); err != nil {
			return 0, err
		}
	}
	if !last {
		err = r.Ended(x.files, n+1)
	}
	return r.At(), err
}

// replayRecord brings the changes of a record back, flushing when memory is
// full. The manifest then still names the log: a change that is replayed again
// does no harm.
func (x *Index) replayRecord(r *wal.Reader, entries []byte) error {
	changes, err := decodeChanges(entries)
	if err != nil {
		return damage.Err(r.File(), int64(r.At()), "the record before: "+err.Error())
	}
	if err := x.invert(changes); err != nil {
		return err
	}
	if !x.active.full(x.opt.BufferBytes) {
		return nil
	}
	return x.flush(0)
}

// sweep removes what a crash left: files that a manifest was to have removed,
// segments whose numbers were set aside and that were never installed, and
// halves of files that were to replace others. What else nobody names stays.
func (x *Index) sweep(names []string) {
	keep := x.man.files()
	doomed := map[string]bool{}
	for _, name := range x.man.Gone {
		doomed[name] = true
	}
	for _, name := range names {
		n, seg := segmentNumber(name)
		if seg && (n >= x.man.Next && n < x.man.Limit || slices.Contains(x.man.Work, n)) {
			doomed[name] = true
		}
		if base, half := strings.CutSuffix(name, temporary); half && (base == manifestFile || isBitmap(base)) {
			doomed[name] = true
		}
	}
	for name := range doomed {
		if !keep[name] {
			_ = x.files.Remove(name) // tried again at the next opening
		}
	}
}
