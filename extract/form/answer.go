package form

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/weburl"
)

// An answer of a form often has the form again, with what was selected. All its combinations are
// known from the page before, unless an answer brings selections that depend on earlier ones, such
// as the cities of a region. So an answer keeps what was selected, and only the selections that
// it gives no value to are made: each step makes one more, and there is an end whatever values a
// site thinks of. A form with too many combinations is not filled in there at all: its choices
// one at a time would lead to all combinations step by step.

// asked returns the pairs in the query of the page if it may be an answer of a form with this
// action, otherwise nil.
func (w *writer) asked(action weburl.URL) []string {
	query, ok := w.page.URL.Query()
	if !ok || action.Origin() != w.page.URL.Origin() || action.Path() != w.page.URL.Path() {
		return nil
	}
	return strings.Split(query, "&")
}

// isAsked reports whether one of the pairs has the name of a selection.
func (q *query) isAsked(pairs []string) bool {
	return slices.ContainsFunc(q.selections, func(s selection) bool {
		name := q.written(s.name, "")
		return slices.ContainsFunc(pairs, func(pair string) bool { return strings.HasPrefix(pair, name) })
	})
}

// keep makes what the pairs give a value to the only choice of its selection. It reports whether
// there is a selection without a value.
func (q *query) keep(pairs []string) (open bool) {
	for i := range q.selections {
		s := &q.selections[i]
		name := q.written(s.name, "")
		has := func(pair string) bool { return len(pair) > len(name) && strings.HasPrefix(pair, name) }
		if !slices.ContainsFunc(pairs, has) {
			open = open || len(s.choices) > 1
			continue
		}
		at := slices.IndexFunc(s.choices, func(choice []int) bool {
			return len(choice) > 0 && slices.Contains(pairs, q.written(s.name, q.valueOf(s, choice[0])))
		})
		if at = max(at, 0); len(s.choices) > 0 {
			s.choices = s.choices[at : at+1]
		}
	}
	return open
}

// valueOf returns the value of a member of a selection.
func (q *query) valueOf(s *selection, member int) string {
	if s.options {
		return q.options[member].value
	}
	return q.controls[member].value
}

// noPair is in no query.
const noPair = "&"

// written returns a pair as it stands in the query of a URL, noPair if it is too long for one.
func (q *query) written(name, value string) string {
	u, err := weburl.MustParse("http://localhost/").WithForm([]weburl.Pair{{Name: name, Value: lineEnds(value)}}, q.encoding)
	if err != nil {
		return noPair
	}
	pair, _ := u.Query()
	return pair
}
