package linkgraph

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// naming replaces what a source names in other partitions, and marks the parts that are others now for the
// nodes that these concern.
func (w *writer) naming(source ref, c *aranea.EdgeChange) error {
	if c.KeepParts || w.places.within.IsWhole() || len(c.Named) == 0 && !c.IsList && !w.g.naming {
		return nil
	}
	if w.namings[source] {
		if err := w.write(); err != nil { // what is in a batch cannot be read
			return err
		}
	}
	before, err := w.storedNamings(source, c.Source)
	if err != nil {
		return err
	}
	for _, n := range namingsOf(c) {
		if err := w.replaceNaming(source, n.Number, before[n.Number], n.record(), c.Source); err != nil {
			return err
		}
		delete(before, n.Number)
	}
	for number, record := range before {
		if err := w.replaceNaming(source, number, record, nil, c.Source); err != nil {
			return err
		}
	}
	return w.bound()
}

// replaceNaming replaces one part, nil for none.
func (w *writer) replaceNaming(source ref, number int, before, now []byte, page weburl.URL) error {
	if bytes.Equal(before, now) {
		return nil
	}
	key := namingKey(source, number)
	w.changed = w.changed[:0]
	for _, record := range [][]byte{before, now} {
		if record == nil {
			continue
		}
		n, err := decodeNaming(store.Pair{Key: key, Value: record})
		if err != nil {
			return err
		}
		for i := range n.URLs {
			w.note(w.places.of(n.URLs[i].URL.Origin()).part)
		}
	}
	w.namings[source], w.g.naming = true, true
	if w.g.written != nil {
		w.g.written.Add(source.hash())
	}
	if now == nil {
		w.remove(key)
	} else {
		w.put(key, now)
	}
	w.markParts(source, number, page)
	return nil
}

// markParts marks a part for the partitions in w.changed.
func (w *writer) markParts(source ref, number int, page weburl.URL) {
	if w.isForeign(page) {
		return // its node hands over itself
	}
	for _, part := range w.changed {
		w.mark(appendNumber(outboxKey(part, source), number), page)
	}
}

// isForeign reports whether another node visits a page.
func (w *writer) isForeign(page weburl.URL) bool {
	return int(w.places.of(page.Origin()).part) != w.places.within.Number
}

// markNaming marks a stored part once more, if it names URLs of a partition.
func (w *writer) markNaming(p store.Pair, to int) error {
	n, err := decodeNaming(p)
	if err != nil {
		return err
	}
	if len(w.places.known) > maxPlaces {
		clear(w.places.known)
	}
	if slices.ContainsFunc(n.URLs, func(u Named) bool { return int(w.places.of(u.URL.Origin()).part) == to }) {
		w.markParts(ref(p.Key[1:]), n.Number, n.By)
	}
	return nil
}

// storedNamings returns the stored records of a source by number. Those of a page of another node need not begin
// with 0.
func (w *writer) storedNamings(source ref, page weburl.URL) (map[int][]byte, error) {
	if w.g.written != nil && !w.g.written.Has(source.hash()) {
		return nil, nil
	}
	if _, err := w.g.kv.Get(namingKey(source, 0)); err != nil && !(errors.Is(err, store.ErrNotFound) && w.isForeign(page)) {
		if errors.Is(err, store.ErrNotFound) { // most pages name nothing
			err = nil
		}
		return nil, err
	}
	all := map[int][]byte{}
	lo := append([]byte{tableNaming}, source[:]...)
	for p, err := range w.g.kv.Scan(lo, store.AfterPrefix(lo)) {
		if err == nil && len(p.Key) != len(namingKey(ref{}, 0)) {
			err = corrupt(p.Key, errRecord)
		}
		if err != nil {
			return nil, err
		}
		all[int(binary.BigEndian.Uint16(p.Key[1+refSize:]))] = bytes.Clone(p.Value)
	}
	return all, nil
}

// Kept reports whether all is known that a list named when it was read: the pages that it lists, and in the folder of
// one partition what it names in others. Of lists that were read by an earlier version, or before the folder had a
// partition, the latter was never stored, so their nodes were not told of it.
func (g *Graph) Kept(list weburl.URL) (bool, error) {
	known, err := g.HasList(list)
	if err != nil || !known || g.Partition().IsWhole() {
		return known, err
	}
	_, err = g.kv.Get(namingKey(refOf(list.ID()), 0))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// maxNamedBytes is the size of all parts of a source at most, as of a list.
const maxNamedBytes = 8 << 20

// namingsOf returns the parts of what a change names, sorted by URL. What is beyond maxNamedBytes is left out, and all
// parts say so. A list has a part also if it names nothing: by that Kept knows it.
func namingsOf(c *aranea.EdgeChange) []Naming {
	head := Naming{By: c.Source, IsList: c.IsList, Silent: c.IsList && c.Listed == nil, Cut: c.Partial}
	switch {
	case len(c.Named) > 0:
	case c.IsList:
		return []Naming{head}
	default:
		return nil
	}
	listed := make(map[weburl.URL]bool, len(c.Listed))
	for _, u := range c.Listed {
		listed[u] = true
	}
	all := make([]Named, len(c.Named))
	for i := range c.Named {
		all[i] = Named{c.Named[i], listed[c.Named[i].URL]}
	}
	byURL := func(a, b Named) int { return strings.Compare(a.URL.String(), b.URL.String()) }
	slices.SortStableFunc(all, byURL)
	all = slices.CompactFunc(all, func(a, b Named) bool { return a.URL == b.URL })
	var parts []Naming
	size := 0
	for part := range slices.Chunk(all, MaxNamed) {
		n := head
		n.Number, n.URLs = len(parts), part
		if size += len(n.record()); size > maxNamedBytes || n.Number == MaxNamings {
			for i := range parts {
				parts[i].Cut = true
			}
			break
		}
		parts = append(parts, n)
	}
	return parts
}

// Name stores parts of what pages of other nodes name in this partition, as their nodes tell it. A part that
// names nothing is removed. It does not wait until that is durable. No Apply may run meanwhile.
func (g *Graph) Name(ctx context.Context, parts []Naming) error {
	b := g.kv.NewBatch()
	for i := range parts {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		n := &parts[i]
		key := namingKey(refOf(n.By.ID()), n.Number)
		if len(n.URLs) == 0 {
			b.Delete(key)
			continue
		}
		slices.SortStableFunc(n.URLs, func(a, b Named) int { return strings.Compare(a.URL.String(), b.URL.String()) })
		b.Put(key, n.record())
		if g.naming = true; g.written != nil {
			source := refOf(n.By.ID())
			g.written.Add(source.hash())
		}
	}
	return b.Commit(false)
}
