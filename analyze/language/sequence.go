package language

import (
	"bytes"
	"iter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A Sequence is three lower-case letters; Border stands for the border of a word.
type Sequence uint64

// Border is the letter that stands for the beginning and the end of a word.
const Border = '_'

func sequence(a, b, c rune) Sequence { return Sequence(a)<<42 | Sequence(b)<<21 | Sequence(c) }

// String returns the three letters.
func (s Sequence) String() string {
	const mask = 1<<21 - 1
	return string([]rune{rune(s >> 42), rune(s >> 21 & mask), rune(s & mask)})
}

// longestWord is the length of the longest word that counts as evidence, in bytes.
const longestWord = 60

// Sequences yields the sequences of the words of a text. File names, code, numbers, addresses
// and abbreviations do not count as words.
func Sequences(text []byte) iter.Seq[Sequence] {
	return func(yield func(Sequence) bool) {
		var room [longestWord]Sequence
		for len(text) > 0 {
			word, n := nextWord(room[:0], text)
			text = text[n:]
			for _, s := range word {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// then returns the sequence that follows when the next letter is read.
func (s Sequence) then(next rune) Sequence { return (s<<21 | Sequence(next)) & (1<<63 - 1) }

// nextWord appends the sequences of the first word of a text, none if it is no evidence, and
// returns the length of the text up to the next word.
func nextWord(dst []Sequence, text []byte) (out []Sequence, size int) {
	if text[0] == ' ' {
		return dst, 1
	}
	if out, size = commonWord(dst, text); size == 0 {
		return anyWord(dst, text)
	}
	return out, size
}

// commonWord is nextWord for a word of common letters, at most the first of which is a capital,
// with nothing but usual punctuation around it; for anything else it returns 0.
func commonWord(dst []Sequence, text []byte) (out []Sequence, size int) {
	start := 0
	for start < len(text) && (text[start] == '(' || text[start] == '"') {
		start++
	}
	last, i := Sequence(Border), start
	for i < len(text) && i-start <= longestWord {
		r, n := rune(text[i]), 1
		if r < 'a' || r > 'z' {
			r, n = commonLetter(text[i:])
			if i == start {
				r = small(r)
			}
			if !isCommonSmall(r) {
				break
			}
		}
		if last = last.then(r); i > start {
			dst = append(dst, last)
		}
		i += n
	}
	if i == start || i-start > longestWord {
		return dst[:0], 0
	}
	for i < len(text) && isMark(text[i]) {
		i++
	}
	if i < len(text) {
		if c := text[i]; c != ' ' && c != '\n' {
			return dst[:0], 0
		}
		i++
	}
	return append(dst, last.then(Border)), i
}

// anyWord is nextWord for any word.
func anyWord(dst []Sequence, text []byte) (out []Sequence, size int) {
	token, rest, code := cut(text)
	size = len(text) - len(rest)
	if code {
		return dst, size
	}
	if word := wordOf(token); len(word) > 0 && len(word) <= longestWord {
		var room [longestWord + 2]rune
		letters := lettersOf(room[:0], word)
		for i := 2; i < len(letters); i++ {
			dst = append(dst, sequence(letters[i-2], letters[i-1], letters[i]))
		}
	}
	return dst, size
}

// Classes of ASCII bytes in a token.
const (
	inToken = iota
	inCode  // in no word and not around one
	between // between tokens
)

// tokenClasses maps each ASCII byte to its class.
var tokenClasses = func() (classes [utf8.RuneSelf]uint8) {
	for _, c := range "=$/\\<>@#_|{}&^%~+0123456789" {
		classes[c] = inCode
	}
	for _, c := range " \t\n\v\f\r" {
		classes[c] = between
	}
	return classes
}()

// cut returns the text up to the next whitespace, the rest after it, and whether it contains
// something that occurs neither in words nor around them.
func cut(text []byte) (token, rest []byte, code bool) {
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			switch tokenClasses[b] {
			case between:
				return text[:i], text[i+1:], code
			case inCode:
				code = true
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if unicode.IsSpace(r) {
			return text[:i], text[i+n:], code
		}
		i += n
	}
	return text, nil, code
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// wordOf returns a token without the punctuation around it, nil if that is the punctuation of
// code.
func wordOf(token []byte) []byte {
	isLetter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }
	start := bytes.IndexFunc(token, isLetter)
	if start < 0 {
		return nil
	}
	last := bytes.LastIndexFunc(token, isLetter)
	_, n := utf8.DecodeRune(token[last:])
	before, after := token[:start], token[last+n:]
	if bytes.ContainsAny(before, "[-.") || bytes.ContainsAny(after, "](") {
		return nil
	}
	return token[start : last+n]
}

func isMark(c byte) bool { return c == '.' || c == ',' || c == ':' || c == ';' || c == ')' || c == '"' }

// lettersOf appends the letters of a word between borders; nothing if the word has punctuation
// or capitals inside, or is all capitals.
func lettersOf(dst []rune, word []byte) []rune {
	if mayCompose(word) && !norm.NFC.IsNormal(word) {
		word = norm.NFC.Bytes(word)
	}
	dst = append(dst, Border)
	var small, large int
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRune(word[i:])
		switch {
		case r == '-' || r == '\'' || r == 0x2019 || r == 0x2010:
			if dst[len(dst)-1] != Border {
				dst = append(dst, Border)
			}
			i += n
			continue
		case 'a' <= r && r <= 'z':
			small++
			dst = append(dst, r)
			i += n
			continue
		case !unicode.IsLetter(r) && !unicode.IsMark(r):
			return dst[:0]
		case unicode.IsUpper(r):
			if large++; small > 0 && dst[len(dst)-1] != Border {
				return dst[:0]
			}
		default:
			small++
		}
		dst = append(dst, plain(unicode.ToLower(r)))
		i += n
	}
	if small == 0 && large > 1 {
		return dst[:0]
	}
	return append(dst, Border)
}

// mayCompose reports whether a word might not be in normal form C. Letters before U+0300 and
// common Cyrillic letters always are.
func mayCompose(word []byte) bool {
	for _, c := range word {
		if c >= 0xCC && c != 0xD0 && c != 0xD1 {
			return true
		}
	}
	return false
}

// isCommonSmall reports whether a common letter is in lower case.
func isCommonSmall(r rune) bool {
	switch {
	case r < 0x100:
		return 'a' <= r && r <= 'z' || 0xDF <= r
	case r < 0x180:
		return extended[r-0x100] == r
	}
	return 0x430 <= r && r <= 0x45F || r >= 0x1EA0 && r&1 == 1
}

// extended maps the letters of Latin Extended-A to lower case; zero for letters that need a
// closer look.
var extended = func() (small [0x80]rune) {
	for i := range small {
		r := rune(0x100 + i)
		if low := unicode.ToLower(r); low >= 0x100 && plain(low) == low && r != 'ŉ' && r != 'ſ' {
			small[i] = low
		}
	}
	return small
}()

// commonLetter returns the first letter of a text and its length in bytes if it is an ASCII,
// European, Vietnamese or Cyrillic letter; otherwise 0.
func commonLetter(s []byte) (r rune, size int) {
	c := s[0]
	if isASCIILetter(c) {
		return rune(c), 1
	}
	switch c {
	case 0xC3, 0xC4, 0xC5, 0xD0, 0xD1:
		if len(s) < 2 || s[1]&0xC0 != 0x80 {
			return 0, 0
		}
		if r = rune(c&0x1F)<<6 | rune(s[1]&0x3F); r == '×' || r == '÷' {
			return 0, 0
		}
		return r, 2
	case 0xE1:
		if len(s) < 3 || s[1] != 0xBA && s[1] != 0xBB || s[2]&0xC0 != 0x80 {
			return 0, 0
		}
		if r = 0x1000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F); r < 0x1EA0 || r > 0x1EF9 {
			return 0, 0
		}
		return r, 3
	}
	return 0, 0
}

// small returns a common letter in lower case.
func small(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z', 0xC0 <= r && r <= 0xDE, 0x410 <= r && r <= 0x42F:
		return r + 0x20
	case 0x100 <= r && r < 0x180:
		return extended[r-0x100]
	case 0x400 <= r && r <= 0x40F:
		return r + 0x50
	case r >= 0x1EA0:
		return r | 1
	}
	return r
}

// plain returns the standard letter where two are in use for the same one.
func plain(r rune) rune {
	switch r {
	case 'ş':
		return 'ș'
	case 'ţ':
		return 'ț'
	}
	return r
}
