// Package answer holds what a search answers with, for people and for programs.
//
// Floor: 4 (acts), a part of search. Stability: engine. It holds values alone; search
// fills them in.
package answer

import (
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/complete"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/outside"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/weburl"
)

// A Suggestion is another query that finds more, for a person to choose.
type Suggestion struct {
	Query string `json:"query"`
	// Layout says that the query was typed with another keyboard layout; else words
	// are spelled otherwise.
	Layout bool `json:"layout,omitempty"`
}

// A Response holds results, best first.
type Response struct {
	Query   string        `json:"query"`             // the query as it was understood
	Total   int           `json:"total"`             // pages that match; a lower bound if More
	More    bool          `json:"more"`              // Total is a lower bound
	Partial bool          `json:"partial,omitempty"` // pages with only some of the words are among the results
	Some    int           `json:"some,omitempty"`    // pages among Total with only some of the words; 0 with a cursor behind the first results
	Apart   bool          `json:"apart,omitempty"`   // those of Some may hold all the words, of which some stand side by side in the query without spaces, and apart there
	Copies  int           `json:"copies,omitempty"`  // pages among Total that were left out, because their text is nearly that of a result; those behind the best few hundred do not count
	Shut    bool          `json:"shut,omitempty"`    // the index holds pages that the searcher may not see
	Hints   []string      `json:"hints,omitempty"`   // what was not taken at its word, in sentences
	Results []Result      `json:"results"`           // never nil
	First   int           `json:"first,omitempty"`   // the number of the first of the results in the whole list, from 1
	Next    string        `json:"next,omitempty"`    // the cursor of the results behind these; "" if there are none, or no cursor leads to them
	Damage  []index.Fault `json:"damage,omitempty"`  // what is wrong with the parts of the index that were left out
	Elapsed time.Duration `json:"elapsed_ns"`
	// Suggestion is what may have been meant, if few pages answer.
	Suggestion *Suggestion   `json:"suggestion,omitempty"`
	Facets     *facet.Facets `json:"facets,omitempty"` // of the pages that match, if the request asks for them
	// Absent is what became of the site or host that the query names, if no page of it can
	// be found; nil if that is not known.
	Absent *Absent `json:"absent,omitempty"`
}

// An Absent is a site or host of which no page can be found.
type Absent struct {
	Name  string   `json:"name"`           // of the host, with a port if one was named
	Known uint64   `json:"known"`          // its URLs that are known
	More  bool     `json:"more,omitempty"` // Known is a lower bound
	Told  []string `json:"told"`           // how they stand, in sentences
	// URL is that of its home page, or, if that is not known, one that stands as most do;
	// "" if none is known. Reason is the code of why it is not in, with its evidence.
	URL      string `json:"url,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Evidence string `json:"evidence,omitempty"`
}

// TellDamage tells what is wrong with the index.
func (r *Response) TellDamage(faults []index.Fault) {
	if r.Damage = faults; len(faults) > 0 {
		r.Hints = append(r.Hints, "Part of the index is damaged; what it held is left out.")
	}
}

// Noun returns what the results are, in the singular: pages, or pictures if the query
// asks for nothing else.
func (r *Response) Noun() string {
	if query.Parse(r.Query).NarrowedBy(query.FileType) == "image" {
		return "picture"
	}
	return "page"
}

// A Result is one page.
type Result struct {
	URL       weburl.URL     `json:"url"`
	Title     string         `json:"title"`
	TitleFrom string         `json:"title_from,omitempty"` // FromLinks, FromName, or "" if it is the page's own, or that of an unread one
	Snippet   string         `json:"snippet"`              // the text of Spans
	Spans     []snippet.Span `json:"spans,omitempty"`      // empty if the page's owner permits none
	Score     float64        `json:"score"`
	Lang      string         `json:"lang"`             // ISO 639-1 or "und"
	Format    string         `json:"format,omitempty"` // the name of its format, for example "pdf"
	FetchedAt time.Time      `json:"fetched,omitzero"`
	// Date is when the page, or its server, says that it was published or modified, or
	// else the last visit; DateKind says which, in one word.
	Date     time.Time `json:"date,omitzero"`
	DateKind string    `json:"date_kind,omitempty"`
	// Missing is what a page with only some of the words lacks: words, and phrases in
	// quotes, in the order of the query. Those that make no difference are no part of it.
	Missing []string `json:"missing,omitempty"`
	// Unread says that the page was never read: links alone tell of it, and its
	// title is what they call it.
	Unread bool          `json:"unread,omitempty"`
	Page   *outside.Page `json:"page,omitempty"` // that a file which was never read stands on; nil if none is known
	// Copies is how many pages that match were left out, because their text is
	// nearly this page's.
	Copies int         `json:"copies,omitempty"`
	Why    score.Parts `json:"why,omitempty"` // if the request asks for it
}

// Where the title of a page without one of its own comes from.
const (
	FromLinks = "links" // what most links call it
	FromName  = "name"  // its file name
)

// Untitled gives a page that has no title what links call it, or, if that is "", its
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
		r.TitleFrom = "" // it says so itself
	}
}

// fileName returns the last part of a URL's path, decoded if that is text; "" if the
// path ends with a slash.
func fileName(u weburl.URL) string {
	p := u.Path()
	name := p[strings.LastIndexByte(p, '/')+1:]
	if text, err := url.PathUnescape(name); err == nil && utf8.ValidString(text) {
		return text
	}
	return name
}

// mostLacking is how many of the words that a page lacks are shown.
const mostLacking = 6

// Lacks returns what is shown of the words that the page lacks: the first few, and how
// many others there are, in words, "" if there are none.
func (r *Result) Lacks() (words []string, others string) {
	n := len(r.Missing)
	if n <= mostLacking+1 {
		return r.Missing, ""
	}
	return r.Missing[:mostLacking], fmt.Sprintf("and %d others", n-mostLacking)
}

// Label names the format of a page that is no web page, for example "PDF"; for
// web pages it is "".
func (r *Result) Label() string {
	if r.Format == "html" {
		return ""
	}
	return strings.ToUpper(r.Format)
}

// Completions are how a query may go on, the likeliest first.
type Completions struct {
	Query       string                `json:"query"`       // what was typed
	Completions []complete.Completion `json:"completions"` // never nil
	Elapsed     time.Duration         `json:"elapsed_ns"`
}

// An Explanation says whether and why a page answers a query.
type Explanation struct {
	Query   string     `json:"query"` // the query as it was understood
	URL     weburl.URL `json:"url"`
	Indexed bool       `json:"indexed"` // the page is in the index and not hidden; if it is not, the rest is empty
	// Matches tells that the page holds everything. A page that does not may
	// still be a partial result.
	Matches bool     `json:"matches"`
	Missing []string `json:"missing,omitempty"` // words and conditions that the page does not meet
	// Apart tells that the page holds the pieces of what is missing, which were cut out of
	// words without spaces, but not side by side.
	Apart bool        `json:"apart,omitempty"`
	Score float64     `json:"score"`
	Why   score.Parts `json:"why,omitempty"` // the addends of Score
}
