// Package merge puts the answers of several indexes to one query into one answer, as one index of all of
// their pages would give it. Package collection says what each of them is told of the others before.
//
// The order is that of one index: first what is pinned, in the order of the operator's list; then the pages
// with all of the words and those with some of them, by their scores; then what only the first stage of
// scoring has looked at. Each index looks at its best 200 pages, so together they look at more pages than
// one would. Whether pages with only some of the words are wanted is decided by the sums: an index with
// few pages of its own looks for them although others have enough. Near copies on different sites are folded
// and the results of a site are spread among those of others once more. What is told of the query is told if
// any index tells it, but what says that nothing is known of something only if all of them do.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure, and holds as many results as it is given.
package merge

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/collapse"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/facet"
)

// Merge returns the answer of several indexes as if they were one. parts are their answers to r with the
// facts of all as Collection, from the first result on (Offset 0), each with as many results as r skips and
// shows, or fewer. Results keep their Placing. Next is left empty: where the list continues is for the caller to say.
func Merge(r answer.Request, parts []answer.Response) answer.Response {
	tree := query.Parse(r.Query)
	out := answer.To(tree)
	if len(parts) == 0 || tree.Empty() {
		return out
	}
	r.Offset, r.Limit = max(r.Offset, 0), cmp.Or(max(r.Limit, 0), defaultLimit)
	last := r.Offset + r.Limit
	l := listed(parts, last)
	whole := sum(&out, parts)
	mixed := l.mixed && whole-len(l.pinned) <= contest.FirstPage && !out.More
	kept := mixed || !suffices(&r, l.whole, whole, last)
	l.order()
	if !kept {
		l.some = nil
	}
	keepSome(&out, parts, kept, max(contest.Most, last))
	all, copies := arranged(&r, tree, l.joined(mixed))
	out.Copies += copies
	all = append(l.pinned, all...)
	all = all[min(len(all), r.Offset):min(len(all), last)]
	out.Results, out.First = append(out.Results, all...), r.Offset+1
	tell(&out, parts, kept)
	if r.Offset == 0 {
		out.Suggestion = suggested(&r, parts, whole)
	}
	if out.Total == 0 {
		out.Absent = absent(parts)
	}
	if r.Facets {
		out.Facets = facets(parts)
	}
	if r.Values != nil {
		out.Values = values(r.Values, parts)
	}
	return out
}

const (
	defaultLimit = 10                     // results that a request wants that does not say it
	mostArranged = 4 * answer.MaxTogether // results among which near copies are looked for
)

// A list has the results of several indexes.
type list struct {
	pinned, whole, some []answer.Result // some are those with only some of the words
	mixed               bool            // these may come before those with all of them
}

// listed sorts results by their kinds, the first most ones of each index.
func listed(parts []answer.Response, most int) list {
	l := list{mixed: true}
	for i := range parts {
		all := parts[i].Results
		for _, res := range all[:min(len(all), most)] {
			switch p := placing(&res); {
			case res.Pinned:
				l.pinned = append(l.pinned, res)
			case p.Partial:
				l.some, l.mixed = append(l.some, res), l.mixed && p.Mixed
			default:
				l.whole = append(l.whole, res)
			}
		}
	}
	slices.SortStableFunc(l.pinned, func(a, b answer.Result) int { return cmp.Compare(placing(&a).Pin, placing(&b).Pin) })
	return l
}

// placing returns the placing of a result, the zero one if it has none.
func placing(res *answer.Result) answer.Placing {
	if res.Placing == nil {
		return answer.Placing{}
	}
	return *res.Placing
}

// order puts the best first: pictures that were never read come after all else that both stages have looked
// at, and what only the first stage has looked at comes last.
func (l *list) order() {
	group := func(res *answer.Result) int {
		switch {
		case placing(res).Behind:
			return 2
		case res.Unread && res.Format == "image":
			return 1
		}
		return 0
	}
	for _, all := range [][]answer.Result{l.whole, l.some} {
		slices.SortStableFunc(all, func(a, b answer.Result) int {
			return cmp.Or(cmp.Compare(group(&a), group(&b)), cmp.Compare(b.Score, a.Score))
		})
	}
}

// joined returns the results with all of the words and those with some.
func (l *list) joined(mixed bool) []answer.Result {
	out, some := make([]answer.Result, 0, len(l.whole)+len(l.some)), l.some
	for _, res := range l.whole {
		for mixed && len(some) > 0 && contest.Outdoes(some[0].Score, res.Score) {
			out, some = append(out, some[0]), some[1:]
		}
		out = append(out, res)
	}
	return append(out, some...)
}

// suffices reports whether the pages with all of the words fill the list up to last, and tell what follows,
// as search.suffice does for one index.
func suffices(r *answer.Request, whole []answer.Result, total, last int) bool {
	switch {
	case r.Sort != "":
		return true
	case total <= last:
		return false
	case total > contest.Most || r.Copies:
		return true
	}
	return len(collapse.Of(items(whole[:min(len(whole), mostArranged)]), collapse.Options{Fold: true})) > last
}

// arranged folds near copies and spreads sites, and returns how many results were folded.
func arranged(r *answer.Request, tree query.Tree, all []answer.Result) (out []answer.Result, copies int) {
	all = all[:min(len(all), mostArranged)]
	o := collapse.Options{Fold: !r.Copies, PerSite: r.MaxPerSite, First: contest.Most, Whole: len(all)}
	if domain.Narrowed(tree) || r.Sort != "" && r.Sort != answer.ByDate {
		o.PerSite = 0
	}
	for o.Whole > 0 && placing(&all[o.Whole-1]).Partial {
		o.Whole--
	}
	for _, p := range collapse.Of(items(all), o) {
		res := all[p.At]
		res.Copies += p.Copies
		out = append(out, res)
	}
	return out, len(all) - len(out)
}

// Item returns what decides where a result with a Placing is shown. Versions of a page are on one site, whose
// index has folded them.
func Item(res *answer.Result) collapse.Item {
	p := placing(res)
	lang, _ := analyze.ParseLang(res.Lang)
	return collapse.Item{Sketch: p.Sketch, Lang: lang, Site: segment.SiteOf(res.URL.Origin().Site()), Known: p.Known, Score: res.Score}
}

func items(all []answer.Result) []collapse.Item {
	out := make([]collapse.Item, 0, len(all))
	for i := range all {
		out = append(out, Item(&all[i]))
	}
	return out
}

// sum adds up what is counted, and returns how many pages have all of the words.
func sum(out *answer.Response, parts []answer.Response) (whole int) {
	for i := range parts {
		p := &parts[i]
		whole += p.Total - p.Some
		out.More, out.Shut = out.More || p.More, out.Shut || p.Shut
		out.Copies += p.Copies
		out.Damage = append(out.Damage, p.Damage...)
		out.Elapsed = max(out.Elapsed, p.Elapsed)
	}
	out.Total = whole
	return whole
}

// keepSome counts the pages with only some of the words, most at most, if they are kept.
func keepSome(out *answer.Response, parts []answer.Response, kept bool, most int) {
	if !kept {
		return
	}
	for i := range parts {
		out.Some += parts[i].Some
		out.Partial, out.Apart = out.Partial || parts[i].Partial, out.Apart || parts[i].Apart
	}
	out.Some, out.More = min(out.Some, most), out.More || out.Some >= most
	out.Total += out.Some
}

// values adds up the values of one facet.
func values(w *facet.Wanted, parts []answer.Response) *facet.List {
	all := make([]*facet.List, 0, len(parts))
	for i := range parts {
		all = append(all, parts[i].Values)
	}
	return facet.SumLists(w, all)
}

// facets adds up the facets.
func facets(parts []answer.Response) *facet.Facets {
	var all []*facet.Facets
	for i := range parts {
		if parts[i].Facets != nil {
			all = append(all, parts[i].Facets)
		}
	}
	return facet.Sum(all)
}
