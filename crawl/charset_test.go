package crawl_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"golang.org/x/text/encoding/charmap"
)

// TestCharsetOfSite: a page that declares no charset, and whose one word is little evidence, is
// read in the charset of its site's pages: its link leads where it should.
func TestCharsetOfSite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const text = "Sljedeće poglavlje opisuje što treba učiniti prije nego što počnete, kako biste mogli završiti osnovnu konfiguraciju i održavanje računala."
		pages := map[string][]reply{}
		add := func(path, body string) {
			b, err := charmap.Windows1250.NewEncoder().String("<title>" + path + "</title><p>" + body)
			if err != nil {
				t.Fatal(err)
			}
			pages["http://a.test"+path] = get(b)
		}
		add("/", text+"<a href=/1>1</a>")
		for i := range 6 {
			add(fmt.Sprint("/", i+1), fmt.Sprintf("%s %s <a href=/%d>x</a>", text, spelled(i), i+2))
		}
		add("/7", "This one is in English. <a href=/bič>bič</a>")
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.run(t)
		if x.asked("http://a.test/7") != 1 || x.asked("http://a.test/bi%C4%8D") != 1 {
			t.Errorf("asked for %v", x.web.asked)
		}
	})
}
