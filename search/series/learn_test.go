package series

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/weburl"
)

// learned returns the lists among pages, each "address|title|heading", as their addresses with the number of pages
// before them.
func learned(t *testing.T, all ...string) string {
	t.Helper()
	names := map[rank.Key]string{}
	var pages []Page
	for _, text := range all {
		f := strings.Split(text+"||", "|")
		key := rank.KeyOf(weburl.MustParse("http://a.test" + f[0]).ID())
		names[key] = f[0]
		pages = append(pages, Page{URL: "http://a.test" + f[0], Key: key, Title: f[1], Heading: f[2]})
	}
	lists, err := Learn(func() iter.Seq2[Page, error] {
		return func(yield func(Page, error) bool) {
			for _, p := range pages {
				if !yield(p, nil) {
					return
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, list := range lists {
		var of []string
		for _, p := range list {
			of = append(of, fmt.Sprintf("%s:%d", names[p.Key], p.Before))
		}
		out = append(out, strings.Join(of, " "))
	}
	return strings.Join(out, "; ")
}

// numbered returns pages with the numbers from one to another in their address, title and heading.
func numbered(page string, from, to int) (out []string) {
	for i := from; i <= to; i++ {
		out = append(out, strings.ReplaceAll(page, "#", fmt.Sprint(i)))
	}
	return out
}

// TestLearn: lists as real software makes them, and what is none.
func TestLearn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		pages []string
		want  string
	}{
		{"WordPress: the title tells the page", append(numbered("/author/jane/page/#/|Jane – Page # – Silk|Jane", 2, 3), "/author/jane/|Jane – Silk|Jane"), "/author/jane/:0 /author/jane/page/2/:1 /author/jane/page/3/:2"},
		{"Hugo: the title does not", append(numbered("/tags/web/page/#/|web - Silk|web", 2, 2), "/tags/web/|web - Silk|web"), "/tags/web/:0 /tags/web/page/2/:1"},
		{"Pelican: a number behind the name, and headings of posts", append(numbered("/jane#.html|Silk - Jane|Post #", 2, 3), "/jane.html|Silk - Jane|Post 1", "/a.html|x|Post 2", "/b.html|y|Post 3"), "/jane.html:0 /jane2.html:1 /jane3.html:2"},
		{"Nikola: the first page has another title", append(numbered("/index-#.html|Silk (old posts, page #) - Silk|", 1, 2), "/|Silk|"), "/index-1.html:0 /index-2.html:1"},
		{"the first page is unknown", numbered("/list?page=#|Silk|", 4, 5), "/list?page=4:3 /list?page=5:4"},
		{"Drupal: numbers from zero", []string{"/news|News|", "/news?page=1|News|", "/news?page=2|News|"}, "/news:0 /news?page=1:1 /news?page=2:2"},
		{"phpBB: a thread", []string{"/t.php?t=5|Silk?|Silk?", "/t.php?t=5&start=15|Silk?|Silk?", "/t.php?t=5&start=30|Silk?|Silk?"}, "/t.php?t=5:0 /t.php?t=5&start=15:1 /t.php?t=5&start=30:2"},
		{"offsets without a step", []string{"/t|Silk|", "/t?start=15|Silk|", "/t?start=40|Silk|"}, ""},
		{"offsets without a first page", []string{"/t?start=15|Silk|", "/t?start=30|Silk|"}, ""},
		{"more offsets without one", []string{"/t?start=15|Silk|", "/t?start=30|Silk|", "/t?start=45|Silk|"}, "/t?start=15:1 /t?start=30:2 /t?start=45:3"},
		{"those with a hole", []string{"/t?start=15|Silk|", "/t?start=30|Silk|", "/t?start=60|Silk|"}, ""},
		{"Mezzanine: bare numbers", append(numbered("/tag/web/#/|web|", 2, 4), "/tag/web/|web|"), "/tag/web/:0 /tag/web/2/:1 /tag/web/3/:2 /tag/web/4/:3"},
		{"bare numbers with holes", []string{"/news/|News|", "/news/12|News|", "/news/17|News|"}, ""},
		{"bare numbers without a first page", numbered("/tag/web/#/|web|", 2, 5), ""},
		{"one bare number, at two addresses", []string{"/tag/web|web|", "/tag/web/|web|", "/tag/web/2|web|", "/tag/web/2/|web|"}, ""},
		{"one address without a number, in three forms", []string{"/tag/web|web|", "/tag/web/|web|", "/tag/web/index.html|web|", "/tag/web/7|x|"}, ""},
		{"one bare number", []string{"/post.html|Silk|", "/post2.html|Silk|"}, ""},
		{"chapters with titles", append(numbered("/guide/page#.html|Chapter # - Silk|", 1, 5), "/guide/|Silk|"), ""},
		{"chapters with headings", append(numbered("/guide/page#.html|Silk|Chapter #", 1, 5), "/guide/|Silk|Silk"), ""},
		{"an old site with one title", append(numbered("/index.php?page=#|Silk|Subject #", 1, 9), "/|Silk|Silk"), ""},
		{"beside an archive by years", []string{"/blog/|Silk|", "/blog/2/|Silk|", "/blog/3/|Silk|", "/blog/2024/|Silk|"}, "/blog/:0 /blog/2/:1 /blog/3/:2"},
		{"months", []string{"/2024/|Silk|", "/2024/11/|Silk|", "/2024/12/|Silk|"}, ""},
		{"a page without a title", []string{"/list|", "/list?page=2|"}, ""},
		{"another title among them", append(numbered("/a/page/#/|Silk|", 2, 3), "/a/page/4/|Wool|"), "/a/page/2/:1 /a/page/3/:2"},
	} {
		if got := learned(t, tt.pages...); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
