package spell

import (
	"slices"
	"testing"

	"github.com/blevesearch/vellum"
)

// TestBeginning: the automaton accepts what the other one does and begins so.
func TestBeginning(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"package", "пакет"} {
		inner := AlikeTo(word, 2)
		first := []byte(string([]rune(word)[:2]))
		a := beginning{inner, string(first)}
		for _, other := range []string{"package", "packages", "pakcage", "ackage", "hackage", "pockage", "pa", "", "paccagee", "пакет", "пакеты", "акет", "пукет", "па"} {
			want := vellum.AutomatonContains(inner, []byte(other)) && len(other) >= len(first) && slices.Equal([]byte(other)[:len(first)], first)
			if got := vellum.AutomatonContains(a, []byte(other)); got != want {
				t.Errorf("%s: %q is accepted: %t, want %t", word, other, got, want)
			}
		}
	}
}
