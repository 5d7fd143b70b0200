package linkgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestCanonicals: the canonical URLs of a page are replaced with it, kept where that is said, and dropped
// with it; those of a page that does not count are not listed.
func TestCanonicals(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	closed := map[weburl.URL]bool{}
	counts := func(u weburl.URL) (bool, error) { return !closed[u], nil }
	g := New(kv, counts)
	naming := func(page string, to ...string) aranea.EdgeChange {
		c := aranea.EdgeChange{Source: parse(t, "http://a.test/"+page)}
		for _, u := range to {
			c.Canonicals = append(c.Canonicals, parse(t, "http://a.test/"+u))
		}
		return c
	}
	is := func(want string) {
		t.Helper()
		var out []string
		for c, err := range g.WithCanonicals(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			to, err := g.CanonicalsOf(c.Of)
			if err != nil || !slices.Equal(to, c.To) {
				t.Errorf("canonical URLs of %s: %s, %v", c.Of, to, err)
			}
			out = append(out, strings.ReplaceAll(fmt.Sprintf("%s%s", c.Of, c.To), "http://a.test/", "")+strings.Join(c.OtherSchemes, ","))
		}
		slices.Sort(out)
		if got := strings.Join(out, " "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	apply(t, g, naming("a", "b"), naming("two", "x", "two", "x"), naming("none"))
	is("a[b] two[x two]")
	apply(t, g, naming("a", "c"), naming("two"))
	is("a[c]")
	g = New(kv, counts) // a later process
	apply(t, g, aranea.EdgeChange{Source: parse(t, "http://a.test/a"), KeepParts: true})
	is("a[c]")
	closed[parse(t, "http://a.test/a")] = true
	is("")
	clear(closed)
	var d Dropped
	if err := g.Drop(t.Context(), []weburl.URL{parse(t, "http://a.test/a")}, &d); err != nil {
		t.Fatal(err)
	}
	is("")
	apply(t, g, aranea.EdgeChange{Source: parse(t, "http://a.test/a"), Canonicals: []weburl.URL{parse(t, "http://a.test/b")}, OtherSchemes: []string{"about:blank"}},
		aranea.EdgeChange{Source: parse(t, "http://a.test/c"), OtherSchemes: []string{"file:///b"}})
	is("a[b]about:blank c[]file:///b")
	apply(t, g, naming("a"), naming("c"))
	is("")
	var many []string
	for i := range 2 * maxCanonicals {
		many = append(many, fmt.Sprint(i))
	}
	apply(t, g, naming("many", many...))
	if to, err := g.CanonicalsOf(parse(t, "http://a.test/many")); err != nil || len(to) != maxCanonicals {
		t.Errorf("%d of many, %v", len(to), err)
	}
	b := kv.NewBatch()
	b.Put(canonicalKey(refOf(parse(t, "http://a.test/many").ID())), []byte{recordVersion, 9})
	if err := b.Commit(false); err != nil {
		t.Fatal(err)
	}
	if _, err := g.CanonicalsOf(parse(t, "http://a.test/many")); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("of a damaged record: %v", err)
	}
}
