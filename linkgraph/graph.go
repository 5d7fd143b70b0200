package linkgraph

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Graph is the link graph of a data folder. It is safe for concurrent use, but
// for Apply, of which one may run at a time.
type Graph struct {
	kv store.KV
	// counts reports whether the links of a page count: it is neither closed nor
	// removed nor gone.
	counts func(weburl.URL) (bool, error)
}

// New returns the graph in kv, which it shares with the frontier. counts says
// whether the links of a page count at this moment; with nil all do.
func New(kv store.KV, counts func(weburl.URL) (bool, error)) *Graph {
	if counts == nil {
		counts = func(weburl.URL) (bool, error) { return true, nil }
	}
	return &Graph{kv: kv, counts: counts}
}

// maxBatch is how many bytes of records one batch holds, about; a page's records
// are never divided.
const maxBatch = 4 << 20

// Apply replaces the links of pages. It does not wait until that is durable: it is
// when the next batch of the store is synced that is, and to repeat it is
// harmless.
func (g *Graph) Apply(ctx context.Context, changes []aranea.EdgeChange) error {
	w := writer{g: g, b: g.kv.NewBatch(), latest: map[ref][]byte{}}
	for i := range changes {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := w.replace(&changes[i]); err != nil {
			return fmt.Errorf("note the links of %s: %w", changes[i].Source, err)
		}
	}
	return w.b.Commit(false)
}

// A writer gathers changes in a batch.
type writer struct {
	g      *Graph
	b      store.Batch
	size   int
	key    []byte
	latest map[ref][]byte // records that the batch writes, nil for removed ones
}

// replace writes the links of one page in place of those that are known of it.
func (w *writer) replace(c *aranea.EdgeChange) error {
	source := refOf(c.Source.ID())
	before, err := w.stored(source)
	if err != nil {
		return err
	}
	edges := edgesOf(c)
	if len(edges) == 0 && before == nil {
		return nil
	}
	var record []byte
	if len(edges) > 0 {
		if record = encodePage(c.Source.String(), edges); bytes.Equal(record, before) {
			return nil
		}
	}
	if err := w.removeOld(source, before, edges); err != nil {
		return err
	}
	w.latest[source] = record
	if record == nil {
		w.b.Delete(outKey(source))
		return nil
	}
	w.put(outKey(source), record)
	for i := range edges {
		w.key = inKey(w.key, edges[i].ref, source)
		w.put(w.key, encodeIn(&edges[i]))
	}
	if w.size < maxBatch {
		return nil
	}
	if err := w.b.Commit(false); err != nil {
		return err
	}
	w.b, w.size = w.g.kv.NewBatch(), 0
	clear(w.latest)
	return nil
}

// stored returns the record of a page, nil if it has none.
func (w *writer) stored(source ref) ([]byte, error) {
	if record, ok := w.latest[source]; ok {
		return record, nil
	}
	record, err := w.g.kv.Get(outKey(source))
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return record, err
}

// removeOld removes the links of an older record that are not among the new ones.
func (w *writer) removeOld(source ref, record []byte, edges []edge) error {
	if record == nil {
		return nil
	}
	_, old, err := decodePage(record)
	if err != nil {
		return corrupt(outKey(source), err)
	}
	kept := make(map[string]bool, len(edges))
	for i := range edges {
		kept[edges[i].to] = true
	}
	for i := range old {
		if kept[old[i].to] {
			continue
		}
		to, err := weburl.Parse(old[i].to)
		if err != nil {
			return corrupt(outKey(source), err)
		}
		w.key = inKey(w.key, refOf(to.ID()), source)
		w.b.Delete(w.key)
	}
	return nil
}

func (w *writer) put(key, value []byte) {
	w.b.Put(key, value)
	w.size += len(key) + len(value)
}
