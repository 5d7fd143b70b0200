package search

import (
	"strings"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/outside"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/search/snippet"
	"github.com/aranea-search/aranea/weburl"
)

// The shapes of this file are read and written as JSON by the console, the
// command line and the control socket alike. Fields are only added, never
// renamed.

// A Request asks for results.
type Request struct {
	Query  string `json:"query"`
	Offset int    `json:"offset,omitempty"` // results to pass over, at most MaxOffset
	// After is Response.Next of the page of results before the one that is wanted, ""
	// for the first; it stands in place of Offset, and of Langs, which are those of
	// the first page. Query, Sort, MaxPerSite and Copies must be those of that page.
	After string `json:"after,omitempty"`
	Limit int    `json:"limit,omitempty"` // results wanted, at most MaxLimit; 0 means 10
	// Langs are the languages that the searcher prefers for words that could
	// be of several, the likeliest first. Eight of them count.
	Langs []analyze.Lang `json:"langs,omitempty"`
	// MaxPerSite moves results of a site beyond that many behind the other ones
	// of the best 200; 0 leaves the order alone, as do site: and host: in the query.
	MaxPerSite int `json:"max_per_site,omitempty"`
	// Copies keeps results whose text is nearly that of a better one.
	Copies bool `json:"copies,omitempty"`
	// Explain adds to each result how its score came about.
	Explain bool `json:"explain,omitempty"`
	// Access are the labels of secrets whose rights the searcher has proven;
	// pages that were read with others are left out.
	Access []string `json:"access,omitempty"`
	// ExactTotal asks for the exact number of matches. Without it pages that
	// cannot be among the best are not counted once there are a thousand.
	ExactTotal bool `json:"exact_total,omitempty"`
	// NoSnippets leaves snippets out of the results; they cost more than the
	// search itself.
	NoSnippets bool `json:"no_snippets,omitempty"`
	// Sort is the order of the results: "", by how well they answer, or ByDate. By
	// date there are no results with only some of the words.
	Sort string `json:"sort,omitempty"`
	// Facets counts the pages by site, language, type and year: exactly where that
	// is cheap.
	Facets bool `json:"facets,omitempty"`

	// The searcher fills these in: what the query names outside of the index, what
	// cursors belong to, the one that After means, and what is frozen for it.
	outside outside.Pages
	owner   string
	after   *paging.Cursor
	frozen  *paging.Frozen
}

// ByDate sorts results by the date of their pages, the newest first: the one that a
// page says of itself, or else the last visit.
const ByDate = "date"

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
	Facets     *facet.Facets `json:"facets,omitempty"` // of the pages that match; with Request.Facets
}

// A Span is a piece of a snippet: plain text, and whether it answers the query.
type Span = snippet.Span

// A Result is one page.
type Result struct {
	URL       weburl.URL `json:"url"`
	Title     string     `json:"title"`
	Snippet   string     `json:"snippet"`         // the text of Spans
	Spans     []Span     `json:"spans,omitempty"` // empty if the page's owner permits none
	Score     float64    `json:"score"`
	Lang      string     `json:"lang"`             // ISO 639-1 or "und"
	Format    string     `json:"format,omitempty"` // the name of its format, for example "pdf"
	FetchedAt time.Time  `json:"fetched,omitzero"`
	// Date is when the page says that it was published or modified, or else the last
	// visit; DateKind says which, in one word.
	Date     time.Time `json:"date,omitzero"`
	DateKind string    `json:"date_kind,omitempty"`
	// Unread says that the page was never read: links alone tell of it, and its
	// title is what they call it.
	Unread bool          `json:"unread,omitempty"`
	Page   *outside.Page `json:"page,omitempty"` // that a file which was never read stands on; nil if none is known
	// Copies is how many pages that match were left out, because their text is
	// nearly this page's.
	Copies int         `json:"copies,omitempty"`
	Why    score.Parts `json:"why,omitempty"` // with Request.Explain
}

// Label names the format of a page that is no web page, for example "PDF"; for
// web pages it is "".
func (r *Result) Label() string {
	if r.Format == "html" {
		return ""
	}
	return strings.ToUpper(r.Format)
}

// An Explanation says whether and why a page answers a query.
type Explanation struct {
	Query   string     `json:"query"` // the query as it was understood
	URL     weburl.URL `json:"url"`
	Indexed bool       `json:"indexed"` // the page is in the index and not hidden; if it is not, the rest is empty
	// Matches tells that the page holds everything. A page that does not may
	// still be a partial result.
	Matches bool        `json:"matches"`
	Missing []string    `json:"missing,omitempty"` // words and conditions that the page does not meet
	Score   float64     `json:"score"`
	Why     score.Parts `json:"why,omitempty"` // the addends of Score
}
