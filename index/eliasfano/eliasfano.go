// Package eliasfano writes and reads the positions of a word in a document. Positions ascend below
// a known bound, the span of the document, so the number of positions alone determines how many
// bits they take (Elias-Fano coding), and those of one document can be read without those
// before. If there are several positions, the low bits of each come first; then their high bits
// in order, each as that many zeros as it exceeds the previous one, followed by a one; then
// zeros up to the end. A single position is stored as plain bits. Everything is packed least
// significant bit first.
//
// Floor: 3 (state and input/output). Stability: engine. It is pure, and knows neither lists nor
// segments.
package eliasfano

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/aranea-search/aranea/index/packed"
)

// lowBits returns how many low bits of each position are stored separately.
func lowBits(freq, span uint32) uint {
	if freq <= 1 {
		return uint(bits.Len32(span - 1))
	}
	k := bits.Len32(span) - bits.Len32(freq) // bits of the quotient, or one more
	if k > 0 && span>>k < freq {
		k--
	}
	return uint(max(k, 0))
}

// bitsIn returns how many bits the positions take.
func bitsIn(freq, span uint32) uint64 {
	k := lowBits(freq, span)
	if freq <= 1 {
		return uint64(k)
	}
	return uint64(freq)*uint64(k+1) + uint64((span-1)>>k)
}

// shortFreq is the number of positions from which on their bits are not in widths.
const shortFreq = 16

// widths is bitsIn for few positions, by the code of the span.
var widths = func() (t [256][shortFreq]uint16) {
	for code := range t {
		for freq := range t[code] {
			t[code][freq] = uint16(bitsIn(uint32(freq), Span(byte(code))))
		}
	}
	return t
}()

// bitsOf is bitsIn for a span given by its code.
func bitsOf(freq uint32, code byte) uint64 {
	if freq < shortFreq {
		return uint64(widths[code][freq])
	}
	return bitsIn(freq, Span(code))
}

// Size returns how many bytes Append writes.
func Size(freq uint32, code byte) int { return int((bitsOf(freq, code) + 7) / 8) }

// Append appends the positions of a document, which ascend and are below the span of a code,
// and pads them with zero bits to a whole byte.
func Append(dst []byte, places []uint32, code byte) []byte {
	if few, n := Word(places, code); n <= 8 {
		return binary.LittleEndian.AppendUint64(dst, few)[:len(dst)+n]
	}
	return appendSeveral(dst, places, code)
}

// Word returns what Append would write as a little-endian number, and its length in bytes. If
// the length exceeds eight, the number is meaningless.
func Word(places []uint32, code byte) (all uint64, bytes int) {
	if len(places) == 1 {
		return uint64(places[0]), Size(1, code)
	}
	freq := uint32(len(places))
	if bytes = Size(freq, code); bytes > 8 {
		return 0, bytes
	}
	k := lowBits(freq, Span(code))
	mask, low, high := uint32(1)<<k-1, uint(0), uint(freq)*k
	for _, p := range places {
		all |= uint64(p&mask)<<low | 1<<(high+uint(p>>k))
		low, high = low+k, high+1
	}
	return all, bytes
}

// appendSeveral is Append for positions that take more than eight bytes. Bits are collected in
// a register, because modifying bytes that were just written would stall.
func appendSeveral(dst []byte, places []uint32, code byte) []byte {
	freq, from := uint32(len(places)), len(dst)
	n := Size(freq, code)
	k := lowBits(freq, Span(code))
	dst = slices.Grow(dst, n+8)[:from+n+8]
	b, at, acc, have := dst[from:], 0, uint64(0), uint(0) // fewer than 32 bits
	for _, p := range places {
		acc |= uint64(p&(1<<k-1)) << have
		if have += k; have >= 32 {
			binary.LittleEndian.PutUint32(b[at:], uint32(acc))
			at, acc, have = at+4, acc>>32, have-32
		}
	}
	high := uint32(0)
	for _, p := range places {
		for have += uint(p>>k - high); have >= 32; have -= 32 {
			binary.LittleEndian.PutUint32(b[at:], uint32(acc))
			at, acc = at+4, 0
		}
		acc |= 1 << have
		have, high = have+1, p>>k
	}
	binary.LittleEndian.PutUint64(b[at:], acc)
	clear(b[min(at+8, n):n])
	return dst[:from+n]
}

// Read appends the freq positions that Append wrote to dst.
func Read(dst []uint32, b []byte, freq uint32, code byte) []uint32 {
	dst, _ = At(dst, b, 0, freq, Span(code))
	return dst
}

// Bits returns how many bits the positions of some documents take; spans are indexed by
// document.
func Bits(docs, freqs []uint32, spans []byte) (n uint64) {
	for i, freq := range freqs[:len(docs)] {
		n += bitsOf(freq, spans[docs[i]])
	}
	return n
}

// A Writer packs the positions of documents one after another without gaps. It is used by one
// goroutine.
type Writer struct {
	out  []byte
	acc  uint64
	have uint // number of bits in acc, below 32
}

// put appends the n low bits of a value that has no higher bits; n is at most 32.
func (w *Writer) put(v uint32, n uint) {
	w.acc |= uint64(v) << w.have
	if w.have += n; w.have >= 32 {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(w.acc))
		w.acc >>= 32
		w.have -= 32
	}
}

// Put appends the n low bits of a value that has no higher bits; n is at most 64.
func (w *Writer) Put(v uint64, n uint) {
	if n > 32 {
		w.put(uint32(v), 32)
		v, n = v>>32, n-32
	}
	w.put(uint32(v), n)
}

// copy appends the first n bits of some bytes, and returns the bytes after them.
func (w *Writer) copy(from []byte, n uint64) []byte {
	for ; n >= 32; n -= 32 {
		w.put(binary.LittleEndian.Uint32(from), 32)
		from = from[4:]
	}
	if n > 0 {
		w.put(uint32(packed.Word(from, 0)&(1<<n-1)), uint(n))
		from = from[(n+7)/8:]
	}
	return from
}

// Copy copies the positions of documents, each beginning on a byte, and returns the bytes after
// them.
func (w *Writer) Copy(from []byte, docs, freqs []uint32, spans []byte) []byte {
	acc, have := w.acc, w.have
	for i, doc := range docs {
		n := bitsOf(freqs[i], spans[doc])
		if n > 64 || len(from) < 8 {
			w.acc, w.have = acc, have
			from = w.copy(from, n)
			acc, have = w.acc, w.have
			continue
		}
		v := binary.LittleEndian.Uint64(from)
		from = from[(n+7)/8:]
		if n > 32 {
			acc |= v & (1<<32 - 1) << have
			w.out = binary.LittleEndian.AppendUint32(w.out, uint32(acc))
			acc, v, n = acc>>32, v>>32, n-32
		}
		acc |= v & (1<<n - 1) << have
		if have += uint(n); have >= 32 {
			w.out = binary.LittleEndian.AppendUint32(w.out, uint32(acc))
			acc, have = acc>>32, have-32
		}
	}
	w.acc, w.have = acc, have
	return from
}

// CopyBits copies n bits that begin at a bit; all of them must exist.
func (w *Writer) CopyBits(from []byte, at, n uint64) {
	acc, have := w.acc, w.have
	for ; n > 32; n -= 32 {
		acc |= packed.Word(from, at>>3) >> (at & 7) & (1<<32 - 1) << have
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(acc))
		at, acc = at+32, acc>>32
	}
	acc |= packed.Word(from, at>>3) >> (at & 7) & (1<<n - 1) << have
	if have += uint(n); have >= 32 {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(acc))
		acc, have = acc>>32, have-32
	}
	w.acc, w.have = acc, have
}

// Reset begins again in the same memory.
func (w *Writer) Reset() { w.out, w.acc, w.have = w.out[:0], 0, 0 }

// Done pads the last byte with zeros and returns all bytes.
func (w *Writer) Done() []byte {
	for ; w.have > 0; w.have -= min(w.have, 8) {
		w.out = append(w.out, byte(w.acc))
		w.acc >>= 8
	}
	w.acc = 0
	return w.out
}

// Add appends the only position of a document. It returns false if it is outside of the span.
func (w *Writer) Add(place, span uint32) bool {
	if place >= span {
		return false
	}
	w.put(place, lowBits(1, span))
	return true
}

// At appends the positions of a document that begin at a bit. It returns false if they do not
// exist.
func At(dst []uint32, b []byte, at uint64, freq, span uint32) ([]uint32, bool) {
	end := at + bitsIn(freq, span)
	if freq == 0 || end > 8*uint64(len(b)) {
		return dst, false
	}
	k := lowBits(freq, span)
	if freq == 1 {
		return append(dst, uint32(packed.Word(b, at>>3)>>(at&7)&(1<<k-1))), true
	}
	if end-at <= wordBits {
		return appendFew(dst, packed.Word(b, at>>3)>>(at&7), freq, k, (span-1)>>k)
	}
	from := len(dst)
	dst = slices.Grow(dst, int(freq))[:from+int(freq)]
	v := dst[from:]
	clear(v)
	if k > 0 {
		packed.UnpackFrom(v, b, k, uint(at))
	}
	if !readHigh(v, b, at+uint64(freq)*uint64(k), end, k) {
		return dst[:from], false
	}
	return dst, true
}

// wordBits is the number of bits, from any bit on, that eight bytes are sure to contain.
const wordBits = 57

// appendFew appends positions whose bits are the lowest of a word, and whose high bits are at
// most most.
func appendFew(dst []uint32, word uint64, freq uint32, k uint, most uint32) ([]uint32, bool) {
	mask, high, above := uint64(1)<<k-1, word>>(uint(freq)*k&63), uint32(0)
	for range freq {
		zeros := uint(bits.TrailingZeros64(high))
		above += uint32(zeros)
		dst = append(dst, above<<k|uint32(word&mask))
		word, high = word>>(k&63), high>>((zeros+1)&63)
	}
	return dst, above <= most
}

// First returns the first of the positions that begin at a bit. It returns false if they do not
// exist.
func First(b []byte, at uint64, freq, span uint32) (uint32, bool) {
	end := at + bitsIn(freq, span)
	if freq == 0 || end > 8*uint64(len(b)) {
		return 0, false
	}
	k := lowBits(freq, span)
	first := append(make([]uint32, 0, 1), uint32(packed.Word(b, at>>3)>>(at&7)&(1<<k-1)))
	ok := freq == 1 || readHigh(first, b, at+uint64(freq)*uint64(k), end, k)
	return first[0], ok
}

// readHigh adds the high bits of positions, which begin at a bit, to v.
func readHigh(v []uint32, b []byte, at, end uint64, k uint) bool {
	i := at >> 3
	w := packed.Word(b, i) &^ (1<<(at&7) - 1)
	for n := range v {
		for w == 0 {
			if i += 8; 8*i >= end {
				return false
			}
			w = packed.Word(b, i)
		}
		one := 8*i + uint64(bits.TrailingZeros64(w))
		if one >= end {
			return false
		}
		v[n] |= uint32((one - at - uint64(n)) << k)
		w &= w - 1
	}
	return true
}

// A span is stored as a code of one byte, rounded up by at most an eighth: the low three bits,
// with a one above them, shifted by the other bits, in eighths.
const spanBits = 3

// Span returns the span of a code.
func Span(code byte) uint32 {
	return uint32((uint64(code)&(1<<spanBits-1) | 1<<spanBits) << (code >> spanBits) >> spanBits)
}

// Code returns the code of the smallest span that holds that many positions.
func Code(positions uint32) byte {
	e := max(bits.Len32(positions), 1) - 1
	code := byte(e << spanBits)
	for ; Span(code) < positions && code < 255; code++ { // at most one step each
	}
	return code
}

// Meet filters ascending numbers: it keeps those for which number+more is among the positions
// that begin at a bit. Each is looked up by itself, which is cheaper than At if there are few.
// It returns false if the positions do not exist.
func Meet(wanted []uint32, more uint32, b []byte, at uint64, freq, span uint32) ([]uint32, bool) {
	end := at + bitsIn(freq, span)
	if freq == 0 || end > 8*uint64(len(b)) {
		return wanted[:0], false
	}
	f := finder{b: b, low: at, k: lowBits(freq, span), left: uint64(freq)}
	if freq > 1 {
		f.high = at + uint64(freq)*uint64(f.k)
		f.begin(f.high >> 3)
		f.word &^= 1<<(f.high&7) - 1
	}
	kept := wanted[:0]
	for _, v := range wanted {
		switch v += more; {
		case v >= span:
		case freq == 1 && v == f.lowBits(0), freq > 1 && f.has(v):
			kept = append(kept, v-more)
		}
	}
	return kept, true
}

// A finder looks up ascending numbers among stored positions.
type finder struct {
	b         []byte
	low, high uint64 // where low bits and high bits begin
	k         uint
	left      uint64 // number of positions
	// The eight bytes of high bits that it is at: their offset, their bits, and the number of
	// positions before them.
	at     uint64
	word   uint64
	before uint64
}

// begin moves to eight bytes.
func (f *finder) begin(at uint64) { f.at, f.word = at, packed.Word(f.b, at) }

// next moves to the next eight bytes.
func (f *finder) next() {
	f.before += uint64(bits.OnesCount64(f.word))
	f.begin(f.at + 8)
}

// lowBits returns the low bits of a position by index.
func (f *finder) lowBits(n uint64) uint32 {
	at := f.low + n*uint64(f.k)
	return uint32(packed.Word(f.b, at>>3) >> (at & 7) & (1<<f.k - 1))
}

// has reports whether a number is a position. It must be at least the previous number asked
// for.
func (f *finder) has(v uint32) bool {
	high, low := uint64(v>>f.k), v&(1<<f.k-1)
	// The one of a position is preceded by as many zeros as its high bits say.
	for 8*f.at+64-f.high-f.before-uint64(bits.OnesCount64(f.word)) < high {
		f.next()
	}
	from := uint(0)
	if zeros := high - (8*f.at - f.high - f.before); zeros > 0 {
		from = place(^f.word, uint(zeros)) + 1
	}
	n := f.before + uint64(bits.OnesCount64(f.word&(1<<from-1)))
	for ; n < f.left; n++ {
		if from == 64 {
			f.next()
			from = 0
		}
		if f.word>>from&1 == 0 {
			return false
		}
		if l := f.lowBits(n); l >= low {
			return l == low
		}
		from++
	}
	return false
}

// place returns the index of the nth one bit of a word, which must exist.
func place(word uint64, n uint) (at uint) {
	if c := uint(bits.OnesCount32(uint32(word))); c < n {
		word, n, at = word>>32, n-c, 32
	}
	if c := uint(bits.OnesCount16(uint16(word))); c < n {
		word, n, at = word>>16, n-c, at+16
	}
	if c := uint(bits.OnesCount8(uint8(word))); c < n {
		word, n, at = word>>8, n-c, at+8
	}
	for ; n > 1; n-- {
		word &= word - 1
	}
	return at + uint(bits.TrailingZeros64(word))
}
