package form

import (
	"iter"
	"slices"
	"strings"

	"golang.org/x/text/encoding"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A query is what a form submits: pairs that are always the same, and selections.
type query struct {
	encoding   encoding.Encoding
	slots      []slot
	selections []selection
	button     *control // the default button, nil for none
	options    []option // of the page
	controls   []control
}

// A slot is a place in the list of entries.
type slot struct {
	pair weburl.Pair
	of   int // the index of its selection, -1 for a pair that is always submitted
	// member is the radio button or checkbox whose pair it is, -1 for all options of a select
	// that are chosen.
	member int
}

// newQuery reads the controls of a form (HTML, constructing the entry list).
func newQuery(r *Reader, f *form, fields []int, page encoding.Encoding) query {
	q := query{encoding: encodingOf(f.charset, page), options: r.options, controls: r.controls}
	button := slices.IndexFunc(fields, func(i int) bool { return r.controls[i].kind == submit || r.controls[i].kind == image })
	if button >= 0 {
		q.button = &r.controls[fields[button]]
	}
	for _, i := range fields[:min(len(fields), MaxFields)] { // with more, it is not filled in
		q.add(i)
	}
	for i := range q.selections {
		q.selections[i].choose(&q)
	}
	q.arrange()
	return q
}

// add adds a control.
func (q *query) add(i int) {
	c := &q.controls[i]
	name := lineEnds(c.name)
	switch c.kind {
	case submit, image:
		if c != q.button {
			return
		}
		if c.kind == image {
			q.addImage(name)
			return
		}
	case menu:
		if c.jump != noJump {
			return
		}
	case secret:
		return
	}
	if name == "" {
		return
	}
	switch c.kind {
	case menu:
		q.addMenu(c, name)
	case radio, box:
		q.addMember(i, c, name)
	case fixed:
		value := c.value
		if strings.EqualFold(name, "_charset_") {
			value = nameOf(q.encoding)
		}
		q.slots = append(q.slots, slot{weburl.Pair{Name: name, Value: lineEnds(value)}, -1, -1})
	default:
		q.slots = append(q.slots, slot{weburl.Pair{Name: name, Value: lineEnds(c.value)}, -1, -1})
	}
}

// addMember adds a radio button or checkbox to the selection of its name.
func (q *query) addMember(i int, c *control, name string) {
	several := c.kind == box
	at := slices.IndexFunc(q.selections, func(s selection) bool { return !s.options && s.several == several && s.name == name })
	if at < 0 {
		at = len(q.selections)
		q.selections = append(q.selections, selection{name: name, several: several})
	}
	s := &q.selections[at]
	s.members, s.required = append(s.members, i), s.required || c.required
	q.slots = append(q.slots, slot{weburl.Pair{Name: name, Value: lineEnds(c.value)}, at, i})
}

// addImage adds the coordinates that an image button submits if it is not clicked.
func (q *query) addImage(name string) {
	if name != "" {
		name += "."
	}
	for _, axis := range []string{"x", "y"} {
		q.slots = append(q.slots, slot{weburl.Pair{Name: name + axis, Value: "0"}, -1, -1})
	}
}

func (q *query) addMenu(c *control, name string) {
	s := selection{name: name, options: true, several: c.multiple, required: c.required, left: c.left}
	for i := c.from; i < c.to; i++ {
		s.members = append(s.members, i)
	}
	q.slots = append(q.slots, slot{weburl.Pair{Name: name}, len(q.selections), -1})
	q.selections = append(q.selections, s)
}

// refusal returns why a form is not filled in, FormUnread if nothing speaks against it.
func (q *query) refusal(f *form, fields []int) aranea.FormVerdict {
	other := f.post || q.button != nil && q.button.post
	has := func(is func(c *control) bool) bool {
		return slices.ContainsFunc(fields, func(i int) bool { return is(&q.controls[i]) })
	}
	switch {
	case f.excluded || has(func(c *control) bool { return c.excluded }):
		return aranea.FormExcluded
	case f.noFollow:
		return aranea.FormNoFollow
	case other:
		return aranea.FormMethod
	case has(func(c *control) bool { return c.kind == secret }):
		return aranea.FormSecret
	case has(func(c *control) bool { return c.kind == box && c.required }):
		return aranea.FormConsent
	case has(func(c *control) bool { return c.kind == typed && c.required && c.value == "" && !c.long }):
		return aranea.FormTyped
	case len(fields) > MaxFields || has(func(c *control) bool { return c.long }):
		return aranea.FormLimit
	case slices.ContainsFunc(q.selections, func(s selection) bool { return s.required && len(s.choices) == 0 }):
		return aranea.FormNoChoice
	case !slices.ContainsFunc(q.selections, func(s selection) bool { return len(s.choices) > 0 && !s.orders }):
		return aranea.FormPlain
	}
	return aranea.FormUnread
}

// product returns the number of combinations of the selections, more than MaxProduct if there are
// more.
func (q *query) product() int {
	n := 1
	for i := range q.selections {
		if n *= max(len(q.selections[i].choices), 1); n > MaxProduct {
			break
		}
	}
	return n
}

// picks yields the choices to submit, one of each selection. The result is either all
// combinations, or the choices of the page and then those with one other choice; varied is the
// selection with that, -1 for all of them. The slice is overwritten.
func (q *query) picks(all bool) iter.Seq2[[]int, int] {
	return func(yield func(pick []int, varied int) bool) {
		pick := make([]int, len(q.selections))
		if all {
			for more := true; more; more = q.next(pick) {
				if !yield(pick, -1) {
					return
				}
			}
			return
		}
		if !yield(pick, -1) {
			return
		}
		for i := range q.selections {
			for j := 1; j < len(q.selections[i].choices); j++ {
				if pick[i] = j; !yield(pick, i) {
					return
				}
			}
			pick[i] = 0
		}
	}
}

// next sets pick to the next combination, and returns false after the last one.
func (q *query) next(pick []int) bool {
	for i := len(pick) - 1; i >= 0; i-- {
		if pick[i]++; pick[i] < len(q.selections[i].choices) {
			return true
		}
		pick[i] = 0
	}
	return false
}

// entries returns the pairs to submit, and the words of what is selected: of all selections, or
// of the varied one. An option without a value is a placeholder, whose words say nothing.
func (q *query) entries(pick []int, varied int) (pairs []weburl.Pair, label string) {
	var said []string
	size := 0 // of what is said, in bytes
	pairs = make([]weburl.Pair, 0, len(q.slots))
	for _, s := range q.slots {
		if s.of < 0 {
			pairs = append(pairs, s.pair)
			continue
		}
		for _, m := range q.selections[s.of].choice(pick[s.of]) {
			if s.member >= 0 && s.member != m {
				continue
			}
			pair, words := s.pair, q.labelOf(&q.selections[s.of], m)
			if s.member < 0 {
				pair.Value = lineEnds(q.options[m].value)
			}
			pairs = append(pairs, pair)
			if words != "" && pair.Value != "" && !q.selections[s.of].orders && (varied < 0 || varied == s.of) && size < maxWords {
				said, size = append(said, words), size+len(words)
			}
		}
	}
	return pairs, strings.Join(said, ", ")
}

// labelOf returns the words of a member of a selection.
func (q *query) labelOf(s *selection, member int) string {
	if s.options {
		return q.options[member].label
	}
	return q.controls[member].label
}

// lineEnds replaces line ends by those that are submitted (HTML, converting an entry list to a
// list of name-value pairs).
func lineEnds(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	return strings.ReplaceAll(s, "\n", "\r\n")
}
