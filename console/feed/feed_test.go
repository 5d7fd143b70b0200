package feed

import (
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// TestOf checks that a feed is well-formed whatever the pages contain, names its author, and has
// the date of its first page.
func TestOf(t *testing.T) {
	t.Parallel()
	resp := search.Response{Results: []search.Result{
		{URL: weburl.MustParse("http://a.test/1"), Title: "]]><b>\x00 & \u202e", Snippet: "</summary>", Date: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)},
		{URL: weburl.MustParse("http://b.test/2"), Title: "older", Subtitle: "b", Date: time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC)},
	}}
	data, err := Of("https://search.test", "Web & search", "<silk>", &resp)
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := xml.Unmarshal(data, &d); err != nil {
		t.Fatalf("%v:\n%s", err, data)
	}
	if d.Title != "<silk> – Web & search" || d.Updated != "2026-11-20T12:00:00Z" || d.ID != "https://search.test/feed?q=%3Csilk%3E" || len(d.Links) != 2 {
		t.Errorf("the feed: %+v", d)
	}
	if len(d.Entries) != 2 || d.Entries[0].Author != "a.test" || d.Entries[1].Link.Href != "http://b.test/2" || d.Entries[0].Summary != "</summary>" {
		t.Errorf("its entries: %+v", d.Entries)
	}
	if d.Entries[1].Title != "older – b" {
		t.Errorf("a title is not told apart: %q", d.Entries[1].Title)
	}
	if strings.ContainsRune(d.Entries[0].Title, '\u202e') {
		t.Errorf("a title turns the text around: %q", d.Entries[0].Title)
	}
}
