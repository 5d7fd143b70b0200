// Package hint holds what a search has to tell about a query besides its results: which part was
// not taken literally, and what was left out. A program reads codes with values; a person reads a
// sentence, in English here and in other languages on the search page.
//
// Floor: 4 (acts). Stability: engine. It is pure.
package hint

import (
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/query"
)

// A Hint is one thing that a search has to tell. Hints can be compared by ==; the
// empty one tells nothing.
type Hint struct {
	Code  string `json:"code"`            // stable
	Value string `json:"value,omitempty"` // what it is about: a piece of the query, a name, or a file
	Kind  string `json:"kind,omitempty"`  // an operator that it names besides
	N     int    `json:"n,omitempty"`     // a number that it names
}

// Codes of hints besides those of a query (query.HintCode).
const (
	Damage          = "damage"           // part of the index is damaged
	LinksDamaged    = "links-damaged"    // part of the words of links is damaged
	FrontierDamaged = "frontier-damaged" // only the index is searched; Value is the damaged file
	LogDamaged      = "log-damaged"      // besides that, the index's log cannot be read
	SegmentsOnly    = "segments-only"    // only segments are searched; Value is the damage
	LinksCost       = "links-cost"       // the words of links were left out
	SomeCost        = "some-cost"        // pages with only some of the words were left out
	NoSite          = "no-site"          // no page is on the site Value
	NoHost          = "no-host"          // no page is on the host Value
	NoLanguage      = "no-language"      // no page is in the language Value
	UnknownLanguage = "unknown-language" // Value is no known language
	NoType          = "no-type"          // no page is of the type Value
	NoFacet         = "no-facet"         // no page has the facet Value, which is name=value
	FacetRange      = "facet-range"      // the range Value, name=from..to, finds pages which the facet of that value does not
	FacetValue      = "facet-value"      // facet: needs a name and a value, and has only Value
	Unlinked        = "unlinked"         // no page links to Value
	UnknownLinks    = "unknown-links"    // link: finds nothing here
	UnknownAnchors  = "unknown-anchors"  // inanchor: finds nothing here
	NoAddress       = "no-address"       // Value names no URL
	NotIndexed      = "not-indexed"      // the page that Value names is not in the index
	ManyPages       = "many-pages"       // Value names more than N pages
	ManySites       = "many-sites"       // the domain Value may have more sites than were looked at, which are N
	ManyValues      = "many-values"      // the facet Value has more values than were looked at for a range or an order, which are N
	NoQuantity      = "no-quantity"      // no page has a number or a date as facet Value
	Port            = "port"             // the port Value was ignored after the operator Kind
	AsWritten       = "as-written"       // Value was searched without words like it
	TooManyForms    = "too-many-forms"   // the same, since the query stands for too many words
	FewAlike        = "few-alike"        // only the N most frequent words like Value were searched
	FewBegin        = "few-begin"        // only the N most frequent words that begin with Value were searched
	Synonyms        = "synonyms"         // Value has a word and those that mean the same, which were searched as well
	SynonymsOr      = "synonyms-or"      // Value are words in OR, for which those that mean the same were not searched
	PinNotIndexed   = "pin-not-indexed"  // the page Value is pinned to the query and cannot be found; for the operator
	NodeAway        = "node-away"        // the node of the partition Value of N does not answer
	Standby         = "standby"          // the standby of the partition Value, such as 2/3, answers from a copy that is N minutes old
	LongWord        = "long-word"        // the word Value is too long for the index
)

// sentences has the hints of this package in English, with the names of their fields in braces.
var sentences = map[string]string{
	Damage:          "Part of the index is damaged; what it held is left out.",
	LinksDamaged:    "The words of some links are damaged; what is found by them is left out.",
	FrontierDamaged: "{value} is damaged; only the index is searched, without the words of links.",
	LogDamaged:      "The log of the index cannot be read: pages that no segment holds yet are not found.",
	SegmentsOnly:    "{value}. Only the segments of the index are searched, without the words of links; aranea check --repair brings back what else its log holds.",
	LinksCost:       "The words of links to pages were left out: that costs too much at the moment.",
	SomeCost:        "Pages with only some of the words were not looked for: that costs too much at the moment.",
	NoSite:          "No page of the index is in the domain {value}.",
	NoHost:          "No page of the index is on the host {value}; site:{value} takes subdomains as well.",
	NoLanguage:      "No page of the index is in the language {value}.",
	UnknownLanguage: "{value} is the code of no language that is known here; lang:en is English.",
	NoType:          "No page of the index is of the type {value}.",
	NoFacet:         "No page of the index has the facet {value}.",
	FacetRange:      "facet:{value} finds the numbers and dates in that range.",
	FacetValue:      "facet: needs a name and a value, such as facet:version=2.0; {value} is only one of them.",
	Unlinked:        "No page of the index links to {value}, as far as its links are known.",
	UnknownLinks:    "The links between pages are not known here: link: finds nothing.",
	UnknownAnchors:  "The words of links are not known here: inanchor: finds nothing.",
	NoAddress:       "{value}: that is not the address of a page.",
	NotIndexed:      "{value}: that page is not in the index.",
	ManyPages:       "{value} names more than {n} pages; only so many were looked at.",
	ManySites:       "The index has more sites than {n}; site:{value} names only those of so many.",
	ManyValues:      "The facet {value} has more than {n} values; only so many were looked at for ranges and for the order of results.",
	NoQuantity:      "No page of the index has a number or a date as facet {value}.",
	Port:            "{kind}: covers all ports of a host; the port {value} was ignored.",
	AsWritten:       "{value} was searched as it is written.",
	TooManyForms:    "The query stands for too many words; {value} was searched as it is written.",
	FewAlike:        "Only the {n} most frequent words like {value} were searched.",
	FewBegin:        "Only the {n} most frequent words that begin with {value} were searched.",
	Synonyms:        "Words that mean the same were searched as well: {value}.",
	SynonymsOr:      "With OR, only what is written was searched, and no words that mean the same as {value}.",
	PinNotIndexed:   "{value} is pinned to this query and is not in the index; aranea explain tells why.",
	NodeAway:        "Partition {value} of {n} does not answer; its pages are missing.",
	Standby:         "Partition {value} is answered from a copy that is {n} min old; what is newer is missing.",
	LongWord:        "\"{value}\" was ignored: no word longer than 64 bytes is in the index, nor one with digits longer than 20 characters.",
}

// Codes returns the codes of this package, in no order.
func Codes() []string {
	out := make([]string, 0, len(sentences))
	for code := range sentences {
		out = append(out, code)
	}
	return out
}

// String returns a sentence in English; the code for a hint of a query, which has its own.
func (h Hint) String() string {
	text, ok := sentences[h.Code]
	if !ok {
		return h.Code
	}
	return strings.NewReplacer("{value}", h.Value, "{kind}", h.Kind, "{n}", strconv.Itoa(h.N)).Replace(text)
}

// OfQuery returns a hint about how a query was read. The code of an unknown operator ends in
// -meant if Kind is the operator of that meaning.
func OfQuery(q query.Hint) Hint {
	h := Hint{Code: q.Code.String(), Value: q.Text}
	switch q.Code {
	case query.HintTooLong:
		h.N = query.MaxBytes
	case query.HintTooManyClauses:
		h.N = query.MaxClauses
	case query.HintTooDeep:
		h.N = query.MaxDepth
	case query.HintFar:
		h.N = query.MaxDistance
	case query.HintUnknownOperator:
		if f := q.Meant(); f != query.NoField {
			h.Code, h.Kind = h.Code+"-meant", f.String()+":"
		}
	}
	return h
}
