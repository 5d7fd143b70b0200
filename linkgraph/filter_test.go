package linkgraph

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/bloom"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestFilterOfPages: a filter has all pages of one origin, which share half of their refs, that
// were added, and few others.
func TestFilterOfPages(t *testing.T) {
	t.Parallel()
	const pages = 50_000
	origin := parse(t, "http://a.test/").Origin().ID()
	f, wrong := bloom.New(filterPages, filterBytes), 0
	for i := range 2 * pages {
		r := refOf(parse(t, fmt.Sprintf("http://a.test/%d", i)).IDIn(origin))
		if i >= pages && f.Has(r.hash()) {
			wrong++
		} else if i < pages {
			f.Add(r.hash())
		}
	}
	if wrong > pages/1000 {
		t.Errorf("%d of %d pages are there that were not added", wrong, pages)
	}
}

// TestPagesFromBefore: the links of a page are replaced whoever wrote them, and pages are
// looked up in the store only if there may be some.
func TestPagesFromBefore(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	g := New(kv, nil)
	step := func(change aranea.EdgeChange, want string) {
		t.Helper()
		apply(t, g, change)
		got := ""
		for _, target := range []string{"x", "y", "z"} {
			if list(t, g, Filter{URL: parse(t, "http://b.test/"+target)}) != "" {
				got += target
			}
		}
		if got != want {
			t.Errorf("there are links to %s, want %s", got, want)
		}
	}
	step(page(t, "http://a.test/", "http://b.test/x"), "x")
	step(page(t, "http://a.test/", "http://b.test/y"), "y")
	if g.written == nil {
		t.Error("the pages of a new store are looked for")
	}
	g = New(kv, nil)
	step(page(t, "http://a.test/", "http://b.test/z"), "z")
	step(page(t, "http://a.test/"), "")
	if g.written != nil {
		t.Error("the pages of another graph are not looked for")
	}
}
