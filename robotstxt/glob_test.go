package robotstxt

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestGlobBothWays holds the two ways to match a shell expression against each
// other on short inputs, which the plain way always finishes.
func TestGlobBothWays(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	some := func(from string) string {
		b := make([]byte, r.IntN(13))
		for i := range b {
			b[i] = from[r.IntN(len(from))]
		}
		return string(b)
	}
	matched := 0
	for range 200_000 {
		expr, target := some(`ab**??[]^-\`), some("ab-]")
		plain := matchGlob(expr, target)
		if at := matchGlobAtOnce(expr, target); at != plain {
			t.Fatalf("%q on %q: %v one after another, %v at once", expr, target, plain, at)
		}
		if plain {
			matched++
		}
	}
	if matched < 1000 {
		t.Errorf("only %d of the pairs match", matched)
	}
}

// TestGlobOutOfPatience: expressions that try the patience of the plain way are
// still answered, over the borders of words too.
func TestGlobOutOfPatience(t *testing.T) {
	t.Parallel()
	target := "/" + strings.Repeat("a", 2000)
	for _, n := range []int{20, 62, 63, 64, 65, 128, 500} {
		expr := "/*" + strings.Repeat("a?", n)
		if !matchGlob(expr+"*", target) || !matchGlob(expr, target) {
			t.Errorf("%d pairs do not match", n)
		}
		if matchGlob(expr+"b*", target) || matchGlob(expr+"b", target) || !matchGlob(expr+"b", target+"b") {
			t.Errorf("%d pairs and an octet that is not there", n)
		}
	}
}
