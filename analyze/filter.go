package analyze

import (
	"unicode"
	"unicode/utf8"
)

// A Filter quickly rules out most words of a text: those that are none of a few given words and
// share no stem with them, judged by how they begin. It is safe for concurrent use once all
// words are added.
type Filter struct {
	pairs [36 * 37]bool // of ASCII letters and digits, or one of them alone
	first [36]bool
	runes map[rune]bool // first characters in other alphabets
}

// Add adds a form.
func (f *Filter) Add(form string) {
	if form == "" {
		return
	}
	if a := asciiIndex(form[0]); a < 36 {
		b := 36
		if len(form) > 1 {
			b = asciiIndex(form[1])
		}
		f.pairs[a*37+b], f.first[a] = true, true
		return
	}
	if f.runes == nil {
		f.runes = map[rune]bool{}
	}
	r, _ := utf8.DecodeRuneInString(form)
	f.runes[r] = true
}

// asciiIndex numbers ASCII letters, ignoring case, and digits; 36 stands for everything else.
func asciiIndex(c byte) int {
	switch c |= 0x20; {
	case 'a' <= c && c <= 'z':
		return int(c - 'a')
	case '0' <= c && c <= '9':
		return int(c-'0') + 26
	}
	return 36
}

// passes reports whether a word of a text may be one of those wanted. The answer is yes if
// folding might change how the word begins.
func (f *Filter) passes(raw []byte) bool {
	if a := asciiIndex(raw[0]); a < 36 {
		if len(raw) == 1 {
			return f.pairs[a*37+36]
		}
		if raw[1] >= utf8.RuneSelf || raw[1] == '\'' {
			return f.first[a]
		}
		return f.pairs[a*37+asciiIndex(raw[1])]
	}
	r, _ := utf8.DecodeRune(raw)
	switch {
	case r >= 0x400 && r < 0x530:
		switch r = unicode.ToLower(r); r {
		case 0x0451: // yo
			r = 0x0435
		case 0x0491: // ґ
			r = 0x0433
		}
		return f.runes[r]
	case r >= 0x3040 && r < 0xF900:
		return f.runes[foldHan(r)]
	}
	return true
}
