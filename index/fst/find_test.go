package fst

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/blevesearch/vellum"
)

// found fails if a dictionary does not have exactly some texts with their numbers.
func found(t *testing.T, dict []byte, texts []string, numbers []uint64) {
	t.Helper()
	for i, text := range texts {
		if n, ok, err := Find(dict, []byte(text)); n != numbers[i] || !ok || err != nil {
			t.Fatalf("%q has %d, %v, %v; want %d", text, n, ok, err, numbers[i])
		}
		for _, other := range []string{text[:len(text)-1], text + "x", text + "\xff", text[1:] + text[:1], "\x00" + text} {
			if _, have := slices.BinarySearch(texts, other); have {
				continue
			}
			if n, ok, err := Find(dict, []byte(other)); ok || err != nil {
				t.Fatalf("%q, which is not there, has %d, %v", other, n, err)
			}
		}
	}
}

// TestFind: each text has its number, and no other is found, in dictionaries of the Builder and
// of vellum.
func TestFind(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 8))
	var wide []string
	for a := range 256 {
		wide = append(wide, string([]byte{byte(a)}), string([]byte{byte(a), byte(a), 'q'}))
	}
	slices.Sort(wide)
	long := []string{string(bytes.Repeat([]byte("a"), 3000)), string(bytes.Repeat([]byte("a"), 3001)), "b"}
	sets := [][]string{nil, {"a"}, {"a", "aa", "aaa", "ab", "b"}, wide, long, words(rnd, 10), words(rnd, 20_000)}
	b := NewBuilder()
	for i, texts := range sets {
		for _, most := range []uint64{1, 300, 1 << 40} {
			t.Run(fmt.Sprint(i, "to", most), func(t *testing.T) {
				numbers := offsets(rnd, len(texts), most)
				b.Reset()
				insert(t, b, texts, numbers)
				found(t, b.Finish(), texts, numbers)
				found(t, theirs(t, texts, numbers), texts, numbers)
			})
		}
	}
}

// TestFinalNumbers: vellum may give a text that others begin with a number of its own.
func TestFinalNumbers(t *testing.T) {
	t.Parallel()
	texts, numbers := []string{"a", "ab", "abc", "b"}, []uint64{900, 7, 300, 2}
	found(t, theirs(t, texts, numbers), texts, numbers)
}

// FuzzFind: no dictionary, however damaged, makes Find panic, and what it finds is in the
// dictionary if that is whole.
func FuzzFind(f *testing.F) {
	b := NewBuilder()
	texts, numbers := []string{"a", "ab", "ring", "string", "wing"}, []uint64{3, 4, 900, 901, 1 << 40}
	insert(f, b, texts, numbers)
	whole := bytes.Clone(b.Finish())
	f.Add(whole, []byte("string"))
	f.Add(whole[:len(whole)-3], []byte("a"))
	for at := headSize; at < len(whole); at += 3 {
		bad := bytes.Clone(whole)
		bad[at] ^= 0xF1
		f.Add(bad, []byte("string"))
	}
	f.Fuzz(func(t *testing.T, dict, text []byte) {
		n, ok, err := Find(dict, text)
		if ok && err != nil {
			t.Errorf("%q has %d and %v", text, n, err)
		}
		if !bytes.Equal(dict, whole) {
			return
		}
		if at := slices.Index(texts, string(text)); ok != (at >= 0) || ok && n != numbers[at] || err != nil {
			t.Errorf("%q in the whole dictionary: %d, %v, %v", text, n, ok, err)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	rnd := rand.New(rand.NewPCG(9, 10))
	texts := words(rnd, 20_000)
	w := NewBuilder()
	insert(b, w, texts, offsets(rnd, len(texts), 300))
	dict := w.Finish()
	theirs, err := vellum.Load(dict)
	if err != nil {
		b.Fatal(err)
	}
	reader, err := theirs.Reader()
	if err != nil {
		b.Fatal(err)
	}
	rnd.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	b.Run("own", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, ok, err := Find(dict, []byte(texts[i%len(texts)])); !ok || err != nil {
				b.Fatal(ok, err)
			}
		}
	})
	b.Run("vellum", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, ok, err := reader.Get([]byte(texts[i%len(texts)])); !ok || err != nil {
				b.Fatal(ok, err)
			}
		}
	})
}
