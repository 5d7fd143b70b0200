package crawl_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
)

// TestShells: pages with a menu, whose main part scripts bring, need scripts: they are neither
// copies of each other nor missing, although the host answers for every name with the same text.
func TestShells(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const shell = "<title>Shop</title><nav><a href=/>Home</a> <a href=/about>About our shop and its people</a></nav><main>Loading...</main><footer>Baker Street, open until six on all days but Sundays</footer><script src=app.js></script>"
		links, pages := "", map[string][]reply{"http://a.test/about": get(words)}
		for i := range 12 {
			links += fmt.Sprintf("<a href=/ware/%d>ware</a> ", i)
			pages[fmt.Sprintf("http://a.test/ware/%d", i)] = get(shell)
		}
		pages["http://a.test/"] = get(words + links)
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.IndexScript] != 12 || n[aranea.IndexAdded] != 2 || len(n) != 2 {
			t.Errorf("reasons: %v", n)
		}
	})
}
