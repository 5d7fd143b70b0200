package listing_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/crawl/listing"
)

// TestCalendar: a calendar lists the pages of its events if all have one and some are of its site;
// otherwise it is a page itself. One that was a list stays one.
func TestCalendar(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		urls   []string // "" for an event without
		found  string   // the pages of the list, "none" for a page
		listed string   // what it lists if it is visited as a list
	}{
		{"all events have pages", []string{"http://a.test/x", "/y", "http://a.test/x"}, "http://a.test/x http://a.test/y", "http://a.test/x http://a.test/y"},
		{"one has none", []string{"/x", ""}, "none", "http://a.test/x"},
		{"pages of others", []string{"http://b.test/x"}, "none", "http://b.test/x"},
		{"itself", []string{"/all.ics"}, "none", ""},
		{"no URL", []string{"/x", "http://["}, "http://a.test/x", "http://a.test/x"},
		{"no event", nil, "none", ""},
	} {
		var body strings.Builder
		body.WriteString("BEGIN:VCALENDAR\r\n")
		for _, u := range tt.urls {
			body.WriteString("BEGIN:VEVENT\r\nSUMMARY:Fair\r\n")
			if u != "" {
				body.WriteString("URL:" + u + "\r\n")
			}
			body.WriteString("END:VEVENT\r\n")
		}
		body.WriteString("END:VCALENDAR\r\n")
		f := answer(t, "http://a.test/all.ics", body.String())
		if got := pagesOf(listing.Find(f)); got != tt.found {
			t.Errorf("%s: found %s, want %s", tt.name, got, tt.found)
		}
		l := listing.Read(f)
		if got := pagesOf(l); got != tt.listed || !l.IsCalendar || l.IsFeed || l.Named() != nil {
			t.Errorf("%s: listed %s, want %s", tt.name, got, tt.listed)
		}
	}
}

func pagesOf(l *listing.List) string {
	if l == nil {
		return "none"
	}
	var all []string
	for _, p := range l.Pages {
		all = append(all, p.URL.String())
	}
	return strings.Join(all, " ")
}
