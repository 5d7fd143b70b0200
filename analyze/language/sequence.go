package language

import (
	"bytes"
	"iter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A Sequence is three letters in lower case; the underline is the border of a
// word.
type Sequence uint64

// Border is the letter that stands for the beginning and the end of a word.
const Border = '_'

func sequence(a, b, c rune) Sequence { return Sequence(a)<<42 | Sequence(b)<<21 | Sequence(c) }

// String returns the three letters.
func (s Sequence) String() string {
	const mask = 1<<21 - 1
	return string([]rune{rune(s >> 42), rune(s >> 21 & mask), rune(s & mask)})
}

// longestWord is the size in bytes of words that are evidence.
const longestWord = 60

// Sequences yields the sequences of the words of a text. Names of files, code,
// numbers, addresses and abbreviations are no words.
func Sequences(text []byte) iter.Seq[Sequence] {
	return func(yield func(Sequence) bool) {
		letters := make([]rune, 0, longestWord+2)
		for len(text) > 0 {
			var token []byte
			token, text = cut(text)
			word := wordOf(token)
			if len(word) == 0 || len(word) > longestWord {
				continue
			}
			if letters = lettersOf(letters[:0], word); len(letters) == 0 {
				continue
			}
			for i := 2; i < len(letters); i++ {
				if !yield(sequence(letters[i-2], letters[i-1], letters[i])) {
					return
				}
			}
		}
	}
}

// cut returns the text up to the next whitespace, and what follows it.
func cut(text []byte) (token, rest []byte) {
	for i := 0; i < len(text); {
		if b := text[i]; ' ' < b && b < utf8.RuneSelf {
			i++
			continue
		}
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(text[i:])
		}
		if unicode.IsSpace(r) {
			return text[:i], text[i+n:]
		}
		i += n
	}
	return text, nil
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// wordOf returns a token without the punctuation around it, nil if what is around
// it is that of code.
func wordOf(token []byte) []byte {
	if bare := withoutMarks(token); len(bare) > 0 {
		return bare
	}
	isLetter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }
	start := bytes.IndexFunc(token, isLetter)
	if start < 0 {
		return nil
	}
	last := bytes.LastIndexFunc(token, isLetter)
	_, n := utf8.DecodeRune(token[last:])
	before, after := token[:start], token[last+n:]
	if bytes.ContainsAny(before, "=$/\\<>@#_|{}[&^%~+-.0123456789") || bytes.ContainsAny(after, "=$/\\<>@#_|{}]&^%~+(0123456789") {
		return nil
	}
	return token[start : last+n]
}

// withoutMarks is wordOf for a token with nothing but usual punctuation around common
// letters, else nil.
func withoutMarks(token []byte) []byte {
	for len(token) > 0 && isMark(token[len(token)-1]) {
		token = token[:len(token)-1]
	}
	for len(token) > 0 && (token[0] == '(' || token[0] == '"') {
		token = token[1:]
	}
	if len(token) == 0 {
		return nil
	}
	if r, _ := commonLetter(token); r == 0 {
		return nil
	}
	if isASCIILetter(token[len(token)-1]) {
		return token
	}
	if r, n := commonLetter(token[max(len(token)-2, 0):]); r == 0 || n != 2 {
		return nil
	}
	return token
}

func isMark(c byte) bool { return c == '.' || c == ',' || c == ':' || c == ';' || c == ')' || c == '"' }

// lettersOf appends the letters of a word between borders; none if it has inner
// punctuation or capitals, or is all capitals.
func lettersOf(dst []rune, word []byte) []rune {
	if out, ok := plainLetters(dst, word); ok {
		return out
	}
	return manyLetters(dst, word)
}

// manyLetters is lettersOf for a word of any letters.
func manyLetters(dst []rune, word []byte) []rune {
	if !norm.NFC.IsNormal(word) {
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

// plainLetters is lettersOf for a word of common letters of which at most the first is a
// capital.
func plainLetters(dst []rune, word []byte) (out []rune, ok bool) {
	dst = append(dst, Border)
	for i := 0; i < len(word); {
		r, n := commonLetter(word[i:])
		if i == 0 {
			r = small(r)
		}
		if !('a' <= r && r <= 'z' || 0xDF <= r && r <= 0xFF || 0x430 <= r && r <= 0x45F) {
			return nil, false
		}
		dst = append(dst, r)
		i += n
	}
	return append(dst, Border), true
}

// commonLetter returns the letter that a text begins with, and its size in bytes, if it
// is one of ASCII, of western languages or of Cyrillic ones; else 0.
func commonLetter(s []byte) (r rune, size int) {
	if isASCIILetter(s[0]) {
		return rune(s[0]), 1
	}
	if c := s[0]; c != 0xC3 && c != 0xD0 && c != 0xD1 || len(s) < 2 || s[1]&0xC0 != 0x80 {
		return 0, 0
	}
	if r = rune(s[0]&0x1F)<<6 | rune(s[1]&0x3F); r == '×' || r == '÷' {
		return 0, 0
	}
	return r, 2
}

// small returns a common letter in lower case.
func small(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z', 0xC0 <= r && r <= 0xDE, 0x410 <= r && r <= 0x42F:
		return r + 0x20
	case 0x400 <= r && r <= 0x40F:
		return r + 0x50
	}
	return r
}

// plain returns the letter that is meant where two are in use for one.
func plain(r rune) rune {
	switch r {
	case 'ş':
		return 'ș'
	case 'ţ':
		return 'ț'
	}
	return r
}
