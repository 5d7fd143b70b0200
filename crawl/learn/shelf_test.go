package learn

import (
	"testing"

	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// TestChangedWhileDropped: a record that others push out of memory while it is being
// changed is stored all the same.
func TestChangedWhileDropped(t *testing.T) {
	t.Parallel()
	s := newShelf(learned.Zones, learned.New(memstore.New()), zone.Decode, (*zone.Profile).Encode, func(o weburl.Origin) zone.Profile { return zone.Profile{Origin: o} })
	s.most = 1
	p, err := s.open("http://a.test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.get("http://b.test"); err != nil {
		t.Fatal(err)
	}
	if s.have["http://a.test"] != nil {
		t.Fatal("it was not dropped")
	}
	p.Seen = 7
	s.keep("http://a.test", p)
	records, err := s.changed()
	if err != nil || len(records) != 1 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	if again, err := zone.Decode(records[0].Data); err != nil || again.Seen != 7 {
		t.Errorf("stored %+v, %v", again, err)
	}
}
