// Package sorting puts results into an order that does not depend on how well they answer: by date, or
// by the numbers and dates of a facet.
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads an index snapshot, and knows neither
// words nor conditions.
package sorting

import (
	"errors"
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/extract/facets"
)

// ByDate is the order by date, the newest first: the date that a page gives for itself, otherwise that of
// the last visit.
const ByDate = "date"

// byScore is what the page of results calls the order by score alone.
const byScore = "score"

// A By is an order by a facet, whose name is in lower case. The zero value is none.
type By struct {
	Facet      string
	Descending bool
}

// Parse reads the name of an order: "" for the best first, ByDate, or the name of a facet, with a minus
// before it for the highest first. It returns the zero value for the former two. A facet called date or
// score gives no order. The error is a sentence.
func Parse(sort string) (By, error) {
	if sort == "" || sort == ByDate {
		return By{}, nil
	}
	name, descending := strings.CutPrefix(strings.ToLower(sort), "-")
	if !facets.IsName(name) || name == ByDate || name == byScore {
		return By{}, fmt.Errorf("sort is %s, the name of a facet, or that with a minus before it: %w", ByDate, errName)
	}
	return By{name, descending}, nil
}

var errName = errors.New("a facet called date or score gives no order")
