package main

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/analyze/language"
)

// Sizes of models.
const (
	mostSequences = 1600 // of a language
	scale         = 16   // of a logarithm in a byte
)

// train prints one line for each language that shares its alphabet.
func train(dir string) error {
	all, err := texts(dir, true)
	if err != nil {
		return err
	}
	for _, lang := range slices.Sorted(maps.Keys(all)) {
		text := strings.Join(all[lang], "\n")
		script, name := alphabetOf(text)
		if script == nil {
			continue
		}
		count, sum := map[language.Sequence]float64{}, 0.0
		for s := range language.Sequences([]byte(text)) {
			if isOf(s, script) {
				count[s]++
				sum++
			}
		}
		order := slices.SortedFunc(maps.Keys(count), func(a, b language.Sequence) int {
			return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
		})
		order = order[:min(len(order), mostSequences)]
		var letters strings.Builder
		logs := make([]byte, len(order))
		for i, s := range order {
			letters.WriteString(s.String())
			logs[i] = byte(min(math.Round(-math.Log(count[s]/sum)*scale), 255))
		}
		fmt.Println(lang, name, letters.String(), base64.RawStdEncoding.EncodeToString(logs))
	}
	return nil
}

// alphabetOf returns the alphabet of most letters of a text, nil if only one
// language is told by it.
func alphabetOf(text string) (*unicode.RangeTable, string) {
	count := map[*unicode.RangeTable]int{}
	all := []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Arabic}
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
		for _, table := range all {
			if unicode.Is(table, r) {
				count[table]++
			}
		}
	}
	for i, table := range all {
		if count[table]*2 > letters {
			return table, language.Alphabet(i).String()
		}
	}
	return nil, ""
}

// isOf reports whether all letters of a sequence are of an alphabet.
func isOf(s language.Sequence, script *unicode.RangeTable) bool {
	for _, r := range s.String() {
		if r != language.Border && !unicode.Is(script, r) && !unicode.Is(unicode.Inherited, r) {
			return false
		}
	}
	return true
}
