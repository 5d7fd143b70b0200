package analyze

import (
	"math/rand/v2"
	"testing"
)

// TestTableKnowsSpellings holds a table against a map: spellings of all lengths that
// differ in one byte, in length, or in nothing.
func TestTableKnowsSpellings(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 5))
	by := newSecret()
	var tab table
	want := map[string]*Word{}
	for i := range 20_000 {
		raw := make([]byte, 1+rnd.IntN(2*inlineBytes))
		for j := range raw {
			raw[j] = "ab\xff"[rnd.IntN(3)]
		}
		k := by.key(raw)
		w, known := tab.find(&k, raw)
		if held, ok := want[string(raw)]; known != ok || w != held {
			t.Fatalf("%q: %v, %v; want %v, %v", raw, w, known, held, ok)
		}
		if known {
			continue
		}
		if i%7 > 0 { // some are dropped
			w = &Word{Form: string(raw)}
		}
		want[string(raw)] = w
		tab.add(&k, raw, w, &by)
	}
	for raw, w := range want {
		k := by.key([]byte(raw))
		if got, known := tab.find(&k, []byte(raw)); !known || got != w {
			t.Errorf("%q: %v, %v; want %v", raw, got, known, w)
		}
	}
}
