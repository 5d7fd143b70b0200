package linkgraph

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"

	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

func (g *Graph) dealt(direction byte, part int) (last, before uint64, err error) {
	key := dealtKey(direction, part)
	v, err := g.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return 0, 0, nil
	}
	if err == nil && (len(v) != 17 || v[0] != recordVersion) {
		err = corrupt(key, errRecord)
	}
	if err != nil {
		return 0, 0, err
	}
	return binary.BigEndian.Uint64(v[1:]), binary.BigEndian.Uint64(v[9:]), nil
}

// Sent returns the number of the last batch that the node of a partition has confirmed, as Delivered
// was told it.
func (g *Graph) Sent(to int) (uint64, error) {
	last, _, err := g.dealt(dealtOut, to)
	return last, err
}

// Taken returns the number of the last batch that was taken from the node of a partition, and of the one
// that it followed.
func (g *Graph) Taken(from int) (last, before uint64, err error) { return g.dealt(dealtIn, from) }

// Take notes the number of a batch from the node of a partition, and of the one that it follows. It
// becomes durable with what is written later.
func (g *Graph) Take(from int, last, before uint64) error {
	b := g.kv.NewBatch()
	putDealt(b, dealtIn, from, last, before)
	return b.Commit(false)
}

// mostMarked is how many pages MarkAgain looks at, at once.
const mostMarked = 5_000

// MarkAgain marks pages that have links into a partition, or name URLs there, so that they are handed over once
// more: those behind a key, of which it looks at a limited number. It returns the key to go on behind, nil at the
// end: then n, the number of the last batch that the other node has, is noted and all is durable. No Apply may run
// meanwhile.
func (g *Graph) MarkAgain(ctx context.Context, to int, n uint64, behind []byte) (next []byte, err error) {
	if err := g.begin(); err != nil {
		return nil, err
	}
	w := writer{g: g, b: g.kv.NewBatch(), changed: []int{to}, places: places{within: g.Partition(), known: map[weburl.Origin]place{}}}
	looked := 0
	for _, table := range []byte{tableNaming, tableOut} { // in the order of keys
		lo := []byte{table}
		if bytes.Compare(behind, lo) > 0 {
			lo = append(bytes.Clone(behind), 0)
		}
		for p, err := range g.scan(ctx, lo, []byte{table + 1}) {
			if err == nil {
				err = w.markAgain(p, to)
			}
			if err != nil {
				return nil, err
			}
			if looked++; looked == mostMarked {
				return bytes.Clone(p.Key), w.commit()
			}
		}
	}
	if err := w.commit(); err != nil {
		return nil, err
	}
	b := g.kv.NewBatch()
	putDealt(b, dealtOut, to, n, 0)
	return nil, b.Commit(true)
}

// markAgain marks the page of a record, if it has something for the node of a partition.
func (w *writer) markAgain(p store.Pair, to int) error {
	if p.Key[0] == tableNaming {
		return w.markNaming(p, to)
	}
	page, links, err := linksInto(p, &w.places, to)
	if links {
		w.handOver(ref(p.Key[1:]), page)
	}
	return err
}

// linksInto returns the page of a record, and whether it has links into a partition.
func linksInto(p store.Pair, x *places, part int) (page weburl.URL, links bool, err error) {
	if page, err = sourceOf(p); err != nil {
		return page, false, err
	}
	_, edges, err := decodePage(p.Value)
	if err != nil {
		return page, false, corrupt(p.Key, err)
	}
	if len(x.known) > maxPlaces {
		clear(x.known)
	}
	for i := range edges {
		to, err := weburl.Parse(edges[i].to)
		if err != nil {
			return page, false, corrupt(p.Key, err)
		}
		if int(x.of(to.Origin()).part) == part {
			return page, true, nil
		}
	}
	return page, false, nil
}
