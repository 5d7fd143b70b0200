package zone_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/zone"
)

// prose returns running text of about n bytes.
func prose(n int) string {
	const sentence = "A spider sits in its web and waits for what comes along. "
	return strings.Repeat(sentence, n/len(sentence)+1)
}

// TestShape checks that the content of a page of an unknown site is found from its own structure.
func TestShape(t *testing.T) {
	t.Parallel()
	var none *zone.Profile
	for _, tt := range []struct {
		name   string
		blocks []string
		want   string // the zone of each block: m, t, n, l
	}{
		{"a page of a weblog", []string{
			"div.top ul|[Home", "div.top ul|[About us", "div.post|# A spider", "div.post p|" + prose(300), "div.post p|Short.", "div.post p|" + prose(300),
			"div.post|[Older", "div.post|[Newer", "div.bottom|All rights reserved",
		}, "nnmmmmmlt"},
		{"names of containers", []string{
			"div.page div.entry-content p|" + prose(400), "div.page div.comment-list p|" + prose(90), "div.page div.other p|" + prose(100), "div.page div.other p|by us",
		}, "mtmt"},
		{"a name that is wrong", []string{"div.widget-content p|" + prose(300), "div.widget-content p|" + prose(300), "div.end|by us"}, "mmt"},
		{"two parts of the content", []string{"div.a p|" + prose(1000), "div.b p|" + prose(300), "div.c p|" + prose(100)}, "mml"},
		{"little text", []string{"div.a p|" + prose(90), "div.b|by us", "div.c|[Home"}, "mmm"},
		{"a table", append([]string{"div.note p|" + prose(250)}, slices.Repeat([]string{"div.t|" + strings.Repeat("a b, ", 15)}, 40)...), strings.Repeat("m", 41)},
		{"what stands far from the text", []string{"div.a|one", "div.a|two", "div.a|three", "div.a|four", "div.a p|" + prose(600), "div.a|five", "div.a|six"}, "lllmmml"},
	} {
		page := build(t, "http://a.test/x", tt.blocks...)
		none.Label(page)
		got := ""
		for _, e := range page.Elements {
			if e.Kind.IsBlock() {
				got += e.Zone.String()[:1]
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	home := build(t, "http://a.test/", "div.a p|"+prose(600), "ul|[A list of the parts of this site")
	if none.Label(home); home.Elements[len(home.Elements)-1].Zone != aranea.ZoneMain {
		t.Error("the home page does not keep its links")
	}
	page := build(t, "http://a.test/x", "div.a p|"+prose(600), "nav|[Home")
	page.Containers[len(page.Containers)-1].Zone, page.Elements[len(page.Elements)-1].Zone = aranea.ZoneAdvertising, aranea.ZoneAdvertising
	if none.Label(page); page.Elements[len(page.Elements)-1].Zone != aranea.ZoneAdvertising {
		t.Error("what the markup says does not count")
	}
}
