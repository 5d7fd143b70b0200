package linkgraph

import (
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/hreflang"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

var update = flag.Bool("update", false, "rewrite the example on the page of the format")

const formatPage = "../docs/format/linkgraph.md"

// TestFormatPage compares the example in the page of the format with what is stored. If it
// changes, older folders can no longer be read: raise recordVersion. Run with -update to
// rewrite the example.
func TestFormatPage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(formatPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "```dump\n")
	old, behind, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("the page has no example")
	}
	kv := memstore.New()
	c := page(t, "http://a.test/", "http://a.test/b next page", "http://b.test/ !paid")
	c.Parts = withParts(t, "http://a.test/", "intro", "http://a.test/b#more more").Parts
	c.Alternates = []hreflang.Set{setOf("", "de de", "en ")}
	c.Canonicals = []weburl.URL{parse(t, "http://a.test/start")}
	m := naming(t, "http://a.test/map.xml", setOf("http://a.test/de", "en "))
	m.IsList, m.Listed = true, []weburl.URL{parse(t, "http://a.test/de"), parse(t, "http://a.test/")}
	m.Named = []aranea.Discovery{{URL: parse(t, "http://b.test/c"), How: aranea.HowSitemap, Depth: 1, Priority: 12, Every: time.Hour}}
	m.Listed = append(m.Listed, m.Named[0].URL)
	g := New(kv, nil)
	g.Divide(partition.Partition{Number: partition.Of(c.Source.Origin(), 4), Of: 4})
	apply(t, g, c, m)
	var b strings.Builder
	for p, err := range kv.Scan(nil, nil) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%c %x\n", p.Key[0], p.Key[1:])
		for line := range strings.Lines(hex.Dump(p.Value)) {
			fmt.Fprintf(&b, "    %s\n", strings.TrimRight(line[10:], "\n"))
		}
	}
	got := b.String()
	if *update {
		if err := os.WriteFile(formatPage, []byte(before+"```dump\n"+got+"```"+behind), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if got != old {
		t.Errorf("the records became\n%s", got)
	}
}
