package itemlist

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/internal/pageitem"
)

// Endings of the names of files of lines, one that is being written and one that is ended.
const (
	ended = ".jsonl"
	open  = ended + ".open"

	compressed = ".gz"
)

// A file is one of lines, of which so many bytes are read.
type file struct {
	name string
	size int64
}

// filesOf returns the files that names stand for.
func filesOf(names []string) (all []file, err error) {
	for _, name := range names {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return nil, err
		case info.IsDir():
			in, err := inFolder(name)
			if err != nil {
				return nil, err
			}
			all = append(all, in...)
			continue
		case !info.Mode().IsRegular():
			return nil, fmt.Errorf("%s is neither a file nor a folder; lines are read twice: write them into a file first", name)
		case strings.HasSuffix(name, compressed):
			return nil, fmt.Errorf("%s is compressed; unpack it first: gunzip --keep %s", name, name)
		}
		all = append(all, file{name, info.Size()})
	}
	return all, nil
}

// inFolder returns the files of lines in a folder, in the order in which they were written.
func inFolder(folder string) (all []file, err error) {
	entries, err := os.ReadDir(folder) // sorted
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ended) && !strings.HasSuffix(e.Name(), open) {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) { // it was ended just now, or somebody has taken it
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, file{filepath.Join(folder, e.Name()), info.Size()})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no file of lines (*%s) in %s", ended, folder)
	}
	return all, nil
}

// A line is that of a page, with what is read of it.
type line struct {
	URL        string          `json:"url"`
	Items      []pageitem.Item `json:"items"`
	ItemsCut   bool            `json:"items_cut"`
	MaxSnippet uint32          `json:"max_snippet"`
	Expires    time.Time       `json:"expires"`

	expired bool // its items do not count any more
}

// each passes the lines of a file to a function, with the number of each in the file.
func (f *file) each(see func(n int, l *line) error) error {
	in, err := os.Open(f.name)
	if before, is := strings.CutSuffix(f.name, open); is && errors.Is(err, fs.ErrNotExist) {
		in, err = os.Open(before + ended) // the crawl has ended it
	}
	if err != nil {
		return err
	}
	err = f.read(in, see)
	return errors.Join(err, in.Close())
}

func (f *file) read(in io.Reader, see func(n int, l *line) error) error {
	lines := bufio.NewScanner(io.LimitReader(in, f.size))
	lines.Buffer(make([]byte, 0, 64<<10), imports.MaxLine)
	lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if atEOF && strings.HasSuffix(f.name, open) && !slices.Contains(data, '\n') {
			return len(data), nil, nil // the crawl is writing it
		}
		return bufio.ScanLines(data, atEOF)
	})
	n := 0
	for lines.Scan() {
		n++
		var l line
		err := json.Unmarshal(lines.Bytes(), &l)
		if err == nil && l.URL == "" {
			err = errors.New("it has no url")
		}
		if err != nil {
			return fmt.Errorf("line %d of %s is none of a page: %w", n, f.name, err)
		}
		if err := see(n, &l); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d of %s: %w", n+1, f.name, err)
	}
	return nil
}

// A place is a line by the index of its file and its number there.
type place struct{ file, line int }

// A key identifies a URL.
type key [16]byte

func keyOf(url string) key {
	sum := sha256.Sum256([]byte(url))
	return key(sum[:16])
}

// A listing is the lines of some files. Of several lines of a URL the last one counts.
type listing struct {
	files []file
	kind  string // of the items, "" for all
	now   time.Time
	last  map[key]place

	kinds []string // some that pages have, if one is wanted
	items int      // that were printed
	cut   int      // pages that have more
	past  int      // pages with items that must not be found any more
}

// maxKinds is how many kinds are named where the one that is wanted is not there.
const maxKinds = 20

// survey finds the lines that count.
func (r *listing) survey() error {
	r.last = map[key]place{}
	for i := range r.files {
		err := r.files[i].each(func(n int, l *line) error {
			r.last[keyOf(l.URL)] = place{i, n}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// each passes the lines that count to a function with their items of the kind, behind survey.
func (r *listing) each(see func(l *line) error) error {
	for i := range r.files {
		err := r.files[i].each(func(n int, l *line) error {
			if r.last[keyOf(l.URL)] != (place{i, n}) {
				return nil
			}
			if !l.Expires.IsZero() && !r.now.Before(l.Expires) {
				l.Items, l.ItemsCut, l.expired = nil, false, len(l.Items) > 0 // its owner lets it be shown up to then
			}
			r.choose(l)
			return see(l)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// choose leaves a line the items of the kind, and notes which other ones there are.
func (r *listing) choose(l *line) {
	if r.kind == "" {
		return
	}
	l.Items = slices.DeleteFunc(l.Items, func(it pageitem.Item) bool {
		if len(r.kinds) < maxKinds && !slices.Contains(r.kinds, it.Kind) {
			r.kinds = append(r.kinds, it.Kind)
		}
		return it.Kind != r.kind
	})
}
