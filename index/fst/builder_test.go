package fst

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/blevesearch/vellum"
)

// read returns what a dictionary holds, as vellum reads it.
func read(t testing.TB, data []byte) (texts []string, numbers []uint64) {
	t.Helper()
	f, err := vellum.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	it, err := f.Iterator(nil, nil)
	for ; err == nil; err = it.Next() {
		text, n := it.Current()
		texts, numbers = append(texts, string(text)), append(numbers, n)
	}
	if !errors.Is(err, vellum.ErrIteratorDone) || f.Len() != len(texts) {
		t.Fatalf("%d texts of %d, %v", len(texts), f.Len(), err)
	}
	for i, text := range texts {
		if n, ok, err := f.Get([]byte(text)); n != numbers[i] || !ok || err != nil {
			t.Fatalf("%q has %d, %v, %v; want %d", text, n, ok, err, numbers[i])
		}
		if _, ok, _ := f.Get(append([]byte(text), 0xFF, 0xFE)); ok {
			t.Fatalf("%q and two bytes are found", text)
		}
	}
	return texts, numbers
}

// theirs returns the dictionary that vellum makes.
func theirs(t testing.TB, texts []string, numbers []uint64) []byte {
	t.Helper()
	var out bytes.Buffer
	b, err := vellum.New(&out, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if err := b.Insert([]byte(text), numbers[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// insert inserts all texts.
func insert(t testing.TB, b *Builder, texts []string, numbers []uint64) {
	t.Helper()
	for i, text := range texts {
		if err := b.Insert([]byte(text), numbers[i]); err != nil {
			t.Fatal(err)
		}
	}
}

// words makes distinct texts, ascending, that share beginnings and endings as words
// do.
func words(rnd *rand.Rand, n int) []string {
	set := map[string]bool{}
	for len(set) < n {
		b := []byte{}
		for range 1 + rnd.IntN(5) {
			b = append(b, []string{"re", "con", "ver", "a", "тик", "漢", "t", "o", "ni", "\x01en"}[rnd.IntN(10)]...)
		}
		set[string(b)+[]string{"", "s", "ing", "ed", "ly", "ами"}[rnd.IntN(6)]] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// offsets makes ascending numbers with steps that are often alike.
func offsets(rnd *rand.Rand, n int, most uint64) []uint64 {
	out, at := make([]uint64, n), rnd.Uint64N(2)
	for i := range out {
		out[i] = at
		at += []uint64{4, 5, 1 + rnd.Uint64N(most)}[rnd.IntN(3)]
	}
	return out
}

// TestWhatWasInserted: vellum reads what was inserted, whatever the texts are, and the
// dictionary is at most an eighth larger than its own, which looks for more states that are
// alike; those of real segments are as large. One Builder makes all.
func TestWhatWasInserted(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	var all []string
	for a := range 256 {
		for b := range a % 3 * 128 {
			all = append(all, string([]byte{byte(a), byte(b)}))
		}
		all = append(all, string([]byte{byte(a)}))
	}
	slices.Sort(all)
	long := []string{string(bytes.Repeat([]byte("a"), 3000)), string(bytes.Repeat([]byte("a"), 3001)), "b"}
	sets := [][]string{nil, {"a"}, {"a", "aa", "aaa", "ab", "b"}, all, long}
	for _, n := range []int{10, 1000, 30_000} {
		sets = append(sets, words(rnd, n))
	}
	b := NewBuilder()
	for i, texts := range sets {
		for _, most := range []uint64{1, 300, 1 << 40} {
			numbers := offsets(rnd, len(texts), most)
			b.Reset()
			insert(t, b, texts, numbers)
			data := bytes.Clone(b.Finish())
			gotTexts, gotNumbers := read(t, data)
			if !slices.Equal(gotTexts, texts) || !slices.Equal(gotNumbers, numbers) {
				t.Errorf("set %d to %d: %d texts are not the %d that were inserted", i, most, len(gotTexts), len(texts))
			}
			if most, size := len(theirs(t, texts, numbers)), len(data); size > most+most/8 {
				t.Errorf("set %d: %d bytes, vellum takes %d", i, size, most)
			}
		}
	}
}

// TestRefused: what is out of order is refused, and the rest stays.
func TestRefused(t *testing.T) {
	t.Parallel()
	b := NewBuilder()
	insert(t, b, []string{"b", "c"}, []uint64{0, 7})
	for _, c := range []struct {
		text   string
		number uint64
		want   error
	}{{"", 8, ErrEmpty}, {"c", 8, ErrOrder}, {"a", 8, ErrOrder}, {"d", 7, ErrOrder}, {"d", 8, nil}} {
		if err := b.Insert([]byte(c.text), c.number); !errors.Is(err, c.want) {
			t.Errorf("%q with %d: %v, want %v", c.text, c.number, err, c.want)
		}
	}
	if texts, _ := read(t, b.Finish()); !slices.Equal(texts, []string{"b", "c", "d"}) {
		t.Errorf("the dictionary has %q", texts)
	}
}

func FuzzBuilder(f *testing.F) {
	f.Add([]byte("a\x00ab\x00abc\x00b"), []byte{1, 2, 3, 4})
	f.Add([]byte("ing\x00king\x00ring\x00string\x00wing"), []byte{4, 4, 4, 200})
	b := NewBuilder()
	f.Fuzz(func(t *testing.T, joined, steps []byte) {
		set := map[string]bool{}
		for text := range bytes.SplitSeq(joined, []byte{0}) {
			if len(text) > 0 {
				set[string(text)] = true
			}
		}
		texts := slices.Sorted(maps.Keys(set))
		numbers, at := make([]uint64, len(texts)), uint64(0)
		for i := range numbers {
			if len(steps) > 0 {
				at += binary.LittleEndian.Uint64(append(slices.Repeat([]byte{steps[i%len(steps)]}, 1+i%5), make([]byte, 8)...))
			}
			numbers[i], at = at, at+1
		}
		b.Reset()
		insert(t, b, texts, numbers)
		gotTexts, gotNumbers := read(t, b.Finish())
		if !slices.Equal(gotTexts, texts) || !slices.Equal(gotNumbers, numbers) {
			t.Errorf("%q %d, want %q %d", gotTexts, gotNumbers, texts, numbers)
		}
	})
}

func BenchmarkBuilder(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	texts := words(rnd, 40_000)
	numbers := offsets(rnd, len(texts), 300)
	ours := NewBuilder()
	for name, build := range map[string]func() int{
		"ours": func() int {
			ours.Reset()
			insert(b, ours, texts, numbers)
			return len(ours.Finish())
		},
		"vellum": func() int { return len(theirs(b, texts, numbers)) },
	} {
		b.Run(name, func(b *testing.B) {
			size := 0
			b.ReportAllocs()
			for b.Loop() {
				size = build()
			}
			b.ReportMetric(float64(size)/float64(len(texts)), "bytes/text")
		})
	}
}
