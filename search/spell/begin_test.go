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

// TestWritten: the automaton accepts what the other one does, but for letters that are led
// by bytes that neither Latin letters nor those of the word are.
func TestWritten(t *testing.T) {
	t.Parallel()
	for word, others := range map[string]map[string]bool{
		"package": {"package": true, "hackage": true, "packages": true, "ačkage": false, "pačkage": true, "øpackage": true, "пackage": false, "包ackage": false, "packageა": false, "pack": false},
		"пакет":   {"пакет": true, "пaкет": true, "пакёт": true, "包акет": false, "πакет": false, "сонет": false},
		"სახლი":   {"სახლი": true, "სახლ": true, "სეხლი": true, "sახლი": true, "包ახლი": false},
	} {
		a := writtenAs(word, AlikeTo(word, 1))
		for other, want := range others {
			if got := vellum.AutomatonContains(a, []byte(other)); got != want {
				t.Errorf("%s: %q is accepted: %t, want %t", word, other, got, want)
			}
		}
	}
}
