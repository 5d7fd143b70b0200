package postings_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/weburl"
)

// pool lends postings and keeps none.
type pool struct{}

func (pool) Lend() *segment.Postings    { return &segment.Postings{} }
func (pool) GiveBack(*segment.Postings) {}

// snapshot returns an index of pages whose words are in every second, third, fifth,
// 90th and 3,000th page or so.
func snapshot(t *testing.T) *index.Snapshot {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	rnd := rand.New(rand.NewPCG(3, 4))
	var changes []aranea.IndexChange
	for i := range 7000 {
		u, err := weburl.Parse(fmt.Sprintf("http://a.test/%d", i))
		if err != nil {
			t.Fatal(err)
		}
		text := "all"
		for _, n := range []int{2, 3, 5, 90, 3000} {
			if rnd.IntN(n) == 0 {
				text += strings.Repeat(fmt.Sprintf(" zq%dx", n), 1+rnd.IntN(3))
			}
		}
		p := &aranea.Page{URL: u, Lang: "en", Text: []byte(text + "\n"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}}}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: p})
	}
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	snap, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(snap.Close)
	if snap.Segments() != 1 {
		t.Fatalf("%d segments, want one", snap.Segments())
	}
	return snap
}

// cursor returns a cursor on two terms, of which the first was typed.
func cursor(t *testing.T, snap *index.Snapshot, typed, other string) *postings.Cursor {
	t.Helper()
	c := postings.NewCursor(snap, 0, &postings.Word{Form: typed}, pool{}, nil)
	for i, term := range []string{typed, other} {
		p, err := snap.Postings(0, term)
		if err != nil || p == nil {
			t.Fatalf("%s: %v, %v", term, p, err)
		}
		c.Add(postings.List{P: p, Form: i == 0, Bit: segment.TitleBit(term)})
	}
	return &c
}

// TestWindowsAreWhatCursorsSay: windows hold the documents and impacts that a cursor
// finds one by one, whatever is needed of them, and bounds hold.
func TestWindowsAreWhatCursorsSay(t *testing.T) {
	t.Parallel()
	snap := snapshot(t)
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, terms := range [][2]string{{"zq2x", "zq3x"}, {"zq90x", "zq5x"}, {"zq3000x", "zq90x"}, {"all", "zq3000x"}} {
		one, many := cursor(t, snap, terms[0], terms[1]), cursor(t, snap, terms[0], terms[1])
		many.Apart()
		one.Start()
		many.Start()
		var lane, plain postings.Lane
		for from := uint32(0); from < uint32(snap.SegmentDocs(0)); from += postings.Width {
			var needed postings.Bits
			needed.AddRange(rnd.IntN(postings.Width), postings.Width-rnd.IntN(9))
			if rnd.IntN(2) == 0 {
				needed.Fill(postings.Width)
			}
			most, _, last := many.Bound(from)
			after := many.After(from)
			least := rnd.IntN(300) - 20
			lane.Clear(false)
			plain.Clear(true)
			many.Fill(&lane, postings.Place{Snap: snap, From: from}, &needed)
			many.Fill(&plain, postings.Place{Snap: snap, From: from}, &needed)
			reaching := lane.Here
			lane.Reach(&reaching, least)
			for at := range needed.Each {
				doc := from + at
				here := one.Seek(doc) == doc
				var any, form uint8
				if here {
					any, form = one.Impacts()
				}
				if lane.Here.Has(at) != here || lane.Most[at] != any || lane.Form[at] != form {
					t.Fatalf("%v, document %d: %t, %d, %d; want %t, %d, %d", terms, doc, lane.Here.Has(at), lane.Most[at], lane.Form[at], here, any, form)
				}
				if plain.Here.Has(at) != here || plain.Most[at] != 0 || reaching.Has(at) != (here && int(any) >= least) {
					t.Fatalf("%v, document %d with impact %d: without impacts %t, from %d on %t", terms, doc, any, plain.Here.Has(at), least, reaching.Has(at))
				}
				if here && (doc < after || doc <= last && any > most) {
					t.Fatalf("%v, document %d with impact %d: the next is %d, the bound %d up to %d", terms, doc, any, after, most, last)
				}
			}
		}
	}
}

// TestFirstInTitle: the first position is that of all positions, if it is low enough.
func TestFirstInTitle(t *testing.T) {
	t.Parallel()
	snap := snapshot(t)
	c := cursor(t, snap, "zq5x", "zq90x")
	c.Start()
	found := [2]int{}
	for doc := c.Seek(0); doc != segment.NoDoc; doc = c.Seek(doc + 1) {
		want, low := uint32(segment.NoDoc), 0
		if all := c.Positions(nil); all[0] < 2 {
			want, low = all[0], 1
		}
		if found[low]++; c.FirstInTitle(doc, 2, math.MaxUint64) != want {
			t.Fatalf("document %d: %d is the first below 2, want %d", doc, c.FirstInTitle(doc, 2, math.MaxUint64), want)
		}
	}
	if found[0] < 100 || found[1] < 100 {
		t.Errorf("%d documents without such a position, %d with one", found[0], found[1])
	}
}

// TestPositionsOfSeveralLists: they are those of each list, in one order.
func TestPositionsOfSeveralLists(t *testing.T) {
	t.Parallel()
	snap := snapshot(t)
	c := cursor(t, snap, "zq5x", "zq2x")
	c.Start()
	both := 0
	for doc := c.Seek(0); doc != segment.NoDoc; doc = c.Seek(doc + 1) {
		all := c.Positions(nil)
		if len(all) != int(c.Freq()) || !slices.IsSorted(all) {
			t.Fatalf("document %d: %d positions, %v", doc, c.Freq(), all)
		}
		if len(all) > 3 { // no word stands in one more often
			both++
		}
	}
	if both < 100 {
		t.Errorf("%d documents hold both words", both)
	}
}

// TestBits: sets are what lists of numbers are.
func TestBits(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		from := rnd.IntN(postings.Width)
		to := from + rnd.IntN(postings.Width-from+1)
		var b postings.Bits
		b.AddRange(from, to)
		var got []int
		for at := range b.Each {
			got = append(got, int(at))
		}
		if len(got) != to-from || len(got) > 0 && (got[0] != from || !slices.IsSorted(got)) || b.Empty() != (from == to) {
			t.Fatalf("from %d to before %d: %d numbers", from, to, len(got))
		}
		lo := rnd.IntN(postings.Width)
		hi := lo + rnd.IntN(postings.Width-lo+1)
		if b.HasRange(lo, hi) != (max(lo, from) < min(hi, to)) {
			t.Fatalf("from %d to before %d: asked about %d to %d", from, to, lo, hi)
		}
	}
}

// TestCount: documents are told by how many sets hold them.
func TestCount(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	counts := make([]postings.Bits, 3)
	var held [postings.Width]int
	for range 5 {
		var set postings.Bits
		for range 900 {
			set.Add(uint32(rnd.IntN(postings.Width)))
		}
		postings.Count(counts, &set)
		for at := range held {
			if set.Has(uint32(at)) {
				held[at]++
			}
		}
	}
	for at, n := range held {
		for more := range counts {
			if got := counts[more].Has(uint32(at)); got != (n > more) {
				t.Fatalf("document %d is in %d sets: more than %d is %t", at, n, more, got)
			}
		}
	}
}

// TestReach: the documents are those whose impact is large enough, whatever it is.
func TestReach(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(9, 10))
	var lane postings.Lane
	var asked postings.Bits
	for at := range lane.Most {
		lane.Most[at] = uint8(rnd.IntN(256))
		if rnd.IntN(3) > 0 {
			asked.Add(uint32(at))
		}
	}
	for impact := -1; impact <= 256; impact++ {
		got := asked
		lane.Reach(&got, impact)
		for at := range uint32(postings.Width) {
			if want := asked.Has(at) && int(lane.Most[at]) >= impact; got.Has(at) != want {
				t.Fatalf("document %d of impact %d: %t for %d or more", at, lane.Most[at], got.Has(at), impact)
			}
		}
	}
}
