package datagraph

import (
	"strings"
	"testing"
)

// TestReferencesInCircles: what refers to itself is followed for the steps of a walk, however long the
// lists are.
func TestReferencesInCircles(t *testing.T) {
	t.Parallel()
	list := []any{Item{"@id": "x"}}
	for range 10_000 {
		list = append(list, Item{})
	}
	g := Graph{}
	g.Add(Item{"@id": "x", "name": list}, 1)
	g.Collect()
	w := g.Walk(1_000)
	if w.Follow(nil, 16, g.all[0].item, nil); !w.Ended() || w.steps < 0 {
		t.Errorf("%d steps are left", w.steps)
	}
}

// TestTextsOfMicrodataAreLimited: texts of properties count among the data of a page.
func TestTextsOfMicrodataAreLimited(t *testing.T) {
	t.Parallel()
	g, kept := Graph{}, 0
	text := strings.Repeat("x", 400)
	for range MaxItems {
		it := g.NewItem(nil, "")
		for _, name := range strings.Fields("a b c d e f g h") {
			for range MaxProps {
				g.Set(it, []string{name}, text)
			}
			all, _ := it[name].([]any)
			kept += len(all) * len(text)
		}
	}
	if kept == 0 || kept > MaxData {
		t.Errorf("%d bytes are kept", kept)
	}
}
