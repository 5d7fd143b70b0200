package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/autocomplete"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/spell"
)

// Bounds of completions: pages looked at for a word, default number of completions, and the cost
// of trying one word.
const (
	pagesOfWord  = 4
	fewCompleted = 8
	completeCost = admission.DearCost / 5 // of trying one word
)

// Complete returns continuations of a query that is being typed, from words of the index and
// titles of its pages. Everything returned occurs in a page that the searcher may see and that
// answers it. Only Query, Limit, Langs and Access of the request are used.
func (s *Searcher) Complete(ctx context.Context, r Request) (Completions, error) {
	start := s.now()
	out := Completions{Query: r.Query, Completions: []autocomplete.Completion{}}
	err := paging.CheckCompleted(r.Limit)
	typed, ok := autocomplete.Cut(r.Query)
	if err != nil || !ok {
		return out, err
	}
	place, err := s.gate.Enter(ctx, completeCost)
	if err != nil {
		return out, fmt.Errorf("complete: %w", err)
	}
	defer place.Leave()
	snap, err := s.src.Fresh(ctx)
	if err != nil {
		return out, fmt.Errorf("complete: %w", err)
	}
	defer snap.Close()
	a := s.analyzer()
	defer s.analyzers.Put(a)
	found, err := s.words.Find(ctx, snap, a, typed, &prober{s, snap, r}, cmp.Or(r.Limit, fewCompleted))
	if err != nil {
		return out, fmt.Errorf("complete: %w", err)
	}
	out.Completions, out.Elapsed = found, s.now().Sub(start)
	return out, nil
}

// A prober runs queries on one snapshot for one searcher.
type prober struct {
	s    *Searcher
	snap *index.Snapshot
	r    Request
}

// Guard line: prober runs the queries of completions.
var _ autocomplete.Prober = (*prober)(nil)

// Probe runs a query and returns its best pages; none if it costs too much.
func (b *prober) Probe(ctx context.Context, q string) (total int, pages []spell.Page, err error) {
	return b.s.probe(ctx, b.snap, wording{tree: query.Parse(q), req: Request{Langs: b.r.Langs, Access: b.r.Access}}, completeCost)
}

// probe returns how many pages have all words of a query, and the best of them that have not
// expired; none if it costs more than most.
func (s *Searcher) probe(ctx context.Context, snap *index.Snapshot, w wording, most int64) (total int, pages []spell.Page, err error) {
	p, err := s.compile(snap, w)
	if err != nil {
		return 0, nil, err
	}
	defer p.close()
	if p.cost() > most {
		return 0, nil, nil
	}
	found, err := p.run(ctx, goal{want: pagesOfWord, need: p.needed})
	slices.SortFunc(found.hits, contest.Order[hit])
	for _, h := range found.hits {
		d, err := snap.Doc(int(h.seg), h.doc)
		if err != nil {
			return 0, nil, err
		}
		if !d.Expired(s.now()) {
			pages = append(pages, spell.Page{Title: d.Title, Seg: int(h.seg), Doc: h.doc})
		}
	}
	return found.total, pages, err
}
