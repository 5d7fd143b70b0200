package wal

import (
	"slices"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk"
)

// From returns the numbers of the logs among names, from the first one to replay on. None may
// be missing.
func From(first uint64, names []string) ([]uint64, error) {
	var out []uint64
	for _, name := range names {
		if n, ok := Number(name); ok && n >= first {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	for i := range max(len(out), 1) {
		if want := first + uint64(i); i == len(out) || out[i] != want {
			return out, damage.Err(Name(want), 0, "the file is missing")
		}
	}
	return out, nil
}

// Begun leaves out a last log whose first record is incomplete: it was created ahead, or during
// a crash, and nothing was acknowledged in it.
func Begun(files disk.Folder, logs []uint64) []uint64 {
	if len(logs) == 0 {
		return logs
	}
	s, err := Look(files, logs[len(logs)-1])
	if err == nil && !s.Started {
		return logs[:len(logs)-1]
	}
	return logs
}

// A Summary is what opening needs to know about a log before reading it.
type Summary struct {
	Started     bool   // its first record is valid
	Before, End uint64 // number of the previous log, and where it ended
	Changed     bool   // further records follow
}

// Look reads the first record of a log. The error is damage to it, or a failed read.
func Look(files disk.Folder, n uint64) (Summary, error) {
	r, release, err := Open(files, n)
	if err != nil {
		return Summary{}, err
	}
	defer release()
	plain, err := r.next()
	if err != nil || plain == nil {
		return Summary{}, err
	}
	if !r.begin(plain) {
		return Summary{}, damage.Err(r.file, 0, "its first record does not say where the log before ended")
	}
	r.begun.Changed = r.Torn()
	return r.begun, nil
}

// Ended returns an error for damage unless log number next says that the log that r has read
// ended where r is.
func (r *Reader) Ended(files disk.Folder, next uint64) error {
	s, err := Look(files, next)
	if err == nil && s.Started && s.Before == next-1 && s.End == r.At() {
		return nil
	}
	return damage.Err(r.file, int64(r.at), "a record is wrong, and another log follows")
}
