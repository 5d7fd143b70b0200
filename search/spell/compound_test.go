package spell

import (
	"strings"
	"testing"
)

// accepts reports whether an automaton accepts a word.
func accepts(h *holding, word string) bool {
	state := h.Start()
	for i := range len(word) {
		if state = h.Accept(state, word[i]); !h.CanMatch(state) {
			return false
		}
	}
	return h.IsMatch(state)
}

// TestHolding checks the automaton of the words that hold another one.
func TestHolding(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"antrag", "aab", "aaaa", "abcabd"} {
		h := newHolding(word)
		for _, in := range []string{"", word, "x" + word, word + "x", "aa" + word + word, "abc" + word, "urlaubsantrag", "aaab", "aaa", "abcabcabd", "abcabe"} {
			if got, want := accepts(h, in), strings.Contains(in, word); got != want {
				t.Errorf("%s in %s: %v, want %v", word, in, got, want)
			}
		}
		if accepts(h, word+"1") || accepts(h, "ü"+word) {
			t.Errorf("%s is held by what is no word of the letters a to z", word)
		}
	}
}

func FuzzHolding(f *testing.F) {
	f.Add("antrag", "urlaubsantrag")
	f.Fuzz(func(t *testing.T, word, in string) {
		if !isLatin(word) || !isLatin(in) || len(word) > 64 {
			return
		}
		if got, want := accepts(newHolding(word), in), strings.Contains(in, word); got != want {
			t.Errorf("%s in %s: %v, want %v", word, in, got, want)
		}
	})
}
