package seen

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

func id(t testing.TB, n int) weburl.ID {
	t.Helper()
	u, err := weburl.Parse(fmt.Sprintf("http://h%d.test/%d", n%17, n))
	if err != nil {
		t.Fatal(err)
	}
	return u.ID()
}

// TestSetAgreesWithAMap: through growth, changes and saving, a whole set answers as a map does.
func TestSetAgreesWithAMap(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 1))
	s, want := NewSet(0, 1<<20), map[int]bool{}
	for range 20_000 {
		n := rnd.IntN(8_000)
		excluded := rnd.IntN(3) == 0
		s.Put(id(t, n), excluded)
		want[n] = excluded
	}
	check := func(s *Set) {
		t.Helper()
		if !s.Whole() || s.Len() != len(want) {
			t.Fatalf("whole %v, %d of %d URLs", s.Whole(), s.Len(), len(want))
		}
		for n := range 9_000 {
			expect := New
			if excluded, known := want[n]; known && excluded {
				expect = Excluded
			} else if known {
				expect = Known
			}
			if got := s.AskAll([]Answer{s.Ask(id(t, n))}, []weburl.ID{id(t, n)}); got[0] != expect || got[1] != expect {
				t.Fatalf("URL %d: answers %d, want %d", n, got, expect)
			}
		}
		if s.Bytes() > 20*len(want) {
			t.Errorf("%d bytes for %d URLs", s.Bytes(), len(want))
		}
	}
	check(s)
	var saved []byte
	for chunk := range s.chunks() {
		saved = append(saved, chunk[sumBytes:]...)
	}
	loaded := NewSet(len(want), 1<<20)
	if !loaded.Load(saved) {
		t.Fatal("what was saved is not well formed")
	}
	check(loaded)
	for _, bad := range [][]byte{saved[:len(saved)-1], make([]byte, 8)} {
		if NewSet(0, 1<<20).Load(bad) {
			t.Errorf("%d bytes were loaded", len(bad))
		}
	}
}

// TestSetHasRoom: a set made for the known URLs takes some more without growing, and grows in
// small steps: with ten million URLs it is most of the memory in use.
func TestSetHasRoom(t *testing.T) {
	t.Parallel()
	const known = 200_000
	rnd := rand.New(rand.NewPCG(3, 1))
	s := NewSet(known, 1<<30)
	start, before := s.Bytes(), s.Bytes()
	for n := range 2 * known {
		var id weburl.ID
		for i := range id {
			id[i] = byte(rnd.Uint32())
		}
		s.Put(id, false)
		if grown := s.Bytes() - before; grown > start/100 {
			t.Fatalf("%d bytes more at the URL %d", grown, n)
		}
		before = s.Bytes()
		if n == known+known/100 && before > start+start/20 {
			t.Errorf("%d bytes for one URL more in a hundred, %d before", before, start)
		}
	}
	if before > 13*2*known {
		t.Errorf("%d bytes for %d URLs", before, 2*known)
	}
}

// TestChosenURLs: URLs whose fingerprints were chosen to be adjacent are found as fast as
// others.
func TestChosenURLs(t *testing.T) {
	t.Parallel()
	const chosen = 50_000
	s := NewSet(0, 1<<30)
	for n := range chosen {
		var id weburl.ID
		binary.BigEndian.PutUint64(id[len(id)-fingerprintBytes:], 1<<60+uint64(n)<<1)
		s.Put(id, false)
	}
	p, looks := s.part(1<<60), 0
	for i, fp := range p.slots {
		if fp != 0 {
			looks += (i-s.home(p, fp)+len(p.slots))%len(p.slots) + 1
		}
	}
	if s.Len() != chosen || looks > 20*chosen {
		t.Errorf("%d slots are looked at for %d URLs, %d of them known", looks, chosen, s.Len())
	}
}

// TestSetKeepsItsLimit: above its limit the set leaves some answers open, and the others are
// right.
func TestSetKeepsItsLimit(t *testing.T) {
	t.Parallel()
	const limit = 64 << 10
	s := NewSet(0, limit)
	known := 0
	for n := range 20_000 {
		s.Put(id(t, n), n%2 == 0)
		if s.Bytes() > limit {
			t.Fatalf("%d bytes", s.Bytes())
		}
	}
	for n := range 30_000 {
		switch a := s.AskAll(nil, []weburl.ID{id(t, n)})[0]; {
		case a == Open:
		case a == New || n >= 20_000 || (a == Excluded) != (n%2 == 0):
			t.Fatalf("URL %d: answer %d", n, a)
		default:
			known++
		}
	}
	if s.Whole() || known == 0 {
		t.Errorf("whole %v, %d answers", s.Whole(), known)
	}
}

// FuzzLoad: whatever was stored, loading ends and stays within the limit.
func FuzzLoad(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, b []byte) {
		s := NewSet(0, 16<<10)
		s.Load(b)
		if s.Bytes() > 16<<10 || s.Len() > len(b)/8 {
			t.Errorf("%d fingerprints in %d bytes", s.Len(), s.Bytes())
		}
	})
}

// BenchmarkAsk asks a set of ten million URLs for the 48 URLs of a page.
func BenchmarkAsk(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 1))
	random := func() (id weburl.ID) {
		for i := range id {
			id[i] = byte(rnd.Uint32())
		}
		return id
	}
	s, ids := NewSet(10_000_000, 512<<20), make([]weburl.ID, 1<<20)
	for n := range 10_000_000 {
		id := random()
		s.Put(id, false)
		ids[n%len(ids)] = id
	}
	const links = 48
	var answers []Answer
	for _, all := range []bool{false, true} {
		b.Run(fmt.Sprintf("together=%t", all), func(b *testing.B) {
			b.ReportMetric(float64(s.Bytes())/float64(s.Len()), "B/URL")
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				page := ids[n : n+links]
				if n = (n + links) % (len(ids) - links); all {
					answers = s.AskAll(answers[:0], page)
				} else {
					answers = answers[:0]
					for _, id := range page {
						answers = append(answers, s.Ask(id))
					}
				}
				if slices.Contains(answers, New) {
					b.Fatal("a known URL is not known")
				}
			}
		})
	}
}

// TestNeed: a set takes the memory that Need returned, whole or not.
func TestNeed(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 255, 100_000, 10_000_000} {
		for _, limit := range []int{0, 1, 4096, 1 << 20, 1 << 22} {
			if s, want := NewSet(n, limit), Need(n, limit); s.Bytes() != want {
				t.Errorf("%d URLs within %d bytes take %d, whole %t, want %d", n, limit, s.Bytes(), s.Whole(), want)
			}
		}
	}
}
