package console

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// TestLinks checks the lists of links to and from a URL, with hostile link texts.
func TestLinks(t *testing.T) {
	t.Parallel()
	r := town(t)
	from, err := weburl.Parse("http://a.test/a.html")
	if err != nil {
		t.Fatal(err)
	}
	for i := range listSize + 1 {
		to, err := weburl.Parse(fmt.Sprintf("http://a.test/p%d", i))
		if err != nil {
			t.Fatal(err)
		}
		r.links = append(r.links, linkgraph.Link{From: from, To: to, Kind: "link", Anchor: "<b>\u202ebold", NoFollow: i == 0})
	}
	h := handler(t, &answers{}, r)
	w := get(t, h, "/links?url=http://a.test/&list=from")
	has(t, w, 200, "Linked from 51 pages on 1 host of 1 site.", "http://a.test/p0</a>", "&lt;b&gt;", "link, nofollow", "Links 1 to 50; more follow", "page=2")
	checkMarkup(t, "links", w.Body.String())
	if text := w.Body.String(); strings.Contains(text, "\u202e") || strings.Contains(text, "p50</a>") {
		t.Error("a character that turns text round, or a row too many")
	}
	has(t, get(t, h, "/links?url=http://a.test/&list=from&page=2"), 200, "http://a.test/p50</a>", "these are the last")
	has(t, get(t, h, "/links?url=http://a.test/"), 200, "http://a.test/a.html</a>")
	has(t, get(t, h, "/links"), 200, "Who links to a URL?")
	has(t, get(t, h, "/links?url=ftp://x"), 400, "not a URL")
	has(t, get(t, h, "/why?url=http://a.test/"), 200, "/links?url=http%3A%2F%2Fa.test%2F")
	r.links = nil
	has(t, get(t, h, "/links?url=http://a.test/"), 200, "No link is known.")
}
