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
}

// A state tells versions of a file apart.
type state struct {
	changed time.Time
	size    int64
}

// Open reads the file. An error of kind Invalid or Limit names the line that cannot be read.
func Open(path string, now func() time.Time, logger *slog.Logger) (*File, error) {
	f := &File{path: path, now: now, logger: logger, looked: now()}
	var err error
	f.set, f.of, err = read(path)
	return f, err
}

// Set returns the list as the file has it; as it was before, if it cannot be read now, which the
// log tells.
func (f *File) Set() *synonym.Set {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.now().Sub(f.looked) < looksEvery {
		return f.set
	}
	f.looked = f.now()
	info, err := os.Stat(f.path)
	if err == nil && (state{info.ModTime(), info.Size()}) == f.of {
		return f.set
	}
	set, of, err := read(f.path)
	switch {
	case err == nil:
		f.set = set
		f.logger.Info("the list of synonyms was read", "file", f.path, "words", set.Len())
	case of != f.of: // told once
		f.logger.Warn("the list of synonyms cannot be read, and stays as it was", "error", err)
	}
	f.of = of
	return f.set
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
