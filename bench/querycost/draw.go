package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/aranea-search/aranea/index"
)

// A page is what queries are drawn from.
type page struct {
	url, host string
	words     []string
}

// A corpus is the pages and in how many of them each word stands.
type corpus struct {
	pages []page
	df    map[string]int
}

// read takes the texts of the index, in the order of the addresses.
func read(r *index.Reader) (*corpus, error) {
	snap, err := r.Fresh(context.Background())
	if err != nil {
		return nil, err
	}
	defer snap.Close()
	c := &corpus{df: map[string]int{}}
	for d, err := range snap.Documents(context.Background()) {
		if err != nil {
			return nil, err
		}
		p := page{url: d.URL, words: wordsOf(string(d.Text))}
		p.host, _, _ = strings.Cut(strings.TrimPrefix(d.URL, "http://"), "/")
		if len(p.words) >= 20 {
			c.pages = append(c.pages, p)
		}
		seen := map[string]bool{}
		for _, w := range p.words {
			if !seen[w] {
				seen[w] = true
				c.df[w]++
			}
		}
	}
	if len(c.pages) == 0 {
		return nil, errors.New("the index holds no text")
	}
	slices.SortFunc(c.pages, func(a, b page) int { return strings.Compare(a.url, b.url) })
	return c, nil
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
}

// word draws a word of the page whose share of all pages lies between two
// bounds.
func (c *corpus) word(rnd *rand.Rand, p *page, least, most float64) (string, bool) {
	n := float64(len(c.pages))
	for range 200 {
		w := p.words[rnd.IntN(len(p.words))]
		if df := float64(c.df[w]); df >= max(least*n, 2) && df <= most*n && len(w) > 2 {
			return w, true
		}
	}
	return "", false
}

// run draws n words that stand side by side.
func (p *page) run(rnd *rand.Rand, n int) (string, bool) {
	at := rnd.IntN(len(p.words) - n)
	text := strings.Join(p.words[at:at+n], " ")
	return `"` + text + `"`, len(text) > 4*n-1
}

// classes draw one query each from a page; false says to try another page.
var classes = []struct {
	name string
	draw func(c *corpus, rnd *rand.Rand, p *page) (string, bool)
}{
	{"common", func(c *corpus, rnd *rand.Rand, p *page) (string, bool) { return c.word(rnd, p, 0.05, 0.5) }},
	{"rare", func(c *corpus, rnd *rand.Rand, p *page) (string, bool) { return c.word(rnd, p, 0, 0.005) }},
	{"and", joined(" ", 2, 0.01, 0.2)},
	{"common and", joined(" ", 2, 0.05, 0.5)},
	{"free", joined(" ", 3, 0.001, 0.2)},
	{"or", joined(" OR ", 3, 0.01, 0.2)},
	{"exclusion", joined(" -", 2, 0.01, 0.3)},
	{"site", func(c *corpus, rnd *rand.Rand, p *page) (string, bool) {
		w, ok := c.word(rnd, p, 0.005, 0.5)
		return w + " site:" + p.host, ok
	}},
	{"phrase 2", func(_ *corpus, rnd *rand.Rand, p *page) (string, bool) { return p.run(rnd, 2) }},
	{"phrase 4", func(_ *corpus, rnd *rand.Rand, p *page) (string, bool) { return p.run(rnd, 4) }},
	{"name", func(c *corpus, rnd *rand.Rand, p *page) (string, bool) {
		w, ok := c.word(rnd, p, 0.001, 0.2)
		return p.name() + " " + w, ok && p.name() != ""
	}},
	{"start page", func(_ *corpus, _ *rand.Rand, p *page) (string, bool) { return p.name() + " docs", p.name() != "" }},
}

// name returns the word that begins the name of the page's host, "" if there is none.
func (p *page) name() string {
	end := strings.IndexFunc(p.host, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 3 {
		return ""
	}
	return p.host[:end]
}

// joined draws n different words of one page.
func joined(by string, n int, least, most float64) func(*corpus, *rand.Rand, *page) (string, bool) {
	return func(c *corpus, rnd *rand.Rand, p *page) (string, bool) {
		var words []string
		for range n {
			w, ok := c.word(rnd, p, least, most)
			if !ok || slices.Contains(words, w) {
				return "", false
			}
			words = append(words, w)
		}
		return strings.Join(words, by), true
	}
}

// drawTo writes n queries of each class, shuffled.
func drawTo(name string, r *index.Reader, n int, seed uint64) error {
	c, err := read(r)
	if err != nil {
		return err
	}
	rnd := rand.New(rand.NewPCG(seed, 1))
	var lines []string
	for _, class := range classes {
		for have, try := 0, 0; have < n && try < 1000*n; try++ {
			if q, ok := class.draw(c, rnd, &c.pages[rnd.IntN(len(c.pages))]); ok {
				lines = append(lines, class.name+"\t"+q)
				have++
			}
		}
	}
	rnd.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, l := range lines {
		fmt.Fprintln(w, l)
	}
	return errors.Join(w.Flush(), f.Close())
}

// dumpTo writes every page of the index as a line of JSON.
func dumpTo(name string, r *index.Reader) error {
	snap, err := r.Fresh(context.Background())
	if err != nil {
		return err
	}
	defer snap.Close()
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := json.NewEncoder(f)
	for d, err := range snap.Documents(context.Background()) {
		if err != nil {
			return errors.Join(err, f.Close())
		}
		host, _, _ := strings.Cut(strings.TrimPrefix(d.URL, "http://"), "/")
		err = w.Encode(map[string]string{"url": d.URL, "host": host, "title": d.Title, "text": d.Title + "\n" + string(d.Text)})
		if err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return f.Close()
}
