package memory

import (
	"math/rand/v2"
	"testing"
)

// TestSharesAreAll: the shares of any memory add up to that memory.
func TestSharesAreAll(t *testing.T) {
	t.Parallel()
	for _, memory := range []int{0, 1, 64, 64 << 20, 256<<20 + 7, 8 << 30} {
		s := Of(memory)
		if sum := s.Origins + s.Windows + s.Texts + s.Tables; sum != memory || min(s.Origins, s.Windows, s.Texts, s.Tables) < 0 {
			t.Errorf("of %d bytes %+v, %d in all", memory, s, sum)
		}
		if s.Links > s.Tables/8 || s.Links < s.Tables/16 {
			t.Errorf("of %d bytes counts of links have %d of %d", memory, s.Links, s.Tables)
		}
	}
}

// greedy uses all that it may, up to what it wants.
type greedy struct{ want, may int }

func (g *greedy) Bytes() int      { return min(g.want, max(g.may, 0)) }
func (g *greedy) Limit(bytes int) { g.may = bytes }

// TestDivide: tables that use all that they may stay within their share, and none is short of
// memory while another leaves room.
func TestDivide(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		bytes := rnd.IntN(1000)
		known, clocks, records := &greedy{want: rnd.IntN(1000)}, &greedy{want: rnd.IntN(1000)}, &greedy{want: rnd.IntN(1000)}
		Divide(bytes, known, clocks, records)
		sum := known.Bytes() + clocks.Bytes() + records.Bytes()
		if sum > bytes {
			t.Fatalf("%d bytes of %d", sum, bytes)
		}
		if short := records.Bytes() < records.want || known.Bytes() < known.want; short && sum < bytes {
			t.Fatalf("%d bytes of %d: known %+v, clocks %+v, records %+v", sum, bytes, known, clocks, records)
		}
	}
	records := &greedy{want: 100}
	if Divide(80, Room(30), new(greedy), records); records.Bytes() != 50 {
		t.Errorf("%d bytes beside what is to come", records.Bytes())
	}
}
