package seeds

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/frontiertest"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t *testing.T, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestAdd: what the operator names comes first, known or not, unless it is a long list;
// what was visited stays as it is.
func TestAdd(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	many := make([]weburl.URL, MaxNamed)
	for i := range many {
		many[i] = parse(t, fmt.Sprintf("http://a.test/%d", i))
	}
	f := frontiertest.NewNaive().Open(t, frontiertest.Options{})
	known, done := parse(t, "http://a.test/known"), parse(t, "http://a.test/done")
	found := []aranea.Discovery{{URL: known, Reason: aranea.ScheduleQueued}, {URL: done, Reason: aranea.OperatorRemoved}}
	if _, err := f.Add(t.Context(), now, found); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		seeds, sitemaps []weburl.URL
		of              weburl.URL
		priority        int8
	}{
		{many, []weburl.URL{parse(t, "http://a.test/sitemap.xml")}, many[0], 0},
		{many[:1], nil, many[0], aranea.PriorityNamed},
		{[]weburl.URL{known}, nil, known, aranea.PriorityNamed},
		{nil, []weburl.URL{parse(t, "http://a.test/new.xml")}, parse(t, "http://a.test/new.xml"), aranea.PriorityNamed},
	} {
		if err := Add(t.Context(), f, now, tt.seeds, tt.sitemaps); err != nil {
			t.Fatal(err)
		}
		e, _, err := f.EntryByID(tt.of.ID())
		if err != nil || !e.Waits() || e.Priority != tt.priority {
			t.Errorf("%s: %+v, %v", tt.of, e, err)
		}
	}
}
