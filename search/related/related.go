// Package related asks for pages that are like another one: by the words that tell
// it from the other pages of an index.
//
// Floor: 4 (acts). Stability: engine. It reads an index snapshot, and changes
// queries. Whether a searcher may see the page that is named is the business of who
// asks.
package related

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
)

// Bounds of the words of a page that are asked for.
const (
	readBytes  = 16 << 10 // of its text
	mostWords  = 9
	groups     = 3 // a page like it holds a word of each
	titleTimes = 3 // so many times a word of the title counts
	tried      = 200
	minLetters = 3
	leastPages = 2 // that hold a word: one that no other page has finds none
)

// Words returns the main words of a page of a snapshot, the one that says most
// first: often in the page, the more so in its title, and seldom elsewhere.
func Words(snap *index.Snapshot, a *analyze.Analyzer, seg int, doc uint32) ([]string, error) {
	d, err := snap.Doc(seg, doc)
	if err != nil {
		return nil, err
	}
	text, err := snap.Text(seg, doc)
	if err != nil {
		return nil, err
	}
	lang, _ := analyze.ParseLang(d.Lang)
	times := map[string]int{}
	count := func(text []byte, n int) {
		tokens, _ := a.Append(nil, text, lang)
		for _, t := range tokens {
			times[t.Word.Form()] += n
		}
	}
	count([]byte(d.Title), titleTimes)
	count([]byte(d.Heading), titleTimes)
	count([]byte(d.Description), 1)
	count(text[:min(len(text), readBytes)], 1)
	return weightiest(snap, lang, times)
}

// weightiest returns the words that say most of a page that holds them so often.
func weightiest(snap *index.Snapshot, lang analyze.Lang, times map[string]int) ([]string, error) {
	type weighed struct {
		word   string
		weight float64
	}
	var all []weighed
	for w, n := range times {
		if says(w, lang) {
			all = append(all, weighed{w, float64(n)})
		}
	}
	byWeight := func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.word, b.word))
	}
	slices.SortFunc(all, byWeight)
	all = all[:min(len(all), tried)]
	for i := range all {
		docs := 0
		for seg := range snap.Segments() {
			p, err := snap.Postings(seg, all[i].word)
			if err != nil {
				return nil, err
			}
			if p != nil {
				docs += p.DocFreq()
			}
		}
		if docs < leastPages {
			all[i].weight = 0
			continue
		}
		all[i].weight = (1 + math.Log(all[i].weight)) * math.Log(1+float64(snap.Docs())/float64(docs))
	}
	slices.SortFunc(all, byWeight)
	var out []string
	for _, w := range all[:min(len(all), mostWords)] {
		if w.weight > 0 {
			out = append(out, w.word)
		}
	}
	return out, nil
}

// says reports whether a word may tell what a page is about.
func says(word string, lang analyze.Lang) bool {
	r, _ := utf8.DecodeRuneInString(word)
	letters := utf8.RuneCountInString(word)
	return (letters >= minLetters || letters == 2 && r >= firstUnspaced) && !strings.ContainsAny(word, "0123456789") && !analyze.IsStopWord(lang, word)
}

// firstUnspaced is where the blocks begin of which two characters are a word.
const firstUnspaced = 0x2E80

// Query returns what stands for the operator: groups of the words, of each of which
// a page must hold one, and the operator itself, which leaves the page out that it
// names. Without words nothing is like the page.
func Query(n *query.Node, words []string) *query.Node {
	out := &query.Node{Kind: query.And}
	for g := range min(groups, len(words)) {
		or := &query.Node{Kind: query.Or, Field: n.Field}
		for i := g; i < len(words); i += groups {
			or.Nodes = append(or.Nodes, &query.Node{Kind: query.Word, Text: words[i]})
		}
		out.Nodes = append(out.Nodes, or)
	}
	out.Nodes = append(out.Nodes, n)
	return out
}

// First returns the first such operator at or below a node, nil if there is none.
func First(n *query.Node) *query.Node {
	if n.Kind == query.Filter && n.Field == query.Related {
		return n
	}
	for _, k := range n.Nodes {
		if found := First(k); found != nil {
			return found
		}
	}
	return nil
}

// Replaced returns a tree with another node in the place of one.
func Replaced(root, old, by *query.Node) *query.Node {
	if root == old {
		return by
	}
	out := *root
	out.Nodes = nil
	for _, k := range root.Nodes {
		out.Nodes = append(out.Nodes, Replaced(k, old, by))
	}
	return &out
}
