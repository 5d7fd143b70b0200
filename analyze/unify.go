package analyze

import (
	"unicode"
	"unicode/utf8"
)

// unify appends a folded word with one letter where a language is typed with several that mean the
// same: decimal digits of all scripts as ASCII, Arabic alef without hamza and madda, Persian ye
// and kaf as the Arabic ones, Ukrainian ґ as г, Hindi without nukta, with one way of writing nasals. Segments of an
// index from before inflection.Version 3 have the words without this.
// The word may stand where it is appended to, as it does not grow.
func unify(dst, folded []byte) []byte {
	if !unifiable(folded) {
		return append(dst, folded...)
	}
	for i := 0; i < len(folded); {
		r, n := utf8.DecodeRune(folded[i:])
		next := folded[i+n:]
		switch {
		case r < 0x0490, r == utf8.RuneError:
			dst = append(dst, folded[i:i+n]...)
		case r >= 0x0900 && r <= 0x097F:
			var skip int
			dst, skip = unifyDevanagari(dst, r, next)
			n += skip
		default:
			dst = utf8.AppendRune(dst, unifyRune(r))
		}
		i += n
	}
	return dst
}

// unifiable reports whether a word may have a letter that unify changes, by the first bytes of
// its characters: those of ґ, of Arabic, of scripts from U+07C0 on.
func unifiable(folded []byte) bool {
	for _, c := range folded {
		switch {
		case c == 0xD2, c >= 0xD8 && c <= 0xDB, c == 0xDF, c == 0xE0, c == 0xE1, c == 0xEA, c == 0xF0:
			return true
		}
	}
	return false
}

func unifyRune(r rune) rune {
	switch r {
	case 0x0491: // ґ
		return 0x0433
	case 0x0622, 0x0623, 0x0625, 0x0671: // alef with madda, hamza above, hamza below, wasla
		return 0x0627
	case 0x0649, 0x06CC, 0x06D2: // alef maksura, Persian and Urdu ye
		return 0x064A
	case 0x06A9: // Persian kaf
		return 0x0643
	case 0x06C0, 0x06C1, 0x06D5: // he with ye above, Urdu and Kurdish he
		return 0x0647
	case 0x0624: // waw with hamza
		return 0x0648
	case 0x0626: // ye with hamza
		return 0x064A
	}
	if d, ok := digit(r); ok {
		return d
	}
	return r
}

// digit returns the ASCII digit that a decimal digit of another script stands for. Unicode lists
// the ten digits of a script one behind the other, from a multiple of their number on.
func digit(r rune) (rune, bool) {
	if !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	for _, t := range unicode.Nd.R16 {
		if lo, hi := rune(t.Lo), rune(t.Hi); lo <= r && r <= hi {
			return '0' + (r-lo)%10, true
		}
	}
	for _, t := range unicode.Nd.R32 {
		if lo, hi := rune(t.Lo), rune(t.Hi); lo <= r && r <= hi {
			return '0' + (r-lo)%10, true
		}
	}
	return 0, false
}

// Letters of Devanagari.
const (
	chandrabindu = 0x0901
	anusvara     = 0x0902
	nukta        = 0x093C
	virama       = 0x094D
)

// unifyDevanagari appends a character of a Hindi word and returns how many bytes behind it were
// part of it. Nuktas are dropped, and a nasal is an anusvara where a consonant of its class
// follows (हिन्दी, हिंदी), or where it is a chandrabindu (पाँच, पांच).
func unifyDevanagari(dst []byte, r rune, next []byte) ([]byte, int) {
	switch {
	case r == nukta:
		return dst, 0
	case r == 0x0929 || r == 0x0931 || r == 0x0934: // composed of the letter before and a nukta
		r--
	case r == chandrabindu:
		r = anusvara
	case r >= 0x0966 && r <= 0x096F:
		r = '0' + r - 0x0966
	}
	skip := 0
	for second, n := utf8.DecodeRune(next); second == nukta; second, n = utf8.DecodeRune(next) {
		skip, next = skip+n, next[n:]
	}
	if second, n := utf8.DecodeRune(next); second == virama && isNasal(r) {
		if third, _ := utf8.DecodeRune(next[n:]); class5(third) == class5(r) && !isNasal(third) {
			return utf8.AppendRune(dst, anusvara), skip + n
		}
	}
	return utf8.AppendRune(dst, r), skip
}

// class5 numbers the five classes of five consonants each, in which the last one is the nasal; 0
// is none of them.
func class5(r rune) rune {
	switch {
	case r >= 0x0915 && r <= 0x0928:
		return 1 + (r-0x0915)/5
	case r >= 0x092A && r <= 0x092E:
		return 5
	}
	return 0
}

// isNasal reports whether a letter is the nasal of its class.
func isNasal(r rune) bool {
	switch r {
	case 0x0919, 0x091E, 0x0923, 0x0928, 0x092E:
		return true
	}
	return false
}
