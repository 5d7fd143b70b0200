package learn

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestHeldBound: the first pages of sites take no more memory than their bound, whatever the order of small and large ones.
func TestHeldBound(t *testing.T) {
	t.Parallel()
	l, err := New(learned.New(memstore.New()))
	if err != nil {
		t.Fatal(err)
	}
	known := func(weburl.ID) (aranea.Entry, bool, error) { return aranea.Entry{}, false, nil }
	for n := range 1200 {
		size := 500
		if n >= 1000 {
			size = 200_000
		}
		u, err := weburl.Parse(fmt.Sprintf("http://s%d.test/", n))
		if err != nil {
			t.Fatal(err)
		}
		p := &aranea.Page{
			URL: u, Lang: "en", Format: "html", Text: append(bytes.Repeat([]byte("x"), size), '\n'),
			Containers: []aranea.Container{{Path: 1, Parent: -1, Name: "body"}}, Elements: []aranea.Element{{End: uint32(size)}},
		}
		if _, err := l.Zone(&aranea.IndexChange{Action: aranea.IndexPut, URL: u, Version: 1, Page: p}, known); err != nil {
			t.Fatal(err)
		}
		if l.held.bytes > maxHeld {
			t.Fatalf("after %d pages %d bytes are held, of %d", n+1, l.held.bytes, maxHeld)
		}
	}
	if l.held.bytes < maxHeld/2 {
		t.Errorf("only %d bytes are held", l.held.bytes)
	}
}
