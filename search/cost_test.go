package search

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admit"
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
		{"zq1x zq9x", admit.SeekCost + 1, 401},
		{"zq1x OR zq2x", 800, 800},
		{"zq1x -zq2x", 1600, 1600},
		{"zq9x site:a.test", 1 + admit.SeekCost, 401},
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
	s := New(free.src, time.Now, Options{Options: admit.Options{MaxCost: 60}})
	if r := ask(t, s, "zq1x"); r.Total != 50 {
		t.Errorf("a cheap query finds %d", r.Total)
	}
	_, err := s.Search(t.Context(), Request{Query: "zq1x zq2x"})
	if !errors.Is(err, admit.ErrDear) || aranea.KindOf(err) != aranea.Limit {
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
