package linkgraph

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of the record of a list.
const (
	listPart     = 500     // URLs of a part
	maxListBytes = 8 << 20 // of all parts; a list of 50,000 URLs of common length has one
	maxListParts = 1 << 16 // their number has two bytes
)

// The flags of the record of a list.
const (
	flagListCut    = 1 // some pages were left out
	flagListSilent = 2 // it does not tell which pages there are
)

// A List is a part of the pages that a sitemap lists. The parts of a sitemap follow on each other.
type List struct {
	By    weburl.URL // the sitemap
	Cut   bool       // it lists more pages than are kept
	Pages []string   // their URLs, sorted; in a folder of one partition only those that it holds
	// Others says that it lists pages of other partitions as well, Told that its own node has told of it, and
	// Vouched that by this node it may speak for hosts of other sites.
	Others, Told, Vouched bool
}

func listKey(sitemap ref, part int) []byte {
	return binary.BigEndian.AppendUint16(slices.Concat([]byte{tableList}, sitemap[:]), uint16(part))
}

// list replaces the pages that a sitemap lists.
func (w *writer) list(source ref, c *aranea.EdgeChange) error {
	if c.KeepParts || !c.IsList && !w.g.listed {
		return nil
	}
	if w.lists[source] {
		if err := w.write(); err != nil { // what is in a batch cannot be read
			return err
		}
	}
	var parts [][]byte
	if c.IsList {
		parts = listRecord(c)
	}
	same, err := w.keepList(source, parts)
	if err != nil || len(parts) == 0 {
		return errors.Join(err, w.bound())
	}
	w.g.listed, w.lists[source] = true, true
	if w.g.written != nil {
		w.g.written.Add(source.hash())
	}
	for i := same; i < len(parts); i++ {
		w.put(listKey(source, i), parts[i])
	}
	return w.bound()
}

// keepList removes the stored parts of a list from the first on that is another one now, and returns how
// many stay.
func (w *writer) keepList(source ref, parts [][]byte) (same int, err error) {
	if w.g.written != nil && !w.g.written.Has(source.hash()) {
		return 0, nil
	}
	if _, err := w.g.kv.Get(listKey(source, 0)); err != nil { // most pages were no list
		if errors.Is(err, store.ErrNotFound) {
			err = nil
		}
		return 0, err
	}
	lo := append([]byte{tableList}, source[:]...)
	for p, err := range w.g.kv.Scan(lo, store.AfterPrefix(lo)) {
		if err != nil {
			return 0, err
		}
		if same < len(parts) && bytes.Equal(p.Key, listKey(source, same)) && bytes.Equal(p.Value, parts[same]) {
			same++
			continue
		}
		w.lists[source] = true
		w.remove(bytes.Clone(p.Key))
	}
	return same, nil
}

// listRecord returns the parts of the record of a list: the first tells which sitemap it is. A list
// without pages has one part.
func listRecord(c *aranea.EdgeChange) [][]byte {
	by, all := c.Source.String(), make([]string, len(c.Listed))
	for i, u := range c.Listed {
		all[i] = u.String()
	}
	slices.Sort(all)
	all = slices.Compact(all)
	flags := byte(0)
	if c.Listed == nil {
		flags |= flagListSilent
	}
	if c.Partial {
		flags |= flagListCut
	}
	parts, size := [][]byte{nil}, 0 // the first is written last
	var first []byte
	for begin := 0; begin < len(all) || begin == 0; begin += listPart {
		b := appendURLs(by, all[begin:min(begin+listPart, len(all))])
		if size += len(b); size > maxListBytes || len(parts) == maxListParts {
			flags |= flagListCut
			break
		}
		if begin == 0 {
			first = b
		} else {
			parts = append(parts, append([]byte{recordVersion}, b...))
		}
	}
	if first == nil { // not even the first part has room
		first = appendURLs(by, nil)
	}
	parts[0] = append(append(appendText([]byte{recordVersion}, by), flags), first...)
	return parts
}

// appendURLs returns URLs, each as the length of the prefix shared with the one before and the rest.
func appendURLs(before string, all []string) []byte {
	b := binary.AppendUvarint(nil, uint64(len(all)))
	for _, u := range all {
		n := shared(before, u)
		b = appendText(binary.AppendUvarint(b, uint64(n)), u[n:])
		before = u
	}
	return b
}

// HasList reports whether it is known what a list names, or that it does not tell which pages there are.
func (g *Graph) HasList(u weburl.URL) (bool, error) {
	_, err := g.kv.Get(listKey(refOf(u.ID()), 0))
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Lists yields what sitemaps list, part by part, behind the own ones those of other nodes. Those that are
// closed, removed or gone do not count.
func (g *Graph) Lists(ctx context.Context) iter.Seq2[List, error] {
	return func(yield func(List, error) bool) {
		for _, lists := range []iter.Seq2[List, error]{g.read(ctx), g.told(ctx)} {
			for l, err := range lists {
				if !yield(l, err) || err != nil {
					return
				}
			}
		}
	}
}

// read yields the lists that were read here.
func (g *Graph) read(ctx context.Context) iter.Seq2[List, error] {
	return func(yield func(List, error) bool) {
		within := places{within: g.Partition(), known: map[weburl.Origin]place{}}
		var sitemap List // the one whose parts are read
		counts := false
		for p, err := range g.scan(ctx, []byte{tableList}, []byte{tableList + 1}) {
			if err == nil && len(p.Key) != len(listKey(ref{}, 0)) {
				err = corrupt(p.Key, errRecord)
			}
			if err != nil {
				yield(List{}, err)
				return
			}
			r := readerOf(p.Value)
			if binary.BigEndian.Uint16(p.Key[1+refSize:]) == 0 {
				if sitemap, counts, err = g.listHead(p.Key, &r); err != nil {
					yield(List{}, err)
					return
				}
			}
			if !counts {
				continue
			}
			part := sitemap
			part.Pages = r.urls(part.By.String())
			if err := r.end(); err != nil {
				yield(List{}, corrupt(p.Key, err))
				return
			}
			part.leave(&within)
			if !yield(part, nil) {
				return
			}
		}
	}
}

// told yields what sitemaps of other nodes list in this partition, part by part.
func (g *Graph) told(ctx context.Context) iter.Seq2[List, error] {
	return func(yield func(List, error) bool) {
		own := g.Partition()
		if own.IsWhole() {
			return
		}
		for p, err := range g.scan(ctx, []byte{tableNaming}, []byte{tableNaming + 1}) {
			var n Naming
			if err == nil {
				n, err = decodeNaming(p)
			}
			if err == nil && (!n.IsList || n.Silent || own.Holds(n.By.Origin())) {
				continue
			}
			if counts, failed := g.counts(n.By); err == nil && (failed != nil || !counts) {
				if err = failed; err == nil {
					continue
				}
			}
			l := List{By: n.By, Cut: n.Cut, Told: true, Vouched: n.Vouched}
			for i := range n.URLs {
				if u := &n.URLs[i]; u.Listed && own.Holds(u.URL.Origin()) {
					l.Pages = append(l.Pages, u.URL.String())
				}
			}
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

// leave leaves out the pages of other partitions.
func (l *List) leave(x *places) {
	if x.within.IsWhole() {
		return
	}
	if len(x.known) > maxPlaces {
		clear(x.known)
	}
	all := len(l.Pages)
	l.Pages = slices.DeleteFunc(l.Pages, func(page string) bool {
		u, err := weburl.Parse(page)
		return err == nil && int(x.of(u.Origin()).part) != x.within.Number
	})
	l.Others = len(l.Pages) < all
}

// listHead reads which sitemap a list is of, and reports whether it counts.
func (g *Graph) listHead(key []byte, r *reader) (l List, counts bool, err error) {
	by := r.text()
	flags := r.uint(flagListCut | flagListSilent)
	if r.bad {
		return l, false, corrupt(key, errRecord)
	}
	if l.By, err = weburl.Parse(by); err != nil {
		return l, false, corrupt(key, err)
	}
	l.Cut = flags&flagListCut != 0
	if flags&flagListSilent != 0 {
		return l, false, nil
	}
	counts, err = g.counts(l.By)
	return l, counts, err
}

// urls reads URLs, of which the first continues before.
func (r *reader) urls(before string) []string {
	n := r.uint(listPart)
	all := make([]string, 0, n)
	for range n {
		common := r.uint(uint64(len(before)))
		rest := r.text()
		if r.bad {
			return nil
		}
		before = before[:common] + rest
		all = append(all, before)
	}
	return all
}
