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

// load reads the manifest, opens the segments, brings the changes in the logs back into memory,
// and starts a new log.
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

// beginLog starts a new log after the last one, of which the first end bytes count. If the last
// log has no changes, it is written anew instead, so that an owner who changes nothing leaves
// no files.
func (x *Index) beginLog(last, end uint64) error {
	n, before := last+1, last
	if last >= x.man.WAL {
		s, err := wal.Look(x.files, last)
		if err != nil {
			return err
		}
		if s.Started && !s.Changed {
			n, before, end = last, s.Before, s.End
			// One created ahead of it would be in the way of the next.
			if err := x.files.Remove(wal.Name(last + 1)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	var err error
	x.log, err = wal.Create(x.files, n, before, end)
	return err
}

// fresh reports whether a folder holds no index: no manifest, and nothing but a first log
// without changes, as left by a crash during creation.
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

// create makes an empty index, beginning with the log that the manifest names.
func (x *Index) create() error {
	x.next = 1
	var err error
	if x.log, err = wal.Create(x.files, 1, 0, 0); err != nil {
		return err
	}
	x.man = manifest{Format: manifestFormat, Next: 1, Limit: 1 + reserved, WAL: 1}
	return x.man.write(x.files)
}

// missingBeside adds to the error of a missing manifest what else is in the folder.
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

// replay brings the changes of a log back into memory and returns how many of its bytes count.
// Only the last log may end in an incomplete record, or one whose successor says where it
// ended.
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

// replayRecord brings the changes of a record back into memory, and flushes when memory is
// full. The manifest then still names the log; replaying a change twice is harmless.
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

// sweep removes what a crash left: files that a manifest lists as gone, segments with reserved
// numbers that were never installed, and temporary files. Files that nobody names for any other
// reason stay.
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
