// Package answer holds what a search is asked and what it answers, for people and for programs. Its
// values are read and written as JSON by the console, the command line and the control socket: fields
// are only added, never renamed.
//
// Floor: 4 (acts), a part of search. Stability: engine. It holds only values; package search
// fills them in.
package answer

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aranea-search/aranea/document/outline"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/autocomplete"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/linkquery"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/search/subtitle"
	"github.com/aranea-search/aranea/weburl"
)

// A Suggestion is another query that finds more, offered to a person.
type Suggestion struct {
	Query string `json:"query"`
	// Layout says that the query was typed with another keyboard layout, Unquoted that it is the
	// same without quotes; otherwise the spelling differs.
	Layout   bool `json:"layout,omitempty"`
	Unquoted bool `json:"unquoted,omitempty"`
}

// A Response holds results, best first.
type Response struct {
	Query   string        `json:"query"`             // the query as it was understood
	Total   int           `json:"total"`             // matching pages; a lower bound if More
	More    bool          `json:"more"`              // Total is a lower bound
	Partial bool          `json:"partial,omitempty"` // pages with only some of the words are among the results
	Some    int           `json:"some,omitempty"`    // pages among Total with only some of the words; 0 with a cursor beyond the first results
	Apart   bool          `json:"apart,omitempty"`   // pages counted in Some may have all words of an unspaced run, but not together
	Copies  int           `json:"copies,omitempty"`  // pages among Total that were folded under a result with nearly the same text, of the same list, or that they are translations of; only counted among the best few hundred
	Shut    bool          `json:"shut,omitempty"`    // the index has pages that the searcher may not see
	Hints   []string      `json:"hints,omitempty"`   // what was not taken literally, in sentences
	Notes   []hint.Hint   `json:"notes,omitempty"`   // the same for programs, in the same order
	Results []Result      `json:"results"`           // never nil
	First   int           `json:"first,omitempty"`   // position of the first result in the whole list, from 1
	Next    string        `json:"next,omitempty"`    // cursor of the results that follow; "" if there are none, or no cursor leads to them
	Damage  []index.Fault `json:"damage,omitempty"`  // what is wrong with parts of the index that were left out
	Elapsed time.Duration `json:"elapsed_ns"`
	// Suggestion is what may have been meant, if few pages match.
	Suggestion *Suggestion   `json:"suggestion,omitempty"`
	Facets     *facet.Facets `json:"facets,omitempty"` // of the matching pages, if the request asks for them
	Values     *facet.List   `json:"values,omitempty"` // the values of one facet, if it asks for them
	// Absent is what became of the site or host that the query names, if none of its pages can
	// be found; nil if unknown.
	Absent *Absent `json:"absent,omitempty"`
}

// An Absent is a site or host none of whose pages can be found.
type Absent struct {
	Name  string   `json:"name"`           // with a port if one was named
	Known uint64   `json:"known"`          // number of its known URLs
	More  bool     `json:"more,omitempty"` // Known is a lower bound
	Told  []string `json:"told"`           // their state, in sentences
	// URL is its home page; if that is unknown, a URL in the most frequent state; "" if no URL
	// is known. Reason is the code of why it is not in the index, with its evidence.
	URL      string `json:"url,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Evidence string `json:"evidence,omitempty"`
}

// Count tells what was counted for a request: to other indexes more than it asks for, so that they can be added up.
func (r *Response) Count(q *Request, c *facet.Counter) (err error) {
	if q.Values == nil {
		r.Facets, err = c.Facets()
	} else {
		r.Values, err = c.List()
	}
	if q.Collection == nil {
		r.Counted(q)
	}
	return err
}

// Counted leaves of what was counted what a request asks for.
func (r *Response) Counted(q *Request) {
	r.Facets.Offer()
	r.Values.Cut(q.Values)
}

// TellDamage adds what is wrong with the index.
func (r *Response) TellDamage(faults []index.Fault) {
	if r.Damage = faults; len(faults) > 0 {
		r.Tell(hint.Hint{Code: hint.Damage})
	}
}

// To returns an answer without results to a query, with the hints about how it was read.
func To(tree query.Tree) Response {
	r := Response{Query: tree.String(), Results: []Result{}}
	r.TellQuery(tree)
	return r
}

// Tell adds hints, without empty ones and those that it has already.
func (r *Response) Tell(hints ...hint.Hint) {
	for _, h := range hints {
		if h.Code != "" && !slices.Contains(r.Notes, h) {
			r.Hints, r.Notes = append(r.Hints, h.String()), append(r.Notes, h)
		}
	}
}

// TellQuery adds the hints of a query.
func (r *Response) TellQuery(tree query.Tree) {
	for _, h := range tree.Hints {
		r.Hints, r.Notes = append(r.Hints, h.String()), append(r.Notes, hint.OfQuery(h))
	}
}

// Withdraw removes a hint.
func (r *Response) Withdraw(h hint.Hint) {
	if i := slices.Index(r.Notes, h); i >= 0 {
		r.Hints, r.Notes = slices.Delete(slices.Clone(r.Hints), i, i+1), slices.Delete(slices.Clone(r.Notes), i, i+1)
	}
}

// Noun returns what the results are, in the singular: page, or picture if the query asks only
// for pictures.
func (r *Response) Noun() string {
	if query.Parse(r.Query).NarrowedBy(query.FileType) == "image" {
		return "picture"
	}
	return "page"
}

// A Result is one page.
type Result struct {
	URL       weburl.URL `json:"url"`
	Title     string     `json:"title"`
	TitleFrom string     `json:"title_from,omitempty"` // FromLinks, FromName, or "" if it is the page's own or belongs to a never-read URL
	// Subtitle tells the page apart from others with its title: its first heading, else the end of its address, or the
	// first line of its text; "" if the title does.
	Subtitle string         `json:"subtitle,omitempty"`
	Snippet  string         `json:"snippet"`         // the text of Spans
	Spans    []snippet.Span `json:"spans,omitempty"` // empty if the page's owner permits none
	// Section is the part of the page that the snippet, or the better one of its two pieces, is
	// from; nil if that is the beginning of the page, or unknown.
	Section   *Section  `json:"section,omitempty"`
	Score     float64   `json:"score"`
	Lang      string    `json:"lang"`             // ISO 639-1 or "und"
	Format    string    `json:"format,omitempty"` // the name of its format, for example "pdf"
	FetchedAt time.Time `json:"fetched,omitzero"`
	// Captured is when the site answered, which is FetchedAt then, if the page was read from an archive.
	Captured time.Time `json:"captured,omitzero"`
	// Date is when the page, or its server, says that it was published or modified, otherwise
	// the last visit. DateKind says which of these, in one word.
	Date     time.Time `json:"date,omitzero"`
	DateKind string    `json:"date_kind,omitempty"`
	// Missing is what a page with only some of the words lacks: words, and quoted phrases, in
	// the order of the query, without those that make no difference.
	Missing []string `json:"missing,omitempty"`
	// Unread says that the page was never read: it is known only by links, and its title is
	// what they call it.
	Unread bool            `json:"unread,omitempty"`
	Page   *linkquery.Page `json:"page,omitempty"` // a page with this never-read file on it; nil if none is known
	// Copies is how many matching pages with nearly the same text, other versions of this one, its translations, or
	// other pages of its list are folded under it.
	Copies int `json:"copies,omitempty"`
	// Versions are other versions among these pages, the newest first, MaxVersions at most.
	Versions []Version `json:"versions,omitempty"`
	// Listed is how many of Copies are other pages of the list, thread or article that this page is of; ListPages are
	// the first MaxListPages of them.
	Listed    int        `json:"listed,omitempty"`
	ListPages []ListPage `json:"list_pages,omitempty"`
	// Translated is how many of Copies are translations of this page. Translations are then all that it has, those
	// without the words of the query as well, one for each language, MaxTranslations at most.
	Translated   int           `json:"translated,omitempty"`
	Translations []Translation `json:"translations,omitempty"`
	// Pinned says that the operator has pinned the page to the query; it comes first even if it
	// lacks words.
	Pinned bool `json:"pinned,omitempty"`
	// Facets are the values of the facets by which the request sorts or limits the results, as far as the
	// page has any.
	Facets []facet.Held `json:"facets,omitempty"`
	Why    score.Parts  `json:"why,omitempty"` // if the request asks for an explanation
	// Placing decides where the result comes among those of other indexes; nil without Request.Collection.
	Placing *Placing `json:"placing,omitempty"`
}

// A Placing is what decides, besides the score, where a result comes among those of other indexes.
type Placing struct {
	Pin     int    `json:"pin,omitempty"`           // its place among the pinned pages, from 1
	Partial bool   `json:"partial,omitempty"`       // it has only some of the words
	Mixed   bool   `json:"mixed,omitempty"`         // so few pages have all of them that it may come before these
	Behind  bool   `json:"behind,omitempty"`        // only the first stage of scoring has looked at it
	Sketch  uint64 `json:"sketch,string,omitempty"` // of its text
	Known   uint8  `json:"known,omitempty"`         // how popular its site is
}

// A Section is a part of a page that a URL leads to.
type Section struct {
	Heading string `json:"heading"`
	URL     string `json:"url"` // that of the result with a fragment
}

// SectionOf returns a section of the page at a URL, nil for the zero section.
func SectionOf(page string, s outline.Section) *Section {
	if s.ID == "" {
		return nil
	}
	return &Section{Heading: s.Heading, URL: page + "#" + weburl.EscapeFragment(s.ID)}
}

// Sources of the title of a page without one of its own.
const (
	FromLinks = "links" // what most links call it
	FromName  = "name"  // its file name
)

// Untitled gives a page without a title what links call it (called), or, if that is "", its
// file name if it has one.
func (r *Result) Untitled(called string) {
	name := fileName(r.URL)
	switch {
	case called != "":
		r.Title, r.TitleFrom = called, FromLinks
	case name != "":
		r.Title, r.TitleFrom = name, FromName
	}
	if r.Unread {
		r.TitleFrom = "" // the page's own title
	}
}

// Called returns the title with the subtitle, if there is one.
func (r *Result) Called() string {
	if r.Subtitle == "" {
		return r.Title
	}
	return r.Title + " – " + r.Subtitle
}

// Subtitle gives results their subtitles; called is by what each can be told apart, without its title.
func Subtitle(results []Result, called []subtitle.Page) {
	for i := range called {
		called[i].Title = results[i].Title
	}
	for i, s := range subtitle.Of(called) {
		results[i].Subtitle = s
	}
}

// fileName returns the last segment of a URL's path, decoded if that gives text; "" if the path
// ends with a slash.
func fileName(u weburl.URL) string {
	p := u.Path()
	name := p[strings.LastIndexByte(p, '/')+1:]
	if text, err := url.PathUnescape(name); err == nil && utf8.ValidString(text) {
		return text
	}
	return name
}

// mostLacking is how many missing words are shown.
const mostLacking = 6

// Lacks returns the missing words that are shown, and in words how many others there are; "" if
// none.
func (r *Result) Lacks() (words []string, others string) {
	n := len(r.Missing)
	if n <= mostLacking+1 {
		return r.Missing, ""
	}
	return r.Missing[:mostLacking], fmt.Sprintf("and %d others", n-mostLacking)
}

// Label names the format of a page that is not a web page, for example "PDF"; "" for web pages.
func (r *Result) Label() string {
	if r.Format == "html" {
		return ""
	}
	return strings.ToUpper(r.Format)
}

// Completions are possible continuations of a query, the likeliest first.
type Completions struct {
	Query       string                    `json:"query"`       // what was typed
	Completions []autocomplete.Completion `json:"completions"` // never nil
	Elapsed     time.Duration             `json:"elapsed_ns"`
}

// An Explanation says whether and why a page answers a query.
type Explanation struct {
	Query   string     `json:"query"` // the query as it was understood
	URL     weburl.URL `json:"url"`
	Indexed bool       `json:"indexed"` // the page is in the index and not hidden; otherwise the rest is empty
	// Matches tells that the page has everything that the query requires. Otherwise it may
	// still be a partial result.
	Matches bool     `json:"matches"`
	Missing []string `json:"missing,omitempty"` // words and conditions that the page does not meet
	// Apart tells that the page has the pieces of the missing unspaced words, but not together.
	Apart bool        `json:"apart,omitempty"`
	Score float64     `json:"score"`
	Why   score.Parts `json:"why,omitempty"` // the addends of Score
	// Pinned is the place of the page among those that the operator has pinned to the query, from 1;
	// 0 if it is not pinned.
	Pinned int `json:"pinned,omitempty"`
}
