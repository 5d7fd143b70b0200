package selector

import (
	"errors"
	"fmt"
)

// MaxScopes is how many selectors of a list others may select within.
const MaxScopes = 64

// A Within is a selector of a list, the lines of which count from 1.
type Within struct {
	Selector string
	// In is the line of a selector before it, within whose elements it selects; 0 for the whole page.
	//
	// Such a selector sees nothing but what is inside of the element, which :scope names. If the
	// elements are in each other, what is inside of the inner one, and the inner one itself, belongs
	// to that alone: for the outer one it only counts as a child.
	In int
}

// Scoped returns the rules of a list as Selectors does.
func Scoped(list []Within) (*Host, error) {
	r := &Rules{rules: map[string][]rule{}, hosts: map[string]*Host{}}
	all := make([]rule, len(list))
	bits := 0
	for i, w := range list {
		parts, err := parseSelector(w.Selector, w.In > 0)
		if err != nil {
			return nil, err
		}
		all[i] = rule{line: i + 1, selector: w.Selector, parts: parts}
		if w.In == 0 {
			continue
		}
		if w.In > i || list[w.In-1].In > 0 {
			return nil, errors.New("a selector selects within one before it, which selects in the page")
		}
		around := &all[w.In-1]
		if around.begins == 0 {
			if bits++; bits > MaxScopes {
				return nil, fmt.Errorf("there are more than %d selectors within which others select", MaxScopes)
			}
			around.begins = 1 << (bits - 1)
		}
		for j := range parts {
			parts[j].in = around.begins
		}
	}
	r.rules[everyHost] = all
	if err := errors.Join(r.compile()...); err != nil {
		return nil, err
	}
	h := r.hosts[everyHost]
	h.scopes = make([][]uint64, bits)
	for bit := range h.scopes {
		h.scopes[bit] = make([]uint64, h.words())
		for i, x := range h.parts {
			if x.in == 1<<bit {
				set(h.scopes[bit], i)
			}
		}
	}
	return h, nil
}

// admits reports whether a new element in another one is where a part within a scope may be met: the
// element of the scope itself, or what is inside of it. Parts that begin scopes come before those
// within them.
func (m *Matcher) admits(x *part, around int) bool {
	if began := m.began&x.in != 0; began || x.scope {
		return began && x.scope // an element that begins the scope is not inside of the one around it
	}
	return m.open[around].scopes&x.in != 0
}

// leave removes the states that selectors within scopes have met around an element which begins these
// scopes anew.
func (m *Matcher) leave(states, met []uint64) {
	for bit, mine := range m.host.scopes {
		if m.began&(1<<bit) == 0 {
			continue
		}
		for i, w := range mine {
			states[i] = states[i]&^w | met[i]
		}
	}
}
