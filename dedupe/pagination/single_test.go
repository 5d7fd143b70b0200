package pagination

import (
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

// TestIsSingleList: addresses of lists by tag, author and date, and of other pages.
func TestIsSingleList(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"/tag/silk/": true, "/tag/silk": true, "/tags/silk.html": true, "/category/arts/silk/": true, "/blog/author/jane/index.html": true,
		"/blog/2024/": true, "/2024/05/": true, "/2024/05/31/": true, "/2024/05.html": true, "/archives/2024-05": true, "/%D1%80%D1%83%D0%B1%D1%80%D0%B8%D0%BA%D0%B0/x/": true,
		"/": false, "/tag/": false, "/tags.html": false, "/silk/": false, "/2024/05/silk/": false, "/2024/05/31/7/": false, "/05/": false, "/13.0/": false,
		"/2024/0005/": false, "/1024/05/": false, "/2024/32/": false, "/tag/a/b/c/d/": false, "/silk/tag": false,
	} {
		if got := IsSingleList(weburl.MustParse("http://a.test" + address)); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

// FuzzIsSingleList: no address makes reading panic, and a slash at its end makes no difference.
func FuzzIsSingleList(f *testing.F) {
	f.Add("http://a.test/tag/2024/05/index.html")
	f.Add("http://a.test//2024//")
	f.Fuzz(func(t *testing.T, address string) {
		u, err := weburl.Parse(address)
		if err != nil {
			return
		}
		if query, asks := u.Query(); asks || query != "" {
			return
		}
		v, err := weburl.Parse(string(u.Origin()) + u.Path() + "/")
		if err == nil && IsSingleList(u) != IsSingleList(v) {
			t.Errorf("%s is one: %v", u, IsSingleList(u))
		}
	})
}
