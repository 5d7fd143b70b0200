// Package preferredlang finds for a result in a language that is not wished for its translation in one that is: the best page
// of a work says where the work comes among the results, and the reader's language which of its pages is shown.
//
// Floor: 4 (acts), a part of search. Stability: engine. It does not know what is asked for.
package preferredlang

import (
	"cmp"
	"slices"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe/translation"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/copies"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/staticscore"
	"github.com/aranea-search/aranea/weburl"
)

// A Choice is between the pages of works for a list of results.
type Choice struct {
	Snap  *index.Snapshot
	Ranks *signals.Ranks
	Base  *staticscore.Sum
	Now   time.Time                        // by which pages expire
	Has   func(contest.Spot) (bool, error) // whether a page has all that is asked for, and may be seen
	Shown []contest.Spot                   // the pages of the results; what is chosen is added
}

// Of returns the page in the language that is wished for most among a page and those of its translations that have all
// that is asked for, are no result already, and that their owner does not want to be gone by now. What nobody has
// translated stands at the addresses of other languages as well, and gives way to the page in its language at an address
// of that; not so if another language is wished for, which the page may be translated into in part. The choice does not
// depend on which of them were looked at, so results stay the same however many are wanted.
func (c *Choice) Of(page contest.Spot) (contest.Spot, error) {
	work, least, worst := c.Ranks.Work(page.Seg, page.Doc), c.Base.Foreign(c.Snap, page.Seg, page.Doc), translation.Other
	if work == 0 {
		return page, nil
	}
	if least == 0 {
		if place, err := c.place(page); err != nil || place != translation.Other {
			return page, err
		}
		worst = translation.Plain
	}
	all := c.options(work, page, least)
	for len(all) > 0 {
		alike := all[:1]
		for len(alike) < len(all) && all[len(alike)].loss == all[0].loss {
			alike = all[:len(alike)+1]
		}
		if at, ok, err := c.first(alike, worst); err != nil || ok {
			return at, err
		}
		all = all[len(alike):]
	}
	return page, nil
}

// options returns the pages of a work in languages that lose less than that of a page does, by what they lose; if that
// loses nothing, those in its own language.
func (c *Choice) options(work uint32, page contest.Spot, least float64) (all []option) {
	own := copies.LangOf(c.Snap, page.Seg, page.Doc)
	for _, key := range c.Ranks.Translations(work) {
		seg, doc, ok := c.Snap.LookupShort(key)
		if !ok || !c.Snap.Findable(seg, doc) {
			continue
		}
		lang, loss := copies.LangOf(c.Snap, seg, doc), c.Base.Foreign(c.Snap, seg, doc)
		if lang != analyze.Und && (loss < least || least == 0 && lang == own) {
			all = append(all, option{at: contest.Spot{Seg: seg, Doc: doc}, loss: loss})
		}
	}
	slices.SortStableFunc(all, func(a, b option) int { return cmp.Compare(a.loss, b.loss) })
	return all
}

// An option is a page of a work that may take the place of another one.
type option struct {
	at    contest.Spot
	loss  float64
	place translation.Place
}

// first returns the first of pages in one language that may take that of another page, of those with the worst place or
// a better one: those at addresses that are named after the language come before others.
func (c *Choice) first(alike []option, worst translation.Place) (contest.Spot, bool, error) {
	for i := range alike {
		var err error
		if alike[i].place, err = c.place(alike[i].at); err != nil {
			return contest.Spot{}, false, err
		}
	}
	slices.SortStableFunc(alike, func(a, b option) int { return cmp.Compare(a.place, b.place) })
	for _, o := range alike {
		if o.place > worst {
			break
		}
		if ok, err := c.may(o.at); err != nil {
			return contest.Spot{}, false, err
		} else if ok {
			c.Shown = append(c.Shown, o.at)
			return o.at, true, nil
		}
	}
	return contest.Spot{}, false, nil
}

// place tells whether the address of a page is named after its language.
func (c *Choice) place(at contest.Spot) (translation.Place, error) {
	d, err := c.Snap.Doc(at.Seg, at.Doc)
	if err != nil {
		return 0, err
	}
	u, err := weburl.Parse(d.URL)
	return translation.Of(u, d.Lang), err
}

// may reports whether a page may take the place of another one.
func (c *Choice) may(at contest.Spot) (bool, error) {
	if slices.Contains(c.Shown, at) {
		return false, nil
	}
	if ok, err := c.Has(at); err != nil || !ok {
		return false, err
	}
	d, err := c.Snap.Doc(at.Seg, at.Doc)
	return err == nil && !d.Expired(c.Now), err
}

// Aside returns the pages that are folded under a translation in place of those under a page, the page itself among
// them, and by how many they are more.
func Aside(folded []contest.Spot, page, translation contest.Spot) (out []contest.Spot, more int) {
	out = append(slices.Clone(folded), page)
	if i := slices.Index(out, translation); i >= 0 {
		return slices.Delete(out, i, i+1), 0
	}
	return out, 1
}
