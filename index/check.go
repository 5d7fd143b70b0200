package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/aranea-search/aranea"
)

// A Fault is one thing that is wrong with the files of an index.
type Fault struct {
	File   string `json:"file"`   // name in the index's folder
	Offset int64  `json:"offset"` // where in the file; 0 if it is about the whole file
	Text   string `json:"text"`   // what is wrong, without the name of the file
}

// String returns the fault as one sentence.
func (f Fault) String() string {
	if f.Offset == 0 {
		return f.File + ": " + f.Text
	}
	return fmt.Sprintf("%s at byte %d: %s", f.File, f.Offset, f.Text)
}

// Check reads every file of the index in dir, which must not be open for
// writing, and yields each fault. The error says that a file cannot be read at
// all, or that ctx ended; it is the last thing that is yielded.
func Check(ctx context.Context, dir string) iter.Seq2[Fault, error] {
	return func(yield func(Fault, error) bool) {
		c := checker{ctx: ctx, dir: dir, yield: yield}
		man, err := readManifest(dir)
		if err != nil {
			c.report(manifestFile, 0, err)
			return
		}
		for _, ms := range man.Segments {
			l, err := openOne(dir, ms)
			if err != nil {
				c.report(ms.Name, 0, err)
				continue
			}
			c.segment(l)
			l.release()
		}
		c.logs(man.WAL)
	}
}

// Check reads every file of the index, while writing goes on, and yields each
// fault, as the function of the same name does.
func (x *Index) Check(ctx context.Context) iter.Seq2[Fault, error] {
	return func(yield func(Fault, error) bool) {
		c := checker{ctx: ctx, dir: x.dir, yield: yield}
		if _, err := readManifest(x.dir); err != nil {
			c.report(manifestFile, 0, err)
		}
		s, err := x.Snapshot()
		if err != nil {
			c.fail(err)
			return
		}
		defer s.Close()
		for _, l := range s.live {
			c.segment(l)
		}
	}
}

// A checker yields faults until its reader has enough.
type checker struct {
	ctx   context.Context
	dir   string
	yield func(Fault, error) bool
	done  bool
}

func (c *checker) fail(err error) {
	if !c.done {
		c.done = true
		c.yield(Fault{}, err)
	}
}

// report yields a fault for damage and an error for everything else.
func (c *checker) report(file string, offset int64, err error) {
	switch {
	case c.done:
	case c.ctx.Err() != nil:
		c.fail(c.ctx.Err())
	case isDamage(err):
		c.done = !c.yield(Fault{File: file, Offset: offset, Text: err.Error()}, nil)
	default:
		c.fail(err)
	}
}

// segment checks the parts of a segment, and that every document can be read.
func (c *checker) segment(l live) {
	for _, part := range parts {
		if c.done {
			return
		}
		if err := c.ctx.Err(); err != nil {
			c.fail(err)
			return
		}
		if err := l.verifyPart(part); err != nil {
			c.report(l.name+"."+part, 0, err)
		}
	}
}

// logs checks the logs from the first one to replay on.
func (c *checker) logs(first uint64) {
	names, err := filepath.Glob(filepath.Join(c.dir, "wal-*"))
	if err != nil {
		c.fail(err)
		return
	}
	slices.Sort(names)
	for _, name := range names {
		if c.done || filepath.Base(name) < walName(first) {
			continue
		}
		err := replay(name, func(aranea.IndexChange) error { return c.ctx.Err() })
		if err != nil {
			c.report(filepath.Base(name), 0, err)
		}
	}
}

// isDamage tells a file that is wrong from one that cannot be read now.
func isDamage(err error) bool {
	return aranea.KindOf(err) == aranea.Corrupt || errors.Is(err, os.ErrNotExist)
}
