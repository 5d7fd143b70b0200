package inflection

import (
	_ "embed"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/russian"
)

// Russian returns the stem of a folded Russian word: its Snowball stem without what Snowball
// leaves to some forms of a word and not to others. Two words with one Snowball stem have one
// stem, unless russian.txt names one of them.
func Russian(env *snowballstem.Env, word string) string {
	if stem, ok := russianForms[word]; ok {
		return stem
	}
	return russianRule(env, word)
}

// russianRule is Russian of a word that the table does not have.
func russianRule(env *snowballstem.Env, word string) string {
	stem := snowball(env, russian.Stem, word)
	if s, ok := withoutFleeting(stem); ok {
		return s
	}
	return withoutSuffix(stem)
}

const russianVowels = "аеиоуыэюя"

// cyrillic is the length of a Cyrillic letter in bytes.
const cyrillic = 2

// withoutFleeting returns a stem without the fleeting vowel before its last consonant, or with
// what other forms have in its place: списк for список, владельц for владелец, стройк for
// строек. It returns false if there is none.
func withoutFleeting(stem string) (string, bool) {
	at := len(stem) - 2*cyrillic
	if at < 2*cyrillic {
		return "", false
	}
	base, end := stem[:at], stem[at:]
	switch end {
	case "ок", "ек", "ец", "ел":
	default:
		return "", false
	}
	if !strings.ContainsAny(base, russianVowels) {
		return "", false
	}
	before, _ := utf8.DecodeLastRuneInString(base)
	vowel := strings.ContainsRune(russianVowels, before)
	switch {
	case end == "ок" && !vowel, end == "ек" && strings.ContainsRune("жчш", before):
		return base + "к", true
	case end == "ек" && vowel:
		return base + "йк", true
	case end == "ек" && strings.ContainsRune("длнрст", before):
		return base + "ьк", true
	case end == "ец" && vowel:
		return base + "йц", true
	case end == "ец" && before == 'л':
		return base + "ьц", true
	case end == "ец":
		return base + "ц", true
	case end == "ел" && before == 'ш':
		return base + "л", true
	}
	return "", false
}

// withoutSuffix returns a stem without the suffix of participles and of nouns made of verbs, so
// that обновление and обновлён have the stem of обновить, and описание that of описать. Snowball
// cuts the same letters from some forms of nouns (экзамен, журнал), which so meet the others.
func withoutSuffix(stem string) string {
	if base, ok := strings.CutSuffix(stem, "ен"); ok && len(base) >= 4*cyrillic && !namesWithEn[stem] {
		return withoutEpenthesis(base, 4)
	}
	for _, end := range [...]string{"ан", "ян", "ал", "ял"} {
		if strings.HasSuffix(stem, end) && len(stem) >= 6*cyrillic {
			return stem[:len(stem)-cyrillic]
		}
	}
	return withoutEpenthesis(stem, 5)
}

// withoutEpenthesis returns a stem without the л that comes after a labial in some forms of
// verbs: установить, установлю. At least so many letters stay.
func withoutEpenthesis(stem string, least int) string {
	base, ok := strings.CutSuffix(stem, "л")
	if last, _ := utf8.DecodeLastRuneInString(base); ok && len(base) >= least*cyrillic && strings.ContainsRune("бвмп", last) {
		return base
	}
	return stem
}

// namesWithEn are stems whose -ен is no suffix, and without it they are stems of other words.
var namesWithEn = map[string]bool{
	"вожден": true, "искрен": true, "настен": true, "оперен": true, "словен": true, "степен": true, "ступен": true, "экстрен": true,
}

// russianTable has a row for each stem of words some of whose forms Snowball takes for verbs, or
// whose forms follow no rule: the stem, and the forms that do not have it by rule.
//
//go:embed russian.txt
var russianTable string

// russianForms are the stems of the forms in russianTable.
var russianForms = func() map[string]string {
	m := map[string]string{}
	for row := range strings.Lines(russianTable) {
		if f := strings.Fields(row); len(f) > 0 {
			for _, form := range f[1:] {
				m[form] = f[0]
			}
		}
	}
	return m
}()
