package answer

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/aranea-search/aranea/dedupe/pagination"
	"github.com/aranea-search/aranea/dedupe/translation"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/signals"
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

// A Fold is a page of an index with those that are folded under it.
type Fold struct {
	Snap  *index.Snapshot
	Ranks *signals.Ranks
	At    contest.Spot
	Pages []contest.Spot                 // other versions of it, its translations, and other pages of its list
	May   func(seg int, doc uint32) bool // whether the searcher may see a page
	Now   time.Time
}

// Under tells of pages that are folded under the result.
func (r *Result) Under(f *Fold) (err error) {
	if len(f.Pages) == 0 {
		return nil
	}
	own := f.Ranks.Page(f.At.Seg, f.At.Doc)
	var pages []contest.Spot // its versions, or those of its list
	for _, at := range f.Pages {
		if own != 0 && own != versions.SingleList && f.Ranks.Page(at.Seg, at.Doc) == own {
			pages = append(pages, at)
		}
	}
	if r.Translated = len(f.Pages) - len(pages); r.Translated > 0 {
		if r.Translations, err = f.translations(translation.Tag(r.URL, r.Lang)); err != nil {
			return err
		}
	}
	if versions.IsList(own) {
		r.Listed = len(pages)
		r.ListPages, err = listPages(f.Snap, f.Ranks, pages, f.Now)
		return err
	}
	r.Versions, err = f.versions(r.URL, pages)
	return err
}

// listPages returns the first of some pages of a list, without those that their owner wants to be gone by now.
func listPages(snap *index.Snapshot, ranks *signals.Ranks, pages []contest.Spot, now time.Time) (out []ListPage, err error) {
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
