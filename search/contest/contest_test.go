package contest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/search/collapse"
)

// A page gains in the second stage what nobody knows before, and most at most.
type page struct {
	spot              Spot
	score, gain, most float64
	looked            bool
	site              uint32
}

func (p *page) Spot() Spot     { return p.spot }
func (p *page) Score() float64 { return p.score }
func (p *page) Might() float64 { return p.score + p.most }
func (p *page) Looked() bool   { return p.looked }
func (p *page) Item() collapse.Item {
	return collapse.Item{Site: p.site}
}

func (p *page) Before(o *page) bool {
	if p.score != o.score {
		return p.score > o.score
	}
	return p.spot.Compare(o.spot) < 0
}

// look has some pages get what they gain.
func look(all []page, some []int32) error {
	for _, i := range some {
		p := &all[i]
		p.score, p.most, p.looked = p.score+p.gain, 0, true
	}
	return nil
}

func nothing([]page, []int32) error { return nil }

// crowd returns pages by chance, of which more than a few are equal.
func crowd(rnd *rand.Rand, n int) []page {
	var out []page
	for i := range n {
		p := page{spot: Spot{i * 3 / n, uint32(i)}, score: float64(rnd.IntN(40)), most: float64(rnd.IntN(20)), site: uint32(rnd.IntN(9))}
		p.gain = float64(rnd.IntN(int(p.most) + 1))
		out = append(out, p)
	}
	return out
}

// decided returns where the first pages are, and how many were looked at.
func decided(t *testing.T, c *Contest[page, *page], all []page) (first []Spot, looks int) {
	t.Helper()
	counted := func(all []page, some []int32) error {
		looks += len(some)
		return look(all, some)
	}
	for _, p := range all {
		if c.Lets(p.score, p.Might(), p.spot) {
			c.Enter(&p)
		} else {
			c.Leave(p.score, p.Might(), p.spot)
		}
		if _, err := c.TryEarly(counted); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Conclude(nothing, counted); err != nil {
		t.Fatal(err)
	}
	for _, p := range c.First() {
		first = append(first, p.spot)
	}
	return first, looks
}

// TestFirst: as long as no more pages take part than are looked at, the first are those
// that looking at all gives, and most need not be looked at.
func TestFirst(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(21, 22))
	spared := 0
	var room Room[page] // one contest after another works in it
	for _, n := range []int{0, 1, 9, 10, 90, Most} {
		for _, o := range []collapse.Options{{}, {PerSite: 2}} {
			all := crowd(rnd, n)
			from, rest := slices.Clone(all[:n/10]), all[n/10:]
			out := []Spot{}
			for _, p := range from {
				out = append(out, p.spot)
			}
			room.Clear()
			c := New[page](&room, 10, o, from, out)
			got, looks := decided(t, c, all)
			if spared += n - looks; c.Met() > n/10 {
				t.Errorf("%d pages, %+v: %d take part already, want %d", n, o, c.Met(), n/10)
			}
			whole := slices.Concat(all[:n/10], rest)
			some := make([]int32, n)
			for i := range some {
				some[i] = int32(i)
			}
			_ = look(whole, some)
			slices.SortFunc(whole, Order[page])
			if !c.Stands() && n >= 90 {
				t.Errorf("%d pages, %+v: the first ten do not stand", n, o)
			}
			for i, spot := range got {
				if whole[i].spot != spot {
					t.Fatalf("%d pages, %+v: %v in place %d, want %v", n, o, spot, i, whole[i].spot)
				}
			}
		}
	}
	if spared < 100 {
		t.Errorf("%d pages were not looked at: too few to say anything", spared)
	}
}

// TestOfMany: of more pages than are looked at those that the first stage puts first
// are, and no page that is left out makes a difference.
func TestOfMany(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(23, 24))
	for range 20 {
		all := crowd(rnd, 5000)
		c := New[page](nil, 10, collapse.Options{PerSite: 3}, nil, nil)
		got, looks := decided(t, c, all)
		if looks > Most+earlyLooks*10 || !c.Held() || !c.Bars() || !c.Stands() {
			t.Fatalf("%d were looked at, %d are first", looks, len(got))
		}
		again := New[page](nil, 10, collapse.Options{PerSite: 3}, nil, nil)
		few, _ := decided(t, again, slices.DeleteFunc(slices.Clone(all), func(p page) bool { return p.score < 5 }))
		n := min(len(few), len(got))
		if n < 10 || !slices.Equal(few[:n], got[:n]) {
			t.Errorf("without those that cannot be among the first: %v, want %v", few, got)
		}
	}
}

// TestJoined: if pages may be mixed, one with some of the words comes before those whose score
// is less than two thirds of its own.
func TestJoined(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		whole, some []float64
		mixed       bool
		want        []float64
	}{
		{[]float64{10, 4, 2}, []float64{14, 9, 1}, true, []float64{10, 14, 9, 4, 2, 1}},
		{[]float64{10, 4}, []float64{16, 15, 3}, true, []float64{16, 10, 15, 4, 3}},
		{[]float64{10, 4}, []float64{16, 15, 3}, false, []float64{10, 4, 16, 15, 3}},
		{nil, []float64{3, 2}, true, []float64{3, 2}},
		{[]float64{3, 2}, nil, true, []float64{3, 2}},
	} {
		var got []float64
		for _, p := range Joined[page](scored(tt.whole), scored(tt.some), tt.mixed) {
			got = append(got, p.score)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v and %v, mixed %t: %v, want %v", tt.whole, tt.some, tt.mixed, got, tt.want)
		}
	}
}

func scored(scores []float64) (out []page) {
	for _, s := range scores {
		out = append(out, page{score: s})
	}
	return out
}
