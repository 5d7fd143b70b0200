package selector

import (
	"bytes"
	"html"
	"slices"
	"strings"
)

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
	classes []string
	id      string // "" for any
	attrs   []attribute
	child   int // its place among the children of its parent, 0 for any
}

// An attribute is a test of one attribute.
type attribute struct {
	name  string
	op    byte // '=', '~', '|', '^', '$', '*', or 0 if it need only be there
	value string
	fold  bool // the case of Latin letters makes no difference
}

// fits reports whether an element is one of the compound. place counts the children
// of its parent from 1.
func (c *compound) fits(t Tag, place int) bool {
	if c.name != "" && string(t.Name()) != c.name || c.child != 0 && c.child != place {
		return false
	}
	if c.id != "" && value(t.Written("id")) != c.id {
		return false
	}
	if len(c.classes) > 0 {
		written := t.Written("class")
		for _, want := range c.classes {
			if !hasWord(written, want) {
				return false
			}
		}
	}
	for i := range c.attrs {
		if !c.attrs[i].fits(t) {
			return false
		}
	}
	return true
}

// value returns what a written value stands for.
func value(written []byte) string {
	if bytes.IndexByte(written, '&') < 0 {
		return string(written)
	}
	return html.UnescapeString(string(written))
}

// hasWord reports whether one of the words of a written value is the one.
func hasWord(written []byte, want string) bool {
	if bytes.IndexByte(written, '&') >= 0 {
		return slices.Contains(strings.Fields(value(written)), want)
	}
	for word := range bytes.FieldsSeq(written) {
		if string(word) == want {
			return true
		}
	}
	return false
}

// fits reports whether an element has the attribute so.
func (a *attribute) fits(t Tag) bool {
	written := t.Written(a.name)
	if written == nil || a.op == 0 {
		return written != nil
	}
	have, want := value(written), a.value
	if a.fold {
		have, want = strings.ToLower(have), strings.ToLower(want)
	}
	switch a.op {
	case '=':
		return have == want
	case '~':
		return want != "" && slices.Contains(strings.Fields(have), want)
	case '|':
		return have == want || strings.HasPrefix(have, want+"-")
	case '^':
		return want != "" && strings.HasPrefix(have, want)
	case '$':
		return want != "" && strings.HasSuffix(have, want)
	}
	return want != "" && strings.Contains(have, want)
}
