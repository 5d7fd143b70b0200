package search

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/query"
)

// TestGate: so many run, so many wait, the next is refused at once; who leaves
// makes room; who gives up frees its place in the queue.
func TestGate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Options{MaxRunning: 2, MaxWaiting: 2, MaxCost: 1_000_000}.withDefaults())
		a, err := g.enter(t.Context(), 1)
		b, err2 := g.enter(t.Context(), 1)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		ctx, cancel := context.WithCancel(t.Context())
		gaveUp, entered := make(chan error), make(chan *place)
		go func() { _, err := g.enter(ctx, 1); gaveUp <- err }()
		go func() { p, _ := g.enter(t.Context(), 1); entered <- p }()
		synctest.Wait()
		if _, err := g.enter(t.Context(), 1); !errors.Is(err, ErrBusy) || aranea.KindOf(err) != aranea.Limit {
			t.Errorf("a fifth query: %v", err)
		}
		cancel()
		if err := <-gaveUp; !errors.Is(err, context.Canceled) {
			t.Errorf("who gives up gets %v", err)
		}
		a.leave()
		c := <-entered
		b.leave()
		c.leave()
		if len(g.running)+len(g.waiting)+len(g.dear) != 0 {
			t.Errorf("%d run and %d wait after the last has left", len(g.running), len(g.waiting))
		}
	})
}

// TestDearQueries: they never hold the last place, and one beyond the limit is
// refused however idle the machine is.
func TestDearQueries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Options{MaxRunning: 2, MaxCost: 2 * DearCost}.withDefaults())
		if _, err := g.enter(t.Context(), 2*DearCost+1); !errors.Is(err, ErrDear) || aranea.KindOf(err) != aranea.Limit {
			t.Errorf("beyond the limit: %v", err)
		}
		dear, err := g.enter(t.Context(), DearCost+1)
		if err != nil {
			t.Fatal(err)
		}
		second := make(chan *place)
		go func() { p, _ := g.enter(t.Context(), DearCost+1); second <- p }()
		synctest.Wait()
		cheap, err := g.enter(t.Context(), DearCost)
		if err != nil {
			t.Fatal(err)
		}
		if cheap.mayCost(DearCost+1) || !cheap.mayCost(DearCost) {
			t.Error("a cheap query became dear while another is")
		}
		dear.leave()
		p := <-second
		p.leave()
		if !cheap.mayCost(DearCost+1) || cheap.mayCost(2*DearCost+1) {
			t.Error("a cheap query cannot become dear")
		}
		cheap.leave()
		if len(g.running)+len(g.dear) != 0 {
			t.Error("a place is still held")
		}
	})
}

// TestCost counts postings: of every list all, or a block for each document of
// the shortest list that every page must be in.
func TestCost(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 400 {
		text := "zq1x zq2x"
		if i == 7 {
			text += " zq9x"
		}
		sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%d", i), "en", "", text})
	}
	s := build(t, sheets...)
	snap, err := s.src.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	for _, tt := range []struct {
		query      string
		cost, full int64
	}{
		{"zq1x", 400, 400},
		{"zq1x zq2x", 800, 800},
		{`"zq1x zq2x"`, 800, 800},
		{"zq1x zq9x", seekCost + 1, 401},
		{"zq1x OR zq2x", 800, 800},
		{"zq1x -zq2x", 800, 800},
		{"zq9x site:a.test", 1 + seekCost, 401},
		{"zq1x (zq9x OR zq2x)", 801, 801},
		{"absent zq1x", 0, 400},
	} {
		p, err := s.compile(snap, query.Parse(tt.query), Request{}, false)
		if err != nil {
			t.Fatal(err)
		}
		if cost, full := p.cost(), p.fullCost(); cost != tt.cost || full != tt.full {
			t.Errorf("%s costs %d and %d in full, want %d and %d", tt.query, cost, full, tt.cost, tt.full)
		}
		p.close()
	}
}

func TestSearchIsRefused(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 50 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%d", i), "en", "", "zq1x zq2x"})
	}
	free := build(t, sheets...)
	s := New(free.src, time.Now, Options{MaxCost: 60})
	if r := ask(t, s, "zq1x"); r.Total != 50 {
		t.Errorf("a cheap query finds %d", r.Total)
	}
	_, err := s.Search(t.Context(), Request{Query: "zq1x zq2x"})
	if !errors.Is(err, ErrDear) || aranea.KindOf(err) != aranea.Limit {
		t.Errorf("a costly query: %v", err)
	}
	// What is cheap with all words and costly with some of them.
	r := ask(t, s, "zq1x zq2x absent")
	if len(r.Results) != 0 || !strings.Contains(strings.Join(r.Hints, " "), "only some of the words") {
		t.Errorf("%d results with the hints %q", len(r.Results), r.Hints)
	}
	if r := ask(t, free, "zq1x zq2x absent"); !r.Partial || len(r.Hints) != 0 {
		t.Errorf("without a limit: partial %t, hints %q", r.Partial, r.Hints)
	}
}
