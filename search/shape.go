package search

import (
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/outside"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/snippet"
)

// The shapes of this file are read and written as JSON by the console, the
// command line and the control socket alike. Fields are only added, never
// renamed.

// A Request asks for results.
type Request struct {
	Query  string `json:"query"`
	Offset int    `json:"offset,omitempty"` // results to pass over, at most MaxOffset
	// After is Response.Next of the page of results before the one that is wanted, ""
	// or paging.First for the first; it stands in place of Offset, and of Langs, which are those of
	// the first page. Query, Sort, MaxPerSite and Copies must be those of that page.
	After string `json:"after,omitempty"`
	Limit int    `json:"limit,omitempty"` // results wanted, at most MaxLimit; 0 means 10
	// Langs are the languages that the searcher prefers for words that could
	// be of several, the likeliest first. Eight of them count.
	Langs []analyze.Lang `json:"langs,omitempty"`
	// MaxPerSite moves results of a site beyond that many behind those of others among
	// the best 200 that score three quarters of what they do or more; 0 leaves the order
	// alone, as do site: and host: in the query.
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
	links   bool // the words of links are asked
	fixed   bool // the words of the query do not depend on the index
}

// ByDate sorts results by the date of their pages, the newest first: the one that a
// page says of itself, or else the last visit.
const ByDate = "date"

// What comes back is answer's.
type (
	// A Suggestion is another query that finds more, for a person to choose.
	Suggestion = answer.Suggestion
	// A Response holds results, best first.
	Response = answer.Response
	// A Span is a piece of a snippet: plain text, and whether it answers the query.
	Span = snippet.Span
	// A Result is one page.
	Result = answer.Result
	// Completions are how a query may go on.
	Completions = answer.Completions
	// An Explanation says whether and why a page answers a query.
	Explanation = answer.Explanation
)
