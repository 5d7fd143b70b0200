// Package collection holds the statistics of the words of a query over several indexes, so that each of
// them weighs the words as one index of all of their pages would: the web of a cluster of nodes is one
// collection of pages, cut into an index for each partition.
//
// A query is answered in two rounds, as by the search type dfs_query_then_fetch of OpenSearch. Each index
// first says what it knows of the words of the query (Facts, the local statistics), and what all of them said
// is added up (Sum, the global ones). Then each searches with the sum as Request.Collection, and package merge
// puts the results into one list. What is shared that way:
//
//   - in how many pages each term of the query is, and how many pages there are, of the index of pages and
//     of that of the words of links: the rarities of words, and with them which words are stop words;
//   - the languages of the pages that have a word: in which languages it is looked up;
//   - other spellings and compounds of a word that few pages have;
//   - the sites that a word names, with what is known of them;
//   - how many pages and sites have a name of several words in their addresses (slugs);
//   - the main words of the page that related: names, which one of the indexes has.
//
// Not shared is what belongs to pages or sites and is known where they are: how popular they are, what the
// sites are called, what is pinned, which words an operator has listed as meaning the same. Which forms a
// prefix or a fuzzy word stands for is found out by each index among its own, if these are more than are
// looked up; their rarity is shared. Rarities of compounds that only some of the indexes offer count the
// pages of these. What was not asked for in the first round, because pages came in between, is taken from
// the index itself.
//
// Floor: 4 (acts), a part of search. Stability: engine. It holds only values and sums them; it keeps
// nothing. Facts of other nodes are checked (Check) and bounded before they steer a search.
package collection

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
)

// Facts are what an index, or several, say of the words of a query. The zero value says nothing.
type Facts struct {
	Pages Index `json:"pages"` // of the index of pages
	Links Index `json:"links"` // of that of the words of links
	// Spelled are, by word as it was typed, other spellings of it.
	Spelled map[string]Spelled `json:"spelled,omitempty"`
	// Named are, by form of a word, the sites that it names.
	Named map[string][]Claim `json:"named,omitempty"`
	// Slugs are how often some of the query's words are the name of a page in its address, by filter.
	Slugs map[string]Slug `json:"slugs,omitempty"`
	// Related are the main words of the page that related: names, the weightiest first.
	Related []string `json:"related,omitempty"`
}

// An Index is what an index says.
type Index struct {
	Docs   int `json:"docs"`   // documents that can be found
	Stored int `json:"stored"` // documents in it, also those that are gone and not dropped yet
	// Terms are in how many documents each term is. A term that is in none may be absent.
	Terms map[string]int `json:"terms,omitempty"`
	// Forms are in how many documents at most the forms are that a prefix or a fuzzy word stands for.
	Forms map[string]int `json:"forms,omitempty"`
	// Langs are the languages of a sample of the documents with a form, those of the stemmers that apply
	// to it there; All are those of all documents.
	Langs map[string]map[analyze.Lang]int `json:"langs,omitempty"`
	All   map[analyze.Lang]int            `json:"all,omitempty"`
}

// A Spelled word is one that may be written in other ways.
type Spelled struct {
	Pages  int     `json:"pages"`            // that have it, in any form
	Exact  int     `json:"exact"`            // that have its form
	Others []Other `json:"others,omitempty"` // words in its place, as one word or as two
	// Compounds are words with it in them.
	Compounds []Other `json:"compounds,omitempty"`
}

// An Other is another word in place of one of the query.
type Other struct {
	Text  string `json:"text"`
	Pages int    `json:"pages"`
}

// A Claim is that a word names a site, or some of its hosts, and what is known of the site: how popular it
// is, and how many others link to the page of it that most link to, both from 0 to 255.
type Claim struct {
	Site    string   `json:"site"`
	Hosts   []string `json:"hosts"`
	Seed    bool     `json:"seed,omitempty"` // it has a seed
	Popular uint8    `json:"popular,omitempty"`
	Linked  uint8    `json:"linked,omitempty"`
}

// A Slug is how often a name is in addresses.
type Slug struct {
	Pages int `json:"pages"`
	Sites int `json:"sites"`
}

// New returns facts to be filled in.
func New() *Facts {
	index := func() Index {
		return Index{Terms: map[string]int{}, Forms: map[string]int{}, Langs: map[string]map[analyze.Lang]int{}, All: map[analyze.Lang]int{}}
	}
	return &Facts{Pages: index(), Links: index(), Spelled: map[string]Spelled{}, Named: map[string][]Claim{}, Slugs: map[string]Slug{}}
}

// Of returns what is said of one of the two indexes; nil of nil.
func (f *Facts) Of(links bool) *Index {
	switch {
	case f == nil:
		return nil
	case links:
		return &f.Links
	}
	return &f.Pages
}

// Slug returns how often a name is in addresses; f may be nil.
func (f *Facts) Slug(name string) Slug {
	if f == nil {
		return Slug{}
	}
	return f.Slugs[name]
}

// Unsettled reports whether the words that are looked for follow from what was said: then the facts of the
// same request with f as its Collection, summed, have their rarities, and With joins both. Without these the
// rarities of such words are those of the indexes that named them.
func (f *Facts) Unsettled() bool {
	if len(f.Related) > 0 {
		return true
	}
	for _, s := range f.Spelled {
		if len(s.Others)+len(s.Compounds) > 0 {
			return true
		}
	}
	return false
}

// With returns the facts with the counts of more.
func (f Facts) With(more Facts) Facts {
	f.Pages, f.Links, f.Slugs = more.Pages, more.Links, more.Slugs
	return f
}

// DocFreq returns the document frequency of a term, if something is said of it, otherwise that in the index
// itself. x may be nil.
func (x *Index) DocFreq(term string, own int) int {
	if x == nil {
		return own
	}
	if docs, ok := x.Terms[term]; ok {
		return docs
	}
	return own
}

// Documents returns how many documents there are, those of the index itself if nothing is said. x may be nil.
func (x *Index) Documents(own int) int {
	if x == nil || x.Stored == 0 {
		return own
	}
	return x.Stored
}

// Count notes in how many documents a term is; none need not be noted. x may be nil.
func (x *Index) Count(term string, docs int) {
	if x != nil && docs > 0 {
		x.Terms[term] = docs
	}
}

// Bounds of facts that come from outside, for a query of at most 1,000 bytes.
const (
	MaxTerms   = 1 << 15 // terms and forms of one index
	MaxWords   = 1000    // words, names and slugs, each
	MaxWeighty = 32      // words of Related
	MaxOthers  = 8       // other spellings, and compounds, of one word
	MaxClaims  = 16      // of one word
	MaxHosts   = 8       // of one claim
	MaxBytes   = 512     // of one text
	MaxDocs    = 1 << 40
)

// Sum returns what several indexes say together, none of whose pages is in two of them.
func Sum(all ...Facts) Facts {
	out := New()
	for _, f := range all {
		out.Pages.add(&f.Pages)
		out.Links.add(&f.Links)
		for word, s := range f.Spelled {
			out.Spelled[word] = out.Spelled[word].plus(s)
		}
		for form, claims := range f.Named {
			out.Named[form] = merged(out.Named[form], claims)
		}
		for name, s := range f.Slugs {
			out.Slugs[name] = Slug{out.Slugs[name].Pages + s.Pages, out.Slugs[name].Sites + s.Sites}
		}
		if len(out.Related) == 0 {
			out.Related = f.Related
		}
	}
	for word, s := range out.Spelled {
		s.Others, s.Compounds = s.Others[:min(len(s.Others), MaxOthers)], s.Compounds[:min(len(s.Compounds), MaxOthers)]
		out.Spelled[word] = s
	}
	for form, claims := range out.Named {
		out.Named[form] = bounded(claims)
	}
	return *out
}

func (x *Index) add(o *Index) {
	x.Docs, x.Stored = x.Docs+o.Docs, x.Stored+o.Stored
	plus(x.Terms, o.Terms)
	plus(x.Forms, o.Forms)
	plus(x.All, o.All)
	for form, langs := range o.Langs {
		if x.Langs[form] == nil {
			x.Langs[form] = map[analyze.Lang]int{}
		}
		plus(x.Langs[form], langs)
	}
}

func plus[K comparable](sum, more map[K]int) {
	for k, n := range more {
		sum[k] += n
	}
}

func (s Spelled) plus(o Spelled) Spelled {
	return Spelled{s.Pages + o.Pages, s.Exact + o.Exact, both(s.Others, o.Others), both(s.Compounds, o.Compounds)}
}

// both returns the words of two lists, those in the most pages first.
func both(a, b []Other) []Other {
	out := slices.Clone(a)
	for _, other := range b {
		if i := slices.IndexFunc(out, func(o Other) bool { return o.Text == other.Text }); i >= 0 {
			out[i].Pages += other.Pages
		} else {
			out = append(out, other)
		}
	}
	slices.SortFunc(out, func(a, b Other) int { return cmp.Or(cmp.Compare(b.Pages, a.Pages), strings.Compare(a.Text, b.Text)) })
	return out
}

// merged returns the claims of two lists. Two of one site are one.
func merged(a, b []Claim) []Claim {
	out := slices.Clone(a)
	for _, c := range b {
		i := slices.IndexFunc(out, func(o Claim) bool { return o.Site == c.Site })
		if i < 0 {
			out = append(out, c)
			continue
		}
		for _, host := range c.Hosts {
			if !slices.Contains(out[i].Hosts, host) {
				out[i].Hosts = append(slices.Clone(out[i].Hosts), host)
			}
		}
		out[i].Seed, out[i].Popular, out[i].Linked = out[i].Seed || c.Seed, max(out[i].Popular, c.Popular), max(out[i].Linked, c.Linked)
	}
	return out
}

// bounded returns the claims of a word, in the order of the sites: those of seeds if they are too many, and
// as many as say that these are too many as well.
func bounded(claims []Claim) []Claim {
	if len(claims) > MaxClaims {
		claims = slices.DeleteFunc(slices.Clone(claims), func(c Claim) bool { return !c.Seed })
	}
	slices.SortFunc(claims, func(a, b Claim) int { return strings.Compare(a.Site, b.Site) })
	claims = claims[:min(len(claims), MaxClaims)]
	for i := range claims {
		claims[i].Hosts = claims[i].Hosts[:min(len(claims[i].Hosts), MaxHosts)]
	}
	return claims
}

// errFacts is the reason for which facts are refused.
var errFacts = errors.New("the facts of a collection")

// Check returns an error of kind Invalid if facts are beyond the bounds.
func (f *Facts) Check() error {
	if f == nil {
		return nil
	}
	var c checker
	c.index("pages", &f.Pages)
	c.index("links", &f.Links)
	c.most("words", max(len(f.Spelled), len(f.Named), len(f.Slugs)), MaxWords)
	c.most("related", len(f.Related), MaxWeighty)
	for word, s := range f.Spelled {
		c.text(word)
		c.number(word, s.Pages)
		c.number(word, s.Exact)
		c.most(word, max(len(s.Others), len(s.Compounds)), MaxOthers)
		for _, o := range slices.Concat(s.Others, s.Compounds) {
			c.text(o.Text)
			c.number(o.Text, o.Pages)
		}
	}
	for form, claims := range f.Named {
		c.text(form)
		c.most(form, len(claims), MaxClaims)
		for _, claim := range claims {
			c.text(claim.Site)
			c.most(claim.Site, len(claim.Hosts), MaxHosts)
			c.text(claim.Hosts...)
		}
	}
	for name, s := range f.Slugs {
		c.text(name)
		c.number(name, s.Pages)
		c.number(name, s.Sites)
	}
	if c.text(f.Related...); c.err != nil {
		return &aranea.Error{Op: "search", Kind: aranea.Invalid, Err: c.err}
	}
	return nil
}

// A checker keeps the first fault.
type checker struct{ err error }

func (c *checker) fault(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("%w: "+format, append([]any{errFacts}, args...)...)
	}
}

func (c *checker) most(of string, n, most int) {
	if n > most {
		c.fault("%.40q has %d values, %d at most", of, n, most)
	}
}

func (c *checker) number(of string, n int) {
	if n < 0 || n > MaxDocs {
		c.fault("%.40q has the number %d, which counts no documents", of, n)
	}
}

func (c *checker) text(all ...string) {
	for _, text := range all {
		if len(text) > MaxBytes {
			c.fault("%.40q is longer than %d bytes", text, MaxBytes)
		}
	}
}

func (c *checker) index(name string, x *Index) {
	c.number(name, x.Docs)
	c.number(name, x.Stored)
	c.most(name, max(len(x.Terms), len(x.Forms), len(x.Langs)), MaxTerms)
	for _, counts := range []map[string]int{x.Terms, x.Forms} {
		for term, n := range counts {
			c.text(term)
			c.number(term, n)
		}
	}
	for form, langs := range x.Langs {
		c.text(form)
		c.langs(form, langs)
	}
	c.langs(name, x.All)
}

func (c *checker) langs(of string, pages map[analyze.Lang]int) {
	for _, n := range pages { // there are at most as many languages as analyze knows
		c.number(of, n)
	}
}
