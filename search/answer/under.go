package answer

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/aranea-search/aranea/dedupe/pagination"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/standing"
	"github.com/aranea-search/aranea/search/versions"
	"github.com/aranea-search/aranea/weburl"
)

// MaxListPages is how many other pages of a list a result names.
const MaxListPages = 12

// A ListPage is a page of a list, thread or article on several pages.
type ListPage struct {
	Number int        `json:"number"` // from 1
	URL    weburl.URL `json:"url"`
}

// Under tells of pages of an index that are folded under the result: other versions of it, or other pages of its list.
func (r *Result) Under(snap *index.Snapshot, ranks *standing.Ranks, pages []contest.Spot, now time.Time) (err error) {
	if len(pages) == 0 {
		return nil
	}
	if !versions.IsList(ranks.Page(pages[0].Seg, pages[0].Doc)) {
		r.Versions, err = versionsOf(snap, pages, now)
		return err
	}
	r.Listed = len(pages)
	r.ListPages, err = listPages(snap, ranks, pages, now)
	return err
}

// listPages returns the first of some pages of a list, without those that their owner wants to be gone by now.
func listPages(snap *index.Snapshot, ranks *standing.Ranks, pages []contest.Spot, now time.Time) (out []ListPage, err error) {
	before := func(at contest.Spot) int { return int(ranks.Place(at.Seg, at.Doc).Older) }
	pages = slices.Clone(pages)
	slices.SortStableFunc(pages, func(a, b contest.Spot) int { return cmp.Or(cmp.Compare(before(a), before(b)), a.Compare(b)) })
	for _, at := range pages {
		if len(out) == MaxListPages {
			break
		}
		d, err := snap.Doc(at.Seg, at.Doc)
		if err != nil {
			return nil, err
		}
		u, err := weburl.Parse(d.URL)
		if err != nil {
			return nil, err
		}
		p := ListPage{Number: before(at) + 1, URL: u}
		if a, ok := pagination.Of(u); p.Number > math.MaxUint8 && ok && a.Mark != pagination.Offset {
			p.Number = a.Number
		}
		if !d.Expired(now) {
			out = append(out, p)
		}
	}
	return out, nil
}
