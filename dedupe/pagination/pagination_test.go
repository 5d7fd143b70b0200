package pagination

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

// TestOf: addresses of pages of lists, and of other pages.
func TestOf(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"/author/jane/page/2/":           "/author/jane 2 named",
		"/author/jane/page/2":            "/author/jane 2 named",
		"/page/3/":                       " 3 named",
		"/blog/page3/":                   "/blog 3 named",
		"/threads/silk.77/page-12":       "/threads/silk.77 12 named",
		"/thread-7-page-2.html":          "/thread-7.html 2 named",
		"/guide/page2.html":              "/guide 2 named",
		"/thema/seite/4/":                "/thema 4 named",
		"/tema/p%C3%A1gina/4":            "/tema 4 named",
		"/tag/silk/2/":                   "/tag/silk 2 bare",
		"/tag/silk/2.html":               "/tag/silk 2 bare",
		"/author/jane2.html":             "/author/jane.html 2 bare",
		"/author/jane-2.html":            "/author/jane.html 2 bare",
		"/index-12.html":                 " 12 bare",
		"/blog/index2.html":              "/blog 2 bare",
		"/list?page=3":                   "/list 3 named",
		"/list?page=0":                   "/list 0 named",
		"/list/?q=silk&page=3&sort=date": "/list?q=silk&sort=date 3 named",
		"/list?paged=3":                  "/list 3 named",
		"/list?currentPage=3":            "/list 3 named",
		"/list?page_number=3":            "/list 3 named",
		"/list?tx_news%5Bpage%5D=3":      "/list 3 named",
		"/viewtopic.php?t=5&start=30":    "/viewtopic.php?t=5 30 offset",
		"/index.php?offset=20":           " 20 offset",
		"/?p=12":                         " 12 bare",
		"/":                              "",
		"/7":                             "",
		"/tag/silk/":                     "",
		"/2024/05/":                      "",
		"/blog/2024/":                    "",
		"/blog/2024.html":                "",
		"/blog/page/2024/":               "/blog 2024 named",
		"/blog/999/":                     "/blog 999 bare",
		"/issue-12345.html":              "",
		"/post-2/":                       "",
		"/jane2":                         "",
		"/silk--2.html":                  "",
		"/list?page=":                    "",
		"/list?page=two":                 "",
		"/list?page=02":                  "",
		"/list?page=20241105":            "",
		"/list?page=2&start=20":          "",
		"/list?id=7":                     "",
		"/a.b.c/x":                       "",
	} {
		got := ""
		if a, ok := Of(weburl.MustParse("http://a.test" + in)); ok {
			got = fmt.Sprintf("%s %d %s", a.List[len("http://a.test"):], a.Number, [...]string{"bare", "offset", "named"}[a.Mark])
		}
		if got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// TestFirst: the first page of a list has the address of the list.
func TestFirst(t *testing.T) {
	t.Parallel()
	for first, later := range map[string]string{
		"/author/jane/":       "/author/jane/page/2/",
		"/author/jane.html":   "/author/jane2.html",
		"/":                   "/page/2/",
		"/index.html":         "/index-2.html",
		"/blog/index.php":     "/blog/?page=2",
		"/viewtopic.php?t=5":  "/viewtopic.php?t=5&start=10",
		"/thread-7.html":      "/thread-7-page-2.html",
		"/tag/silk/":          "/tag/silk/2/",
		"/a/?x=1&y=2":         "/a/?x=1&page=9&y=2",
		"/author/Default.htm": "/author/page/2",
	} {
		a, ok := Of(weburl.MustParse("http://a.test" + later))
		if got := First(weburl.MustParse("http://a.test" + first)); !ok || got != a.List {
			t.Errorf("%s is the first of %s, %s of %s", first, got, later, a.List)
		}
	}
}

// TestTitleOf: what says which page it is is left out of titles, and nothing else is.
func TestTitleOf(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Jane Doe – Page 2 – Silk Weekly":              "jane doe silk weekly, jane doe silk weekly, 2 true",
		"Posts about silk (old posts, page 12) | Silk": "posts about silk old posts silk, posts about silk silk, 12 true",
		"Jane Doe, page 2 of 7 - Silk":                 "jane doe silk, silk, 2 true",
		"Beiträge von Jane - Seite 3 von 9":            "beiträge von jane, beiträge von jane, 3 true",
		"Silk | Page 2/7":                              "silk, silk, 2 true",
		"Page 2/7 - Silk":                              "silk, silk, 2 true",
		"Jane | Page 2/7 | Silk":                       "jane silk, jane silk, 2 true",
		"Page 2 - Top 10 spiders":                      "top 10 spiders, top 10 spiders, 2 true",
		"蜘蛛 - 第2页":                                     "蜘蛛, 蜘蛛, 2 true",
		"クモ (3ページ目)":                                   "クモ, クモ, 3 true",
		"2. oldal - Pók":                               "pók, pók, 2 true",
		"Паук — Страница 2 из 5":                       "паук, паук, 2 true",
		"Chapter 2 - Silk":                             "chapter 2 silk, chapter 2 silk, 0 false",
		"The shop: page11":                             "the shop page11, the shop page11, 0 false",
		"Silk 2.0":                                     "silk 2 0, silk 2 0, 0 false",
		"Page":                                         "page, page, 0 false",
		"Page 2":                                       ", , 2 true",
		"":                                             ", , 0 false",
		"Top 10 pages of 2024":                         "top 10 pages of 2024, top 10 pages of 2024, 0 false",
		"Well-known spiders":                           "well known spiders, well known spiders, 0 false",
	} {
		got := TitleOf(in)
		if text := fmt.Sprintf("%s, %s, %d %t", got.Whole, got.Short, got.Number, got.Numbered); text != want {
			t.Errorf("%q: %q, want %q", in, text, want)
		}
	}
}

// FuzzOf: no address and no title makes reading panic; what is found in an address is a list of its origin.
func FuzzOf(f *testing.F) {
	f.Add("http://a.test/author/jane/page/2/?x=1&page=3", "Jane, page 2 of 7")
	f.Add("http://a.test/index-2.html?", "第2页")
	f.Add("http://a.test//2", "page 9 page 9 9 9")
	f.Fuzz(func(t *testing.T, address, title string) {
		TitleOf(title)
		u, err := weburl.Parse(address)
		if err != nil {
			return
		}
		a, ok := Of(u)
		if o := string(u.Origin()); ok && (a.Number < 0 || a.List[:min(len(o), len(a.List))] != o) {
			t.Errorf("%s is of %+v", address, a)
		}
	})
}
