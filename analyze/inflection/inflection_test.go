package inflection

import (
	"strings"
	"testing"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/russian"
)

// TestRussianTable: each form in the table needs to be there, and is there once. The stem of a
// row is the one that the other forms of its word have by rule, so rules leave it as it is.
func TestRussianTable(t *testing.T) {
	t.Parallel()
	env, rows, forms := snowballstem.NewEnv(""), 0, 0
	for row := range strings.Lines(russianTable) {
		f := strings.Fields(row)
		rows++
		for _, form := range f[1:] {
			forms++
			if strings.ToLower(form) != form || strings.Contains(form, "ё") {
				t.Errorf("%s is not folded", form)
			}
			if stem := russianRule(env, form); stem == f[0] {
				t.Errorf("%s has the stem %s by rule", form, stem)
			}
		}
	}
	if len(russianForms) != forms || rows < 100 {
		t.Errorf("%d forms in %d rows give %d entries", forms, rows, len(russianForms))
	}
}

// TestRulesJoin: words with one Snowball stem have one stem, whatever the rules make of it.
func TestRulesJoin(t *testing.T) {
	t.Parallel()
	env := snowballstem.NewEnv("")
	stems := map[string]string{}
	for row := range strings.Lines(russianTable) {
		for _, ending := range strings.Fields("а у ом е ы ов ам ами ах о ой ок ек ец ен ение ения енный лен ан ал ание шел л") {
			word := strings.Fields(row)[0] + ending
			if russianForms[word] != "" {
				continue
			}
			former, now := snowball(env, russian.Stem, word), Russian(env, word)
			if other, ok := stems[former]; ok && other != now {
				t.Errorf("words with the Snowball stem %s have the stems %s and %s", former, other, now)
			}
			stems[former] = now
		}
	}
}
