package inflection

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/portuguese"
)

// Portuguese returns the Snowball stem of the singular of a folded Portuguese word. Snowball
// knows no plurals but those in -s behind a vowel, and of short words not even these.
func Portuguese(env *snowballstem.Env, word string) string {
	if s, ok := portugueseForms[word]; ok {
		return snowball(env, portuguese.Stem, s)
	}
	word = singular(word)
	stem := snowball(env, portuguese.Stem, word)
	if stem == word && hasPluralS(word) {
		return snowball(env, portuguese.Stem, word[:len(word)-1])
	}
	return stem
}

// singular returns the singular of a plural whose ending tells it; any other word as it
// is.
func singular(word string) string {
	if len(word) < 4 || word[len(word)-1] != 's' {
		return word
	}
	for _, e := range pluralEndings {
		if base, ok := strings.CutSuffix(word, e.plural); ok && base != "" && (!e.accented || strings.ContainsAny(base, "áâéêíóôú")) {
			return base + e.singular
		}
	}
	return word
}

// pluralEndings are the endings of plurals that Snowball does not know, longer ones before those
// that end them. Some are plurals only behind an accent: níveis, but sabeis. Loan words keep
// their -n: tokens, plugins.
var pluralEndings = [...]struct {
	plural, singular string
	accented         bool
}{
	{"ões", "ão", false}, {"ães", "ão", false}, {"coes", "cao", false}, {"soes", "sao", false},
	{"ais", "al", false}, {"éis", "el", false}, {"óis", "ol", false}, {"azuis", "azul", false},
	{"veis", "vel", true}, {"neis", "nel", true}, {"xeis", "xel", true}, {"eis", "il", true},
	{"fis", "fil", false}, {"tis", "til", false}, {"vis", "vil", false},
	{"imos", "imo", true}, {"ãs", "ã", false}, {"pés", "pé", false}, {"wares", "ware", false},
	{"iens", "ien", false}, {"kens", "ken", false}, {"éns", "ém", false}, {"ens", "em", false},
	{"dmins", "dmin", false}, {"gins", "gin", false}, {"ltins", "ltin", false}, {"ins", "im", false}, {"uns", "um", false},
}

// portugueseForms are words that the rules would take for forms of others, with the words whose
// stems they have.
var portugueseForms = func() map[string]string {
	m := map[string]string{
		"batons": "batom", "bombons": "bombom", "bons": "bom", "caracteres": "caractere", "comando": "comandos", "cupons": "cupom",
		"dons": "dom", "hifens": "hífen", "hífens": "hífen", "marrons": "marrom", "pais": "pai", "papais": "papai", "sons": "som", "tons": "tom", "uteis": "útil",
	}
	for _, w := range strings.Fields("ademais antes cais demais depois deus dois heróis jamais mais mamães mateus matheus mães pois pões quis seis vais windows íris") {
		m[w] = w
	}
	return m
}()

// hasPluralS reports whether a word ends in an -s that may be that of a plural: behind another
// consonant, or behind a vowel without an accent, and with a vowel before.
func hasPluralS(word string) bool {
	base, ok := strings.CutSuffix(word, "s")
	last, n := utf8.DecodeLastRuneInString(base)
	return ok && len(base) >= 3 && last != 's' && n == 1 && unicode.IsLetter(last) && strings.ContainsAny(base, "aeiou")
}
