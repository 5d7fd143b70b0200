package titlescore_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/sitename"
	"github.com/aranea-search/aranea/search/titlescore"
	"github.com/aranea-search/aranea/search/weight"
)

// parts returns what a title adds for words of rarity 1.
func parts(m *titlescore.Match, sum float64) (names string, all float64) {
	m.Each(sum, func(name string, v float64) { names, all = names+name+", ", all+v })
	return strings.TrimSuffix(names, ", "), all
}

// TestParts: a title of four words, of which the last two are its site's.
func TestParts(t *testing.T) {
	t.Parallel()
	const none, first = segment.NoDoc, 100
	for _, c := range []struct {
		at    []uint32
		named bool
		names string
		full  float64
	}{
		{[]uint32{none}, false, "", 0},
		{nil, true, "", 0},
		{[]uint32{100}, false, "title", 0.5},
		{[]uint32{100, 101}, false, "title, title in order, title is the query", 1},
		{[]uint32{101, 100}, false, "title", 1},
		{[]uint32{100, 101}, true, "title, title in order", 1},
		{[]uint32{100, 101, none}, false, "title", 1},
		{[]uint32{102, 103}, false, "title, title in order", 0},
		{[]uint32{100, 101, 102}, false, "title, title in order", 1},
		{[]uint32{100, 101, 102, 103}, false, "title, title in order, title is the query", 1},
		{[]uint32{100, 100}, false, "title", 1}, // one word stands for two, and the title has another one
	} {
		var m titlescore.Match
		for range 2 { // it is used again
			m.Begin(first, 4, sitename.Affix{Back: 2})
			rarity := 0.0
			for i, at := range c.at {
				if m.Found(at, 1, 1, i > 0); at != none {
					rarity++
				}
			}
			if c.named {
				m.Named(1)
				rarity++
			}
			names, got := parts(&m, 2)
			if names != c.names {
				t.Errorf("%v, named %t: %s, want %s", c.at, c.named, names, c.names)
			}
			least := weight.Title * rarity * rarity / 2 * (0.25 + 0.75*c.full)
			if c.names != "" && got < least-1e-9 {
				t.Errorf("%v, named %t: %g, want %g at least", c.at, c.named, got, least)
			}
		}
	}
}

// TestMost: no title adds more than is said before it is looked at.
func TestMost(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(4, 4))
	for range 20_000 {
		words, query := 1+rnd.IntN(6), 1+rnd.IntN(4)
		affix := sitename.Affix{Front: uint8(rnd.IntN(words)), Back: 0}
		affix.Back = uint8(rnd.IntN(words - int(affix.Front)))
		var m titlescore.Match
		m.Begin(7, words, affix)
		titled, sum, found, all := 0.0, 0.0, 0, true
		for i := range query {
			rarity := 1 + rnd.Float64()
			sum += rarity
			switch at := rnd.IntN(words + 2); {
			case at < words:
				m.Found(7+uint32(at), 1, rarity, i > 0)
				titled, found = titled+rarity, found+1
			case at == words:
				m.Found(segment.NoDoc, 1, rarity, i > 0)
				all = false
			default:
				m.Named(rarity)
				titled += rarity
			}
		}
		_, got := parts(&m, sum)
		most := titlescore.Most(titled, sum, found, words-affix.Len(), all, query > 1)
		if got > most+1e-9 || math.IsNaN(most) {
			t.Fatalf("%d words, %+v, %d of %d of the query: %g, bound %g", words, affix, found, query, got, most)
		}
	}
}
