package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
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
	logs, err := logsFrom(man.WAL, names)
	if err != nil {
		return err
	}
	logs = begun(x.files, logs)
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
		s, err := readLog(x.files, last)
		if err != nil {
			return err
		}
		if s.started && !s.changed {
			n, before, end = last, s.before, s.end
			// One that was made ahead of it would be in the way of the one made next.
			if err := x.files.Remove(logName(last + 1)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	var err error
	x.log, err = createLog(x.files, n, before, end)
	return err
}

// fresh reports whether a folder holds no index: no manifest, and nothing but a
// first log without changes, which is what a crash while creating leaves.
func fresh(files disk.Folder, names []string) bool {
	for _, name := range names {
		switch {
		case name == manifestFile:
			return false
		case name == logName(1):
			if w, err := readLog(files, 1); err != nil || w.changed {
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
	if x.log, err = createLog(x.files, 1, 0, 0); err != nil {
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

// logsFrom returns the numbers of the logs from the first one to replay on, of
// which none may be missing.
func logsFrom(first uint64, names []string) ([]uint64, error) {
	var out []uint64
	for _, name := range names {
		if n, ok := logNumber(name); ok && n >= first {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	for i := range max(len(out), 1) {
		if want := first + uint64(i); i == len(out) || out[i] != want {
			return out, damage.Err(logName(want), 0, "the file is missing")
		}
	}
	return out, nil
}

// begun leaves out a last log of which not even the start was written: it was made
// ahead, or a crash came while it was made, and nothing was acknowledged in it.
func begun(files disk.Folder, logs []uint64) []uint64 {
	if len(logs) == 0 {
		return logs
	}
	s, err := readLog(files, logs[len(logs)-1])
	if err == nil && !s.started {
		return logs[:len(logs)-1]
	}
	return logs
}

// replay brings the changes of a log back into memory and returns how many of
// its bytes count. Only the last log may end in a cut record, and one whose
// successor says where it ended.
func (x *Index) replay(n uint64, last bool) (uint64, error) {
	r, release, err := openLog(x.files, n)
	if err != nil {
		return 0, err
	}
	defer release()
	for {
		plain, err := r.next()
		if err != nil {
			return 0, err
		}
		if plain == nil {
			break
		}
		if err := x.replayRecord(r, plain); err != nil {
			return 0, err
		}
	}
	if r.torn() && !last && !endedAt(x.files, n, uint64(r.at)) {
		return 0, damage.Err(r.file, int64(r.at), "a record is wrong, and another log follows")
	}
	return uint64(r.at), nil
}

// replayRecord brings the changes of a record back, flushing when memory is
// full. The manifest then still names the log: a change that is replayed again
// does no harm.
func (x *Index) replayRecord(r *logReader, plain []byte) error {
	if plain[0] == payloadStart {
		if _, _, err := decodeStart(plain); err != nil {
			return damage.Err(r.file, 0, err.Error())
		}
		return nil
	}
	changes, err := decodeChanges(plain)
	if err != nil {
		return damage.Err(r.file, int64(r.at), "the record before: "+err.Error())
	}
	if err := x.invert(context.Background(), changes); err != nil {
		return err
	}
	if !x.active.full(x.opt.BufferBytes) {
		return nil
	}
	return x.flush(0)
}

// endedAt reports whether the log after log n says that it ended there.
func endedAt(files disk.Folder, n, at uint64) bool {
	w, err := readLog(files, n+1)
	return err == nil && w.started && w.before == n && w.end == at
}

// A logSummary says of a log what opening needs to know before its turn.
type logSummary struct {
	started     bool   // its first record is whole
	before, end uint64 // where the log before ended
	changed     bool   // more follows
}

func readLog(files disk.Folder, n uint64) (logSummary, error) {
	r, release, err := openLog(files, n)
	if err != nil {
		return logSummary{}, err
	}
	defer release()
	plain, err := r.next()
	if err != nil || plain == nil {
		return logSummary{}, err
	}
	s := logSummary{started: true, changed: r.torn()}
	if s.before, s.end, err = decodeStart(plain); err != nil {
		return s, damage.Err(r.file, 0, err.Error())
	}
	return s, nil
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
