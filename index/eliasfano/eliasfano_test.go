package eliasfano

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSpread: positions in any number and span come back, each document's without
// those before, and take as many bits as their number and the span say.
func TestSpread(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(2, 1))
	type doc struct {
		at   uint64
		span uint32
		want []uint32
	}
	var w Writer
	var docs []doc
	end := uint64(0)
	for i := range 4000 {
		span := Span(Code(1 + rnd.Uint32()>>rnd.IntN(32)))
		n := 1
		if i%2 > 0 {
			n = 1 + rnd.IntN(1+int(min(span, 400)))
		}
		d := doc{at: end, span: span}
		for range n {
			d.want = append(d.want, rnd.Uint32N(span))
		}
		slices.Sort(d.want)
		code := Code(span)
		got := Append([]byte("before"), d.want, code)
		if len(got) != len("before")+Size(uint32(n), code) {
			t.Fatalf("%v below %d take %d bytes", d.want, span, len(got)-len("before"))
		}
		size := bitsIn(uint32(n), span)
		if w.CopyBits(got, 8*uint64(len("before")), size); n == 1 {
			var alone Writer
			if !alone.Add(d.want[0], span) || !bytes.Equal(alone.Done(), got[len("before"):]) {
				t.Fatalf("%d alone below %d becomes %x, want %x", d.want[0], span, alone.out, got[len("before"):])
			}
		}
		end += size
		docs = append(docs, d)
		if back := Read(nil, got[len("before"):], uint32(n), code); !slices.Equal(back, d.want) {
			t.Fatalf("%v below %d alone come back as %v", d.want, span, back)
		}
	}
	data := w.Done()
	if want := (end + 7) / 8; uint64(len(data)) != want {
		t.Fatalf("%d bytes, want %d", len(data), want)
	}
	for _, i := range rnd.Perm(len(docs)) {
		d := docs[i]
		got, ok := At(nil, data, d.at, uint32(len(d.want)), d.span)
		if !ok || !slices.Equal(got, d.want) {
			t.Fatalf("%v below %d come back as %v, %t", d.want, d.span, got, ok)
		}
		if first, ok := First(data, d.at, uint32(len(d.want)), d.span); !ok || first != d.want[0] {
			t.Fatalf("the first of %v below %d comes back as %d, %t", d.want, d.span, first, ok)
		}
	}
	for _, i := range rnd.Perm(len(docs)) {
		d := docs[i]
		for _, more := range []uint32{0, 1, 3} {
			var wanted, want []uint32
			for range 1 + rnd.IntN(40) {
				v := rnd.Uint32N(d.span + 9)
				if rnd.IntN(2) > 0 {
					v = max(d.want[rnd.IntN(len(d.want))], more) - more
				}
				wanted = append(wanted, v)
			}
			slices.Sort(wanted)
			for _, v := range wanted {
				if _, ok := slices.BinarySearch(d.want, v+more); ok {
					want = append(want, v)
				}
			}
			asked := slices.Clone(wanted)
			if got, ok := Meet(wanted, more, data, d.at, uint32(len(d.want)), d.span); !ok || !slices.Equal(got, want) {
				t.Fatalf("of %v and %d more %v are among %v below %d, want %v", asked, more, got, d.want, d.span, want)
			}
		}
	}
	last := docs[len(docs)-1]
	if _, ok := At(nil, data[:len(data)-1], last.at, uint32(len(last.want)), last.span); ok {
		t.Error("positions are read behind the end")
	}
	if _, ok := First(data[:len(data)-1], last.at, uint32(len(last.want)), last.span); ok {
		t.Error("the first position is read behind the end")
	}
	if _, ok := Meet([]uint32{1}, 0, data[:len(data)-1], last.at, uint32(len(last.want)), last.span); ok {
		t.Error("positions are looked for behind the end")
	}
	var again Writer // from other bits on
	again.put(1, 1)
	again.CopyBits(data, 0, end)
	for _, d := range docs {
		if got, ok := At(nil, again.Done(), d.at+1, uint32(len(d.want)), d.span); !ok || !slices.Equal(got, d.want) {
			t.Fatalf("%v below %d come back as %v, %t one bit further", d.want, d.span, got, ok)
		}
	}
	for _, place := range []uint32{10, 1 << 31} {
		if (&Writer{}).Add(place, 10) {
			t.Errorf("%d lies below 10", place)
		}
	}
}

// TestSpans: a span holds all positions, and is no more than an eighth too large.
func TestSpans(t *testing.T) {
	t.Parallel()
	last := uint32(0)
	for code := range 256 {
		span := Span(byte(code))
		if code >= 24 && span <= last || span < last {
			t.Fatalf("span %d after %d", span, last)
		}
		last = span
	}
	rnd := rand.New(rand.NewPCG(2, 2))
	for i := range uint32(100_000) {
		n := min(i, rnd.Uint32()>>rnd.IntN(32))
		if span := Span(Code(n)); span < n || span > max(n+n/8, 1) {
			t.Fatalf("the span of %d positions is %d", n, span)
		}
	}
}

// TestLowBits: the bits that stand by themselves are those of the quotient, less one.
func TestLowBits(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(4, 1))
	for range 20_000 {
		span := 1 + rnd.Uint32()>>rnd.IntN(32)
		freq := 2 + rnd.Uint32()>>rnd.IntN(32)
		want := uint(max(bits.Len32(span/freq), 1) - 1)
		if got := lowBits(freq, span); got != want {
			t.Fatalf("%d of %d positions below %d, want %d", got, freq, span, want)
		}
	}
}

// TestBits: the positions of many documents take as many bits as those of each
// together, whether they are few or many.
func TestBits(t *testing.T) {
	t.Parallel()
	var spans []byte
	var docs, freqs []uint32
	want := uint64(0)
	for code := range 256 {
		span := Span(byte(code))
		for _, freq := range []uint32{1, 2, shortFreq - 1, shortFreq, shortFreq + 1, 1000} {
			docs, freqs = append(docs, uint32(len(docs))), append(freqs, freq)
			spans = append(spans, byte(code))
			before := want
			want += bitsIn(freq, span)
			if last := len(docs) - 1; Bits(docs[last:], freqs[last:], spans) != want-before {
				t.Errorf("%d positions below %d take %d bits, want %d", freq, span, Bits(docs[last:], freqs[last:], spans), want-before)
			}
		}
	}
	if got := Bits(docs, freqs, spans); got != want {
		t.Errorf("all positions take %d bits, want %d", got, want)
	}
}

// TestPut: numbers of any width stand one behind the other, before positions too.
func TestPut(t *testing.T) {
	t.Parallel()
	for skip := range uint(33) {
		for n := range uint(65) {
			w := &Writer{}
			v := uint64(0x9e3779b97f4a7c15) & (1<<n - 1)
			w.Put(0, skip)
			w.Put(v, n)
			w.Put(1, 1)
			w.CopyBits([]byte{0x5a}, 0, 8)
			b := w.Done()
			bit := func(i uint) uint64 { return uint64(b[i/8]>>(i%8)) & 1 }
			got, behind := uint64(0), uint64(0)
			for i := range n {
				got |= bit(skip+i) << i
			}
			for i := range uint(9) {
				behind |= bit(skip+n+i) << i
			}
			if got != v || behind != 0x5a<<1|1 {
				t.Fatalf("%d bits behind %d are %x, before %x; want %x", n, skip, got, behind, v)
			}
		}
	}
}
