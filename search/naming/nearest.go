package naming

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/condition"
)

// A Memory keeps the pages of sites that are nearest to a seed, so that all pages of a site are looked at
// for them once while their segment exists, not with every query. The zero Memory is empty. It takes at
// most half a megabyte for a segment, and is safe for concurrent use.
type Memory struct {
	mu       sync.Mutex
	segments map[string]*kept
}

// What is kept.
const (
	mostNear  = 64      // pages of a site in a segment; of one with no more, nothing is kept
	mostSites = 1 << 10 // of a segment
)

// kept holds the sites of a segment that were asked for. It is safe for concurrent use.
type kept struct {
	mu    sync.Mutex
	sites map[string]near // by the site's term and what the searcher may see
}

// near are the pages of a site that are nearest to a seed, nearest first.
type near struct {
	docs   []uint32        // no more than mostNear
	hidden *roaring.Bitmap // pages of the segment that were hidden then; others may be shown again since
}

// of returns what is kept of each segment of a snapshot. What is kept of segments that it does not have
// is dropped.
func (m *Memory) of(snap *index.Snapshot) []*kept {
	out, next := make([]*kept, snap.Segments()), map[string]*kept{}
	m.mu.Lock()
	defer m.mu.Unlock()
	for seg := range out {
		name := snap.SegmentName(seg)
		k := m.segments[name]
		if k == nil {
			k = &kept{}
		}
		out[seg], next[name] = k, k
	}
	m.segments = next
	return out
}

func (k *kept) get(key string) (near, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n, ok := k.sites[key]
	return n, ok
}

func (k *kept) put(key string, n near) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.sites == nil || len(k.sites) == mostSites {
		k.sites = map[string]near{}
	}
	k.sites[key] = n
}

// nearest returns pages of a site in a segment that are found and that the searcher may see, nearest to a
// seed first: of all such pages some of the nearest ones, and one at least.
func (a *Asker) nearest(seg int, site string) ([]uint32, error) {
	if a.kept == nil {
		a.kept = a.Memory.of(a.Snap)
	}
	key, hidden := a.key(site), a.Snap.Hidden(seg)
	if n, ok := a.kept[seg].get(key); ok && n.hidden == hidden {
		docs := a.found(seg, n.docs)
		if len(docs) > 0 || len(n.docs) < mostNear {
			return docs, nil
		}
	}
	docs, keep, err := a.look(seg, site)
	if err == nil && keep {
		a.kept[seg].put(key, near{docs, hidden})
	}
	return docs, err
}

// key tells a site, and what the searcher may see: a page that is closed to one may be open to another.
func (a *Asker) key(site string) string {
	if a.Guard == nil {
		return site
	}
	return site + "\x00" + strings.Join(slices.Sorted(slices.Values(a.Proven)), "\x00")
}

// found returns those of some documents that are found now.
func (a *Asker) found(seg int, docs []uint32) []uint32 {
	return slices.DeleteFunc(slices.Clone(docs), func(doc uint32) bool { return !a.Snap.Findable(seg, doc) })
}

// A page is a document of a segment and its depth.
type page struct {
	doc   uint32
	depth uint8
}

// look looks for the pages of a site in a segment that are nearest to a seed, and reports whether they are
// worth keeping: the site has many pages there, and what is closed could be read.
func (a *Asker) look(seg int, site string) (docs []uint32, keep bool, err error) {
	p := a.Terms.Lend()
	defer a.Terms.GiveBack(p)
	if ok, err := a.Snap.Find(p, seg, []byte(site)); err != nil || !ok {
		return nil, false, err
	}
	var guard *condition.Node
	if a.Guard != nil {
		guard = a.Guard.In(a.Snap, a.Terms, seg)
		guard.Start()
	}
	var all []page
	for below := 1 << 8; below > 0 && p.Next(); {
		doc := p.Doc()
		depth := a.Snap.Depth(seg, doc)
		if int(depth) >= below || !a.Snap.Findable(seg, doc) || guard != nil && !guard.Holds(doc) {
			continue
		}
		if all = append(all, page{doc, depth}); len(all) == 2*mostNear {
			all = cut(all)
			below = int(all[mostNear-1].depth) // a later page of this depth comes behind it
		}
	}
	for _, one := range cut(all) {
		docs = append(docs, one.doc)
	}
	return docs, p.DocFreq() > mostNear && (guard == nil || !guard.Lost()), p.Err()
}

// cut returns the nearest of some pages in ascending order, nearest first, no more than mostNear.
func cut(all []page) []page {
	slices.SortStableFunc(all, func(a, b page) int { return cmp.Compare(a.depth, b.depth) })
	return all[:min(len(all), mostNear)]
}
