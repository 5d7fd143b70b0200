package linkgraph

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// flagCut is the bit of the flags of a record of alternates that says that some were left out.
const flagCut = 1

// SetsSince returns since when all pages that are read have their alternates and canonical URLs in the graph: the zero instant
// if no page was read by a program that did not keep them; not ok if one was, and it is not known.
func (g *Graph) SetsSince() (since time.Time, ok bool, err error) {
	key := keptKey()
	record, err := g.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		some, err := g.has(tableOut)
		return since, !some, err
	}
	if err != nil || len(record) == 1 && record[0] == recordVersion {
		return since, err == nil, err
	}
	r := readerOf(record)
	at := r.uint(math.MaxInt64)
	if err := r.end(); err != nil {
		return since, false, corrupt(key, err)
	}
	return time.UnixMilli(int64(at)), true, nil
}

// KeepSets notes that all pages that are read from an instant on have their alternates and canonical URLs in the graph. Those that
// were read before are then visited again with requests that bring an answer.
func (g *Graph) KeepSets(since time.Time) error {
	b := g.kv.NewBatch()
	b.Put(keptKey(), keptSince(uint64(since.UnixMilli())))
	return b.Commit(true)
}

// An AlternateSet is the alternates of a page that itself, or a sitemap, names.
type AlternateSet struct {
	Of, By weburl.URL
	All    []hreflang.Alternate
	Cut    bool // some were left out
}

// setKey returns the key of the alternates of a page that somebody names.
func setKey(page, by ref) []byte {
	return append(append(append(make([]byte, 0, 1+2*refSize), tableSet), page[:]...), by[:]...)
}

func otherKey(to, page, by ref) []byte {
	return slices.Concat([]byte{tableOther}, to[:], page[:], by[:])
}

func namedKey(by, page ref) []byte { return slices.Concat([]byte{tableNamed}, by[:], page[:]) }

// alternates replaces the alternates that a page, or a sitemap, names.
func (w *writer) alternates(source ref, c *aranea.EdgeChange) error {
	if c.KeepParts || len(c.Alternates) == 0 && !w.g.sets {
		return nil
	}
	if w.named[source] {
		if err := w.write(); err != nil { // what is in a batch cannot be read
			return err
		}
	}
	before, err := w.subjects(source)
	if err != nil {
		return err
	}
	for i := range c.Alternates {
		page, err := w.alternatesOf(source, c.Source, &c.Alternates[i])
		if err != nil {
			return err
		}
		delete(before, page)
	}
	for page := range before {
		if err := errors.Join(w.dropSet(page, source), w.bound()); err != nil {
			return err
		}
	}
	return nil
}

// subjects returns the pages of which a page or sitemap names alternates.
func (w *writer) subjects(by ref) (map[ref]bool, error) {
	if w.g.written != nil && !w.g.written.Has(by.hash()) {
		return nil, nil
	}
	pages := map[ref]bool{}
	_, err := w.g.kv.Get(setKey(by, by))
	switch {
	case err == nil:
		pages[by] = true
	case !errors.Is(err, store.ErrNotFound):
		return nil, err
	}
	if !w.g.lists {
		return pages, nil
	}
	lo := append([]byte{tableNamed}, by[:]...)
	for p, err := range w.g.kv.Scan(lo, store.AfterPrefix(lo)) {
		if err == nil && len(p.Key) != 1+2*refSize {
			err = corrupt(p.Key, errRecord)
		}
		if err != nil {
			return nil, err
		}
		pages[ref(p.Key[1+refSize:])] = true
	}
	return pages, nil
}

// alternatesOf writes the alternates of one page, unless they are there, and returns its ref.
func (w *writer) alternatesOf(by ref, from weburl.URL, s *hreflang.Set) (ref, error) {
	page, of := by, from
	if s.Of != "" && s.Of != from.String() {
		u, err := weburl.Parse(s.Of)
		if err != nil {
			return page, err
		}
		page, of = refOf(u.ID()), u
	}
	key := setKey(page, by)
	w.record = appendSet(w.record[:0], from.String(), of.String(), s)
	if w.g.written == nil || w.g.written.Has(by.hash()) {
		old, err := w.g.kv.Get(key)
		if err == nil && bytes.Equal(old, w.record) {
			return page, nil
		}
		if err == nil {
			err = w.dropSet(page, by)
		}
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return page, err
		}
	}
	w.g.sets, w.named[by] = true, true
	if w.g.written != nil {
		w.g.written.Add(by.hash())
	}
	w.put(key, w.record)
	if page != by {
		w.g.lists = true
		w.put(namedKey(by, page), nil)
	}
	for i := range s.All {
		to, err := weburl.Parse(s.All[i].URL)
		if err != nil {
			return page, err
		}
		if to != of {
			w.put(otherKey(refOf(to.ID()), page, by), nil)
		}
	}
	return page, w.bound()
}

// dropSet removes the alternates of a page that somebody names.
func (w *writer) dropSet(page, by ref) error {
	key := setKey(page, by)
	record, err := w.g.kv.Get(key)
	if errors.Is(err, store.ErrNotFound) {
		err = corrupt(namedKey(by, page), errors.New("an alternate has no page"))
	}
	if err != nil {
		return err
	}
	s, err := decodeSet(store.Pair{Key: key, Value: record})
	if err != nil {
		return err
	}
	w.named[by] = true
	w.remove(key)
	if page != by {
		w.remove(namedKey(by, page))
	}
	for i := range s.All {
		to, err := weburl.Parse(s.All[i].URL)
		if err != nil {
			return corrupt(key, err)
		}
		w.remove(otherKey(refOf(to.ID()), page, by))
	}
	return nil
}

// appendSet appends the record of the alternates of a page that somebody names.
func appendSet(b []byte, by, of string, s *hreflang.Set) []byte {
	b = appendText(append(b, recordVersion), by)
	n := shared(by, of)
	b = appendText(binary.AppendUvarint(b, uint64(n)), of[n:])
	all, flags := s.All[:min(len(s.All), hreflang.Max)], byte(0)
	if s.Cut || len(all) < len(s.All) {
		flags = flagCut
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b hreflang.Alternate) int {
		return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.Lang, b.Lang))
	})
	b = binary.AppendUvarint(append(b, flags), uint64(len(all)))
	before := of
	for _, a := range all {
		n := shared(before, a.URL)
		b = appendText(binary.AppendUvarint(b, uint64(n)), a.URL[n:])
		b = appendText(b, a.Lang)
		before = a.URL
	}
	return b
}

// decodeSet reads a record of alternates.
func decodeSet(p store.Pair) (s AlternateSet, err error) {
	r := readerOf(p.Value)
	by := r.text()
	of := by[:r.uint(uint64(len(by)))] + r.text()
	s.Cut = r.uint(flagCut) == flagCut
	before := of
	for range r.uint(hreflang.Max) {
		common := r.uint(uint64(len(before)))
		before = before[:common] + r.text()
		lang := r.text()
		if r.bad {
			break
		}
		s.All = append(s.All, hreflang.Alternate{Lang: lang, URL: before})
	}
	if err = r.end(); err == nil && len(p.Key) != 1+2*refSize {
		err = errRecord
	}
	if err == nil {
		s.Of, err = weburl.Parse(of)
	}
	if err == nil {
		s.By, err = weburl.Parse(by)
	}
	if err != nil {
		return s, corrupt(p.Key, err)
	}
	return s, nil
}

// scanSets yields the records of alternates in a range.
func (g *Graph) scanSets(ctx context.Context, lo, hi []byte) iter.Seq2[AlternateSet, error] {
	return func(yield func(AlternateSet, error) bool) {
		for p, err := range g.scan(ctx, lo, hi) {
			var s AlternateSet
			switch {
			case err != nil:
			case len(p.Key) == 1: // an earlier version noted there since when pages have their alternates
				continue
			default:
				s, err = decodeSet(p)
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// setsOf returns the bounds of the keys of the alternates of a page.
func setsOf(page weburl.URL) (lo, hi []byte) {
	r := refOf(page.ID())
	lo = append([]byte{tableSet}, r[:]...)
	return lo, store.AfterPrefix(lo)
}

// AlternatesOf returns the alternates of a page that count: those that it names itself, and those
// that sitemaps name.
func (g *Graph) AlternatesOf(ctx context.Context, page weburl.URL) ([]AlternateSet, error) {
	var out []AlternateSet
	lo, hi := setsOf(page)
	for s, err := range g.scanSets(ctx, lo, hi) {
		counts := false
		if err == nil {
			counts, err = g.counts(s.By)
		}
		if err != nil {
			return nil, err
		}
		if counts && s.Of == page {
			out = append(out, s)
		}
	}
	return out, nil
}

// WithAlternates yields the pages of which alternates are named, those of one site together: of the
// site of an origin, "" for all.
func (g *Graph) WithAlternates(ctx context.Context, site weburl.Origin) iter.Seq2[weburl.URL, error] {
	return func(yield func(weburl.URL, error) bool) {
		lo, hi := []byte{tableSet}, []byte{tableSet + 1}
		if site != "" {
			id := site.ID()
			lo = append(lo, id[:weburl.SiteIDSize]...)
			hi = store.AfterPrefix(lo)
		}
		var last weburl.URL
		for s, err := range g.scanSets(ctx, lo, hi) {
			if err == nil && (s.Of == last || site != "" && s.Of.Origin().Site() != site.Site()) { // sites may share the key's bytes
				continue
			}
			if last = s.Of; !yield(s.Of, err) || err != nil {
				return
			}
		}
	}
}

// AlternateSets yields the alternates of all pages that count: those that pages name themselves, and those that
// sitemaps name.
func (g *Graph) AlternateSets(ctx context.Context) iter.Seq2[AlternateSet, error] {
	return func(yield func(AlternateSet, error) bool) {
		for s, err := range g.scanSets(ctx, []byte{tableSet}, []byte{tableSet + 1}) {
			counts := false
			if err == nil {
				counts, err = g.counts(s.By)
			}
			if err == nil && !counts {
				continue
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// links returns the alternates as links of their page; to selects those to one URL, zero all.
func (s *AlternateSet) links(to weburl.URL) ([]Link, error) {
	by := ""
	if s.By != s.Of {
		by = s.By.String()
	}
	var out []Link
	for _, a := range s.All {
		u, err := weburl.Parse(a.URL)
		if err != nil {
			return nil, err
		}
		if u != s.Of && (to.IsZero() || u == to) {
			out = append(out, Link{From: s.Of, To: u, Kind: aranea.HowAlternate.String(), Lang: a.Lang, By: by})
		}
	}
	return out, nil
}

// relaySets yields alternates as links.
func relaySets(sets iter.Seq2[AlternateSet, error]) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		for s, err := range sets {
			var links []Link
			if err == nil {
				links, err = s.links(weburl.URL{})
			}
			if err != nil {
				yield(Link{}, err)
				return
			}
			for _, l := range links {
				if !yield(l, nil) {
					return
				}
			}
		}
	}
}

// allAlternates yields the alternates of all pages.
func (g *Graph) allAlternates(ctx context.Context) iter.Seq2[Link, error] {
	return relaySets(g.scanSets(ctx, []byte{tableSet}, []byte{tableSet + 1}))
}

// alternatesFrom yields the alternates of a page, or those that a sitemap names.
func (g *Graph) alternatesFrom(ctx context.Context, u weburl.URL) iter.Seq2[Link, error] {
	return relaySets(func(yield func(AlternateSet, error) bool) {
		lo, hi := setsOf(u)
		for s, err := range g.scanSets(ctx, lo, hi) {
			if !yield(s, err) || err != nil {
				return
			}
		}
		by := refOf(u.ID())
		lo = append([]byte{tableNamed}, by[:]...)
		for p, err := range g.scan(ctx, lo, store.AfterPrefix(lo)) {
			s, ok := AlternateSet{}, true
			if err == nil && len(p.Key) != 1+2*refSize {
				err = corrupt(p.Key, errRecord)
			}
			if err == nil {
				s, ok, err = g.named(p.Key, ref(p.Key[1+refSize:]), by)
			}
			if (ok || err != nil) && !yield(s, err) || err != nil {
				return
			}
		}
	})
}

// alternatesTo yields the alternates that lead to a URL and count.
func (g *Graph) alternatesTo(ctx context.Context, u weburl.URL) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		to := refOf(u.ID())
		lo := append([]byte{tableOther}, to[:]...)
		for p, err := range g.scan(ctx, lo, store.AfterPrefix(lo)) {
			var links []Link
			if err == nil {
				links, err = g.namedTo(p.Key, u)
			}
			if err != nil {
				yield(Link{}, err)
				return
			}
			for _, l := range links {
				if !yield(l, nil) {
					return
				}
			}
		}
	}
}

// namedTo returns the alternates of the record to which a key of an alternate belongs.
func (g *Graph) namedTo(key []byte, to weburl.URL) ([]Link, error) {
	if len(key) != 1+3*refSize {
		return nil, corrupt(key, errRecord)
	}
	s, ok, err := g.named(key, ref(key[1+refSize:]), ref(key[1+2*refSize:]))
	if err != nil || !ok {
		return nil, err
	}
	ok, err = g.counts(s.Of)
	if ok && err == nil && s.By != s.Of {
		ok, err = g.counts(s.By)
	}
	if err != nil || !ok {
		return nil, err
	}
	return s.links(to)
}

// named returns the alternates of a page that somebody names; false if they were replaced after the
// scan began that yielded key.
func (g *Graph) named(key []byte, page, by ref) (s AlternateSet, ok bool, err error) {
	p := store.Pair{Key: setKey(page, by)}
	p.Value, err = g.kv.Get(p.Key)
	if errors.Is(err, store.ErrNotFound) {
		if _, err = g.kv.Get(key); errors.Is(err, store.ErrNotFound) {
			return s, false, nil
		}
		return s, false, corrupt(key, errors.New("an alternate has no page"))
	}
	if err != nil {
		return s, false, err
	}
	s, err = decodeSet(p)
	return s, err == nil, err
}
