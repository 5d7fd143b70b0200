package identity

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

// TestCache: what is remembered is the identity, and no more origins than may be.
func TestCache(t *testing.T) {
	t.Parallel()
	var c Cache
	for i := range 2*maxOrigins + 7 {
		o := weburl.Origin(fmt.Sprintf("http://h%d.test", i%(maxOrigins+3)))
		if id := c.Of(o); i%1000 == 0 && id != o.ID() {
			t.Fatalf("%s has identity %x, want %x", o, id, o.ID())
		}
		home := weburl.Origin("http://home.test") // between all others
		if i%1000 < 3 && (c.Of(home) != home.ID() || c.Of(o) != o.ID()) {
			t.Fatalf("between %s and %s identities are mixed up", home, o)
		}
		if len(c.ids) > maxOrigins {
			t.Fatalf("%d origins are remembered", len(c.ids))
		}
	}
}

// TestNoOrigin: what was never asked for is not taken for what no origin has.
func TestNoOrigin(t *testing.T) {
	t.Parallel()
	var c Cache
	if got, want := c.Of(""), weburl.Origin("").ID(); got != want {
		t.Errorf("no origin has identity %x, want %x", got, want)
	}
}
