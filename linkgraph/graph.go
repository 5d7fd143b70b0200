package linkgraph

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/bloom"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Graph is the link graph of a data folder. It is safe for concurrent use, except that only
// one Apply may run at a time.
type Graph struct {
	kv store.KV
	// counts reports whether the links of a page count: whether it is neither closed nor
	// removed nor gone.
	counts func(weburl.URL) (bool, error)
	// written holds the pages that Apply has written if there were none before, nil otherwise:
	// a page that is not in it need not be looked up in the store.
	written *bloom.Filter
	parts   bool // there may be records of parts
	sets    bool // there may be records of alternates
	lists   bool // and such as sitemaps name
	listed  bool // there may be records of lists
	// There may be records of canonical URLs.
	canonical bool
	naming    bool // there may be records of what pages name elsewhere
	begun     bool // Apply has checked whether there were pages before

	within atomic.Pointer[partition.Partition] // whose pages the folder visits, nil for the whole web
	outbox outbox
}

// New returns the graph in kv, which it shares with the frontier. counts reports whether the
// links of a page count at this moment; nil means that all do.
func New(kv store.KV, counts func(weburl.URL) (bool, error)) *Graph {
	if counts == nil {
		counts = func(weburl.URL) (bool, error) { return true, nil }
	}
	return &Graph{kv: kv, counts: counts}
}

// The filter of pages is designed for filterPages pages in at most filterBytes, with one false
// positive in a hundred; the rate grows beyond that.
const (
	filterPages = 1_300_000
	filterBytes = 2 << 20
)

// maxBatch is the approximate size in bytes of the records in one batch; a page's records are
// never split.
const maxBatch = 4 << 20

// Apply replaces the links of pages. It does not wait until that is durable: the next synced
// batch of the store makes it so. Repeating it is harmless.
func (g *Graph) Apply(ctx context.Context, changes []aranea.EdgeChange) error {
	if err := g.begin(); err != nil {
		return err
	}
	w := writer{g: g, b: g.kv.NewBatch(), latest: map[ref][]byte{}, named: map[ref]bool{}, lists: map[ref]bool{}, namings: map[ref]bool{}, places: places{within: g.Partition(), known: map[weburl.Origin]place{}}}
	for i := range changes {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := w.replace(&changes[i]); err != nil {
			return fmt.Errorf("note the links of %s: %w", changes[i].Source, err)
		}
	}
	return w.commit()
}

// begin checks whether there are pages from an earlier run, and parts of pages.
func (g *Graph) begin() error {
	if g.begun {
		return nil
	}
	pages, err := g.has(tableOut)
	if err != nil {
		return err
	}
	if g.parts, err = g.has(tableParts); err != nil {
		return err
	}
	if g.sets, err = g.has(tableSet); err != nil {
		return err
	}
	if g.lists, err = g.has(tableNamed); err != nil {
		return err
	}
	if g.listed, err = g.has(tableList); err != nil {
		return err
	}
	if g.canonical, err = g.has(tableCanonical); err != nil {
		return err
	}
	if g.naming, err = g.has(tableNaming); err != nil {
		return err
	}
	if g.outbox.last, err = g.lastMark(); err != nil {
		return err
	}
	if !pages && !g.sets && !g.canonical {
		g.written = bloom.New(filterPages, filterBytes)
		b := g.kv.NewBatch()
		b.Put(keptKey(), []byte{recordVersion})
		if err := b.Commit(false); err != nil {
			return err
		}
	}
	g.begun = true
	return nil
}

// has reports whether there are records of a table.
func (g *Graph) has(table byte) (bool, error) {
	for _, err := range g.kv.Scan([]byte{table}, []byte{table + 1}) {
		return err == nil, err
	}
	return false, nil
}

// A writer collects changes in a batch.
type writer struct {
	g       *Graph
	b       store.Batch
	size    int
	key     []byte
	record  []byte         // the last one written
	latest  map[ref][]byte // records in the batch, nil for removed ones
	named   map[ref]bool   // the pages and sitemaps of which alternates or canonical URLs are in the batch
	lists   map[ref]bool   // the sitemaps of which lists are in the batch, or their removal
	namings map[ref]bool   // and the sources of what is named elsewhere
	places  places         // of the links' origins
	changed []int          // the partitions into which the links of a page have changed
	marks   bool           // there are marks of changed pages in the batch
}

// replace replaces the known links of one page.
func (w *writer) replace(c *aranea.EdgeChange) error {
	source := refOf(c.Source.ID())
	if err := errors.Join(w.parts(source, c), w.alternates(source, c), w.list(source, c), w.canonicals(source, c), w.naming(source, c)); err != nil {
		return err
	}
	before, err := w.stored(source)
	if err != nil {
		return err
	}
	edges := edgesOf(c, &w.places)
	w.changed = w.changed[:0]
	if len(edges) == 0 && before == nil {
		return nil
	}
	var record []byte
	if len(edges) > 0 {
		w.record = appendPage(w.record[:0], c.Source.String(), edges)
		if bytes.Equal(w.record, before) {
			return nil
		}
		record = bytes.Clone(w.record)
	}
	if err := w.removeOld(source, before, edges); err != nil {
		return err
	}
	w.latest[source] = record
	if w.g.written != nil {
		w.g.written.Add(source.hash())
	}
	w.handOver(source, c.Source)
	if record == nil {
		w.b.Delete(outKey(source))
		return nil
	}
	w.put(outKey(source), record)
	for i := range edges {
		w.key = inKey(w.key, edges[i].ref, source)
		w.record = appendIn(w.record[:0], &edges[i])
		w.put(w.key, w.record)
	}
	return w.bound()
}

// bound writes the batch if it is large.
func (w *writer) bound() error {
	if w.size < maxBatch {
		return nil
	}
	return w.write()
}

// write writes the batch and begins another one.
func (w *writer) write() error {
	if err := w.commit(); err != nil {
		return err
	}
	w.b, w.size = w.g.kv.NewBatch(), 0
	clear(w.latest)
	clear(w.named)
	clear(w.lists)
	clear(w.namings)
	clear(w.places.known)
	return nil
}

// stored returns the stored record of a page, nil if it has none.
func (w *writer) stored(source ref) ([]byte, error) {
	if record, ok := w.latest[source]; ok {
		return record, nil
	}
	if w.g.written != nil && !w.g.written.Has(source.hash()) {
		return nil, nil
	}
	record, err := w.g.kv.Get(outKey(source))
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return record, err
}

// removeOld removes the links of an older record that are not among the new ones, and notes the
// partitions into which links have changed.
func (w *writer) removeOld(source ref, record []byte, edges []edge) error {
	if record == nil {
		w.noteAll(edges)
		return nil
	}
	_, old, err := decodePage(record)
	if err != nil {
		return corrupt(outKey(source), err)
	}
	before := make(map[string]*edge, len(old))
	for i := range old {
		before[old[i].to] = &old[i]
	}
	for i := range edges {
		e := &edges[i]
		if o := before[e.to]; o == nil || !o.says(e) {
			w.note(e.part)
		}
		delete(before, e.to)
	}
	for i := range old {
		if before[old[i].to] == nil {
			continue
		}
		to, err := weburl.Parse(old[i].to)
		if err != nil {
			return corrupt(outKey(source), err)
		}
		p := w.places.of(to.Origin())
		w.note(p.part)
		w.key = inKey(w.key, refOf(to.IDIn(p.id)), source)
		w.remove(w.key)
	}
	return nil
}

func (w *writer) remove(key []byte) {
	w.b.Delete(key)
	w.size += len(key)
}

func (w *writer) put(key, value []byte) {
	w.b.Put(key, value)
	w.size += len(key) + len(value)
}
