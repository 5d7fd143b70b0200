package analyze

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/turkish"

	"github.com/aranea-search/aranea/analyze/inflection"
)

// stemmers are the Snowball stemmers by language.
var stemmers = [numLangs]func(*snowballstem.Env) bool{
	En: english.Stem, Ru: russian.Stem, Pt: portuguese.Stem, De: german.Stem, Fr: french.Stem, Es: spanish.Stem,
	It: italian.Stem, Nl: dutch.Stem, Sv: swedish.Stem, Da: danish.Stem, No: norwegian.Stem, Fi: finnish.Stem,
	Hu: hungarian.Stem, Ro: romanian.Stem, Tr: turkish.Stem, Ar: arabic.Stem,
}

// light are the stemmers of inflection by language, for words without accents.
var light = [numLangs]func(string) string{
	Pl: inflection.Polish, Cs: inflection.Czech, Uk: inflection.Ukrainian, El: inflection.Greek, Hi: inflection.Hindi,
	Fa: inflection.Persian, ID: inflection.Indonesian, Bn: inflection.Bengali,
}

// hasStemmer reports whether the words of a language are stemmed.
func (l Lang) hasStemmer() bool { return l < numLangs && (stemmers[l] != nil || light[l] != nil) }

// A profile stands for all languages whose pages are stemmed alike; it is one of them. Foreign
// words on a page (English terms on a Russian page) are stemmed in the language that their
// alphabet suggests.
type profile = Lang

// Profiles of languages without a stemmer, by their alphabet.
const (
	plainLatin    = Vi
	plainCyrillic = Be
)

// profile returns the language that stands for all whose pages are stemmed alike: En for Und
// and for languages that use none of the Latin, Cyrillic and Arabic alphabets, plainLatin for
// Latin languages without a stemmer, plainCyrillic for Cyrillic ones.
func (l Lang) profile() profile {
	switch scriptOf(l) {
	case scriptLatin:
		if l == Und || l >= numLangs {
			return En
		}
		if !l.hasStemmer() {
			return plainLatin
		}
		return l
	case scriptCyrillic:
		switch l {
		case Ru:
			return En // its stemmer knows Russian words
		case Uk:
			return Uk
		}
		return plainCyrillic
	case scriptArabic:
		return l
	}
	return En
}

// stemmerOf returns the language whose stemmer is used for a folded word on pages of a profile;
// Und for none. Greek letters, and those of Hindi and of
// Bengali, are stemmed on all pages.
func stemmerOf(p profile, folded []byte) Lang {
	own := scriptOf(p)
	switch alphabetOf(folded) {
	case scriptLatin:
		if own != scriptLatin {
			return En
		}
		if p.hasStemmer() {
			return p
		}
	case scriptCyrillic:
		if p == Uk {
			return Uk
		}
		if own != scriptCyrillic {
			return Ru
		}
	case scriptArabic:
		if own == scriptArabic {
			return p
		}
	case scriptGreek:
		return El
	case scriptDevanagari:
		return Hi
	case scriptBengali:
		return Bn
	}
	return Und
}

// stemWord returns the stem of a folded word: that of inflection or that of Snowball; the word
// itself if there is no stemmer.
func stemWord(env *snowballstem.Env, l Lang, folded string) string {
	switch l {
	case Ru:
		return inflection.Russian(env, folded)
	case Pt:
		return inflection.Portuguese(env, folded)
	case Ar:
		return inflection.Arabic(env, folded)
	case Tr:
		return inflection.Turkish(env, folded)
	case Ro:
		return inflection.Romanian(env, folded)
	case Sv:
		return inflection.Swedish(env, folded)
	}
	if l < numLangs && light[l] != nil {
		return light[l](string(stripAccents(nil, []byte(folded))))
	}
	return snowball(env, l, folded)
}

// formerStemWord is stemWord as it was in version 2 of inflection.
func formerStemWord(env *snowballstem.Env, l Lang, folded string) string {
	if l == Ru || l == Pt {
		return stemWord(env, l, folded)
	}
	return snowball(env, l, folded)
}

// snowball returns the Snowball stem of a folded word; the word itself if there is no stemmer
// or the stem is empty.
func snowball(env *snowballstem.Env, l Lang, folded string) string {
	run := stemmers[l]
	if run == nil {
		return folded
	}
	env.SetCurrent(folded)
	run(env)
	if s := env.Current(); s != "" {
		return s
	}
	return folded
}

// englishSuffixes are the suffixes, by last byte, of words that the English stemmer may change.
var englishSuffixes = [256][]string{
	'\'': {"'"}, 'c': {"ic"}, 'd': {"ed"}, 'e': {"e"}, 'g': {"ing"}, 'i': {"i"}, 'l': {"al", "ful", "ll"}, 'm': {"ism"},
	'n': {"ion"}, 'r': {"er", "ator"}, 's': {"s"}, 't': {"ant", "ent"}, 'y': {"y"},
}

// isEnglishStem reports whether the English stemmer certainly leaves a folded word as it is.
func isEnglishStem(folded []byte) bool {
	for _, suffix := range englishSuffixes[folded[len(folded)-1]] {
		if at := len(folded) - len(suffix); at >= 0 && string(folded[at:]) == suffix {
			return false
		}
	}
	return true
}

// alphabetOf tells which of the alphabets with stemmers a word uses; every other alphabet
// counts as Han.
func alphabetOf(folded []byte) script {
	found := scriptHan
	for i := 0; i < len(folded); i++ {
		switch c := folded[i]; {
		case 'a' <= c && c <= 'z', c >= 0xC3 && c <= 0xC9:
			found = scriptLatin
		case c >= 0xD0 && c <= 0xD3:
			return scriptCyrillic
		case c >= 0xD8 && c <= 0xDB:
			return scriptArabic
		case c == 0xCE, c == 0xCF:
			return scriptGreek
		case c == 0xE0 && i+1 < len(folded):
			switch folded[i+1] {
			case 0xA4, 0xA5:
				return scriptDevanagari
			case 0xA6, 0xA7:
				return scriptBengali
			}
		}
	}
	return found
}
