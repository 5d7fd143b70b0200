package search

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/autocomplete"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/naming"
	"github.com/aranea-search/aranea/search/pageweight"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/signals"
)

// Limits of a request.
const (
	MaxLimit     = paging.MaxLimit
	MaxOffset    = paging.MaxOffset
	MaxCompleted = paging.MaxCompleted
	refineMax    = contest.Most // pages that the second stage looks at
)

// A Searcher answers requests. It is safe for concurrent use.
type Searcher struct {
	src       Source
	now       func() time.Time
	opt       Options
	gate      *admission.Gate
	analyzers sync.Pool // of *analyze.Analyzer, for words and snippets
	pool      pool
	pageRanks signals.Cache
	linkRanks signals.Cache // of the URLs that links point to
	pageSites naming.Memory
	linkSites naming.Memory // of the URLs that links point to
	weights   pageweight.Memory
	words     autocomplete.Dictionary
}

// New returns a Searcher on src. now is the clock for Elapsed and for the expiry of pages.
func New(src Source, now func() time.Time, opt Options) *Searcher {
	return &Searcher{src: src, now: now, opt: opt, gate: admission.New(opt.Options)}
}

// cachedWords is how many words an analyzer for words and snippets remembers.
const cachedWords = 1 << 14

// analyzer lends an analyzer, which must be returned to s.analyzers.
func (s *Searcher) analyzer() *analyze.Analyzer {
	if a, ok := s.analyzers.Get().(*analyze.Analyzer); ok {
		return a
	}
	return analyze.New(cachedWords)
}

// Docs returns the number of pages in the index.
func (s *Searcher) Docs(ctx context.Context) (int, error) {
	snap, err := s.src.Fresh(ctx)
	if err != nil {
		return 0, err
	}
	defer snap.Close()
	return snap.Docs(), nil
}

// Search answers a request. No query is an error: what is odd in it comes back as hints. An
// error means that the index cannot be read, that ctx ended, with kind Invalid that the other
// fields ask for what there is not, or with kind Limit that the query was not run (ErrBusy,
// admission.ErrDear).
//
// Damage met while reading does not end the search: the index leaves the damaged parts out from
// then on, and the search is repeated on the rest. The total is then a lower bound.
func (s *Searcher) Search(ctx context.Context, r Request) (Response, error) {
	start, tree := s.now(), query.Parse(r.Query)
	for try := 1; ; try++ {
		x, err := s.begin(r, tree) // a search moves the position, so begin from the request again
		if err != nil {
			return Response{}, named(err)
		}
		if tree.Empty() {
			return x.out, nil
		}
		x.out.First = x.passed() + 1
		err = x.run(ctx, start)
		x.close()
		if aranea.KindOf(err) == aranea.Corrupt && try < damageTries {
			continue
		}
		if err != nil {
			return x.out, named(err)
		}
		x.out.More = x.out.More || len(x.out.Damage) > 0
		x.out.Elapsed = s.now().Sub(start)
		return x.out, nil
	}
}

// named adds the name of the operation to an error, unless it has one.
func named(err error) error {
	var e *aranea.Error
	if errors.As(err, &e) && e.Op == "search" {
		return err
	}
	return fmt.Errorf("search: %w", err)
}

// damageTries is how often one search is repeated because damage is found.
const damageTries = 16
