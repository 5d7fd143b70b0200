package analyze

import (
	"math"
	"unicode/utf8"
)

// Append cuts the text into tokens, appends them to dst and returns dst and
// the number of word positions the text takes (at least the last Pos + 1).
// Text of a language without a stemmer, and Und, are analysed by the alphabet
// of each word. Nothing is allocated for words seen before, and the tokens do
// not keep the text alive. Broken UTF-8 parts words and never fails.
func (a *Analyzer) Append(dst []Token, text []byte, lang Lang) ([]Token, uint32) {
	c := cutter{a: a, p: lang.profile(), text: text, s: text, dst: dst, most: math.MaxInt}
	c.run()
	c.lookUp()
	return c.dst, c.pos
}

// A Part of a text is cut by itself: what stands beside it says nothing of its words.
type Part struct {
	Start, End uint32 // its bytes
	Lang       Lang
	Positions  uint32 // how many word positions it takes; AppendPage notes it
	Named      bool   // names in it were cut into their words; AppendPage notes it
}

// AppendPage is Append of parts of the text of a page, whose tokens know them by their
// number: it ends behind so many tokens, or behind the name or the run of characters without
// spaces in which they come to an end, and parts behind that take no positions.
// A name of code is followed by the words in it, at the same position; in source code that
// is every name with a capital inside.
func (a *Analyzer) AppendPage(dst []Token, text []byte, parts []Part, most int, code bool) []Token {
	c := cutter{a: a, text: text, dst: dst, most: len(dst) + most, names: true, code: code, parts: parts}
	for i := range parts {
		p := &parts[i]
		if profile := p.Lang.profile(); profile != c.p {
			c.lookUp()
			c.p = profile
		}
		c.s, c.i, c.part, c.pos = text[:p.End], int(p.Start), uint32(i), 0
		p.Named = false
		c.run()
		p.Positions = c.pos
	}
	c.lookUp()
	return c.dst
}

// AppendLike is AppendPage of a whole text that is no source code, without the words
// that a filter keeps back; their positions stay taken.
func (a *Analyzer) AppendLike(dst []Token, text []byte, lang Lang, f *Filter) []Token {
	c := cutter{a: a, p: lang.profile(), text: text, s: text, dst: dst, most: math.MaxInt, filter: f, names: true}
	c.run()
	c.lookUp()
	return c.dst
}

// run cuts the part until it ends, or until there are tokens enough. Some words wait behind
// that to be looked up.
func (c *cutter) run() {
	for c.i < len(c.s) && len(c.dst) < c.most {
		b := c.s[c.i]
		switch {
		case asciiWord[b]:
			c.asciiWord()
		case b < utf8.RuneSelf:
			c.i++
			continue
		default:
			c.nonASCII()
		}
		if len(c.dst)+c.waiting >= c.most {
			c.lookUp() // some may be dropped
		}
	}
}

// cutter is the state of one Append or AppendPage.
type cutter struct {
	a    *Analyzer
	p    profile
	text []byte
	s    []byte // up to the end of the part that is being cut
	dst  []Token
	most int // tokens of dst that are enough
	// waiting is how many words were cut and not looked up.
	waiting int
	i       int
	part    uint32
	pos     uint32 // in the part
	// filter keeps words back; nil for none.
	filter *Filter
	names  bool // they are cut into their words
	code   bool // source code
	parts  []Part
}

// emit ends the word s[start:end].
func (c *cutter) emit(start, end int) {
	c.a.secret.write(&c.next().key, c.s[start:end])
	c.emitKey(start, end, c.names && c.hump(start+1, end) < end)
}

// emitKey ends the word s[start:end], whose key is in next, and of which is known whether it
// may be a name.
func (c *cutter) emitKey(start, end int, named bool) {
	if c.filter == nil || c.filter.passes(c.s[start:end]) {
		w := c.next()
		w.start, w.end, w.part, w.pos = uint32(start), uint32(end), c.part, c.pos
		if c.waiting++; c.waiting == mostWaiting {
			c.lookUp()
		}
	}
	if named && c.names {
		c.named(start, end)
	}
	c.pos++
}

// contraction returns the end of an English contraction whose apostrophe is
// s[at:after], or at when there is none.
func contraction(s []byte, at, after int) int {
	j := after
	for j < len(s) && asciiWord[s[j]] {
		j++
	}
	if j < len(s) && s[j] >= utf8.RuneSelf {
		if r, _ := utf8.DecodeRune(s[j:]); classify(r) != classOther {
			return at
		}
	}
	if j-after > 2 || at == 0 || s[at-1] <= '9' {
		return at
	}
	switch string(s[after:j]) {
	case "s", "t", "d", "m", "re", "ll", "ve", "S", "T", "D", "M", "RE", "LL", "VE":
		return j
	}
	return at
}

// languageName keeps the characters of names such as C++ and C# with their letter.
func languageName(s []byte, j int) int {
	end := j + 1
	if s[j] == '+' {
		if end >= len(s) || s[end] != '+' {
			return j
		}
		end++
	}
	if end < len(s) && (asciiWord[s[end]] || s[end] == '+' || s[end] == '#') || s[j-1] <= '9' {
		return j
	}
	return end
}

// nonASCII handles the rune at c.i, which is not ASCII.
func (c *cutter) nonASCII() {
	r, n := utf8.DecodeRune(c.s[c.i:])
	switch classify(r) {
	case classWord:
		c.word(c.i, c.i+n)
	case classUnspaced:
		c.pairs(c.i + n)
	default:
		c.i += n
	}
}

// word scans on from j inside a word that begins at start and has a non-ASCII
// rune.
func (c *cutter) word(start, j int) {
	s, end := c.s, j
	for j < len(s) {
		if n := plainLetter(s, j); n > 0 {
			j += n
			end = j
			continue
		}
		r, n := rune(s[j]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(s[j:])
		}
		if r == '\'' || r == 0x2019 || r == 0x02BC {
			j = apostrophe(s, end, j, j+n)
			if j == end {
				break
			}
			end = j
			continue
		}
		k := classify(r)
		if k == classOther || k == classUnspaced {
			break
		}
		j += n
		if k != classIgnore {
			end = j
		}
	}
	c.i = max(j, end)
	c.emit(start, end)
}

// plainLetter returns the length of the ASCII letter or digit, or of the Cyrillic or
// Western letter, at a place; 0 if what is there has to be looked at closer.
func plainLetter(s []byte, j int) int {
	switch b := s[j]; {
	case asciiWord[b]:
		return 1
	case b != 0xC3 && b != 0xD0 && b != 0xD1 || j+1 == len(s):
		return 0
	case s[j+1]&0xC0 != 0x80 || b == 0xC3 && s[j+1]&^0x20 == 0x97: // × and ÷
		return 0
	}
	return 2
}

// apostrophe returns where the word goes on after the apostrophe s[at:after],
// or end, the word's end so far, when it is separated there.
func apostrophe(s []byte, end, at, after int) int {
	before, _ := utf8.DecodeLastRune(s[:at])
	next, n := utf8.DecodeRune(s[after:])
	if isCyrillic(before) && isCyrillic(next) {
		return after + n
	}
	if j := contraction(s, at, after); j > at {
		return j
	}
	return end
}

func isCyrillic(r rune) bool { return r >= 0x400 && r < 0x530 && classify(r) == classWord }

// pairs cuts a run of characters that begins at c.i and whose first rune ends at
// j into pairs, and its last character besides, so that each character begins a
// word. A character carries the marks that follow it. The run takes one position
// for each character.
func (c *cutter) pairs(j int) {
	s, prev, end, count := c.s, c.i, j, 1
	cur := prev
	for j < len(s) {
		r, n := utf8.DecodeRune(s[j:])
		k := classify(r)
		if k == classUnspaced {
			if count > 1 {
				c.pair(prev, end)
			}
			prev, cur = cur, j
			count++
		} else if k == classOther || k == classWord {
			break
		}
		j += n
		if k != classIgnore {
			end = j
		}
	}
	c.i = j
	if count > 1 {
		c.pair(prev, end)
	}
	c.pair(cur, end)
}

// pair ends the pair of characters s[start:end], or the last of a run.
func (c *cutter) pair(start, end int) {
	c.a.secret.write(&c.next().key, c.s[start:end])
	c.emitKey(start, end, false)
}
