package search

import (
	"testing"
	"time"
)

// TestDatesOfPages: a page counts under the date that it says of itself, and the
// visit counts for the one that says none.
func TestDatesOfPages(t *testing.T) {
	t.Parallel()
	day := func(year int) time.Time { return time.Date(year, 5, 1, 12, 0, 0, 0, time.UTC) }
	s := shelve(t, []leaf{
		{url: "http://a.test/old", text: "silk", at: day(2026), published: day(2003)},
		{url: "http://a.test/visited", text: "silk", at: day(2025)},
		{url: "http://a.test/new", text: "silk", at: day(2026), published: day(2026)},
		{url: "http://a.test/later", text: "silk", at: day(2024), published: day(2099)},
	})
	for q, want := range map[string]string{
		"silk":             "a.test/new a.test/visited a.test/later a.test/old",
		"silk before:2010": "a.test/old",
		"silk after:2025":  "a.test/new a.test/visited",
		"silk after:2030":  "",
	} {
		r, err := s.Search(t.Context(), Request{Query: q, Sort: ByDate, Facets: true})
		if err != nil || urls(r) != want {
			t.Errorf("%s: %s, %v; want %s", q, urls(r), err, want)
		}
		if q == "silk" {
			first, last := r.Results[0], r.Results[3]
			if first.DateKind != "published" || last.Date.Year() != 2003 || !last.FetchedAt.Equal(day(2026)) || r.Results[1].DateKind != "visited" {
				t.Errorf("dates %+v", r.Results)
			}
			if n := len(r.Facets.Years); n != 4 || r.Facets.Years[3].Value != "2003" {
				t.Errorf("years %v", r.Facets.Years)
			}
		}
	}
}
