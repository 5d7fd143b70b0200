package extract

import (
	"context"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestServedDate: the server's date is used if the page has none, and not if it is the instant
// of the answer.
func TestServedDate(t *testing.T) {
	t.Parallel()
	const day = "Mon, 23 Nov 2026 12:00:00 GMT"
	for _, tt := range []struct{ name, modified, date, page, want string }{
		{"the page says nothing", "Sun, 01 Mar 2026 08:00:00 GMT", day, "", "2026-03-01 (Last-Modified)"},
		{"as RFC 850 writes it", "Sunday, 01-Mar-26 08:00:00 GMT", day, "", "2026-03-01 (Last-Modified)"},
		{"as asctime writes it", "Sun Mar  1 08:00:00 2026", day, "", "2026-03-01 (Last-Modified)"},
		{"another zone", "Sun, 01 Mar 2026 08:00:00 CET", day, "", ""},
		{"the page was published", "Sun, 01 Mar 2026 08:00:00 GMT", day, "<meta property=article:published_time content=2024-05-06>", "2024-05-06 (article:published_time)"},
		{"the page was changed", "Sun, 01 Mar 2026 08:00:00 GMT", day, "<meta property=og:updated_time content=2024-05-06>", "2024-05-06 (og:updated_time)"},
		{"made for the answer", day, day, "", ""},
		{"made within the hour", "Mon, 23 Nov 2026 11:00:00 GMT", day, "", ""},
		{"made an hour before", "Mon, 23 Nov 2026 10:59:59 GMT", day, "", "2026-11-23 (Last-Modified)"},
		{"made later", "Tue, 24 Nov 2026 11:00:00 GMT", day, "", ""},
		{"the answer has no date", "Sun, 01 Mar 2026 08:00:00 GMT", "", "", ""},
		{"no date", "yesterday", day, "", ""},
		{"no clock", "Thu, 01 Jan 1970 00:00:00 GMT", day, "", ""},
		{"an archive's", "Tue, 01 Jan 1980 00:00:00 GMT", day, "", ""},
		{"the first web", "Tue, 06 Aug 1991 00:00:00 GMT", day, "", "1991-08-06 (Last-Modified)"},
		{"nothing is said", "", day, "", ""},
	} {
		h := aranea.Header{"Content-Type": {"text/html"}, "Last-Modified": {tt.modified}, "Date": {tt.date}}
		p, err := New(Limits{}).Extract(context.Background(), Document{
			URL: weburl.MustParse("http://a.test/"), Header: h, Body: []byte("<title>A</title>" + tt.page + "<p>b"),
		})
		if err != nil {
			t.Fatal(err)
		}
		got := p.Modified.String()
		if d := p.Published.String(); d != "" {
			got += d
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
