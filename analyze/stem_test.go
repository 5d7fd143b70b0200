package analyze

import (
	"testing"

	"github.com/blevesearch/snowballstem"
)

// TestEnglishStems: what is taken for its own stem is left as it is by the stemmer, whatever
// letters, digits and suffixes are put together.
func TestEnglishStems(t *testing.T) {
	t.Parallel()
	env, own, asked := snowballstem.NewEnv(""), 0, 0
	parts := []string{"", "a", "y", "'", "st", "io", "\u00e9", "7", "al", "iz", "at", "ous"}
	ends := []string{""}
	for c := byte('a'); c <= 'z'; c++ {
		ends = append(ends, string(c))
	}
	ends = append(ends, "'", "+", "#", "9", "\u00e9", "'s")
	for _, start := range parts {
		for _, middle := range parts {
			for _, more := range parts {
				for _, before := range ends {
					for _, last := range ends {
						word := "x" + start + middle + more + before + last
						if !isEnglishStem([]byte(word)) {
							asked++
							continue
						}
						if own++; stemWord(env, En, word) != word {
							t.Fatalf("%q is stemmed as %q", word, stemWord(env, En, word))
						}
					}
				}
			}
		}
	}
	if own < asked/2 {
		t.Errorf("%d words are their own stems, the stemmer is asked about %d", own, asked)
	}
}
