package form

import "slices"

// A selection is a select, or radio buttons or checkboxes of one name.
type selection struct {
	name     string
	options  bool // its members are options of a select
	several  bool // any number of members may be selected
	required bool
	orders   bool  // it only orders a list, or sets the size of its pages
	left     int   // members beyond the limit
	members  []int // options or controls of the page
	// choices are what may be submitted: lists of members. The first is what the page selects.
	choices [][]int
}

// choice returns the members of a choice.
func (s *selection) choice(i int) []int {
	if i >= len(s.choices) {
		return nil // a select without options
	}
	return s.choices[i]
}

// choose sets the choices: what the page selects, none if that can be, and each member alone.
// What a browser would not submit because the selection is required is no choice (HTML,
// constraint validation).
func (s *selection) choose(q *query) {
	if len(s.members) == 0 {
		return
	}
	usual := s.selected(q)
	s.add(q, usual)
	if s.several && len(usual) > 0 {
		s.add(q, nil)
	}
	for _, m := range s.members {
		if alone := []int{m}; !s.isDisabled(q, m) && !slices.Equal(alone, usual) {
			s.add(q, alone)
		}
	}
}

// add adds a choice. For a required selection, nothing and a placeholder are no choices.
func (s *selection) add(q *query, choice []int) {
	if s.required && (len(choice) == 0 || s.options && q.options[choice[0]].value == "") {
		return
	}
	s.choices = append(s.choices, choice)
}

// selected returns the members that the page selects and that are submitted: of those of which
// only one can be selected the last, of a select for one option by default the first that is not
// disabled (HTML, the select element).
func (s *selection) selected(q *query) (usual []int) {
	for _, m := range s.members {
		on := s.options && q.options[m].selected || !s.options && q.controls[m].checked
		switch {
		case !on:
		case s.several:
			usual = append(usual, m)
		default:
			usual = []int{m}
		}
	}
	if usual == nil && s.options && !s.several {
		if i := slices.IndexFunc(s.members, func(m int) bool { return !q.options[m].disabled }); i >= 0 {
			usual = []int{s.members[i]}
		}
	}
	return slices.DeleteFunc(usual, func(m int) bool { return s.isDisabled(q, m) })
}

func (s *selection) isDisabled(q *query, m int) bool { return s.options && q.options[m].disabled }
