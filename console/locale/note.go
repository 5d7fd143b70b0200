package locale

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// noteGroup is the group of the sentences that other packages produce in English.
const noteGroup = "note."

// A pattern recognizes a sentence of the catalogue with values in it.
type pattern struct {
	name     string
	sentence *regexp.Regexp
	values   []string // their names, in the order of the groups of the regular expression sentence
}

// patternsOf returns the patterns of the notes among texts, those with the most literal text
// first.
func patternsOf(texts map[string]string) []pattern {
	var out []pattern
	names := slices.SortedFunc(maps.Keys(texts), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(mark.ReplaceAllString(texts[b], "")), len(mark.ReplaceAllString(texts[a], ""))), cmp.Compare(a, b))
	})
	for _, name := range names {
		if strings.HasPrefix(name, noteGroup) {
			out = append(out, patternOf(name, texts[name]))
		}
	}
	return out
}

func patternOf(name, text string) pattern {
	p := pattern{name: name}
	expression, from := "(?s)^", 0
	for _, at := range mark.FindAllStringIndex(text, -1) {
		expression += regexp.QuoteMeta(text[from:at[0]]) + "(.+)"
		p.values = append(p.values, text[at[0]+1:at[1]-1])
		from = at[1]
	}
	p.sentence = regexp.MustCompile(expression + regexp.QuoteMeta(text[from:]) + "$")
	return p
}

// Note returns the translation of an English sentence that another package produced, and false if
// it matches no note of the catalogue.
func (l *Locale) Note(sentence string) (string, bool) {
	for _, p := range l.english.notes {
		found := p.sentence.FindStringSubmatch(sentence)
		if found == nil {
			continue
		}
		var pairs []string
		for i, name := range p.values {
			pairs = append(pairs, name, found[i+1])
		}
		return l.Text(p.name, pairs...), true
	}
	return "", false
}
