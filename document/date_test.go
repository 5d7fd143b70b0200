package document

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

// TestDates: a page has the date on which it says that it was published, else
// changed, if that can be; else that of the visit.
func TestDates(t *testing.T) {
	t.Parallel()
	visit := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	day := func(text string) aranea.Date {
		at, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return aranea.Date{}
		}
		return aranea.Date{At: at, Source: "date"}
	}
	for _, c := range []struct{ name, published, modified, want string }{
		{"nothing", "", "", "2026-11-20 visited"},
		{"both", "2020-03-01", "2024-05-06", "2020-03-01 published"},
		{"changed alone", "", "2024-05-06", "2024-05-06 modified"},
		{"today, further east", "2026-11-21", "", "2026-11-21 published"},
		{"the future", "2099-01-01", "", "2026-11-20 visited"},
		{"changed before a future", "2099-01-01", "2024-05-06", "2024-05-06 modified"},
		{"before there were computers", "1492-10-12", "", "2026-11-20 visited"},
	} {
		change := change(t, "http://a.test/", "text:silk")
		change.FetchedAt = visit
		change.Page.Published, change.Page.Modified = day(c.published), day(c.modified)
		d := NewMaker(0).Of(change)
		at, kind := d.Record.Dated()
		if got := at.Format(time.DateOnly) + " " + kind.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
