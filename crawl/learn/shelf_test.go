package learn

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// TestChangedWhileOthersAreAskedFor: a record that is being changed stays in memory, whatever is
// evicted for others, and is stored with all its changes; then it may be evicted.
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
	records, _, err := s.changed()
	if err != nil || len(records) != 1 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	if stored, err := zone.Decode(records[0].Data); err != nil || stored.Seen != 8 {
		t.Errorf("stored %+v, %v", stored, err)
	}
	if ask(); s.have["http://a.test"] != p {
		t.Error("it has left memory before it was stored")
	}
	s.stored(errors.New("the disk is full"))
	if records, _, err = s.changed(); err != nil || len(records) != 1 {
		t.Fatalf("%d records once more, %v", len(records), err)
	}
	s.stored(nil)
	ask()
	if s.have["http://a.test"] != nil {
		t.Error("it is stored, and never leaves memory")
	}
}

// TestShelfIsBounded: stored records are evicted when those in memory have too many bytes
// together, including the latest ones.
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
		records, _, err := s.changed()
		if err == nil {
			err = s.keeper.Put(records, false)
		}
		if s.stored(err); err != nil {
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

// TestLaterIsStored: what may be stored later is stored before it is evicted, and once at the
// end.
func TestLaterIsStored(t *testing.T) {
	t.Parallel()
	s := newShelf(learned.Zones, learned.New(memstore.New()), zone.Decode, (*zone.Profile).Encode, func(o weburl.Origin) zone.Profile { return zone.Profile{Origin: o} })
	s.most = 1
	stored := func() int {
		records, _, err := s.changed()
		if err == nil {
			err = s.keeper.Put(records, false)
		}
		if s.stored(err); err != nil {
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

// TestShelvesShareTheirRoom: one kind of records uses what the others leave, and gives it back
// as they grow, except for its own share.
func TestShelvesShareTheirRoom(t *testing.T) {
	t.Parallel()
	const size, most, own = 100, 12, 4
	all := &sum{most: most * size}
	var shelves [2]shelf[int]
	for i := range shelves {
		shelves[i] = newShelf(learned.Zones, learned.New(memstore.New()), func(b []byte) (int, error) { return len(b), nil },
			func(n *int) ([]byte, error) { return make([]byte, *n), nil }, func(weburl.Origin) int { return size })
		shelves[i].room, shelves[i].all = own*size, all
	}
	fill := func(s *shelf[int], letters string) {
		for _, name := range strings.Split(letters, "") {
			o := weburl.Origin("http://" + name + ".test")
			if _, err := s.open(o); err != nil {
				t.Fatal(err)
			}
			s.change(o, func() {})
			if _, _, err := s.changed(); err != nil {
				t.Fatal(err)
			}
			s.stored(nil)
		}
	}
	fill(&shelves[0], "abcdefghijklmnop")
	if n := shelves[0].bytes / size; n < most || n > most+1 {
		t.Errorf("%d records in memory where the others need nothing, want %d", n, most)
	}
	fill(&shelves[1], "abcdefgh")
	fill(&shelves[0], "qrstuvwx")
	if n := shelves[1].bytes / size; n < own || n > own+1 {
		t.Errorf("%d records of the second kind in memory, want %d", n, own)
	}
	if got := int(all.bytes.Load()); got > (most+2)*size || got != shelves[0].bytes+shelves[1].bytes {
		t.Errorf("%d bytes in all, of them %d and %d", got, shelves[0].bytes, shelves[1].bytes)
	}
}

// TestStoredInParts: many changes are stored in parts, and all in the end.
func TestStoredInParts(t *testing.T) {
	t.Parallel()
	const size = maxStored / 3
	s := newShelf(learned.Zones, learned.New(memstore.New()), func(b []byte) (int, error) { return len(b), nil },
		func(n *int) ([]byte, error) { return make([]byte, *n), nil }, func(weburl.Origin) int { return size })
	for _, name := range strings.Split("abcdefgh", "") {
		if _, err := s.open(weburl.Origin("http://" + name + ".test")); err != nil {
			t.Fatal(err)
		}
		s.change(weburl.Origin("http://"+name+".test"), func() {})
	}
	var parts []int
	for left := true; left; {
		var some []learned.Record
		var err error
		if some, left, err = s.changed(); err != nil {
			t.Fatal(err)
		}
		if parts = append(parts, len(some)); left && len(s.inUse) != 8 {
			t.Errorf("%d records may leave memory before all are stored", 8-len(s.inUse))
		}
		s.stored(nil)
	}
	if want := []int{4, 4, 0}; !slices.Equal(parts, want) && !slices.Equal(parts, want[:2]) || len(s.dirty)+len(s.inUse) > 0 {
		t.Errorf("stored in parts of %v, %d are left", parts, len(s.dirty)+len(s.inUse))
	}
}
