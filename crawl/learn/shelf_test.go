package learn

import (
	"strings"
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

// TestShelfIsBounded: records that are stored leave memory when those in it have too
// many bytes together, the latest ones included.
func TestShelfIsBounded(t *testing.T) {
	t.Parallel()
	const size, most = 100, 5
	s := newShelf(learned.Zones, learned.New(memstore.New()), func(b []byte) (int, error) { return len(b), nil },
		func(n *int) ([]byte, error) { return make([]byte, *n), nil }, func(weburl.Origin) int { return size })
	s.room = most * size
	open := func(name string) {
		if _, err := s.open(weburl.Origin("http://" + name + ".test")); err != nil {
			t.Fatal(err)
		}
		s.change(weburl.Origin("http://"+name+".test"), func() {})
		records, err := s.changed()
		if err == nil {
			err = s.keeper.Put(records, false)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for round := range 3 {
		for _, name := range strings.Split("abcdefghijkl", "") {
			open(name)
			if s.bytes > (most+1)*size || len(s.sizes)*size != s.bytes || len(s.have) != len(s.sizes) {
				t.Fatalf("round %d: %d bytes of %d records, %d in memory", round, s.bytes, len(s.sizes), len(s.have))
			}
		}
	}
	if len(s.have) < most {
		t.Errorf("%d records in memory, there is room for %d", len(s.have), most)
	}
}

// TestLaterIsStored: what may be stored later is stored before it leaves memory, and at
// the end, once.
func TestLaterIsStored(t *testing.T) {
	t.Parallel()
	s := newShelf(learned.Zones, learned.New(memstore.New()), zone.Decode, (*zone.Profile).Encode, func(o weburl.Origin) zone.Profile { return zone.Profile{Origin: o} })
	s.most = 1
	stored := func() int {
		records, err := s.changed()
		if err == nil {
			err = s.keeper.Put(records, false)
		}
		if err != nil {
			t.Fatal(err)
		}
		return len(records)
	}
	const a, b = weburl.Origin("http://a.test"), weburl.Origin("http://b.test")
	count := func() {
		p, err := s.open(a)
		if err != nil {
			t.Fatal(err)
		}
		s.mu.Lock()
		p.Seen++
		s.keepLater(a)
		s.mu.Unlock()
	}
	count()
	if n := stored(); n != 0 {
		t.Errorf("%d records are stored at once", n)
	}
	if _, err := s.get(b); err != nil || s.have[a] == nil {
		t.Fatalf("it has left memory before it was stored (%v)", err)
	}
	if n := stored(); n != 1 {
		t.Errorf("%d records are stored of one that is to leave memory", n)
	}
	count()
	s.keepAll()
	if n := stored(); n != 1 {
		t.Errorf("%d records are stored at the end", n)
	}
	if p, err := s.get(a); err != nil || p.Seen != 2 {
		t.Errorf("%+v, %v", p, err)
	}
	if s.keepAll(); stored() != 0 {
		t.Error("it is stored twice")
	}
}
