package complete

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
)

// A Prober runs whole queries for the searcher who is typing.
type Prober interface {
	// Probe returns the number of matching pages and the best of them. The searcher is told
	// nothing that is not in these.
	Probe(ctx context.Context, q string) (total int, pages []Page, err error)
}

// A Page is a page that the searcher may see.
type Page struct {
	Title string
	Seg   int
	Doc   uint32
}

// A Completion is one possible continuation of a query.
type Completion struct {
	Text string `json:"text"` // the whole query
	// Title says that it is a piece of a page's title; otherwise the last word was completed.
	Title bool `json:"title,omitempty"`
}

// triedWords is how many words are tried.
const triedWords = 16

// A trial is a word that may complete a query, with the best pages that match.
type trial struct {
	word   string
	total  int
	beside int // pages where it follows the previous word
	pages  []Page
}

// Find tries words of the dictionary that may complete a query, and returns at most most of
// them and of the titles of the pages found. Words that often follow the previous one come
// first, and of several forms of a word only one is returned.
func (d *Dictionary) Find(ctx context.Context, snap *index.Snapshot, a *analyze.Analyzer, typed Typed, ask Prober, most int) ([]Completion, error) {
	trials, err := d.try(ctx, snap, a, typed, ask)
	if err != nil {
		return nil, err
	}
	titles := titlesOf(typed, trials)
	out := make([]Completion, 0, most)
	for _, t := range trials[:min(len(trials), max(most/2, most-len(titles)))] {
		text, err := spelled(a, snap, t)
		if err != nil {
			return nil, err
		}
		if text != strings.ToLower(typed.Last) {
			out = append(out, Completion{Text: typed.With(text)})
		}
	}
	for _, text := range titles[:min(len(titles), most-len(out))] {
		out = append(out, Completion{Text: text, Title: true})
	}
	return out, nil
}

// try runs the query with each of the words that may complete it, and returns those with which
// it finds something, the best ones first.
func (d *Dictionary) try(ctx context.Context, snap *index.Snapshot, a *analyze.Analyzer, typed Typed, ask Prober) ([]trial, error) {
	words, err := d.Words(snap, typed, triedWords)
	if err != nil {
		return nil, err
	}
	var trials []trial
	for _, w := range words {
		t := trial{word: w}
		if t.total, t.pages, err = ask.Probe(ctx, typed.With(w)); err != nil {
			return nil, err
		}
		if len(t.pages) == 0 {
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
	slices.SortStableFunc(trials, func(a, b trial) int {
		return cmp.Or(cmp.Compare(b.beside, a.beside), cmp.Compare(b.total, a.total))
	})
	return unlike(trials, a), nil
}

// stemmed are the languages whose stems tell that two words are forms of one.
var stemmed = [...]analyze.Lang{analyze.En, analyze.Ru, analyze.Pt}

// unlike returns the trials without words that are further forms of an earlier one.
func unlike(trials []trial, a *analyze.Analyzer) []trial {
	var out []trial
	seen := map[string]bool{}
	for _, t := range trials {
		again := false
		for _, q := range a.Query(t.word) {
			for _, l := range stemmed {
				if q.Unspaced || q.Stemmer(l) != l {
					continue
				}
				for _, s := range q.Stems(l) {
					again = again || seen[s.Term]
					seen[s.Term] = true
				}
			}
		}
		if !again {
			out = append(out, t)
		}
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

// spelled returns how pages spell a word that completes a query, judged by what may be shown of
// them: the index only knows it without accents.
func spelled(a *analyze.Analyzer, snap *index.Snapshot, t trial) (string, error) {
	for _, p := range t.pages {
		if text := Spelled(a, []byte(p.Title), t.word); text != "" {
			return text, nil
		}
	}
	for _, p := range t.pages[:min(len(t.pages), 1)] {
		text, err := snap.Text(p.Seg, p.Doc)
		if err != nil {
			return "", err
		}
		if text := Spelled(a, text[:min(len(text), spelledBytes)], t.word); text != "" {
			return text, nil
		}
	}
	return t.word, nil
}

// spelledBytes is how much text of a page is searched for a spelling.
const spelledBytes = 4 << 10
