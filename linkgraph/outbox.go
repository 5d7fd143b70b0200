package linkgraph

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"slices"
	"sync"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// An outbox is what is known, besides the stored marks, of the pages that wait to be handed over to
// the nodes of other partitions.
type outbox struct {
	last uint64 // the number of the last mark; only Apply uses it

	mu   sync.Mutex     // held while marks are written or removed
	next map[int]string // by partition: the end of the key behind which the next Outgoing begins, so that every page gets its turn
}

// A Due is a page that waits to be handed over to the node of a partition.
type Due struct {
	Page    weburl.URL
	Version uint64        // another one after each change
	Edges   []aranea.Edge // its current links into the partition
	Naming  *Naming       // or a part of what it names there without linking to it
}

// A Mark says that a page waits, or that it was handed over as it was then.
type Mark struct {
	Page    weburl.URL
	Version uint64
	Naming  int // 0: its links wait; n: part n, from 1, of what it names
}

// Divide says that the folder visits the pages of a partition only, so that links into others are
// handed over to their nodes. A folder that had pages of others until then needs Redivide as well.
func (g *Graph) Divide(p partition.Partition) { g.within.Store(&p) }

// Redivide keeps what waits right when a folder keeps only a part of its partition: the pages of the
// rest belong to others now, and each partition that pages wait for has become several. Nothing waits
// in a folder that has the whole web. Repeating it is harmless.
func (g *Graph) Redivide(ctx context.Context, from, to partition.Partition) error {
	if from.IsWhole() {
		return nil
	}
	w := writer{g: g, b: g.kv.NewBatch()}
	lo := []byte{tableOutbox}
	for p, err := range g.scan(ctx, outboxRange(1), store.AfterPrefix(lo)) {
		if err != nil {
			return err
		}
		mark, err := markOfRow(p)
		if err != nil {
			return err
		}
		if !to.Holds(mark.Page.Origin()) {
			w.remove(p.Key)
			continue
		}
		for part := int(binary.BigEndian.Uint16(p.Key[1:])) + from.Of; part <= to.Of; part += from.Of {
			w.put(append(outboxRange(part), p.Key[3:]...), p.Value)
		}
		if err := w.bound(); err != nil {
			return err
		}
	}
	w.marks = true
	return w.commit()
}

// Partition returns the partition of the folder.
func (g *Graph) Partition() partition.Partition {
	if p := g.within.Load(); p != nil {
		return *p
	}
	return partition.Partition{}
}

// note notes that links into a partition have changed, unless it is the folder's own.
func (w *writer) note(part uint16) {
	if p := int(part); p != w.places.within.Number && !slices.Contains(w.changed, p) {
		w.changed = append(w.changed, p)
	}
}

// noteAll is note for all links of a page.
func (w *writer) noteAll(edges []edge) {
	if w.places.within.IsWhole() {
		return
	}
	for i := range edges {
		w.note(edges[i].part)
	}
}

// handOver marks a page for the partitions into which its links have changed. A page of another node
// has links into others only if the folder was copied from one that had them all.
func (w *writer) handOver(source ref, page weburl.URL) {
	if len(w.changed) == 0 || int(w.places.of(page.Origin()).part) != w.places.within.Number {
		return
	}
	for _, part := range w.changed {
		w.mark(outboxKey(part, source), page)
	}
}

// mark writes a mark of a page.
func (w *writer) mark(key []byte, page weburl.URL) {
	w.g.outbox.last++
	value := binary.BigEndian.AppendUint64([]byte{recordVersion}, w.g.outbox.last)
	w.put(key, append(value, page.String()...))
	w.put([]byte{tableOutbox}, value)
	w.marks = true
}

// commit applies the batch.
func (w *writer) commit() error {
	if w.marks {
		w.g.outbox.mu.Lock()
		defer w.g.outbox.mu.Unlock()
		w.marks = false
	}
	return w.b.Commit(false)
}

// lastMark returns the stored number of the last mark.
func (g *Graph) lastMark() (uint64, error) {
	key := []byte{tableOutbox}
	v, err := g.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	if err == nil && (len(v) != 9 || v[0] != recordVersion) {
		err = corrupt(key, errRecord)
	}
	if err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint64(v[1:]), nil
}

func outboxKey(part int, page ref) []byte {
	return append(outboxRange(part), page[:]...)
}

// key returns the key of a mark for a partition.
func (m *Mark) key(part int) []byte {
	key := outboxKey(part, refOf(m.Page.ID()))
	if m.Naming > 0 {
		key = appendNumber(key, m.Naming-1)
	}
	return key
}

// outboxRange returns the beginning of the keys of a partition.
func outboxRange(part int) []byte {
	return appendNumber(append(make([]byte, 0, 3+refSize+2), tableOutbox), part)
}

// isNaming reports whether the key of a mark is of what a page names without linking to it.
func isNaming(key []byte) bool { return len(key) > 3+refSize }

// markOfRow decodes the mark of a page.
func markOfRow(p store.Pair) (Mark, error) {
	if n := len(p.Key) - 3 - refSize; n != 0 && n != 2 || len(p.Value) < 9 || p.Value[0] != recordVersion {
		return Mark{}, corrupt(p.Key, errRecord)
	}
	u, err := weburl.Parse(string(p.Value[9:]))
	if err != nil {
		return Mark{}, corrupt(p.Key, err)
	}
	m := Mark{Page: u, Version: binary.BigEndian.Uint64(p.Value[1:])}
	if number := p.Key[3+refSize:]; len(number) > 0 {
		m.Naming = int(binary.BigEndian.Uint16(number)) + 1
	}
	return m, nil
}

// Outgoing yields the pages that wait to be handed over to the node of a partition, each with its
// current links into that. It begins behind those that were delivered last, so that pages that
// change all the time do not keep others from their turn. What pages name without linking to it is left out if it is not
// wanted.
func (g *Graph) Outgoing(ctx context.Context, to int, named bool) iter.Seq2[Due, error] {
	return func(yield func(Due, error) bool) {
		lo := outboxRange(to)
		hi := store.AfterPrefix(lo)
		g.outbox.mu.Lock()
		next, turned := g.outbox.next[to]
		g.outbox.mu.Unlock()
		middle := lo
		if turned {
			middle = append(append(bytes.Clone(lo), next...), 0)
		}
		x := places{within: partition.Partition{Number: to, Of: g.Partition().Of}, known: map[weburl.Origin]place{}}
		for _, r := range [][2][]byte{{middle, hi}, {lo, middle}} {
			for p, err := range g.scan(ctx, r[0], r[1]) {
				var d Due
				if err == nil && !named && isNaming(p.Key) {
					continue
				}
				if err == nil {
					d, err = g.due(p, &x)
				}
				if !yield(d, err) || err != nil {
					return
				}
			}
		}
	}
}

// maxPlaces is the number of origins of which Outgoing keeps what it has computed.
const maxPlaces = 10_000

// due reads the page of a mark. The mark was read before: if the page changes in between, it has
// another one then, and is handed over again.
func (g *Graph) due(p store.Pair, x *places) (Due, error) {
	mark, err := markOfRow(p)
	if err != nil {
		return Due{}, err
	}
	if mark.Naming > 0 {
		return g.dueNaming(mark, x)
	}
	d := Due{Page: mark.Page, Version: mark.Version}
	key := outKey(ref(p.Key[3:]))
	record, err := g.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return d, nil
	}
	if err != nil {
		return d, err
	}
	_, edges, err := decodePage(record)
	if err != nil {
		return d, corrupt(key, err)
	}
	if len(x.known) > maxPlaces {
		clear(x.known)
	}
	for i := range edges {
		to, err := weburl.Parse(edges[i].to)
		if err != nil {
			return d, corrupt(key, err)
		}
		if int(x.of(to.Origin()).part) == x.within.Number {
			d.Edges = append(d.Edges, edges[i].edge(to))
		}
	}
	return d, nil
}

// dueNaming reads the part of a mark, with what it names in a partition: nothing, if it is gone.
func (g *Graph) dueNaming(m Mark, x *places) (Due, error) {
	n := Naming{By: m.Page, Number: m.Naming - 1}
	key := namingKey(refOf(m.Page.ID()), n.Number)
	v, err := g.kv.Get(key)
	if err == nil {
		n, err = decodeNaming(store.Pair{Key: key, Value: v})
	} else if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	if len(x.known) > maxPlaces {
		clear(x.known)
	}
	n.URLs = slices.DeleteFunc(n.URLs, func(u Named) bool { return int(x.of(u.URL.Origin()).part) != x.within.Number })
	return Due{Page: m.Page, Version: m.Version, Naming: &n}, err
}

// edge returns a stored link as it was applied.
func (e *edge) edge(to weburl.URL) aranea.Edge {
	out := aranea.Edge{Target: to, How: e.how, Rel: e.rel, NoFollow: e.closed, Anchor: e.anchor}
	if e.zone > 0 {
		out.Zone, out.HasZone = aranea.Zone(e.zone-1), true
	}
	return out
}

// Delivered removes the marks of pages that have reached the node of a partition, except of those
// that have changed again since, and notes the number of the batch. It is durable when it returns.
func (g *Graph) Delivered(ctx context.Context, to int, marks []Mark, n uint64) error {
	wait, err := g.unmark(ctx, to, marks, n)
	if err != nil {
		return err
	}
	return wait()
}

func (g *Graph) unmark(ctx context.Context, to int, marks []Mark, n uint64) (wait func() error, err error) {
	g.outbox.mu.Lock()
	defer g.outbox.mu.Unlock()
	b := g.kv.NewBatch()
	last := ""
	for i := range marks {
		m := &marks[i]
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		key := m.key(to)
		last = string(key[len(outboxRange(to)):])
		v, err := g.kv.Get(key)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		now, err := markOfRow(store.Pair{Key: key, Value: v})
		if err != nil {
			return nil, err
		}
		if now == *m {
			b.Delete(key)
		}
	}
	if len(marks) > 0 {
		if g.outbox.next == nil {
			g.outbox.next = map[int]string{}
		}
		g.outbox.next[to] = last
	}
	putDealt(b, dealtOut, to, n, 0)
	return b.Start()
}

// Waiting counts the pages that wait to be handed over to the node of a partition, at most most of
// them. One of which several parts wait counts once.
func (g *Graph) Waiting(ctx context.Context, to, most int) (n int, more bool, err error) {
	lo := outboxRange(to)
	last := ref{}
	for p, err := range g.scan(ctx, lo, store.AfterPrefix(lo)) {
		if err == nil && len(p.Key) < 3+refSize {
			err = corrupt(p.Key, errRecord)
		}
		if err != nil {
			return n, false, err
		}
		if page := ref(p.Key[3:]); n > 0 && page == last {
			continue
		} else {
			last = page
		}
		if n == most {
			return n, true, nil
		}
		n++
	}
	return n, false, nil
}

// Source returns the URL of a page that has links, or names URLs, by its ID.
func (g *Graph) Source(id weburl.ID) (u weburl.URL, found bool, err error) {
	p := store.Pair{Key: outKey(refOf(id))}
	if p.Value, err = g.kv.Get(p.Key); errors.Is(err, store.ErrNotFound) {
		return g.namer(id)
	}
	if err == nil {
		u, err = sourceOf(p)
	}
	return u, err == nil && u.ID() == id, err
}

// namer returns the URL of a source that names URLs, by its ID.
func (g *Graph) namer(id weburl.ID) (u weburl.URL, found bool, err error) {
	source := refOf(id)
	lo := append([]byte{tableNaming}, source[:]...)
	for p, err := range g.kv.Scan(lo, store.AfterPrefix(lo)) {
		if err != nil {
			return u, false, err
		}
		n, err := decodeNaming(p)
		return n.By, err == nil && n.By.ID() == id, err
	}
	return u, false, nil
}

// Sync makes durable what was applied.
func (g *Graph) Sync() error {
	b := g.kv.NewBatch()
	b.Delete(outboxRange(0)) // there is no such partition, but an empty batch is not written
	return b.Commit(true)
}
