package selector

import "bytes"

// A Tag is a start tag.
type Tag interface {
	// Name returns its name in lower case.
	Name() []byte
	// Written returns the value of an attribute as it is written, nil if it has none of
	// that name, which is in lower case.
	Written(name string) []byte
}

// A compound is what one element has to be.
type compound struct {
	name    string // "" for any
	classes [][]byte
	id      string // "" for any
	attrs   []attribute
	child   int // its place among the children of its parent, 0 for any
}

// An attribute is a test of one attribute.
type attribute struct {
	key
	number int  // of the key among those of the rules
	op     byte // '=', '~', '|', '^', '$', '*', or 0 if it need only be there
	value  []byte
}

// fits reports whether an element is one of the compound. place counts the children
// of its parent from 1.
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

// fits reports whether an element has the attribute so.
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
