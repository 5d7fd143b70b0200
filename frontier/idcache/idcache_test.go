package idcache

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/aranea-search/aranea/weburl"
)

// TestCache: the result is the ID of the origin, of any length, also with more origins than fit.
func TestCache(t *testing.T) {
	t.Parallel()
	var c Cache
	home := weburl.Origin("http://home.test") // between all others
	for i := range 2*slots + 7 {
		o := weburl.Origin(fmt.Sprintf("http://h%d.%stest", i%(slots+3), strings.Repeat("x", i%47)))
		if id := c.Of(o); i%100 == 0 && (id != o.ID() || c.Of(o) != id) {
			t.Fatalf("%s has identity %x, want %x", o, id, o.ID())
		}
		if i%1000 < 3 && (c.Of(home) != home.ID() || c.Of(o) != o.ID()) {
			t.Fatalf("between %s and %s identities are mixed up", home, o)
		}
	}
	if len(c.slots) != slots || unsafe.Sizeof(c.slots[0]) != 64 {
		t.Fatalf("%d origins are remembered in %d bytes each", len(c.slots), unsafe.Sizeof(c.slots[0]))
	}
}

// TestCacheRemembers: a cached ID is not computed again.
func TestCacheRemembers(t *testing.T) {
	t.Parallel()
	var c Cache
	o, made := weburl.Origin("http://a.test"), weburl.OriginID{1, 2, 3}
	c.Of(o)
	for i := range c.slots {
		if c.slots[i].length > 0 {
			c.slots[i].id = made
		}
	}
	for _, long := range []string{"b", "c"} { // so that it is none of the last two; they take no slot
		c.Of(weburl.Origin("http://" + strings.Repeat(long, 50) + ".test"))
	}
	if got := c.Of(o); got != made {
		t.Errorf("%x was computed again", got)
	}
}

func TestNoOrigin(t *testing.T) {
	t.Parallel()
	var c Cache
	if got, want := c.Of(""), weburl.Origin("").ID(); got != want {
		t.Errorf("no origin has identity %x, want %x", got, want)
	}
}
