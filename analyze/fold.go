package analyze

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldCase appends the word in the form that the stemmers expect: NFKC-normalised, in lower
// case, without ignorable characters, with plain apostrophes, Russian ё as е, simplified
// Chinese characters, what unify makes of it, and without an English possessive ending. Accents
// stay. A pure ASCII word takes a shortcut.
func foldCase(dst, raw []byte) []byte {
	start := len(dst)
	dst = foldFormer(dst, raw)
	return unify(dst[:start], dst[start:])
}

// foldFormer is foldCase without unify, as it was before version 3 of inflection.
func foldFormer(dst, raw []byte) []byte {
	start := len(dst)
	for _, c := range raw {
		if c >= utf8.RuneSelf {
			return trimPossessive(foldRunes(dst[:start], raw), start)
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return trimPossessive(dst, start)
}

func trimPossessive(dst []byte, start int) []byte {
	if n := len(dst); n-start > 2 && dst[n-2] == '\'' && dst[n-1] == 's' {
		return dst[:n-2]
	}
	return dst
}

func foldRunes(dst, raw []byte) []byte {
	if !norm.NFKC.IsNormal(raw) {
		raw = norm.NFKC.Bytes(raw)
	}
	cyrillic, hebrew := false, false
	for _, r := range string(raw) {
		switch {
		case r == '\'' || r == 0x2019 || r == 0x02BC:
			if !cyrillic && !hebrew {
				dst = append(dst, '\'')
			}
			continue
		case r < utf8.RuneSelf:
			if 'A' <= r && r <= 'Z' {
				r |= 0x20
			} else if !asciiWord[byte(r)] && r != '+' && r != '#' {
				continue
			}
			dst = append(dst, byte(r))
			continue
		}
		cyrillic, hebrew = r >= 0x400 && r < 0x530, isHebrew(r)
		dst = foldRune(dst, r, cyrillic)
	}
	return dst
}

// foldRune appends one non-ASCII rune in lower case, or nothing if it is no part of a word.
func foldRune(dst []byte, r rune, cyrillic bool) []byte {
	switch r {
	case 0x0401, 0x0451: // ё
		return append(dst, "е"...)
	case 0x00DF, 0x1E9E:
		return append(dst, "ss"...)
	case 0x0130:
		return append(dst, 'i')
	case 0x03C2, 0x03A3:
		return append(dst, "σ"...)
	}
	if cyrillic {
		return utf8.AppendRune(dst, unicode.ToLower(r))
	}
	if firstHan <= r && r <= lastHan {
		return utf8.AppendRune(dst, foldHan(r))
	}
	switch classify(r) {
	case classOther, classIgnore:
		return dst
	}
	if silentMark(r) {
		return dst
	}
	return utf8.AppendRune(dst, unicode.ToLower(r))
}

// silentMark reports marks that readers leave out when typing: stress accents over Cyrillic
// letters (composed letters never get here), Hebrew points and Arabic vowel marks.
func silentMark(r rune) bool {
	switch {
	case r >= 0x0591 && r <= 0x05C7, r >= 0x064B && r <= 0x065F, r == 0x0670:
		return true
	}
	return false
}

// stripAccents appends the word without the accents of Latin and Greek letters and without
// stress marks over Cyrillic ones. Cyrillic й and ї keep theirs.
func stripAccents(dst, word []byte) []byte {
	for i := 0; i < len(word); {
		if word[i] < utf8.RuneSelf {
			dst = append(dst, word[i])
			i++
			continue
		}
		r, n := utf8.DecodeRune(word[i:])
		dst = stripRune(dst, word[i:i+n], r)
		i += n
	}
	return dst
}

func stripRune(dst, raw []byte, r rune) []byte {
	if r >= 0x300 && r <= 0x36F {
		return dst
	}
	if s, ok := looseLetter(r); ok {
		return append(dst, s...)
	}
	if (r >= 0xC0 && r < 0x400) || (r >= 0x1E00 && r < 0x2000) {
		d := norm.NFD.Properties(raw).Decomposition()
		if len(d) == 0 {
			return append(dst, raw...)
		}
		base, n := utf8.DecodeRune(d)
		if base >= 0xC0 { // Vietnamese and Greek letters carry two marks
			return stripRune(dst, d[:n], base)
		}
		return append(dst, d[:n]...)
	}
	return append(dst, raw...)
}

// looseLetter maps the letters that Unicode does not take apart but that
// readers type without their stroke.
func looseLetter(r rune) (string, bool) {
	switch r {
	case 'ø':
		return "o", true
	case 'ł':
		return "l", true
	case 'đ', 'ð':
		return "d", true
	case 'ı':
		return "i", true
	case 'æ':
		return "ae", true
	case 'œ':
		return "oe", true
	case 'þ':
		return "th", true
	case 'ħ':
		return "h", true
	}
	return "", false
}
