package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kinds of queries.
const (
	byWords = "words"
	byTitle = "title"
	byLink  = "link"
)

// languages are those that are asked.
var languages = []string{"en", "ru", "zh", "pt"}

// A query has one right answer.
type query struct {
	kind, lang, text, want string
	fold                   int
}

// held names the words of links that are taken out where they are held out.
func (q query) held() string { return heldKey(q.want, q.text) }

// draw draws queries of each kind and language.
func (c *collection) draw(links []link, each int, seed uint64) []query {
	rnd := rand.New(rand.NewPCG(seed, 3))
	var out []query
	for _, kind := range []struct {
		name string
		all  []query
	}{{byWords, c.words(rnd)}, {byTitle, c.titles()}, {byLink, c.links(links)}} {
		for _, lang := range languages {
			var of []query
			for _, q := range kind.all {
				if q.lang == lang {
					of = append(of, q)
				}
			}
			rnd.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
			of = of[:min(each, len(of))]
			for i := range of {
				of[i].kind, of[i].fold = kind.name, i%folds
			}
			out = append(out, of...)
		}
	}
	return out
}

// words makes a query of each page: two or three of its words as they stand there,
// from one line, in order; of Chinese two runs of four characters.
func (c *collection) words(rnd *rand.Rand) []query {
	var out []query
	for _, p := range c.pages {
		lines := strings.Split(p.text, "\n")
		for range 20 {
			if text := pick(lines[rnd.IntN(len(lines))], p.lang, rnd); text != "" {
				out = append(out, query{lang: p.lang, text: text, want: p.url})
				break
			}
		}
	}
	return out
}

// pick draws words of a line, "" if it has too few.
func pick(line, lang string, rnd *rand.Rand) string {
	want, least := 2+rnd.IntN(2), 4
	if lang == "zh" {
		want = 2
	}
	words := strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) })
	words = slices.DeleteFunc(words, func(w string) bool {
		return utf8.RuneCountInString(w) < least || lang == "zh" && !unicode.Is(unicode.Han, []rune(w)[0])
	})
	if len(words) < want {
		return ""
	}
	at := rnd.Perm(len(words))[:want]
	slices.Sort(at)
	var out []string
	for _, i := range at {
		w := words[i]
		if lang == "zh" {
			runes := []rune(w)
			from := rnd.IntN(len(runes) - least + 1)
			w = string(runes[from : from+least])
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// titles makes a query of each title that one page has.
func (c *collection) titles() []query {
	count := map[string]int{}
	for _, p := range c.pages {
		count[p.title]++
	}
	var out []query
	for _, p := range c.pages {
		if p.title != "" && count[p.title] == 1 {
			out = append(out, query{lang: p.lang, text: p.title, want: p.url})
		}
	}
	return out
}

// links makes a query of each text of links that names one page: of two words or
// more, or of four characters or more in Chinese.
func (c *collection) links(links []link) []query {
	targets := map[string]string{} // "" for several
	texts := map[string]string{}
	var order []string
	for _, l := range links {
		text := strings.Join(strings.Fields(l.Anchor), " ")
		key := strings.ToLower(text)
		at, known := c.of[l.To]
		if !known || l.NoFollow || text == "" {
			continue
		}
		if c.pages[at].lang == "zh" && utf8.RuneCountInString(text) < 4 || c.pages[at].lang != "zh" && len(strings.Fields(text)) < 2 {
			continue
		}
		before, seen := targets[key]
		switch {
		case !seen:
			targets[key], texts[key] = l.To, text
			order = append(order, key)
		case before != l.To:
			targets[key] = ""
		}
	}
	var out []query
	for _, key := range order {
		if to := targets[key]; to != "" {
			out = append(out, query{lang: c.pages[c.of[to]].lang, text: texts[key], want: to})
		}
	}
	return out
}
