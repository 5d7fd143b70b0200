package search

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admission"
)

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
		{"zq1x zq9x", admission.SeekCost + 1, 401},
		{"zq1x OR zq2x", 800, 800},
		{"zq1x -zq2x", 1600, 1600},
		{"zq9x site:a.test", 1 + admission.SeekCost, 401},
		{"zq1x (zq9x OR zq2x)", 801, 801},
		{"absent zq1x", 0, 400},
	} {
		p, err := s.compile(snap, wording{tree: query.Parse(tt.query)})
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
	s := New(free.src, time.Now, Options{Options: admission.Options{MaxCost: 60}})
	if r := ask(t, s, "zq1x"); r.Total != 50 {
		t.Errorf("a cheap query finds %d", r.Total)
	}
	_, err := s.Search(t.Context(), Request{Query: "zq1x zq2x"})
	if !errors.Is(err, admission.ErrDear) || aranea.KindOf(err) != aranea.Limit {
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

// A countedSource counts how often it is asked.
type countedSource struct {
	Source
	asked int
}

func (c *countedSource) Fresh(ctx context.Context) (*index.Snapshot, error) {
	c.asked++
	return c.Source.Fresh(ctx)
}

// TestPlanningIsAdmitted: who looks for words that begin alike, or for those of links, does so in a place of
// the query, not beside those that have all places.
func TestPlanningIsAdmitted(t *testing.T) {
	t.Parallel()
	src := &countedSource{Source: build(t, sheet{"http://a.test/", "en", "", "silk"}).src}
	s := New(src, time.Now, Options{Options: admission.Options{MaxRunning: 1}})
	place, err := s.gate.Enter(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Search(ctx, Request{Query: "sil*"}); !errors.Is(err, context.Canceled) || src.asked > 0 {
		t.Errorf("with all places taken: %v, and the index is asked %d times", err, src.asked)
	}
	if _, err := s.Why(ctx, Request{Query: "sil*"}, address(t, "http://a.test/")); !errors.Is(err, context.Canceled) || src.asked > 0 {
		t.Errorf("why, with all places taken: %v, and the index is asked %d times", err, src.asked)
	}
	place.Leave()
	if r := ask(t, s, "sil*"); r.Total != 1 || src.asked != 1 {
		t.Errorf("%d pages, asked %d times", r.Total, src.asked)
	}
}
