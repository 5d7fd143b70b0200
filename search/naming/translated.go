package naming

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/weburl"
)

// mostAway is how many links away from the start page of a site one in another language may be: behind a page for the
// choice of languages, or of what is offered in them.
const mostAway = 2

// translated returns the page that stands for the start page of a site in the language that is wished for: the nearest
// folder in that language. Has it none, that is what most of the near pages in the language are below, as a list of
// chapters has few words in any language. The start page itself stands where there is neither.
func (a *Asker) translated(site string, start beginning) (beginning, error) {
	spots, err := a.inLanguage(site, start.depth+mostAway)
	if err != nil {
		return start, err
	}
	near, err := a.beginnings(spots)
	if err != nil {
		return start, err
	}
	if folders := slices.DeleteFunc(slices.Clone(near), func(b beginning) bool { return !strings.HasSuffix(b.address, "/") }); len(folders) > 0 {
		return slices.MinFunc(folders, nearer), nil
	}
	slices.SortFunc(near, nearer)
	best, below := start, map[string]int{}
	for _, b := range near {
		above, ok, err := a.above(b.address, start)
		if err != nil {
			return start, err
		}
		if !ok {
			continue
		}
		if below[above.address]++; below[above.address] > below[best.address] {
			best = above
		}
	}
	return best, nil
}

// inLanguage returns pages of a site that are in the language that is wished for and no deeper than that.
func (a *Asker) inLanguage(site string, most uint8) (out []contest.Spot, err error) {
	for seg := range a.Snap.Segments() {
		docs, err := a.nearest(seg, site)
		if err != nil {
			return nil, err
		}
		for _, doc := range docs {
			isIn := a.Losses.Of(a.Snap, seg, doc) == 0 && a.Snap.Langs(seg)[a.Snap.Lang(seg, doc)] != analyze.Und
			if isIn && a.Snap.Depth(seg, doc) <= most && len(out) < mostFirst {
				out = append(out, contest.Spot{Seg: seg, Doc: doc})
			}
		}
	}
	return out, nil
}

// above returns the start page of the host of a page, if its site has one for each language, or the page of the folder
// that it is in: the first of them that is in the index, that is not the start page of the site, and that is near.
func (a *Asker) above(address string, start beginning) (b beginning, ok bool, err error) {
	page, err := weburl.Parse(address)
	if err != nil {
		return b, false, err
	}
	for _, ref := range []string{"/", "."} {
		u, err := page.Resolve(ref)
		if err != nil || u.String() == start.address {
			continue
		}
		seg, doc, ok := a.Snap.Lookup(u.ID())
		if !ok || !a.Snap.Findable(seg, doc) || a.Snap.Depth(seg, doc) > start.depth+mostAway {
			continue
		}
		if shown := a.shown(seg, true); shown != nil && !shown.Holds(doc) {
			continue
		}
		all, err := a.beginnings([]contest.Spot{{Seg: seg, Doc: doc}})
		if err != nil {
			return b, false, err
		}
		return all[0], true, nil
	}
	return b, false, nil
}
