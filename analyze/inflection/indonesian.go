package inflection

import "strings"

// Indonesian returns the stem of a folded Indonesian word after F. Z. Tala, A study of stemming
// effects on information retrieval in Bahasa Indonesia (2003): a particle, a possessive, prefixes
// and a suffix are cut as long as the word has more than two vowels. Unlike there, a t that a
// prefix swallowed comes back (menulis, tulis), and the ending -si of loan words stays.
func Indonesian(word string) string {
	word = cutOne(word, "kah", "lah", "pun")
	word = cutOne(word, "nya", "ku", "mu")
	stem, first := cutFirstPrefix(word)
	if first == "" {
		stem = cutSecondPrefix(stem)
		return cutSuffix(stem, first)
	}
	if short := cutSuffix(stem, first); short != stem {
		return cutSecondPrefix(short)
	}
	return cutSecondPrefix(stem)
}

// leastRoot is how many letters a prefix leaves at least.
const leastRoot = 4

// long reports whether a word has more than two vowels, so that it may be longer than a root.
func long(word string) bool {
	n := 0
	for i := range len(word) {
		if isVowel(word[i]) {
			n++
		}
	}
	return n > 2
}

func isVowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

// cutOne returns a long word without one of some endings.
func cutOne(word string, ends ...string) string {
	if long(word) {
		for _, end := range ends {
			if base, ok := strings.CutSuffix(word, end); ok {
				return base
			}
		}
	}
	return word
}

// indonesianPrefixes are those that come first, and what is put in their place before a vowel.
var indonesianPrefixes = [...]struct{ prefix, vowel string }{
	{"meng", ""}, {"meny", "s"}, {"men", "t"}, {"mem", "p"}, {"me", ""},
	{"peng", ""}, {"peny", "s"}, {"pen", "t"}, {"pem", "p"},
	{"di", ""}, {"ter", ""}, {"ke", ""},
}

// cutFirstPrefix returns a long word without the prefix that comes first, and the prefix.
func cutFirstPrefix(word string) (stem, prefix string) {
	if !long(word) {
		return word, ""
	}
	for _, p := range indonesianPrefixes {
		if base, ok := strings.CutPrefix(word, p.prefix); ok && base != "" {
			if isVowel(base[0]) {
				base = p.vowel + base
			}
			if len(base) >= leastRoot {
				return base, p.prefix
			}
		}
	}
	return word, ""
}

// cutSecondPrefix returns a long word without the prefix that comes second.
func cutSecondPrefix(word string) string {
	if !long(word) {
		return word
	}
	for _, p := range [...]string{"belajar", "pelajar"} { // the one root that takes an l
		if base, ok := strings.CutPrefix(word, p); ok {
			return "ajar" + base
		}
	}
	for _, p := range [...]string{"ber", "per"} {
		if base, ok := strings.CutPrefix(word, p); ok && len(base) >= leastRoot {
			return base
		}
	}
	if base, ok := strings.CutPrefix(word, "be"); ok && len(base) > leastRoot && base[1:3] == "er" { // bekerja
		return base
	}
	return word
}

// cutSuffix returns a long word without its suffix. Some suffixes do not go with some prefixes.
func cutSuffix(word, prefix string) string {
	if !long(word) {
		return word
	}
	if base, ok := strings.CutSuffix(word, "kan"); ok && prefix != "ke" && prefix != "peng" {
		return base
	}
	if base, ok := strings.CutSuffix(word, "an"); ok && prefix != "di" && prefix != "meng" && prefix != "ter" {
		return base
	}
	if base, ok := strings.CutSuffix(word, "i"); ok && !strings.HasSuffix(word, "si") && prefix != "ke" && prefix != "peng" {
		return base
	}
	return word
}
