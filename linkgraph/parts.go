package linkgraph

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/fragment"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of a record of parts.
const (
	maxParts     = 1 << 20 // identifiers
	maxPartLinks = 10_000  // links; the indexes of manuals have thousands
)

// flagUnknown is the bit of the flags of a record of parts that says that there may be others.
const flagUnknown = 1

// hashSize is the size in bytes of the hash of an identifier.
const hashSize = 4

// Parts are the parts of a page that fragments of URLs lead to.
type Parts struct {
	IDs   fragment.Set
	Known bool // there are no others
}

// A PartLink is a link to a part of a page, which may be its own.
type PartLink struct {
	Link
	Fragment string // of the target, as it stands in a URL
}

func partsKey(source ref) []byte {
	return append(append(make([]byte, 0, 1+refSize), tableParts), source[:]...)
}

// parts replaces what is known of the parts of a page.
func (w *writer) parts(source ref, c *aranea.EdgeChange) error {
	p := c.Parts
	if p == nil && !w.g.parts {
		return nil
	}
	if c.KeepParts {
		old, ok, err := w.g.Parts(c.Source)
		if err != nil {
			return err
		}
		if ok {
			p = &aranea.PartEdges{IDs: old.IDs, Unknown: !old.Known}
		}
	}
	if p == nil {
		w.b.Delete(partsKey(source))
		return nil
	}
	w.g.parts = true
	w.record = appendParts(w.record[:0], c.Source.String(), p)
	w.put(partsKey(source), w.record)
	return nil
}

// ForgetParts removes what is known of the parts of all pages. It must not run concurrently with
// Apply.
func (g *Graph) ForgetParts() error {
	if some, err := g.has(tableParts); err != nil || !some {
		return err
	}
	g.parts = false
	b := g.kv.NewBatch()
	b.DeleteRange([]byte{tableParts}, []byte{tableParts + 1})
	return b.Commit(true)
}

// appendParts appends the record of the parts of a page.
func appendParts(b []byte, source string, p *aranea.PartEdges) []byte {
	b = appendText(append(b, recordVersion), source)
	flags, ids := byte(0), p.IDs
	if p.Unknown || len(ids) > maxParts {
		flags, ids = flagUnknown, nil
	}
	b = binary.AppendUvarint(append(b, flags), uint64(len(ids)))
	for _, h := range ids {
		b = binary.BigEndian.AppendUint32(b, h)
	}
	edges := slices.Clone(p.Edges[:min(len(p.Edges), maxPartLinks)])
	slices.SortStableFunc(edges, func(a, b aranea.PartEdge) int { return strings.Compare(a.Target.String(), b.Target.String()) })
	b = binary.AppendUvarint(b, uint64(len(edges)))
	before := source
	for i := range edges {
		e := &edges[i]
		to := e.Target.String()
		n := shared(before, to)
		b = binary.AppendUvarint(b, uint64(n))
		b = appendText(appendText(b, to[n:]), e.Fragment)
		b = (&edge{how: e.How, rel: e.Rel, closed: e.NoFollow, zone: zoneCode(&e.Edge), anchor: show.Clip(e.Anchor, MaxAnchor)}).append(b)
		before = to
	}
	return b
}

// parts reads the identifiers of a record of parts.
func (r *reader) parts() (p Parts) {
	flags := r.uint(flagUnknown)
	size := int(r.uint(maxParts)) * hashSize
	if r.bad || size > len(r.b) {
		r.bad = true
		return p
	}
	p.Known = flags&flagUnknown == 0
	hashes := []byte(r.b[:size])
	r.b = r.b[size:]
	p.IDs = make(fragment.Set, 0, size/hashSize)
	for ; len(hashes) > 0; hashes = hashes[hashSize:] {
		p.IDs = append(p.IDs, binary.BigEndian.Uint32(hashes))
	}
	r.bad = r.bad || !slices.IsSorted(p.IDs)
	return p
}

// A partEdge is a link of a record of parts.
type partEdge struct {
	edge
	fragment string
}

// decodePartLinks reads the links of a record of parts.
func decodePartLinks(b []byte) (source string, links []partEdge, err error) {
	r := readerOf(b)
	source = r.text()
	r.parts()
	before := source
	for range r.uint(maxPartLinks) {
		var e partEdge
		common := int(r.uint(uint64(len(before))))
		e.to = before[:common] + r.text()
		e.fragment = r.text()
		if r.edge(&e.edge); r.bad {
			break
		}
		links, before = append(links, e), e.to
	}
	return source, links, r.end()
}

// Parts returns the parts of a page, false if none were recorded.
func (g *Graph) Parts(u weburl.URL) (p Parts, ok bool, err error) {
	key := partsKey(refOf(u.ID()))
	record, err := g.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		return p, false, nil
	}
	if err != nil {
		return p, false, err
	}
	r := readerOf(record)
	r.text()
	if p = r.parts(); r.bad {
		return p, false, corrupt(key, errRecord)
	}
	return p, true, nil
}

// PartLinks yields the links to parts of pages that count, page by page: those on pages of the
// site of an origin, "" for all.
func (g *Graph) PartLinks(ctx context.Context, site weburl.Origin) iter.Seq2[PartLink, error] {
	return func(yield func(PartLink, error) bool) {
		lo, hi := []byte{tableParts}, []byte{tableParts + 1}
		if site != "" {
			id := site.ID()
			lo = append(lo, id[:weburl.SiteIDSize]...)
			hi = store.AfterPrefix(lo)
		}
		for p, err := range g.scan(ctx, lo, hi) {
			if err != nil {
				yield(PartLink{}, err)
				return
			}
			if !g.relayParts(p, site, yield) {
				return
			}
		}
	}
}

// relayParts yields the links of a record of parts and reports whether the caller wants more.
func (g *Graph) relayParts(p store.Pair, site weburl.Origin, yield func(PartLink, error) bool) bool {
	source, links, err := decodePartLinks(p.Value)
	if err != nil {
		yield(PartLink{}, corrupt(p.Key, err))
		return false
	}
	if len(links) == 0 {
		return true
	}
	from, err := weburl.Parse(source)
	if err != nil {
		yield(PartLink{}, corrupt(p.Key, err))
		return false
	}
	if site != "" && from.Origin().Site() != site.Site() { // sites may share the key's bytes
		return true
	}
	counts, err := g.counts(from)
	if err != nil {
		yield(PartLink{}, err)
		return false
	}
	for i := range links {
		to, err := weburl.Parse(links[i].to)
		if err != nil {
			yield(PartLink{}, corrupt(p.Key, err))
			return false
		}
		if counts && !yield(PartLink{Link: links[i].link(from, to), Fragment: links[i].fragment}, nil) {
			return false
		}
	}
	return true
}
