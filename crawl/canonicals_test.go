package crawl_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
)

// shop returns the pages of a shop of 400 products, each of which is named only by the lists of a
// category and of a brand, with these in its address, and names the address without them as
// canonical. Lists call their first pages canonical where mistaken says so.
func shop(mistaken bool) map[string][]reply {
	pages := map[string][]reply{}
	home := ""
	for kind, size := range map[string]int{"cat": 10, "brand": 40} {
		for n := range 400 / size {
			for page := range size / 5 {
				list, canonical := fmt.Sprintf("/shop?%s=%d&page=%d", kind, n, page), ""
				if mistaken {
					canonical = fmt.Sprintf("<link rel=canonical href='/shop?%s=%d'>", kind, n)
				}
				text := fmt.Sprint(canonical, words, kind, spelled(n), " ", spelled(page))
				if page+1 < size/5 {
					text += fmt.Sprintf(" <a href='/shop?%s=%d&amp;page=%d'>next</a>", kind, n, page+1)
				}
				for i := range 5 {
					item := n + (page*5+i)*(400/size)
					u := fmt.Sprintf("/shop?%s=%d&item=%d", kind, n, item)
					text += fmt.Sprintf(" <a href='%s'>%s</a>", strings.ReplaceAll(u, "&", "&amp;"), spelled(item))
					own := fmt.Sprintf("<link rel=canonical href='/shop?item=%d'>%s product %s", item, words, spelled(item))
					pages["http://a.test"+u] = get(own + " in " + kind + spelled(n))
					pages[fmt.Sprintf("http://a.test/shop?item=%d", item)] = get(own)
				}
				pages["http://a.test"+list] = get(text)
				if page == 0 {
					pages[fmt.Sprintf("http://a.test/shop?%s=%d", kind, n)] = get(text)
				}
			}
			home += fmt.Sprintf("<a href='/shop?%s=%d'>list</a> ", kind, n)
		}
	}
	pages["http://a.test/"] = get(words + home)
	return pages
}

// TestCanonicalParameters: all products of a shop come into the index by the addresses that they
// name as canonical, although no page links to these, and few are asked for by others.
func TestCanonicalParameters(t *testing.T) {
	t.Parallel()
	for _, mistaken := range []bool{false, true} {
		t.Run(fmt.Sprintf("mistaken lists %t", mistaken), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				x := newMirrorTrial(t, shop(mistaken), "http://a.test/")
				x.run(t)
				products, others := 0, 0
				for u, n := range x.web.asked {
					switch {
					case strings.Contains(u, "?item="):
						products += n
					case strings.Contains(u, "item="):
						others += n
					}
				}
				n := x.states(t, "http://a.test")
				if products != 400 || others > 200 || n[aranea.IndexAdded] < 400 || n[aranea.ScopeParameter] == 0 {
					t.Errorf("%d products, and %d by other addresses; reasons %v", products, others, n)
				}
			})
		})
	}
}

// TestCanonicalCopy: of two addresses of one page, the one that the other names as canonical is in the
// index, whichever was visited first.
func TestCanonicalCopy(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"/t/7", "/t/7/1"} {
		t.Run(first, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				x := newMirrorTrial(t, map[string][]reply{
					"http://a.test/":      get("<title>Start</title><p>Some words of the start page, more than a few. <a href=" + first + ">a thread</a>"),
					"http://a.test/t/7":   get("<link rel=canonical href=/t/7>" + words + " <a href=/t/7/1>its first post</a>"),
					"http://a.test/t/7/1": get("<link rel=canonical href=/t/7>" + words + " <a href=/t/7/1>its first post</a>"),
				}, "http://a.test/")
				x.run(t)
				for u, want := range map[string]aranea.Reason{"http://a.test/t/7": aranea.IndexAdded, "http://a.test/t/7/1": aranea.DupExact} {
					if e, _, err := x.f.EntryByID(url(t, u).ID()); err != nil || e.Reason != want || e.Indexed != (want == aranea.IndexAdded) {
						t.Errorf("%s: %s, %v; want %s", u, e.Reason, err, want)
					}
				}
			})
		})
	}
}
