package analyze

import (
	"sync"
	"unicode"
)

// class is the role of a rune in cutting text into words.
type class uint8

const (
	classOther    class = iota // separates words
	classWord                  // letter or digit of an alphabet
	classMark                  // combining mark: continues a word but never begins one
	classIgnore                // soft hyphen, zero-width character: ignored
	classUnspaced              // script without spaces: indexed in pairs
)

// asciiWord marks ASCII letters and digits.
var asciiWord = [256]bool{
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'A': true, 'B': true, 'C': true, 'D': true, 'E': true, 'F': true, 'G': true, 'H': true, 'I': true, 'J': true,
	'K': true, 'L': true, 'M': true, 'N': true, 'O': true, 'P': true, 'Q': true, 'R': true, 'S': true, 'T': true,
	'U': true, 'V': true, 'W': true, 'X': true, 'Y': true, 'Z': true,
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true, 'j': true,
	'k': true, 'l': true, 'm': true, 'n': true, 'o': true, 'p': true, 'q': true, 'r': true, 's': true, 't': true,
	'u': true, 'v': true, 'w': true, 'x': true, 'y': true, 'z': true,
}

// classify returns the class of a rune. Frequent blocks are tested by range, the rest is looked
// up in a table.
func classify(r rune) class {
	switch {
	case r < 0x80:
		if asciiWord[r] {
			return classWord
		}
		return classOther
	case r < 0xC0:
		return classifyLatin1(r)
	case r < 0x250:
		if r == 0xD7 || r == 0xF7 {
			return classOther
		}
		return classWord
	case r >= 0x400 && r < 0x530:
		if r >= 0x482 && r <= 0x489 {
			if r == 0x482 {
				return classOther
			}
			return classMark
		}
		return classWord
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0x3400 && r <= 0x4DBF, r >= 0xAC00 && r <= 0xD7A3:
		return classUnspaced
	}
	if r < numRare {
		return rareClasses()[r]
	}
	return classifyRare(r)
}

// numRare is one more than the last character in the table of rareClasses.
const numRare = 0x10000

// rareClasses returns the classes of all characters of the first plane, computed once from the
// tables of Unicode.
var rareClasses = sync.OnceValue(func() *[numRare]class {
	out := new([numRare]class)
	for r := range out {
		out[r] = classifyRare(rune(r))
	}
	return out
})

func classifyLatin1(r rune) class {
	switch r {
	case 0xAD:
		return classIgnore
	case 0xAA, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA:
		return classWord
	}
	return classOther
}

// classifyRare returns the class of a rune outside of the frequent blocks.
func classifyRare(r rune) class {
	switch {
	case r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x2064,
		r >= 0x2066 && r <= 0x206F, r == 0xFEFF, r == 0x034F, r == 0x061C, r == 0x0640, r == 0x180E,
		r >= 0xFE00 && r <= 0xFE0F:
		return classIgnore
	case r >= 0x2000 && r <= 0x206F, r == 0xFFFD:
		return classOther
	case r == 0xFF9E || r == 0xFF9F:
		return classMark
	case r >= 0x3040 && r <= 0x30FF:
		return classifyKana(r)
	case unicode.Is(unicode.M, r):
		return classMark
	case unicode.IsLetter(r) || unicode.IsNumber(r):
		if !unicode.IsDigit(r) && unspacedScript(r) {
			return classUnspaced
		}
		return classWord
	}
	return classOther
}

func classifyKana(r rune) class {
	switch r {
	case 0x3099, 0x309A:
		return classMark
	case 0x309B, 0x309C, 0x30A0, 0x30FB:
		return classOther
	}
	return classUnspaced
}

// unspacedScript tells whether a letter belongs to a script that is indexed in
// pairs of characters.
func unspacedScript(r rune) bool {
	if r < 0x0E00 {
		return false
	}
	return r == 0xFF70 || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Bopomofo, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Yi)
}
