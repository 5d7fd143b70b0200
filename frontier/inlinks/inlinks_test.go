package inlinks

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func id(t testing.TB, url string) weburl.ID {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return u.ID()
}

// site returns an origin of a different site for each number.
func site(n int) (o weburl.OriginID) {
	o[0], o[1] = byte(n*13), byte(n)
	return o
}

func TestLevel(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pages, sites int
		want         uint8
	}{
		{0, 0, 0}, {3, 3, 0}, {4, 0, 1}, {1000, 0, 1}, {0, 4, 1}, {4, 4, 2}, {0, 15, 3}, {0, 20, 4}, {7, 20, uint8(MaxLevel)},
	} {
		if got := Level(tt.pages, tt.sites); got != tt.want {
			t.Errorf("level %d of %d pages and %d other sites, want %d", got, tt.pages, tt.sites, tt.want)
		}
	}
}

// TestCount: pages of the own site give one level together, each counted once; a site counts
// once, however many of its pages link there; and what is done never rises.
func TestCount(t *testing.T) {
	t.Parallel()
	x, y := id(t, "http://a.test/x"), id(t, "http://a.test/y")
	table, own := New(1<<20), x.Origin()
	count := func(from weburl.OriginID, to ...weburl.ID) int { return len(table.Count(from, to, nil)) }
	for n := range ownPages - 1 {
		if count(own, x, y, x, x) != 0 {
			t.Errorf("%d pages are enough for a level", n+1)
		}
	}
	if count(own, x) != 1 || table.Level(x) != 1 || table.Level(y) != 0 {
		t.Errorf("levels %d and %d of %d and %d pages", table.Level(x), table.Level(y), ownPages, ownPages-1)
	}
	for range 100 {
		if count(own, x)+count(site(1), x) != 0 {
			t.Fatal("more pages of a site are enough for a level")
		}
	}
	risen := 0
	for n := range 200 {
		risen += count(site(n), x)
	}
	if risen != MaxLevel-1 || int(table.Level(x)) != MaxLevel {
		t.Errorf("200 sites give %d levels, and level %d", risen, table.Level(x))
	}
	table.Done(y)
	for n := range 200 {
		if count(site(n), y)+count(own, y) != 0 {
			t.Fatal("what is done has risen")
		}
	}
	var none *Table
	if none.Done(x); none.Level(x) != 0 || none.Bytes() != 0 || len(none.Count(own, []weburl.ID{x}, nil)) != 0 {
		t.Error("no table counts")
	}
}

// TestLater: a URL that was not raised rises again with the next page of its own site, or the
// next other site; one that was visited does not.
func TestLater(t *testing.T) {
	t.Parallel()
	table, own, near := New(1<<20), id(t, "http://a.test/").Origin(), id(t, "http://a.test/near")
	count := func(from weburl.OriginID) (n int) {
		for _, u := range table.Count(from, []weburl.ID{near}, nil) {
			table.Later(u)
			n++
		}
		return n
	}
	for n := range 2 * ownPages {
		if got, want := count(own), min((n+1)/ownPages, 1); got != want {
			t.Errorf("page %d of its own site: %d have risen, want %d", n+1, got, want)
		}
	}
	risen := 0
	for n := range otherSites[0] + 3 {
		risen += count(site(n))
	}
	if risen != 4 || table.Level(near) != 0 {
		t.Errorf("%d times for %d other sites, level %d", risen, otherSites[0]+3, table.Level(near))
	}
	table.Done(near)
	if table.Later(near); count(own) != 0 || table.Level(near) != 0 {
		t.Error("what is done rises")
	}
}

// TestRaise: an entry gets its level while it waits for its first try, and each level once; what
// was visited no longer counts.
func TestRaise(t *testing.T) {
	t.Parallel()
	table, u := New(1<<20), id(t, "http://a.test/x")
	for range ownPages {
		table.Count(u.Origin(), []weburl.ID{u}, nil)
	}
	for _, tt := range []struct {
		what string
		e    aranea.Entry
		want bool
	}{
		{"tried", aranea.Entry{State: aranea.StateQueued, Attempts: 1}, false},
		{"raised before", aranea.Entry{State: aranea.StateQueued, Nearer: 1}, false},
		{"waiting", aranea.Entry{State: aranea.StateQueued}, true},
		{"visited", aranea.Entry{State: aranea.StateDone}, false},
		{"waiting after that", aranea.Entry{State: aranea.StateQueued}, false},
	} {
		before := tt.e.Nearer
		if got := table.Raise(u, &tt.e); got != tt.want || got != (tt.e.Nearer > before) {
			t.Errorf("%s: %v, level %d", tt.what, got, tt.e.Nearer)
		}
	}
}

// TestInTurn: each URL once, and each is first on some turn.
func TestInTurn(t *testing.T) {
	t.Parallel()
	urls := []weburl.ID{{3}, {1}, {2}, {1}}
	first := map[weburl.ID]bool{}
	for turn := range uint64(3) {
		got := InTurn(slices.Clone(urls), turn)
		if len(got) != 3 || got[0] == got[1] || got[1] == got[2] || got[0] == got[2] {
			t.Fatalf("turn %d: %v", turn, got)
		}
		first[got[0]] = true
	}
	if len(first) != 3 || len(InTurn(nil, 7)) != 0 {
		t.Errorf("%d were first", len(first))
	}
}

// TestCountsAgreeWithAMap: as long as there is room, a growing table counts as a map does.
func TestCountsAgreeWithAMap(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 1))
	table, want := New(4<<20), map[weburl.ID]int{}
	urls := make([]weburl.ID, 5_000)
	for n := range urls {
		urls[n] = id(t, fmt.Sprintf("http://a.test/%d", n))
	}
	for range 800 {
		once := map[weburl.ID]bool{}
		var to []weburl.ID
		for range 20 {
			u := urls[rnd.IntN(len(urls))]
			to, once[u] = append(to, u), true
		}
		rises := 0
		for u := range once {
			if want[u]++; want[u] == ownPages {
				rises++
			}
		}
		if risen := table.Count(urls[0].Origin(), to, nil); len(risen) != rises {
			t.Fatalf("%d have risen, want %d", len(risen), rises)
		}
	}
	for _, u := range urls {
		if got := table.Level(u); got != Level(want[u], 0) {
			t.Errorf("level %d of %d pages", got, want[u])
		}
	}
}

// TestRoom: a table stays within its limit, and URLs with the most inlinks stay.
func TestRoom(t *testing.T) {
	t.Parallel()
	const limit = 100 << 10
	table, known := New(limit), id(t, "http://a.test/known")
	for n := range 200 {
		table.Count(site(n), []weburl.ID{known}, nil)
	}
	rnd := rand.New(rand.NewPCG(2, 1))
	for n := range 100_000 {
		var u weburl.ID
		for i := range u {
			u[i] = byte(rnd.Uint32())
		}
		table.Count(site(n), []weburl.ID{u}, nil)
	}
	if b := table.Bytes(); b > limit || b < limit/2 {
		t.Errorf("it takes %d bytes of %d", b, limit)
	}
	if table.Level(known) == 0 {
		t.Error("what most sites link to was forgotten first")
	}
}
