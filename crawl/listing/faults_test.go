package listing

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/weburl"
)

// TestFaultsByKind: a sitemap on one line has many faults of few kinds; each kind is told, with its
// number and the URL of an entry that has it.
func TestFaultsByKind(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	body.WriteString(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for i := range 5 {
		fmt.Fprintf(&body, `<url><loc>http://a.test/%d</loc><lastmod>2026-13-45</lastmod><priority>high</priority></url>`, i)
	}
	body.WriteString(`<url><priority>2</priority><loc>http://a.test/late</loc></url><url><loc></loc></url></urlset>`)
	u, err := weburl.Parse("http://a.test/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	l := Read(&aranea.Fetched{URL: u, Body: []byte(body.String())})
	want := `12; the date is not readable: 5 (line 1, http://a.test/0, "2026-13-45"); the priority is no number from 0 to 1: 6 (line 1, http://a.test/0, "high"); an entry has no URL: 1 (line 1)`
	if got := l.Faults.String(); got != want || l.Faults.Count() != 12 {
		t.Errorf("%d faults: %s\nwant %s", l.Faults.Count(), got, want)
	}
}

// TestFaultsAreBounded: neither many kinds nor long texts make the report grow.
func TestFaultsAreBounded(t *testing.T) {
	t.Parallel()
	var f Faults
	long := strings.Repeat("x", 5000)
	for i := range 1000 {
		f.add(&sitemap.Fault{What: fmt.Sprint("kind ", i), Text: long, Loc: long})
	}
	if got := f.String(); f.Count() != 1000 || len(f.kinds) != maxKinds || len(got) > maxKinds*(2*maxPart+100) || !strings.HasPrefix(got, "at least 1000; kind 0: 1 (") {
		t.Errorf("%d faults, %d bytes: %.100s", f.Count(), len(got), got)
	}
}
