package learn

import (
	"testing"

	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// TestChangedWhileOthersAreAskedFor: a record that is being changed stays, whatever
// others push out of memory, and is stored with all its changes; then it may go.
func TestChangedWhileOthersAreAskedFor(t *testing.T) {
	t.Parallel()
	s := newShelf(learned.Zones, learned.New(memstore.New()), zone.Decode, (*zone.Profile).Encode, func(o weburl.Origin) zone.Profile { return zone.Profile{Origin: o} })
	s.most = 1
	ask := func() {
		for _, o := range []weburl.Origin{"http://b.test", "http://c.test"} {
			if _, err := s.get(o); err != nil {
				t.Fatal(err)
			}
		}
	}
	p, err := s.open("http://a.test")
	if err != nil {
		t.Fatal(err)
	}
	ask()
	again, err := s.open("http://a.test")
	if err != nil || again != p {
		t.Fatalf("there are two records of one origin: %v", err)
	}
	s.change("http://a.test", func() { again.Seen = 7 })
	ask()
	s.change("http://a.test", func() { p.Seen++ })
	records, err := s.changed()
	if err != nil || len(records) != 1 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	if stored, err := zone.Decode(records[0].Data); err != nil || stored.Seen != 8 {
		t.Errorf("stored %+v, %v", stored, err)
	}
	ask()
	if s.have["http://a.test"] != nil {
		t.Error("it is stored, and never leaves memory")
	}
}
