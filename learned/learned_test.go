package learned_test

import (
	"testing"

	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/store/memstore"
)

func TestStore(t *testing.T) {
	t.Parallel()
	s := learned.New(memstore.New())
	if data, err := s.Get(learned.Mirrors, "http://a.test"); data != nil || err != nil {
		t.Fatalf("of nothing: %q, %v", data, err)
	}
	err := s.Put([]learned.Record{
		{Kind: learned.Mirrors, Name: "http://b.test", Data: []byte("b")},
		{Kind: learned.Mirrors, Name: "http://a.test", Data: []byte("a")},
		{Kind: learned.Traps, Name: "a.test", Data: []byte("t")},
	}, true)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for r, err := range s.All(learned.Mirrors) {
		if err != nil {
			t.Fatal(err)
		}
		got += r.Name + "=" + string(r.Data) + " "
	}
	if want := "http://a.test=a http://b.test=b "; got != want {
		t.Errorf("all: %s", got)
	}
	if data, err := s.Get(learned.Traps, "a.test"); string(data) != "t" || err != nil {
		t.Errorf("trap: %q, %v", data, err)
	}
	if err := s.Put([]learned.Record{{Kind: learned.Traps, Name: "a.test"}}, true); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Get(learned.Traps, "a.test"); data != nil || err != nil {
		t.Errorf("removed: %q, %v", data, err)
	}
}
