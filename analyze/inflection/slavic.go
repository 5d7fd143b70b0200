package inflection

import (
	"strings"
	"unicode/utf8"
)

// The stemmers of this file are light: they cut the endings of the declension of nouns and
// adjectives and undo what this does to the last consonants, and leave verbs and prefixes alone.
// Those of Polish and Czech get words without accents, so that it does not matter whether these
// were typed.

// polishEndings are those of nouns and adjectives of all genders and cases.
var polishEndings = newEndings(`iami iach iego iemu ami ach ego emu owi ymi imi ych ich iej iem iom ej ym im em om ow ie ia iu io ii a e i o u y`)

// polishClosed are the endings that many words have without any, such as system: of these also
// what an open ending leaves is cut, so that systemu has the stem of system.
var polishClosed = polishEndings.closed("mhwj")

// Polish returns the stem of a folded Polish word without accents. A k that softens before some
// endings stays a k (użytkownicy), and an e that other forms lack is left out (rolek, rolka).
func Polish(word string) string {
	if strings.HasSuffix(word, "rze") && len(word) > 5 { // serwerze, of serwer
		return word[:len(word)-2]
	}
	stem := polishClosed.cut(polishEndings.cut(word, 3), 3)
	n := len(stem)
	switch {
	case strings.HasSuffix(stem, "iec") && n > 4:
		return stem[:n-3] + "k"
	case strings.HasSuffix(stem, "ek") && n > 4 && strings.IndexByte("aeiouy", stem[n-3]) < 0:
		return stem[:n-2] + "k"
	case strings.HasSuffix(stem, "c"):
		return stem[:n-1] + "k"
	}
	return stem
}

// czechEndings are those of nouns and adjectives, after L. Dolamic and J. Savoy, Indexing and
// stemming approaches for the Czech language (2009), without those that end many stems as well (-at, -us).
var czechEndings = newEndings(`atech etem atum ech ich eho emi emu iho imi imu ach ata aty ych ama ami yma ima ymi em im um am ym mi ou a e i o u y`)

// czechClosed are to Czech what polishClosed are to Polish.
var czechClosed = czechEndings.closed("mh")

// Czech returns the stem of a folded Czech word without accents. Consonants that soften before
// some endings are written as the hard ones (knize, kniha), and an e that other forms lack is left
// out (obrázek, obrázku).
func Czech(word string) string {
	stem := czechClosed.cut(czechEndings.cut(word, 3), 3)
	if base, ok := strings.CutSuffix(stem, "ov"); ok && len(base) > 3 { // příkazový, uživatelovi
		stem = base
	}
	n := len(stem)
	if n >= 4 && stem[n-2] == 'e' && strings.IndexByte("cklnr", stem[n-1]) >= 0 && strings.IndexByte("aeiouy", stem[n-3]) < 0 {
		stem = stem[:n-2] + stem[n-1:]
		n--
	}
	switch {
	case strings.HasSuffix(stem, "ct"):
		return stem[:n-2] + "ck"
	case strings.HasSuffix(stem, "c"):
		return stem[:n-1] + "k"
	case strings.HasSuffix(stem, "z"):
		return stem[:n-1] + "h"
	}
	return stem
}

// ukrainianEndings are those of nouns and adjectives of all genders and cases.
var ukrainianEndings = newEndings(`ами ями ові еві єві ого ьому ому ими іми ах ях ів їв ей ой ою ею єю ям ам ом ем єм ій ії ію ія іх их им ім ий ої ую юю ої а я о е є у ю и і ї й ь`)

// ukrainianClosed are to Ukrainian what polishClosed are to Polish.
var ukrainianClosed = ukrainianEndings.closed("мхвй")

// Ukrainian returns the stem of a folded Ukrainian word. A consonant that is doubled before some
// endings is written once (зображення, зображень), the vowel that some forms have before the last
// consonant is left out (сторінок, сторінка), and sounds that change before endings are written as
// one (швидкість, швидкості; бібліотеці, бібліотека).
func Ukrainian(word string) string {
	stem := ukrainianClosed.cut(ukrainianEndings.cut(word, 3), 3)
	last, n := utf8.DecodeLastRuneInString(stem)
	base := stem[:len(stem)-n]
	before, m := utf8.DecodeLastRuneInString(base)
	if last == before {
		return base
	}
	if root, ok := strings.CutSuffix(stem, "іст"); ok {
		return root + "ост"
	}
	if root := base[:len(base)-m]; last == 'к' && before == 'о' || last == 'ц' && before == 'е' {
		if c, _ := utf8.DecodeLastRuneInString(root); utf8.RuneCountInString(root) >= 2 && !strings.ContainsRune("аеиоуєюяії", c) {
			base = root
		}
	}
	if last == 'ц' {
		return base + "к"
	}
	return base + stem[len(stem)-n:]
}
