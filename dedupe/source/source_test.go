package source_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/dedupe/source"
	"github.com/aranea-search/aranea/weburl"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, pages string
		sure        int
	}{
		{"http://a.test/guide/looms.md", "/guide/looms /looms", 1},
		{"http://a.test/looms.MD", "/looms", 1},
		{"http://a.test/_sources/guide/looms.rst.txt", "/_sources/guide/looms /guide/looms /_sources/looms", 2},
		{"http://a.test/docs/_sources/index.md.txt", "/docs/_sources /docs /_sources", 2},
		{"http://a.test/raw/throughput.ipynb", "/raw/throughput /throughput", 1},
		{"http://a.test/guide/license.txt", "/guide/license /license", 0},
		{"http://a.test/looms.md?raw=1", "", 0},
		{"http://a.test/looms.html", "", 0},
		{"http://a.test/looms.csv", "", 0},
		{"http://a.test/", "", 0},
	} {
		s, ok := source.Of(weburl.MustParse(tt.text))
		pages := strings.ReplaceAll(strings.Join(s.Pages, " "), "http://a.test", "")
		if ok != (tt.pages != "") || pages != tt.pages || s.Sure != tt.sure {
			t.Errorf("%s: %q, %d, %t", tt.text, pages, s.Sure, ok)
		}
	}
	deep, _ := source.Of(weburl.MustParse("http://a.test" + strings.Repeat("/a", 1000) + "/looms.md"))
	if len(deep.Pages) != 9 {
		t.Errorf("%d pages of a deep address", len(deep.Pages))
	}
}

func TestIsOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, page string
		want       bool
	}{
		{"/looms.md", "/looms.html", true},
		{"/looms.md", "/looms", true},
		{"/looms.md", "/looms/", true},
		{"/looms.md", "/looms/index.html", true},
		{"/_sources/a/looms.rst.txt", "/a/looms.html", true},
		{"/_sources/index.md.txt", "/", true},
		{"/docs/index.md", "/docs/", true},
		{"/looms.md", "/looms.txt", false},
		{"/looms.md", "/looms.html?print=1", false},
		{"/looms.md", "/mills.html", false},
		{"/looms.html", "/looms.html", false},
		{"/a/b/looms.md", "/looms.html", false},
	} {
		text, page := weburl.MustParse("http://a.test"+tt.text), weburl.MustParse("http://a.test"+tt.page)
		if got := source.IsOf(text, page); got != tt.want {
			t.Errorf("%s of %s: %t", tt.text, tt.page, got)
		}
	}
	if source.IsOf(weburl.MustParse("http://b.test/looms.md"), weburl.MustParse("http://a.test/looms")) {
		t.Error("a text of another host is the source")
	}
}
