package selector

import "bytes"

// A Tag is a start tag.
type Tag interface {
	// Name returns the name in lower case.
	Name() []byte
	// Written returns the raw value of an attribute, or nil if the tag does not have it. The
	// name is in lower case.
	Written(name string) []byte
}

// A compound is a compound selector: all conditions on one element.
type compound struct {
	name    string // "" for any
	classes [][]byte
	id      string // "" for any
	attrs   []attribute
	child   int  // index among the children of its parent from 1, 0 for any
	alike   int  // index among those with its name, likewise
	scope   bool // it is the element within which the selector selects
}

// An attribute is a condition on one attribute.
type attribute struct {
	key
	number int  // index of the key among those of all rules
	op     byte // '=', '~', '|', '^', '$', '*', or 0 if the attribute only has to exist
	value  []byte
}

// fits reports whether an element matches the compound. place is its index among the children of
// its parent, from 1.
func (c *compound) fits(v *values, place int) bool {
	if c.name != "" && string(v.name) != c.name || c.child != 0 && c.child != place {
		return false
	}
	if c.id != "" && string(v.of(idKey).text) != c.id {
		return false
	}
	for _, want := range c.classes {
		if !v.of(classKey).has(want) {
			return false
		}
	}
	for i := range c.attrs {
		if a := &c.attrs[i]; !a.fits(v.of(a.number)) {
			return false
		}
	}
	return true
}

// fits reports whether the attribute of an element matches.
func (a *attribute) fits(x *value) bool {
	if !x.there || a.op == 0 {
		return x.there
	}
	have, want := x.text, a.value
	switch a.op {
	case '=':
		return bytes.Equal(have, want)
	case '|':
		return bytes.HasPrefix(have, want) && (len(have) == len(want) || have[len(want)] == '-')
	}
	if len(want) == 0 {
		return false
	}
	switch a.op {
	case '~':
		return x.has(want)
	case '^':
		return bytes.HasPrefix(have, want)
	case '$':
		return bytes.HasSuffix(have, want)
	}
	return bytes.Contains(have, want)
}
