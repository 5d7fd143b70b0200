package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Which words are common.
const (
	mostWords   = 600 // of a language
	longestWord = 24  // in bytes
	fewest      = 3   // times that a word stands in a text
	likeMost    = 8   // a word is common where it is at least one of so many times as frequent as where it is most
)

// commonWords prints the words that are common in languages: a line for each set of these.
func commonWords(dir string) error {
	all, err := texts(dir, true)
	if err != nil {
		return err
	}
	frequent := map[string]map[string]map[string]float64{} // by alphabet and language
	for _, lang := range slices.Sorted(maps.Keys(all)) {
		text := strings.Join(all[lang], "\n")
		if script, name := alphabetOf(text); script != nil {
			if frequent[name] == nil {
				frequent[name] = map[string]map[string]float64{}
			}
			frequent[name][lang] = frequencies(text, script)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(frequent)) {
		sets := setsOf(frequent[name])
		for _, set := range slices.Sorted(maps.Keys(sets)) {
			fmt.Println(name, set, strings.Join(sets[set], " "))
		}
	}
	return nil
}

// frequencies returns how frequent the words of a text are that are of letters of a script in
// lower case, but for the first, as parts of all.
func frequencies(text string, script *unicode.RangeTable) map[string]float64 {
	count, sum := map[string]float64{}, 0.0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < 'A' }) {
		if len(word) < 2 || len(word) > longestWord {
			continue
		}
		if c := word[0]; 'A' <= c && c <= 'Z' {
			word = strings.ToLower(word[:1]) + word[1:]
		}
		if strings.ContainsFunc(word, func(r rune) bool { return !unicode.Is(script, r) || unicode.IsUpper(r) && r < utf8.RuneSelf }) {
			continue
		}
		count[word]++
		sum++
	}
	for word, n := range count {
		if n < fewest {
			delete(count, word)
			continue
		}
		count[word] = n / sum
	}
	return count
}

// setsOf returns the words that are common in some languages, by the codes of all these, but
// for those that most languages have.
func setsOf(frequent map[string]map[string]float64) map[string][]string {
	words := map[string]float64{} // how frequent they are where they are most
	for _, of := range frequent {
		order := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
			return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b))
		})
		for _, word := range order[:min(len(order), mostWords)] {
			words[word] = 0
		}
	}
	for word := range words {
		for _, of := range frequent {
			words[word] = max(words[word], of[word])
		}
	}
	sets := map[string][]string{}
	for _, word := range slices.Sorted(maps.Keys(words)) {
		var langs []string
		for _, lang := range slices.Sorted(maps.Keys(frequent)) {
			if frequent[lang][word] >= words[word]/likeMost {
				langs = append(langs, lang)
			}
		}
		if 2*len(langs) <= len(frequent) {
			set := strings.Join(langs, "+")
			sets[set] = append(sets[set], word)
		}
	}
	return sets
}
