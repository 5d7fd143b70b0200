package analyze

import (
	"math/rand/v2"
	"testing"
)

// TestVocabularyKnowsSpellings holds a vocabulary against a map: spellings of all
// lengths that differ in one byte, in length, or in nothing.
func TestVocabularyKnowsSpellings(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 5))
	by := newSecret()
	var v vocabulary
	want := map[string]number{}
	for range 20_000 {
		raw := make([]byte, 1+rnd.IntN(2*inlineBytes))
		for j := range raw {
			raw[j] = "ab\xff"[rnd.IntN(3)]
		}
		k := by.key(raw)
		if got := v.find(En, &k, raw); got != want[string(raw)] {
			t.Fatalf("%q: %d, want %d", raw, got, want[string(raw)])
		}
		if v.find(Ru, &k, raw) != 0 {
			t.Fatalf("%q is known on pages where it never stood", raw)
		}
		if want[string(raw)] == 0 {
			want[string(raw)] = v.add(En, &k, raw, Word{text: string(raw), form: uint8(len(raw))})
		}
	}
	for raw, n := range want {
		k := by.key([]byte(raw))
		if got := v.find(En, &k, []byte(raw)); got != n || v.at(n).Form() != raw {
			t.Errorf("%q: %d, want %d", raw, got, n)
		}
	}
}
