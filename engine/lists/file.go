// Package lists keeps what the files of an operator list for searches, such as words that mean the
// same, also while they are edited.
//
// Floor: 5 (owner), inside engine, which gets the lists from its caller. Stability: engine. It does not
// know what the lists mean, only how each is read.
package lists

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/secretfile"
	"github.com/aranea-search/aranea/search/listfile"
	"github.com/aranea-search/aranea/search/pageweight"
	"github.com/aranea-search/aranea/search/pin"
	"github.com/aranea-search/aranea/search/synonym"
)

const (
	// looksEvery is the least time between two looks at a file.
	looksEvery = time.Second
	// patience is how long a search waits for a look.
	patience = 50 * time.Millisecond
)

// A Kind is what a file lists: a name for people, and how it is read.
type Kind[S any] struct {
	Name    string
	Parse   func([]byte) (S, error)
	Len     func(S) int // number of entries
	Private bool        // nobody but its owner may read the file
}

// Synonyms are words that mean the same.
func Synonyms() Kind[*synonym.Set] {
	return Kind[*synonym.Set]{Name: "synonyms", Parse: synonym.Parse, Len: (*synonym.Set).Len}
}

// Pins are pages that come first for queries.
func Pins() Kind[*pin.Set] {
	return Kind[*pin.Set]{Name: "pins", Parse: pin.Parse, Len: (*pin.Set).Len}
}

// Weights are pages that count more or less, whatever is searched for.
func Weights() Kind[*pageweight.Set] {
	return Kind[*pageweight.Set]{Name: "weights", Parse: pageweight.Parse, Len: (*pageweight.Set).Len}
}

// Sources are how what operators list for searches is asked for; nil for no list.
type Sources struct {
	Synonyms func() *synonym.Set // words that mean the same
	Pins     func() *pin.Set     // pages that come first for queries
	Weights  pageweight.Source   // pages that count more or less
}

// OrIn returns the sources, with those of the lists in a data folder, or in a copy of one, in place of those that are
// nil.
func (s Sources) OrIn(dir string, logger *slog.Logger) Sources {
	if s.Synonyms == nil {
		s.Synonyms = of(Synonyms(), dir, logger)
	}
	if s.Pins == nil {
		s.Pins = of(Pins(), dir, logger)
	}
	if s.Weights == nil {
		s.Weights = of(Weights(), dir, logger)
	}
	return s
}

// A File is the list in a file. It is safe for concurrent use.
type File[S any] struct {
	kind   Kind[S]
	path   string
	now    func() time.Time
	logger *slog.Logger

	mu     sync.Mutex
	set    S
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
func Open[S any](kind Kind[S], path string, now func() time.Time, logger *slog.Logger) (*File[S], error) {
	f := &File[S]{kind: kind, path: path, now: now, logger: logger, looked: now()}
	var err error
	f.set, f.of, err = f.read()
	return f, err
}

// Set returns the list as the last look found it. If it is time to, it begins another one, and waits for
// that, but not long: the disk may be slow.
func (f *File[S]) Set() S {
	set, looked := f.begin()
	if looked == nil {
		return set
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-looked:
	case <-timer.C:
		return set
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.set
}

// begin returns the list, and if it is time to begins a look, of which it returns what is closed at its
// end.
func (f *File[S]) begin() (set S, looked chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.now(); now.Sub(f.looked) >= looksEvery {
		f.looked = now.Add(time.Hour) // no other one until this has ended
		of := f.of
		looked = make(chan struct{})
		f.looks.Go(func() {
			defer close(looked)
			f.look(of)
		})
	}
	return f.set, looked
}

// look reads the file if it has changed. If it cannot be read, the list stays as it was, which the
// log tells once.
func (f *File[S]) look(of state) {
	if info, err := os.Stat(f.path); err == nil && (state{info.ModTime(), info.Size()}) == of {
		f.end(of)
		return
	}
	set, now, err := f.read()
	switch {
	case err == nil:
		f.logger.Info("the list of "+f.kind.Name+" was read", "file", f.path, "entries", f.kind.Len(set))
		f.mu.Lock()
		f.set = set
		f.mu.Unlock()
	case now != of:
		f.logger.Warn("the list of "+f.kind.Name+" cannot be read, and stays as it was", "error", err)
	}
	f.end(now)
}

// end notes the state of the file that was looked at.
func (f *File[S]) end(of state) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.of, f.looked = of, f.now()
}

// read reads the list, and returns the state of its file, zero if it cannot be opened.
func (f *File[S]) read() (set S, of state, err error) {
	op := "read " + f.kind.Name
	if info, err := os.Stat(f.path); err == nil && !info.Mode().IsRegular() { // opening a pipe would wait
		return set, of, &aranea.Error{Op: op, Kind: aranea.Invalid, Err: fmt.Errorf("%s is no file", f.path)}
	}
	file, err := os.Open(f.path)
	if err != nil {
		return set, of, &aranea.Error{Op: op, Kind: aranea.Invalid, Err: err}
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return set, of, &aranea.Error{Op: op, Kind: aranea.Invalid, Err: err}
	}
	if f.kind.Private {
		if err := secretfile.Check(info); err != nil { // a change of the rights alone would not be seen, so of is zero
			return set, of, &aranea.Error{Op: op, Kind: aranea.Invalid, Err: fmt.Errorf("%s: %w", f.path, err)}
		}
	}
	of = state{info.ModTime(), info.Size()}
	text, err := io.ReadAll(io.LimitReader(file, listfile.MaxBytes+1))
	if err == nil {
		set, err = f.kind.Parse(text)
	}
	if err != nil {
		return set, of, fmt.Errorf("%s: %w", f.path, err)
	}
	return set, of, nil
}
