// Package slug finds the pages whose slug, the name at the end of their address, is a part of a query:
// wal.html for "sqlite wal", HttpClient.html for "java http client".
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads an index snapshot and knows no scores.
package slug

import (
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/document/outline"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/lists"
	"github.com/aranea-search/aranea/weburl"
)

// Bounds of what is looked up.
const (
	mostParts = 6  // of a query; those of a longer one are no name
	mostPages = 32 // with one slug; one of more says nothing
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

// Section returns the section of a page with this address, in its outline and text, that defines this name,
// and its text; the zero Section and all of the text if there is none.
func (r Run) Section(url string, o outline.Outline, text []byte, a *analyze.Analyzer) (outline.Section, []byte) {
	if r.Name != "" {
		path := pathOf(url)
		s, part := o.Find(text, func(heading, id string) bool { return document.IsCalled(a, path, heading, id, r.Name) })
		if s.ID != "" {
			return s, part
		}
	}
	return outline.Section{}, text
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
// the words of the plan that it became. Named tells that it names a site.
type Part struct {
	Tokens []analyze.QueryToken
	Words  Run
	Named  bool
}

// Pages returns the pages whose slug is all of the words of a query, or those at its beginning or end,
// and these words; names of sites that stand before or behind these make no difference. Of several slugs
// that fit a page the longest counts. The pages at starts are named by all of the words.
func Pages(snap *index.Snapshot, parts []Part, starts []contest.Spot, lender lists.Lender) (map[contest.Spot]Run, error) {
	if len(parts) == 0 || len(parts) > mostParts {
		return nil, nil
	}
	found := map[contest.Spot]Run{}
	for _, s := range starts {
		found[s] = Run{From: parts[0].Words.From, To: parts[len(parts)-1].Words.To, Given: true, Start: true}
	}
	for n := len(parts); n > 0; n-- {
		for from := 0; from+n <= len(parts); from++ {
			before, behind := areNames(parts[:from]), areNames(parts[from+n:])
			if !before && !behind {
				continue
			}
			some := parts[from : from+n]
			run := Run{From: some[0].Words.From, To: some[n-1].Words.To, Given: before && behind && (n < len(parts) || n == 1 && len(some[0].Tokens) > 1)}
			if err := add(found, snap, some, run, lender); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// areNames reports whether all parts name sites.
func areNames(parts []Part) bool {
	return !slices.ContainsFunc(parts, func(p Part) bool { return !p.Named })
}

// add adds the pages whose slug is some parts, which make a run, unless they are too many.
func add(found map[contest.Spot]Run, snap *index.Snapshot, parts []Part, run Run, lender lists.Lender) error {
	slug := slugOf(parts)
	if slug == "" {
		return nil
	}
	run.Name = slug
	term := []byte(segment.PrefixFilter + slug)
	var spots []contest.Spot
	for seg := range snap.Segments() {
		p := lender.Lend()
		ok, err := snap.Find(p, seg, term)
		if err != nil {
			return err
		}
		if !ok {
			lender.GiveBack(p)
			continue
		}
		if len(spots)+p.DocFreq() > mostPages {
			return nil
		}
		for has := p.SeekGE(0); has; has = p.Next() {
			if snap.Findable(seg, p.Doc()) {
				spots = append(spots, contest.Spot{Seg: seg, Doc: p.Doc()})
			}
		}
		if err := p.Err(); err != nil {
			return err
		}
	}
	for _, s := range spots {
		if _, has := found[s]; !has {
			found[s] = run
		}
	}
	return nil
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
