package spell

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/blevesearch/vellum"
	"github.com/blevesearch/vellum/levenshtein"
)

// TestFuzzy: the automaton accepts what the one of the library does, for words by chance of
// few letters of one to four bytes each.
func TestFuzzy(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 4))
	letters := []rune("aabcдé京𝄞")
	word := func(least int) string {
		var b strings.Builder
		for range least + rnd.IntN(7) {
			b.WriteRune(letters[rnd.IntN(len(letters))])
		}
		return b.String()
	}
	for edits := 1; edits <= maxEdits; edits++ {
		builder, err := levenshtein.NewLevenshteinAutomatonBuilder(uint8(edits), true)
		if err != nil {
			t.Fatal(err)
		}
		accepted := 0
		for range 200 {
			w := word(1)
			want, err := builder.BuildDfa(w, uint8(edits))
			if err != nil {
				t.Fatal(err)
			}
			f := newFuzzy(w, edits)
			for range 200 {
				other := changed(rnd, w, word)
				got := vellum.AutomatonContains(f, []byte(other))
				if accepts := vellum.AutomatonContains(want, []byte(other)); got != accepts {
					t.Fatalf("%q with %d edits: %q is accepted: %t, want %t", w, edits, other, got, accepts)
				}
				if got {
					accepted++
				}
			}
		}
		if accepted < 1000 {
			t.Errorf("%d edits: only %d words were accepted", edits, accepted)
		}
	}
}

// changed returns a word with a few characters changed, or any.
func changed(rnd *rand.Rand, w string, word func(least int) string) string {
	rs := []rune(w)
	for range rnd.IntN(4) {
		switch i := rnd.IntN(len(rs) + 1); {
		case rnd.IntN(20) == 0:
			return word(0)
		case i+1 < len(rs) && rnd.IntN(2) == 0:
			rs[i], rs[i+1] = rs[i+1], rs[i]
		case i < len(rs) && rnd.IntN(2) == 0:
			rs = append(rs[:i], rs[i+1:]...)
		default:
			rs = append(rs[:i], append([]rune(word(1))[:1], rs[i:]...)...)
		}
	}
	return string(rs)
}

// TestFuzzyBroken: bytes that are no characters end a walk, and a character that is not
// complete ends no word.
func TestFuzzyBroken(t *testing.T) {
	t.Parallel()
	f := newFuzzy("дом", maxEdits)
	for _, broken := range []string{"\xff", "д\xd0", "\xd0\xd0", "\xe4\xba", "\xf0\x9d\x84\xff", "до\x80м"} {
		if vellum.AutomatonContains(f, []byte(broken)) {
			t.Errorf("%q is accepted", broken)
		}
	}
	if a := AlikeTo(strings.Repeat("a", longestFuzzy+1), 1); a != nil {
		t.Error("a word that is too long has an automaton")
	}
	long := strings.Repeat("é", longestFuzzy)
	if a := AlikeTo(long, 2); a == nil || !vellum.AutomatonContains(a, []byte(long[2:])) || vellum.AutomatonContains(a, []byte(long[6:])) {
		t.Errorf("the longest word of %d characters has no automaton that fits", utf8.RuneCountInString(long))
	}
}
