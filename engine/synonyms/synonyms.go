// Package synonyms keeps the words that mean the same as their file lists them, also while it is
// edited.
//
// Floor: 5 (owner), inside engine, which gets the list from its caller. Stability: engine.
package synonyms

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/search/synonym"
)

// looksEvery is the least time between two looks at the file.
const looksEvery = time.Second

// A File is the list in a file. It is safe for concurrent use.
type File struct {
	path   string
	now    func() time.Time
	logger *slog.Logger

	mu     sync.Mutex
	set    *synonym.Set
	looked time.Time
	of     state
	looks  sync.WaitGroup // the look that is under way
}

// A state tells versions of a file apart.
type state struct {
	changed time.Time
	size    int64
}

// Open reads the file. If it cannot be read, the list is empty until it can, and the error, of kind
// Invalid or Limit, names the lines.
func Open(path string, now func() time.Time, logger *slog.Logger) (*File, error) {
	f := &File{path: path, now: now, logger: logger, looked: now()}
	var err error
	f.set, f.of, err = read(path)
	return f, err
}

// Set returns the list as the last look found it, and begins another one if it is time to: a search
// does not wait for that.
func (f *File) Set() *synonym.Set {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.now(); now.Sub(f.looked) >= looksEvery {
		f.looked = now.Add(time.Hour) // no other one until this has ended
		f.looks.Go(func() { f.look(f.of) })
	}
	return f.set
}

// look reads the file if it has changed. If it cannot be read, the list stays as it was, which the
// log tells once.
func (f *File) look(of state) {
	set, now, err := (*synonym.Set)(nil), of, error(nil)
	if info, serr := os.Stat(f.path); serr != nil || (state{info.ModTime(), info.Size()}) != of {
		set, now, err = read(f.path)
	}
	switch {
	case err == nil && set != nil:
		f.logger.Info("the list of synonyms was read", "file", f.path, "words", set.Len())
	case err != nil && now != of:
		f.logger.Warn("the list of synonyms cannot be read, and stays as it was", "error", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.of, f.looked = now, f.now(); set != nil {
		f.set = set
	}
}

// read reads a list, and returns the state of its file, zero if it cannot be opened.
func read(path string) (set *synonym.Set, of state, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, of, &aranea.Error{Op: "read synonyms", Kind: aranea.Invalid, Err: err}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, of, &aranea.Error{Op: "read synonyms", Kind: aranea.Invalid, Err: err}
	}
	of = state{info.ModTime(), info.Size()}
	text, err := io.ReadAll(io.LimitReader(file, synonym.MaxBytes+1))
	if err == nil {
		set, err = synonym.Parse(text)
	}
	if err != nil {
		return nil, of, fmt.Errorf("%s: %w", path, err)
	}
	return set, of, nil
}
