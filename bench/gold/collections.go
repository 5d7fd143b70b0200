package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// segments reads pages with texts that belong to the main text, and texts that do
// not.
func segments(dir string) ([]sample, error) {
	file, err := os.ReadFile(filepath.Join(dir, "evaldata.json"))
	if err != nil {
		return nil, err
	}
	var data map[string]struct {
		File          string
		With, Without []string
	}
	if err := json.Unmarshal(file, &data); err != nil {
		return nil, err
	}
	var all []sample
	for url, d := range data {
		body, err := os.ReadFile(filepath.Join(dir, "cache", d.File))
		if err != nil {
			body, err = os.ReadFile(filepath.Join(dir, "eval", d.File))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, sample{d.File, url, body, func(text string) (c counts) {
			text = spaced(text)
			for _, w := range d.With {
				if strings.Contains(text, spaced(w)) {
					c.found++
				} else {
					c.missed++
					c.detail = append(c.detail, "missed: "+w)
				}
			}
			for _, w := range d.Without {
				if strings.Contains(text, spaced(w)) {
					c.wrong++
					c.detail = append(c.detail, "wrong: "+w)
				}
			}
			return c
		}})
	}
	slices.SortFunc(all, func(a, b sample) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// spaced makes all runs of whitespace one space.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

// articles reads pages with their whole main text.
func articles(dir string) ([]sample, error) {
	file, err := os.ReadFile(filepath.Join(dir, "ground-truth.json"))
	if err != nil {
		return nil, err
	}
	var data map[string]struct{ ArticleBody, URL string }
	if err := json.Unmarshal(file, &data); err != nil {
		return nil, err
	}
	var all []sample
	for name, d := range data {
		f, err := os.ReadFile(filepath.Join(dir, "html", name+".html.gz"))
		if err != nil {
			return nil, err
		}
		z, err := gzip.NewReader(bytes.NewReader(f))
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(z)
		if err != nil {
			return nil, err
		}
		all = append(all, sample{name, d.URL, body, byRuns(d.ArticleBody)})
	}
	slices.SortFunc(all, func(a, b sample) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// readability reads pages with what a well-known extractor must make of them.
func readability(dir string) ([]sample, error) {
	pages, err := filepath.Glob(filepath.Join(dir, "*", "source.html"))
	if err != nil {
		return nil, err
	}
	var all []sample
	for _, p := range pages {
		body, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		expected, err := os.ReadFile(filepath.Join(filepath.Dir(p), "expected.html"))
		if err != nil {
			return nil, err
		}
		name := filepath.Base(filepath.Dir(p))
		all = append(all, sample{name, "http://" + name + ".invalid/page.html", body, byRuns(textIn(expected))})
	}
	return all, nil
}

// textIn returns the text of a piece of HTML.
func textIn(source []byte) string {
	var b strings.Builder
	z := html.NewTokenizer(bytes.NewReader(source))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Text())
			b.WriteByte(' ')
		}
	}
}

var word = regexp.MustCompile(`[\pL\pN\pM_]+`)

// runs counts the runs of four words of a text.
func runs(text string) map[string]float64 {
	words := word.FindAllString(text, -1)
	out := map[string]float64{}
	for i := range max(1, len(words)-3) {
		if run := strings.Join(words[i:min(i+4, len(words))], " "); run != "" {
			out[run]++
		}
	}
	return out
}

// byRuns judges a text by the runs of words that it shares with the right one. Long
// pages count as much as short ones.
func byRuns(right string) func(string) counts {
	want := runs(right)
	return func(text string) (c counts) {
		got := runs(text)
		for run, n := range want {
			c.found += min(n, got[run])
			c.missed += max(0, n-got[run])
		}
		for run, n := range got {
			c.wrong += max(0, n-want[run])
		}
		if all := c.found + c.wrong + c.missed; all > 0 {
			c.found, c.wrong, c.missed = c.found/all, c.wrong/all, c.missed/all
		}
		return c
	}
}
