package merge

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/internal/quantity"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/spell"
)

// lacking are the codes of hints that say that an index has nothing of something. The others may have it.
var lacking = []string{
	hint.NoSite, hint.NoHost, hint.NoLanguage, hint.NoType, hint.NoFacet, hint.NoQuantity, hint.Unlinked, hint.UnknownLinks,
	hint.UnknownAnchors, hint.NotIndexed, hint.PinNotIndexed,
}

// tell adds the hints of all answers, in their order. Of two that differ only in a number, the larger one
// counts.
func tell(out *answer.Response, parts []answer.Response, some bool) {
	var all []hint.Hint
	for i := range parts {
		for _, h := range parts[i].Notes {
			if slices.Contains(lacking, h.Code) && !toldByAll(parts, same(h)) || h.Code == hint.FacetRange && !toldByAll(parts, instead(h)) || h.Code == hint.SomeCost && !some {
				continue
			}
			at := slices.IndexFunc(all, func(o hint.Hint) bool { return o.Code == h.Code && o.Value == h.Value && o.Kind == h.Kind })
			if at < 0 {
				all = append(all, h)
			} else if h.N > all[at].N {
				all[at].N = h.N
			}
		}
	}
	out.Tell(all...)
}

// toldByAll reports whether each answer has a hint that is meant.
func toldByAll(parts []answer.Response, is func(hint.Hint) bool) bool {
	return !slices.ContainsFunc(parts, func(p answer.Response) bool { return !slices.ContainsFunc(p.Notes, is) })
}

func same(h hint.Hint) func(hint.Hint) bool { return func(o hint.Hint) bool { return o == h } }

// instead returns what tells whether a hint is that of the value which no page has, and in place of which a
// range is offered: if some index has the value, there is no need of the range.
func instead(offered hint.Hint) func(hint.Hint) bool {
	lacks, _, _ := strings.Cut(offered.Value, quantity.Between)
	return func(o hint.Hint) bool {
		return o.Code == hint.NoFacet && strings.Join(strings.Fields(o.Value), "") == strings.Join(strings.Fields(lacks), "")
	}
}

// suggested returns the query that may have been meant, if few pages of all indexes match: that which most
// indexes suggest, and of several the first.
func suggested(r *answer.Request, parts []answer.Response, matched int) (best *answer.Suggestion) {
	docs := 0
	if r.Collection != nil {
		docs = r.Collection.Pages.Docs
	}
	if !spell.MayHelp(matched, docs) {
		return nil
	}
	votes := map[answer.Suggestion]int{}
	for i := range parts {
		if s := parts[i].Suggestion; s != nil {
			votes[*s]++
		}
	}
	for i := range parts {
		if s := parts[i].Suggestion; s != nil && (best == nil || votes[*s] > votes[*best]) {
			best = s
		}
	}
	return best
}

// absent returns what became of the site or host that the query names, as the index tells it that knows the
// most URLs of it.
func absent(parts []answer.Response) (best *answer.Absent) {
	for i := range parts {
		if a := parts[i].Absent; a != nil && (best == nil || a.Known > best.Known) {
			best = a
		}
	}
	return best
}
