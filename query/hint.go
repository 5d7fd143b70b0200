package query

import (
	"fmt"
	"strings"
)

// HintCode says what kind of thing a hint is about.
type HintCode uint8

// The hints. Codes are stable.
const (
	HintNone            HintCode = iota
	HintTooLong                  // the query was cut at MaxBytes
	HintTooManyClauses           // clauses after MaxClauses were left out
	HintTooDeep                  // groups deeper than MaxDepth were opened up
	HintOpenQuote                // a quote was never closed
	HintParenthesis              // a parenthesis has no partner
	HintEmptyPhrase              // quotes or parentheses around nothing
	HintUnknownOperator          // foo:bar was taken as text
	HintNoValue                  // site: with nothing after it was left out
	HintDanglingOr               // OR without a word on both sides was left out
	HintOnlyExclusions           // the query only excludes
	HintWildcard                 // a * without meaning
	HintDistance                 // a distance without a phrase was left out
	HintFar                      // a distance above MaxDistance was lowered to it
	HintDate                     // before: or after: without a date was taken as text
	HintNothing                  // the query names nothing to search for
	HintFuzzy                    // at most two letters may differ
	HintForeign                  // syntax of other search engines: !a, a^2
	HintWeight                   // a weight after a phrase or group was left out
	HintOption                   // a minus before one letter was taken for an option of a program
	HintRange                    // what looks like a range of a facet was taken as a value
	numHints
)

var hintCodes = [numHints]string{
	"", "too-long", "too-many-clauses", "too-deep", "open-quote", "parenthesis", "empty-phrase",
	"unknown-operator", "no-value", "dangling-or", "only-exclusions",
	"wildcard", "distance", "far", "date", "nothing", "fuzzy", "foreign", "weight", "option", "range",
}

// String returns the stable code.
func (c HintCode) String() string {
	if c < numHints {
		return hintCodes[c]
	}
	return ""
}

// Hint tells what part of a query was not taken literally.
type Hint struct {
	Code HintCode
	// Text is the piece of the query that the hint is about; it may be empty.
	Text string
}

// String returns a sentence for the person who typed the query.
func (h Hint) String() string {
	switch h.Code {
	case HintTooLong:
		return fmt.Sprintf("The query is longer than %d bytes; the rest was left out.", MaxBytes)
	case HintTooManyClauses:
		return fmt.Sprintf("The query has more than %d words and operators; the rest was left out.", MaxClauses)
	case HintTooDeep:
		return fmt.Sprintf("Groups are nested deeper than %d; the inner ones were opened up.", MaxDepth)
	case HintOpenQuote:
		return "A quote was not closed; the phrase was taken to the end."
	case HintParenthesis:
		return "A parenthesis has no partner and was ignored."
	case HintEmptyPhrase:
		return "Empty quotes or parentheses were ignored."
	case HintUnknownOperator:
		if f := h.Meant(); f != NoField {
			return fmt.Sprintf("%q is not an operator and was searched as text; use %s: instead.", h.Text, f)
		}
		return fmt.Sprintf("%q is not an operator and was searched as text.", h.Text)
	case HintNoValue:
		return fmt.Sprintf("%s needs a value right after the colon.", h.Text)
	case HintDanglingOr:
		return "OR needs a word on both sides and was ignored."
	case HintOnlyExclusions:
		return "The query only excludes pages; add a word or an operator that says what to find."
	case HintWildcard:
		return fmt.Sprintf("%s: * works after the first two or more letters of a word; elsewhere it is ignored.", h.Text)
	case HintDistance:
		return fmt.Sprintf("%s was left out; a distance is a number right after the closing quote of a phrase: \"two words\"~5.", h.Text)
	case HintFar:
		return fmt.Sprintf("%s: the largest distance is %d.", h.Text, MaxDistance)
	case HintDate:
		return fmt.Sprintf("%q was searched as text; a date is written like 2026-01-31, 2026-01 or 2026.", h.Text)
	case HintRange:
		return fmt.Sprintf("%s was searched as a value; a range is two numbers or two dates, the lower one first, such as 10..20, 10.. or 2024-01..2024-06.", h.Text)
	case HintNothing:
		return fmt.Sprintf("%s names nothing to search for; in quotes it is searched as a word.", h.Text)
	case HintFuzzy:
		return fmt.Sprintf("%s was searched as text; ~1 or ~2 after a word of three letters or more allows one or two letters to differ.", h.Text)
	case HintWeight:
		return fmt.Sprintf("%s was left out: phrases and groups have no weights.", h.Text)
	case HintOption:
		return fmt.Sprintf("%s was searched as a word, since it may be an option of a program; NOT leaves out pages with a single letter.", h.Text)
	case HintForeign:
		return fmt.Sprintf("%s was searched as text: a minus leaves a word out, quotes ask for the exact form, and words have no weights.", h.Text)
	}
	return ""
}

// Meant returns the operator that has the meaning of an unknown one elsewhere, NoField if there is
// none.
func (h Hint) Meant() Field {
	if h.Code != HintUnknownOperator {
		return NoField
	}
	return meant[strings.ToLower(h.Text)]
}

// meant maps what other search engines call some operators to ours.
var meant = map[string]Field{
	"title:": InTitle, "allintitle:": InTitle, "url:": InURL, "allinurl:": InURL, "path:": InURL,
	"text:": InBody, "body:": InBody, "content:": InBody, "allintext:": InBody, "heading:": InHeading, "headings:": InHeading,
	"anchor:": InAnchor, "allinanchor:": InAnchor, "domain:": Site, "language:": Lang,
	"type:": FileType, "format:": FileType, "mime:": FileType, "links:": Link, "linkto:": Link, "similar:": Related,
	"since:": After, "newer:": After, "until:": Before, "older:": Before, "date:": After, "daterange:": After,
}
