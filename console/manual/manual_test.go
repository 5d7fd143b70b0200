package manual

import (
	"regexp"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/docs"
)

// TestRender checks that links to pages lead to where they are served, and that links to
// files that are not served become text.
func TestRender(t *testing.T) {
	t.Parallel()
	got, err := Render("robots/here", "# Here\n\n[a](lint.md#x-y) [b](../reasons.md#NET.DNS) [*c* d](../../README.md) [e](https://a.test/) [f](#here) [g](../reasons.md#netdns) [h](#abc)\n\n## Here\n\n<b>raw</b>\n\n## ABC\n", func(name string) string { return "/at/" + name })
	if err != nil {
		t.Fatal(err)
	}
	want := "<h1 id=\"here\">Here</h1>\n<p><a href=\"/at/robots/lint#x-y\">a</a> <a href=\"/at/reasons#NET.DNS\">b</a> <em>c</em> d " +
		"<a href=\"https://a.test/\">e</a> <a href=\"#here\">f</a> <a href=\"/at/reasons#NET.DNS\">g</a> <a href=\"#ABC\">h</a></p>\n<h2 id=\"here-2\">Here</h2>\n<p>raw</p>\n<h2 id=\"ABC\">ABC</h2>\n"
	if title := Title("# Here\n\ntext"); title != "Here" {
		t.Errorf("the title is %q", title)
	}
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestHeadings: what programs read aloud, or jump between, is whole in all pages: each has one first
// heading, headings leave out no level, and no head of a table is empty.
func TestHeadings(t *testing.T) {
	t.Parallel()
	heading := regexp.MustCompile(`<h([1-6]) `)
	for _, name := range docs.Pages() {
		page, _ := docs.Page(name)
		got, err := Render(name, page, func(name string) string { return "/" + name })
		if err != nil {
			t.Fatal(err)
		}
		level := "0"
		for i, h := range heading.FindAllStringSubmatch(string(got), -1) {
			if h[1] > level && h[1][0]-level[0] > 1 || (h[1] == "1") != (i == 0) {
				t.Errorf("%s: a heading of level %s stands below one of level %s", name, h[1], level)
			}
			level = h[1]
		}
		if level == "0" || strings.Contains(string(got), `<th scope="col"></th>`) {
			t.Errorf("%s has no heading, or an empty head in a table", name)
		}
	}
}
