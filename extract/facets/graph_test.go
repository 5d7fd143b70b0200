package facets

import (
	"strings"
	"testing"
)

// TestReferencesInCircles: what refers to itself is followed for maxFollow steps, however long the lists are.
func TestReferencesInCircles(t *testing.T) {
	t.Parallel()
	list := []any{item{"@id": "x"}}
	for range 10_000 {
		list = append(list, item{})
	}
	g := graph{}
	g.add(item{"@id": "x", "name": list}, 1)
	g.collect()
	w := walk{graph: &g}
	w.follow(g.all[0].item, nil)
	if w.steps > maxFollow {
		t.Errorf("%d steps are taken", w.steps)
	}
}

// TestTextsOfMicrodataAreLimited: texts of properties count among the data of a page.
func TestTextsOfMicrodataAreLimited(t *testing.T) {
	t.Parallel()
	g, kept := graph{}, 0
	text := strings.Repeat("x", maxText)
	for range maxItems {
		it := g.item(nil, "")
		for _, name := range strings.Fields("a b c d e f g h") {
			for range maxProps {
				g.set(it, []string{name}, text)
			}
			all, _ := it[name].([]any)
			kept += len(all) * len(text)
		}
	}
	if kept == 0 || kept > maxData {
		t.Errorf("%d bytes are kept", kept)
	}
}
