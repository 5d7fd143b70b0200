package selector

import (
	"bytes"
	"html"
	"slices"
	"unicode"
	"unicode/utf8"
)

// MaxValue is how many bytes of the raw value of an attribute are used. Longer values count as
// if they ended there.
const MaxValue = 64 << 10

// A key is an attribute that selectors test, with or without regard to case.
type key struct {
	name string
	fold bool
}

// The keys that every file of rules has, by index.
const (
	classKey = iota
	idKey
)

// values holds the attributes of one start tag after another. Each is read when it is first
// used, once for each tag.
type values struct {
	keys []key
	tag  Tag
	name []byte
	turn uint64  // counts the tags
	all  []value // by index of the key
}

// A value is the decoded value of an attribute of a tag.
type value struct {
	turn  uint64 // of the tag that it belongs to
	there bool
	split bool // words holds the words of text
	text  []byte
	words [][]byte // sorted
	room  []byte   // buffer for the text with references decoded
	low   []byte   // buffer for the text in lower case
}

// reset begins a page with rules that test these keys.
func (v *values) reset(keys []key) {
	v.keys, v.tag, v.name = keys, nil, nil
	clear(v.all)
	v.all = slices.Grow(v.all[:0], len(keys))[:len(keys)]
}

// begin begins a tag.
func (v *values) begin(t Tag) {
	v.tag, v.name = t, t.Name()
	v.turn++
}

// of returns the value of the attribute with index k.
func (v *values) of(k int) *value {
	x := &v.all[k]
	if x.turn != v.turn {
		x.turn = v.turn
		x.read(v.tag.Written(v.keys[k].name), v.keys[k].fold)
	}
	return x
}

// read sets the value from a raw one, which is nil if the attribute is missing.
func (x *value) read(written []byte, fold bool) {
	x.there, x.split = written != nil, false
	x.text = written[:min(len(written), MaxValue)]
	if bytes.IndexByte(x.text, '&') >= 0 {
		x.room = append(x.room[:0], html.UnescapeString(string(x.text))...)
		x.text = x.room
	}
	if fold {
		x.low = appendLower(x.low[:0], x.text)
		x.text = x.low
	}
}

// has reports whether the value contains a word, separated by whitespace.
func (x *value) has(want []byte) bool {
	if !x.split {
		x.split, x.words = true, x.words[:0]
		for word := range bytes.FieldsSeq(x.text) {
			x.words = append(x.words, word)
		}
		slices.SortFunc(x.words, bytes.Compare)
	}
	_, found := slices.BinarySearchFunc(x.words, want, bytes.Compare)
	return found
}

// appendLower appends a text in lower case.
func appendLower(to, text []byte) []byte {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		to, text = utf8.AppendRune(to, unicode.ToLower(r)), text[size:]
	}
	return to
}
