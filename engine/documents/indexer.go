package documents

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive/jsonlines"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// An Indexer passes changes on to an index, and writes them to the folder that WriteTo names. It is
// safe for concurrent use.
type Indexer struct {
	crawl.Indexer
	opt Options

	turn chan struct{}     // holds a token while a change is written and passed on, so that the order is the same
	dir  string            // "" if nothing is written
	out  *jsonlines.Writer // to dir; nil before the first line
	text bytes.Buffer      // the lines of the current changes
}

// Options configure an Indexer. All fields are required.
type Options struct {
	// Stored returns what the index keeps of a page, or that it keeps nothing that everybody may read.
	Stored func(id weburl.ID) (imports.Document, bool, error)
	Logger *slog.Logger
	Now    func() time.Time
}

// Over returns an Indexer over an index. It writes nothing before WriteTo.
func Over(index crawl.Indexer, opt Options) *Indexer {
	return &Indexer{Indexer: index, opt: opt, turn: make(chan struct{}, 1)}
}

func (x *Indexer) leave() { <-x.turn }

// A removal is the line of a page that leaves the index.
type removal struct {
	URL     string    `json:"url"`
	Removed time.Time `json:"removed"`
}

// WriteTo ends the current file and writes to a folder from now on, or nowhere if dir is "". The
// folder is opened for the first line, or by Open.
func (x *Indexer) WriteTo(dir string) error {
	x.turn <- struct{}{}
	defer x.leave()
	if dir == x.dir {
		return nil
	}
	err := x.close()
	x.dir = dir
	return err
}

// Open opens the folder, if there is one.
func (x *Indexer) Open() error {
	x.turn <- struct{}{}
	defer x.leave()
	return x.open()
}

func (x *Indexer) open() (err error) {
	if x.dir == "" || x.out != nil {
		return nil
	}
	x.out, err = jsonlines.Open(x.dir, jsonlines.Options{Prefix: "documents-", Logger: x.opt.Logger, Now: x.opt.Now})
	if err != nil {
		err = fmt.Errorf("%w; a crawl with --documents names another folder, or with an empty name none", err)
		return &aranea.Error{Op: "open the folder of documents", Kind: store.KindOfNamed(err), Obj: x.dir, Err: err}
	}
	return nil
}

// EndFile ends the current file, so that others may take it.
func (x *Indexer) EndFile() error {
	x.turn <- struct{}{}
	defer x.leave()
	if x.out == nil {
		return nil
	}
	return x.out.End()
}

// Close ends the current file and frees the folder.
func (x *Indexer) Close() error {
	x.turn <- struct{}{}
	defer x.leave()
	return x.close()
}

func (x *Indexer) close() error {
	if x.out == nil {
		return nil
	}
	out := x.out
	x.out = nil
	return out.Close()
}

// Apply writes the changes and then applies them. Nothing is applied that could not be written.
func (x *Indexer) Apply(ctx context.Context, changes []aranea.IndexChange) error {
	select {
	case x.turn <- struct{}{}:
		defer x.leave()
	case <-ctx.Done():
		return ctx.Err()
	}
	if x.dir != "" {
		if err := x.write(changes); err != nil {
			return err
		}
	}
	return x.Indexer.Apply(ctx, changes)
}

// Limits of the lines that are held.
const (
	maxHeld = 1 << 20 // bytes after which lines are written; the last one may be longer
	maxKept = 4 << 20 // bytes of memory that are kept for the next changes
)

func (x *Indexer) write(changes []aranea.IndexChange) error {
	x.text.Reset()
	found := map[weburl.ID]bool{} // the state after the changes so far
	for i := range changes {
		err := x.add(&changes[i], found)
		if err == nil && x.text.Len() >= maxHeld {
			err = x.flush()
		}
		if err != nil {
			return err
		}
	}
	err := x.flush()
	if x.text.Cap() > maxKept {
		x.text = bytes.Buffer{}
	}
	return err
}

// flush writes the lines that are held.
func (x *Indexer) flush() error {
	if x.text.Len() == 0 {
		return nil
	}
	defer x.text.Reset()
	if err := x.open(); err != nil {
		return err
	}
	if _, err := x.out.Write(show.JSON(x.text.Bytes())); err != nil {
		return fmt.Errorf("write what enters and leaves the index: %w", err)
	}
	return nil
}

// add adds the line of a change if it changes whether the page is found, or what is found.
func (x *Indexer) add(c *aranea.IndexChange, found map[weburl.ID]bool) error {
	id := c.URL.ID()
	was, changed := found[id]
	if !changed {
		was = x.Has(id) && !x.Hidden(id)
	}
	switch c.Action {
	case aranea.IndexPut:
		found[id] = true
		if c.Access == "" {
			return x.document(imports.OfChange(c))
		}
	case aranea.IndexShow:
		return x.show(id, was, found)
	case aranea.IndexDelete, aranea.IndexHide:
		found[id] = false
	}
	if !was {
		return nil
	}
	return x.encode(removal{URL: c.URL.String(), Removed: x.opt.Now().UTC().Truncate(time.Second)})
}

// show adds the line of a page that is found again, from what the index keeps of it.
func (x *Indexer) show(id weburl.ID, was bool, found map[weburl.ID]bool) error {
	if was {
		return nil
	}
	d, has, err := x.opt.Stored(id)
	if err != nil || !has {
		return err
	}
	found[id] = true
	return x.document(d)
}

func (x *Indexer) document(d imports.Document) error {
	told, err := d.WithDigest()
	if err != nil {
		return err
	}
	return x.encode(told)
}

func (x *Indexer) encode(line any) error {
	enc := json.NewEncoder(&x.text)
	enc.SetEscapeHTML(false)
	return enc.Encode(line)
}
