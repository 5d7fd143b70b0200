package analyze

import (
	"math"
	"unicode/utf8"
)

// Append cuts the text into tokens, appends them to dst, and returns dst and the number of word
// positions that the text takes (at least the last Pos + 1). Text of a language without a
// stemmer, or of Und, is stemmed by the alphabet of each word. Words seen before cost no
// allocation, and the tokens do not keep the text alive. Invalid UTF-8 separates words and
// never fails.
func (a *Analyzer) Append(dst []Token, text []byte, lang Lang) ([]Token, uint32) {
	c := cutter{a: a, p: lang.profile(), text: text, s: text, dst: dst, most: math.MaxInt}
	c.run()
	c.lookUp()
	return c.dst, c.pos
}

// A Part of a text is cut by itself: no word reaches across its borders.
type Part struct {
	Start, End uint32 // byte span
	Lang       Lang
	Positions  uint32 // word positions it takes; set by AppendPage
	Named      bool   // whether it contains names that were split; set by AppendPage
}

// AppendPage is Append for the parts of a page; each token knows the number of its part. It
// stops after most tokens, or at the end of the name or run without spaces that it is in then;
// later parts get no positions. The words inside a name of code follow the name at its
// position. With code set, the text is source code, and every name with a capital inside is
// split.
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

// AppendLike is AppendPage for a whole text that is not source code, leaving out the words that
// a filter rules out. Their positions stay taken.
func (a *Analyzer) AppendLike(dst []Token, text []byte, lang Lang, f *Filter) []Token {
	c := cutter{a: a, p: lang.profile(), text: text, s: text, dst: dst, most: math.MaxInt, filter: f, names: true}
	c.run()
	c.lookUp()
	return c.dst
}

// run cuts the part to its end, or until there are enough tokens. Some words may still be
// waiting afterwards.
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
			c.lookUp() // some of them may be dropped
		}
	}
}

// cutter is the state of one Append or AppendPage.
type cutter struct {
	a    *Analyzer
	p    profile
	text []byte
	s    []byte // the text up to the end of the current part
	dst  []Token
	most int // number of tokens in dst that is enough
	// waiting is the number of words that were cut and not looked up yet.
	waiting int
	i       int
	part    uint32
	pos     uint32 // in the part
	// filter rules words out; nil for none.
	filter *Filter
	names  bool // names are split
	code   bool // source code
	parts  []Part
}

// emit ends the word s[start:end].
func (c *cutter) emit(start, end int) {
	c.a.secret.write(&c.next().key, c.s[start:end])
	c.emitKey(start, end, c.names && c.hump(start+1, end) < end)
}

// emitKey ends the word s[start:end], whose key is already in next. named tells whether it may
// be a name.
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

// languageName returns the end of a name such as C++ or C#, including its last characters.
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

// word continues from j a word that begins at start and has a non-ASCII rune.
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
		if isApostrophe(r) {
			j = apostrophe(s, end, j, j+n, r)
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

// plainLetter returns the length of the ASCII letter or digit, or the Cyrillic or Western
// European letter, at an offset; 0 if a closer look is needed.
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

// isApostrophe reports whether a character may stand inside a word: an apostrophe, what is
// typed for one between Cyrillic letters, and the Hebrew geresh and gershayim and what is typed
// for these.
func isApostrophe(r rune) bool {
	switch r {
	case '\'', '"', '`', 0x02BC, 0x05F3, 0x05F4, 0x2018, 0x2019, 0x201D:
		return true
	}
	return false
}

// apostrophe returns where the word continues after the apostrophe s[at:after], which is r, or
// end, the end of the word so far, if it ends there.
func apostrophe(s []byte, end, at, after int, r rune) int {
	before, _ := utf8.DecodeLastRune(s[:at])
	next, n := utf8.DecodeRune(s[after:])
	switch single := r != '"' && r != 0x05F3 && r != 0x05F4 && r != 0x201D; {
	case isHebrew(before) && isHebrew(next) && r != '`' && !opensQuote(s[:at], s[after:], r), single && isCyrillic(before) && isCyrillic(next):
		return after + n
	case r != '\'' && r != 0x2019 && r != 0x02BC:
		return end
	}
	if j := contraction(s, at, after); j > at {
		return j
	}
	return end
}

func isCyrillic(r rune) bool { return r >= 0x400 && r < 0x530 && classify(r) == classWord }

// pairs cuts a run of unspaced characters that begins at c.i, and whose first character ends at
// j, into overlapping pairs, and adds its last character, so that every character begins a
// token. Marks belong to the character before them. The run takes one position for each
// character. It ends with the long mark of a Katakana word, which many leave out (サーバー, サーバ);
// the mark takes none.
func (c *cutter) pairs(j int) {
	s, prev, end, count := c.s, c.i, j, 1
	cur := prev
	for j < len(s) {
		r, n := utf8.DecodeRune(s[j:])
		if r == longMark && endsKatakana(s[:j], s[j+n:]) {
			j += n
			break
		}
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

// longMark lengthens a vowel in Katakana.
const longMark = 0x30FC

// endsKatakana reports whether what stands before a long mark and behind it makes the mark the
// last letter of a word of Katakana with at least four letters.
func endsKatakana(before, behind []byte) bool {
	for range 3 {
		r, n := utf8.DecodeLastRune(before)
		if !isKatakana(r) {
			return false
		}
		before = before[:len(before)-n]
	}
	r, _ := utf8.DecodeRune(behind)
	return !isKatakana(r)
}

func isKatakana(r rune) bool { return r >= 0x30A1 && r <= 0x30FA || r == longMark }

// pair ends the pair of characters s[start:end], or the last of a run.
func (c *cutter) pair(start, end int) {
	c.a.secret.write(&c.next().key, c.s[start:end])
	c.emitKey(start, end, false)
}
