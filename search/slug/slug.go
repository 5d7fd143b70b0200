// Package slug finds the pages whose slug, the name at the end of their address, is a part of a query:
// wal.html for "sqlite wal", HttpClient.html for "java http client"; and those that describe a member which
// is all of it: StringUtils.html for "isBlank".
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads an index snapshot and knows no scores.
package slug

import (
	"maps"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/document/outline"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/weburl"
)

// Bounds of what is looked up.
const (
	mostParts = 6  // of a query that are not small, and of a name
	mostTyped = 10 // of a query; those of a longer one are no name
	// mostPages is how many pages of a site, and of all sites if these are more than mostSites, may have one
	// slug; that of more says nothing. So nobody takes the slugs of others away by pages of their own.
	mostPages, mostSites = 32, 8
	mostLooked           = 1 << 16 // pages with one slug that are looked at
)

// A Run is a range of words of a plan, without the last, that name a page.
type Run struct {
	From, To int
	// Name is the filter of the pages that are called so, "" for a start page.
	Name string
	// Given tells that the page need not say the words if it is on a site that all others name: they name
	// some, and there are such words, or the words were typed as one: Optional.orElse.
	Given bool
	// Start tells that it is the start page of a site that all words name.
	Start bool
}

// With adds the words of the run to those that a page has, if the page need not say them. named tells which
// words name the site of the page.
func (r Run) With(has []bool, named func(word int) bool) []bool {
	if !r.Given {
		return has
	}
	for i := range has {
		if within := i >= r.From && i < r.To; !within && !named(i) {
			return has
		}
	}
	out := slices.Clone(has)
	for i := r.From; i < r.To; i++ {
		out[i] = true
	}
	return out
}

// unsaidShare is what a page gains besides, as a share of the sum of the rarities, that is called
// Optional.orElse and says it in two places: as much as pages can that mention it in one.
const unsaidShare = 2

// Unsaid returns what a page gains besides if the run is all of a query and the page, which has these words, need
// not say it and does not.
func (r Run) Unsaid(here []bool) float64 {
	if r.Given && r.To-r.From == len(here) && !here[r.From] {
		return unsaidShare
	}
	return 0
}

// Or returns the run, with a name if it has none and is of no start page.
func (r Run) Or(name string) Run {
	if r.Name == "" && !r.Start {
		r.Name = name
	}
	return r
}

// Alone returns the name that a query is, as a filter, if all but one of its parts name sites or are small; else "".
func Alone(parts []Part) string {
	others := slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return len(p.Sites) > 0 || p.Small })
	if len(others) != 1 {
		return ""
	}
	return slugOf(others)
}

// Section returns the section of a page with this address, in its outline and text, that defines this name,
// and its text; the zero Section and all of the text if there is none. What is called so as a whole comes
// before what has it in its name: flask.url_for before flask.Flask.url_for. If the address calls all of the
// page so, it is the zero Section and the text before the section: a class has a constructor of its name.
func (r Run) Section(url string, o outline.Outline, text []byte, a *analyze.Analyzer) (outline.Section, []byte) {
	if r.Name == "" {
		return outline.Section{}, text
	}
	path := pathOf(url)
	isCalled := func(heading, id string) bool { return document.IsCalled(a, path, heading, id, r.Name) }
	if document.IsOfPath(a, path, r.Name) {
		return outline.Section{}, before(o, text, isCalled)
	}
	s, from, to := o.Find(text, func(_, id string) bool { return document.IsFilter(a, id, r.Name) })
	if s.ID == "" {
		s, from, to = o.Find(text, isCalled)
	}
	if s.ID == "" {
		return s, text
	}
	return s, text[from:to]
}

// before returns the text before the first section whose heading and identifier are such, all of it if there
// is none. A section at the beginning of the text, whose heading is that of the page, does not count.
func before(o outline.Outline, text []byte, is func(heading, id string) bool) []byte {
	first := ""
	for range 2 {
		s, from, _ := o.Find(text, func(heading, id string) bool { return id != first && is(heading, id) })
		if from > 0 {
			return text[:from]
		}
		first = s.ID
	}
	return text
}

// pathOf returns the path of a canonical URL.
func pathOf(url string) string {
	u, err := weburl.Parse(url)
	if err != nil {
		return ""
	}
	return u.Path()
}

// A Part is a part of a query as it was typed: the tokens of a word, none for what is no plain word, and
// the words of the plan that it became. Sites are those that it names, as columns have them. A part is small
// if a page need not have any of its words: it is no slug by itself.
type Part struct {
	Tokens []analyze.QueryToken
	Words  Run
	Sites  []uint32
	Small  bool
}

// Pages returns the pages whose slug is all of the words of a query, or those at its beginning or end,
// and these words; names of sites that stand before or behind these, and what only asks, make no difference. Of several slugs
// that fit a page the longest counts. The pages at starts are named by all of the words. global is what all
// indexes of a collection say of slugs; nil if the index is alone.
func Pages(snap *index.Snapshot, parts []Part, starts []contest.Spot, lender postings.Lender, global *collection.Facts) (map[contest.Spot]Run, error) {
	large := 0
	for _, p := range parts {
		if !p.Small {
			large++
		}
	}
	if len(parts) == 0 || len(parts) > mostTyped || large > mostParts {
		return nil, nil
	}
	f := finder{snap: snap, lender: lender, global: global, found: map[contest.Spot]Run{}}
	for _, s := range starts {
		f.found[s] = Run{From: parts[0].Words.From, To: parts[len(parts)-1].Words.To, Given: true, Start: true}
	}
	for n := min(len(parts), mostParts); n > 0; n-- {
		for from := 0; from+n <= len(parts); from++ {
			before, behind := areNames(parts[:from]), areNames(parts[from+n:])
			some := parts[from : from+n]
			if !before && !behind || !slices.ContainsFunc(some, func(p Part) bool { return !p.Small }) {
				continue
			}
			run := Run{From: some[0].Words.From, To: some[n-1].Words.To, Given: before && behind && (n < len(parts) || n == 1 && len(some[0].Tokens) > 1)}
			named := slices.Concat(sitesOf(parts[:from]), sitesOf(parts[from+n:]))
			if err := f.add(some, run, named, before && behind); err != nil {
				return nil, err
			}
		}
	}
	return f.found, nil
}

// areNames reports whether all parts name sites, or are small.
func areNames(parts []Part) bool {
	return !slices.ContainsFunc(parts, func(p Part) bool { return len(p.Sites) == 0 && !p.Small })
}

// sitesOf returns the sites that some parts name.
func sitesOf(parts []Part) (out []uint32) {
	for _, p := range parts {
		out = append(out, p.Sites...)
	}
	return out
}

// A finder gathers pages.
type finder struct {
	snap   *index.Snapshot
	lender postings.Lender
	global *collection.Facts // may be nil
	found  map[contest.Spot]Run
}

// add adds the pages whose slug is some parts, which make a run, unless they are too many; and those that
// describe a member of that name, if it is one part and all others are names of sites. named are these.
func (f *finder) add(parts []Part, run Run, named []uint32, alone bool) error {
	if run.Name = slugOf(parts); run.Name == "" {
		return nil
	}
	if err := f.addCalled(run.Name, run, named); err != nil || !alone || len(parts) > 1 {
		return err
	}
	return f.addCalled(document.MemberFilter(parts[0].Tokens), run, named)
}

// addCalled adds the pages with a filter that were not found before.
func (f *finder) addCalled(filter string, run Run, named []uint32) error {
	called, err := bySite(f.snap, []byte(segment.PrefixFilter+filter), f.lender)
	if err != nil {
		return err
	}
	for _, s := range telling(called, named, f.global.Slug(filter)) {
		if _, has := f.found[s]; !has {
			f.found[s] = run
		}
	}
	return nil
}

// bySite returns the pages with a term, of each site one more than may have it at most.
func bySite(snap *index.Snapshot, term []byte, lender postings.Lender) (map[uint32][]contest.Spot, error) {
	out, looked := map[uint32][]contest.Spot{}, 0
	p := lender.Lend()
	defer lender.GiveBack(p)
	for seg := range snap.Segments() {
		ok, err := snap.Find(p, seg, term)
		if err != nil {
			return nil, err
		}
		for ; ok && looked < mostLooked && p.Next(); looked++ {
			doc := p.Doc()
			if site := snap.Column(seg, doc).Site; snap.Findable(seg, doc) && len(out[site]) <= mostPages {
				out[site] = append(out[site], contest.Spot{Seg: seg, Doc: doc})
			}
		}
		if ok && p.Err() != nil {
			return nil, p.Err()
		}
	}
	return out, nil
}

// counted returns how many pages and sites have one slug, without the sites of which too many pages do: these
// are taken out.
func counted(called map[uint32][]contest.Spot) (all collection.Slug) {
	maps.DeleteFunc(called, func(_ uint32, pages []contest.Spot) bool { return len(pages) > mostPages })
	for _, pages := range called {
		all.Pages += len(pages)
	}
	all.Sites = len(called)
	return all
}

// Count notes in local how often each part of a query is a slug in a snapshot, and each word a member.
func Count(local *collection.Facts, snap *index.Snapshot, parts []Part, lender postings.Lender) error {
	if len(parts) > mostTyped {
		return nil
	}
	for from := range parts {
		for to := from + 1; to <= min(len(parts), from+mostParts); to++ {
			slug := slugOf(parts[from:to])
			if slug == "" {
				continue
			}
			filters := []string{slug}
			if to == from+1 {
				filters = append(filters, document.MemberFilter(parts[from].Tokens))
			}
			for _, f := range filters {
				if err := count(local, snap, f, lender); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// count notes in local how many pages have a filter.
func count(local *collection.Facts, snap *index.Snapshot, filter string, lender postings.Lender) error {
	called, err := bySite(snap, []byte(segment.PrefixFilter+filter), lender)
	if err != nil {
		return err
	}
	if all := counted(called); all.Pages > 0 {
		local.Slugs[filter] = all
	}
	return nil
}

// telling returns those pages with one slug of which it says something. global is in how many pages and on how
// many sites it is in all indexes of a collection.
func telling(called map[uint32][]contest.Spot, named []uint32, global collection.Slug) (out []contest.Spot) {
	all := counted(called)
	all.Pages, all.Sites = max(all.Pages, global.Pages), max(all.Sites, global.Sites)
	for site, pages := range called {
		if all.Pages <= mostPages || all.Sites <= mostSites || slices.Contains(named, site) {
			out = append(out, pages...)
		}
	}
	return out
}

// slugOf returns the filter of the pages whose slug is some parts, "" if there can be none.
func slugOf(parts []Part) string {
	var words []analyze.QueryToken
	for _, p := range parts {
		if len(p.Tokens) == 0 {
			return ""
		}
		words = append(words, p.Tokens...)
	}
	return document.SlugFilter(words)
}
