package lexer

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// A Word is a name of up to eight bytes in lower case as one number, its last letter in the
// lowest byte; 0 for longer names.
type Word uint64

// maxWord is the maximum length of a name that is a word.
const maxWord = 8

// Characters of names: their lower case, 0 for characters that end a name. A NUL is 1, which
// occurs in no known name.
var (
	ofTags       = characters(" \n\r\t\f/>")
	ofAttributes = characters(" \n\r\t\f/>=")
)

func characters(ends string) (t [256]byte) {
	for i := range t {
		t[i] = lower(byte(i))
	}
	t[0] = 1
	for _, c := range []byte(ends) {
		t[c] = 0
	}
	return t
}

// nameAt returns the end of the name at a position, and its word.
func nameAt(s []byte, i int, characters *[256]byte) (end int, w Word) {
	from := i
	for ; i < len(s); i++ {
		c := characters[s[i]]
		if c == 0 {
			break
		}
		w = w<<8 | Word(c)
	}
	if i-from > maxWord {
		w = 0
	}
	return i, w
}

// commonTags are the most common tags, and all tags with raw text except plaintext, which does
// not fit into a word.
const commonTags = `a abbr address area article aside audio b base bdi bdo big body br button canvas caption center cite
	code col colgroup data dd del details dfn dialog dir div dl dt em embed fieldset figure font footer form frame
	frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map
	mark math menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p param path picture
	pre progress q rp rt ruby s samp script section select slot small source span strike strong style sub summary sup
	svg table tbody td template textarea tfoot th thead time title tr track tt u ul use var video wbr xmp`

// A knownTag is found by its word, with open addressing.
type knownTag struct {
	word Word
	atom atom.Atom
	raw  string // its name, if its text is raw
}

var knownTags = func() (t [512]knownTag) {
	for name := range strings.FieldsSeq(commonTags) {
		_, w := nameAt([]byte(name), 0, &ofTags)
		i := w.slot()
		for t[i].word != 0 {
			i = (i + 1) % len(t)
		}
		t[i] = knownTag{w, atom.Lookup([]byte(name)), rawTagOf([]byte(name))}
	}
	return t
}()

func (w Word) slot() int { return int(w * 0x9E3779B97F4A7C15 >> 55) }

// find returns the known tag of a word, nil if there is none.
func (w Word) find() *knownTag {
	for i := w.slot(); knownTags[i].word != 0; i = (i + 1) % len(knownTags) {
		if knownTags[i].word == w {
			return &knownTags[i]
		}
	}
	return nil
}

// Tag returns the tag of a start or end tag, 0 if its name is not in HTML.
func (z *Lexer) Tag() atom.Atom {
	if z.tags != nil {
		return z.tags.atom
	}
	return atom.Lookup(z.Name())
}

// nameOfRaw returns the name of the tag that was read, if its text is raw.
func (z *Lexer) nameOfRaw() string {
	if z.tags != nil {
		return z.tags.raw
	}
	return rawTagOf(z.page[z.data.start:z.data.end])
}
