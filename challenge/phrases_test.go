package challenge

import (
	"bytes"
	"strings"
	"testing"
)

// TestPhrases finds each phrase at each offset, in capitals as well, and no truncated phrase.
func TestPhrases(t *testing.T) {
	t.Parallel()
	c := catalogued()
	for _, s := range c.shapes {
		for _, p := range s.phrases {
			for at := range 64 {
				before := strings.Repeat("<t", at/2) + strings.Repeat(" ", at%2)
				for _, body := range []string{before + p, before + strings.ToUpper(p) + "</p>"} {
					if got := c.inSmallLetters([]byte(body)); string(got) != strings.ToLower(body) {
						t.Errorf("%q: %q", body, got)
					}
				}
				if cut := before + p[:len(p)-1]; c.inSmallLetters([]byte(cut)) != nil {
					t.Errorf("%q has a phrase", cut)
				}
			}
		}
	}
}

// FuzzPhrases compares the search with a naive one at every offset.
func FuzzPhrases(f *testing.F) {
	f.Add([]byte("a geo.captcha-delivery.com b"))
	f.Fuzz(func(t *testing.T, head []byte) {
		c := catalogued()
		has := false
		for at := range head {
			has = has || c.phraseAt(head[at:])
		}
		if got := c.hasPhrase(head); got != has {
			t.Errorf("%q: %t, want %t", bytes.ToLower(head), got, has)
		}
	})
}
