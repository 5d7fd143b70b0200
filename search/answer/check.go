package answer

import (
	"errors"
	"fmt"

	"github.com/aranea-search/aranea/search/collection"
)

// Bounds of an answer that comes from outside, besides those of its numbers (collection.MaxDocs).
const (
	mostNotes  = 1 << 12 // hints
	mostDamage = 1 << 16 // faults of files
	mostFolded = 1 << 10 // pages that are named below one result, of each kind
)

// errAnswer is the reason for which an answer is refused.
var errAnswer = errors.New("its answer to a search is none that an index gives")

// Check returns an error about what no index answers to a request: a number that counts no pages, or more
// than was asked for.
func (r *Response) Check(q *Request) error {
	whole := max(q.Limit, len(q.Shown), MaxTogether)
	switch {
	case len(r.Results) > whole:
		return fmt.Errorf("%w: %d results, %d at most", errAnswer, len(r.Results), whole)
	case len(r.Notes) > mostNotes || len(r.Hints) > mostNotes || len(r.Damage) > mostDamage:
		return fmt.Errorf("%w: %d hints, %d faults", errAnswer, max(len(r.Notes), len(r.Hints)), len(r.Damage))
	case !counts(r.Total, r.Some, r.Copies) || r.Some > r.Total:
		return fmt.Errorf("%w: %d pages, %d with some of the words, %d copies", errAnswer, r.Total, r.Some, r.Copies)
	case !r.Facets.Counts(collection.MaxDocs) || !r.Values.Counts(collection.MaxDocs):
		return fmt.Errorf("%w: a value that less than no pages have", errAnswer)
	}
	for i := range r.Results {
		x := &r.Results[i]
		if !counts(x.Copies, x.Listed, x.Translated) || max(len(x.Versions), len(x.ListPages), len(x.Translations), len(x.Missing)) > mostFolded {
			return fmt.Errorf("%w: a result with %d copies", errAnswer, x.Copies)
		}
	}
	return nil
}

// counts reports whether numbers count pages.
func counts(all ...int) bool {
	for _, n := range all {
		if n < 0 || n > collection.MaxDocs {
			return false
		}
	}
	return true
}
