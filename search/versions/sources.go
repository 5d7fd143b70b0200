package versions

import (
	"cmp"
	"hash/maphash"
	"maps"
	"math"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/dedupe/source"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/weburl"
)

// sourceBits is in how many bits of 64 the sketches of a page and of its source may differ: markup and what
// programs add are words, too. docs/duplicates.md tells how it was measured.
const sourceBits = 20

// A made is a page that may be made of a source.
type made struct {
	key    rank.Key
	sketch uint64
	lang   analyze.Lang
}

// withSources returns entries with those of pages that are shown with their sources beside them, and of these
// sources: they are one page, and the source comes behind the page, as if it were older. A page that has a place
// already keeps it; a source has none but that.
func withSources(pages Pages, entries []entry) ([]entry, error) {
	seed := maphash.MakeSeed()
	wanted := map[uint64][]made{} // what is made of sources, by the hash of its address as sources know it
	err := eachSource(pages, func(_ Page, s source.Source) {
		for _, page := range s.Pages {
			if len(wanted) < mostMembers {
				wanted[maphash.String(seed, page)] = nil
			}
		}
	})
	if err != nil || len(wanted) == 0 {
		return entries, err
	}
	if err := addMade(pages, seed, wanted); err != nil {
		return entries, err
	}
	of := map[rank.Key]rank.Key{} // the page that a source is of
	err = eachSource(pages, func(p Page, s source.Source) {
		for i, page := range s.Pages {
			for _, m := range wanted[maphash.String(seed, page)] {
				if len(of) < mostMembers && m.isOf(p, i < s.Sure) {
					of[p.Key] = m.key
					return
				}
			}
		}
	})
	return placed(of, entries), err
}

// eachSource calls a function with each page that may be a source, by its address.
func eachSource(pages Pages, do func(Page, source.Source)) error {
	for p, err := range pages() {
		if err != nil {
			return err
		}
		if u, err := weburl.Parse(p.URL); err == nil {
			if s, ok := source.Of(u); ok {
				do(p, s)
			}
		}
	}
	return nil
}

// addMade adds the pages to the addresses that sources know.
func addMade(pages Pages, seed maphash.Seed, wanted map[uint64][]made) error {
	added := 0
	for p, err := range pages() {
		if err != nil {
			return err
		}
		u, err := weburl.Parse(p.URL)
		if err != nil {
			continue
		}
		page := source.Page(u)
		if page == "" {
			continue
		}
		at := maphash.String(seed, page)
		if known, is := wanted[at]; is && len(known) < mostVersions && added < mostMembers {
			wanted[at], added = append(known, made{p.Key, p.Sketch, p.Lang}), added+1
		}
	}
	return nil
}

// isOf reports whether a page is made of a source: the address is sure, or their texts are nearly the same.
func (m *made) isOf(p Page, sure bool) bool {
	if m.lang != p.Lang && m.lang != analyze.Und && p.Lang != analyze.Und {
		return false
	}
	return sure || m.sketch != 0 && p.Sketch != 0 && dedupe.Distance(m.sketch, p.Sketch) <= sourceBits
}

// placed returns entries with the places of sources, behind their pages. Numbers of pages that had none follow
// their keys, so that the same pages make the same table.
func placed(of map[rank.Key]rank.Key, entries []entry) []entry {
	places, last := map[rank.Key]Place{}, uint32(0)
	for _, e := range entries {
		last = max(last, e.Page)
		places[e.key] = e.Place
	}
	out := slices.DeleteFunc(slices.Clone(entries), func(e entry) bool { _, is := of[e.key]; return is })
	sources := slices.SortedFunc(maps.Keys(of), func(a, b rank.Key) int { return cmp.Or(cmp.Compare(of[a], of[b]), cmp.Compare(a, b)) })
	for _, key := range sources {
		page := of[key]
		place, known := places[page]
		if !known {
			last++
			place = Place{Page: last}
			places[page] = place
			out = append(out, entry{page, place})
		}
		out = append(out, entry{key, Place{Page: place.Page, Older: uint8(min(int(place.Older)+1, math.MaxUint8))}})
	}
	return out
}
