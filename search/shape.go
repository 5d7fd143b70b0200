package search

import (
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/snippet"
)

// ByDate sorts results by date, see Request.Sort.
const ByDate = answer.ByDate

// The types of questions and answers are those of package answer.
type (
	// A Request asks for results.
	Request = answer.Request
	// A Suggestion is another query that finds more, offered to a person.
	Suggestion = answer.Suggestion
	// A Response holds results, best first.
	Response = answer.Response
	// A Span is a piece of a snippet: plain text, and whether it matches the query.
	Span = snippet.Span
	// A Result is one page.
	Result = answer.Result
	// Completions are possible continuations of a query.
	Completions = answer.Completions
	// An Explanation says whether and why a page answers a query.
	Explanation = answer.Explanation
)
