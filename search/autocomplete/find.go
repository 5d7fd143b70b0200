package autocomplete

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/copies"
	"github.com/aranea-search/aranea/search/spell"
)

// A Prober runs whole queries for the searcher who is typing.
type Prober interface {
	// Probe returns the number of matching pages and the best of them. The searcher is told
	// nothing that is not in these.
	Probe(ctx context.Context, q string) (total int, pages []spell.Page, err error)
}

// A Completion is one possible continuation of a query.
type Completion struct {
	Text string `json:"text"` // the whole query
	// Title says that it is a piece of a page's title; otherwise the last word was completed.
	Title bool `json:"title,omitempty"`
}

// Words that are tried: likely is how many are, triedBeside how many are looked at to find those
// that follow the word before.
const (
	likely      = 16
	triedBeside = 64
)

// A trial is a word that may complete a query, with the best pages that match.
type trial struct {
	word   string
	total  int
	beside int // pages where it follows the word before
	pages  []spell.Page
}

// Find tries words of the dictionary that may complete a query, and returns at most most of
// them and of the titles of the pages found. Words that often follow the word before come
// first, and of several forms of a word only one is returned.
func (d *Dictionary) Find(ctx context.Context, snap *index.Snapshot, a *analyze.Analyzer, typed Typed, ask Prober, most int) ([]Completion, error) {
	trials, err := d.try(ctx, snap, typed, ask)
	if err != nil {
		return nil, err
	}
	titles := titlesOf(typed, trials)
	words := unlike(slices.DeleteFunc(trials, func(t trial) bool { return t.word == typed.Start }), snap, a)
	out := make([]Completion, 0, most)
	for _, t := range words[:min(len(words), max(most/2, most-len(titles)))] {
		text, err := spell.Written(a, snap, t.pages, t.word)
		if err != nil {
			return nil, err
		}
		out = append(out, Completion{Text: typed.With(text)})
	}
	for _, text := range titles[:min(len(titles), most-len(out))] {
		out = append(out, Completion{Text: text, Title: true})
	}
	return out, nil
}

// try runs the query with each of the words that may complete it, and returns those with which
// it finds something, the best ones first.
func (d *Dictionary) try(ctx context.Context, snap *index.Snapshot, typed Typed, ask Prober) ([]trial, error) {
	trials, err := d.beside(ctx, snap, typed, ask)
	if err != nil {
		return nil, err
	}
	for i := range trials {
		t := &trials[i]
		if t.total, t.pages, err = ask.Probe(ctx, typed.With(t.word)); err != nil {
			return nil, err
		}
	}
	trials = slices.DeleteFunc(trials, func(t trial) bool { return len(t.pages) == 0 })
	slices.SortStableFunc(trials, func(a, b trial) int {
		return cmp.Or(cmp.Compare(b.beside, a.beside), cmp.Compare(b.total, a.total))
	})
	return trials, nil
}

// beside returns the likeliest words: those that follow the word before, in the most pages first;
// if there are none, those in the most pages.
func (d *Dictionary) beside(ctx context.Context, snap *index.Snapshot, typed Typed, ask Prober) ([]trial, error) {
	most := likely
	if typed.Beside("") != "" {
		most = triedBeside
	}
	words, err := d.Words(snap, typed, most)
	if err != nil {
		return nil, err
	}
	var trials []trial
	for _, w := range words {
		t := trial{word: w}
		if last, _ := utf8.DecodeLastRuneInString(w); typed.run && strings.ContainsRune(particles, last) {
			continue
		}
		if q := typed.Beside(w); q != "" {
			if t.beside, _, err = ask.Probe(ctx, q); err != nil {
				return nil, err
			}
		}
		if t.beside > 0 || !typed.run {
			trials = append(trials, t)
		}
	}
	slices.SortStableFunc(trials, func(a, b trial) int { return cmp.Compare(b.beside, a.beside) })
	if len(trials) > 0 && trials[0].beside > 0 {
		trials = slices.DeleteFunc(trials, func(t trial) bool { return t.beside == 0 && t.word != typed.Start })
	}
	return trials[:min(len(trials), likely)], nil
}

// particles are Chinese characters that end no word of two: a pair with one at its end reaches
// beyond the word.
const particles = "的了是在和中时与为就不也到及或等"

// unlike returns the trials without words that are further forms of an earlier one, in the
// language of the best page that has them.
func unlike(trials []trial, snap *index.Snapshot, a *analyze.Analyzer) []trial {
	var out []trial
	seen := map[string]bool{}
	for _, t := range trials {
		var stems []string
		lang := copies.LangOf(snap, t.pages[0].Seg, t.pages[0].Doc)
		for _, q := range a.Query(t.word) {
			if q.Unspaced || q.Stemmer(lang) != lang {
				continue
			}
			for _, s := range q.Stems(lang) {
				stems = append(stems, s.Term)
			}
		}
		if slices.ContainsFunc(stems, func(s string) bool { return seen[s] }) {
			continue
		}
		for _, s := range stems {
			seen[s] = true
		}
		out = append(out, t)
	}
	return out
}

// titlesOf returns the pieces of titles that continue what was typed, those of the most pages
// first.
func titlesOf(typed Typed, trials []trial) []string {
	count, first := map[string]int{}, map[string]string{}
	var order []string
	for _, t := range trials {
		for _, p := range t.pages {
			piece := typed.Piece(p.Title)
			key := strings.ToLower(piece)
			if piece == "" || key == strings.ToLower(typed.Head+typed.Last) {
				continue
			}
			if count[key]++; count[key] == 1 {
				first[key] = piece
				order = append(order, key)
			}
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	for i, key := range order {
		order[i] = first[key]
	}
	return order
}
