package paging

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"hash/fnv"
	"math"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
)

// version begins every cursor. It changes with the encoding, the meaning of the contents, or
// the order of results.
const version = 7

// Flags of a cursor.
const (
	flagTail = 1 << iota
	flagSome
	flagMore
	flagFull  // Full was filled in
	flagLoose // Loose was filled in
)

// Encode returns the text of a cursor, bound to a search; "" if there is too much to remember.
func (c *Cursor) Encode(search string) string {
	b := binary.BigEndian.AppendUint64([]byte{version}, mark(search))
	b = appendLangs(b, c.Langs)
	b = binary.AppendUvarint(b, uint64(c.Passed))
	b = binary.AppendUvarint(b, uint64(len(c.Shown)))
	for _, k := range c.Shown {
		b = append(b, k[:]...)
	}
	b = binary.AppendUvarint(b, uint64(len(c.Pinned)))
	for _, k := range c.Pinned {
		b = append(b, k[:]...)
	}
	b = binary.AppendUvarint(b, uint64(c.Pins))
	if t := c.Tail; t == nil {
		b = append(b, 0)
	} else {
		b = t.append(b)
	}
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	text := base64.RawURLEncoding.EncodeToString(b)
	if len(c.Shown) > maxShown || len(c.Pinned) > MaxPinned || len(c.Langs) > MaxPreferred || len(text) > MaxLength || c.Tail != nil && c.Tail.tooLong() {
		return ""
	}
	return text
}

// mark returns a hash that identifies a search.
func mark(search string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(search)) // writing to a hash cannot fail
	return h.Sum64()
}

func (t *Tail) tooLong() bool {
	return slices.ContainsFunc([]Frozen{t.Full, t.Loose}, (Frozen).tooLong)
}

func (f Frozen) tooLong() bool {
	many := func(sites []string) bool {
		return len(sites) > maxNamed || slices.ContainsFunc(sites, func(host string) bool { return len(host) > maxHost })
	}
	return max(len(f.rarities), len(f.langs), len(f.names)) > maxWords || slices.ContainsFunc(f.names, many)
}

func (t *Tail) append(b []byte) []byte {
	flags := byte(flagTail)
	for flag, on := range map[byte]bool{flagSome: t.Some, flagMore: t.More, flagFull: t.Full.whole, flagLoose: t.Loose.whole} {
		if on {
			flags |= flag
		}
	}
	b = append(b, flags)
	b = binary.BigEndian.AppendUint64(b, math.Float64bits(t.Score))
	b = append(b, t.Key[:]...)
	b = binary.AppendUvarint(b, uint64(t.Total))
	for _, f := range []*Frozen{&t.Full, &t.Loose} {
		b = binary.AppendUvarint(b, uint64(len(f.rarities)))
		for _, v := range f.rarities {
			b = binary.BigEndian.AppendUint32(b, math.Float32bits(v))
		}
		b = binary.AppendUvarint(b, uint64(len(f.langs)))
		for _, langs := range f.langs {
			b = appendLangs(b, langs)
		}
		b = appendNames(b, f.names)
	}
	return b
}

// appendNames appends the sites that each word names.
func appendNames(b []byte, all [][]string) []byte {
	b = binary.AppendUvarint(b, uint64(len(all)))
	for _, sites := range all {
		b = binary.AppendUvarint(b, uint64(len(sites)))
		for _, host := range sites {
			b = append(binary.AppendUvarint(b, uint64(len(host))), host...)
		}
	}
	return b
}

func appendLangs(b []byte, langs []analyze.Lang) []byte {
	b = binary.AppendUvarint(b, uint64(len(langs)))
	for _, l := range langs {
		b = append(b, byte(l))
	}
	return b
}

// Decode reads the text of a cursor that is bound to a search.
func Decode(text, search string) (*Cursor, error) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(text) > MaxLength || len(b) < 4 || crc32.ChecksumIEEE(b[:len(b)-4]) != binary.BigEndian.Uint32(b[len(b)-4:]) {
		return nil, Refused(ErrUnread)
	}
	r := reader{b: b[:len(b)-4]}
	if r.byte() != version {
		return nil, Refused(ErrUnread)
	}
	of := r.uint64()
	c := &Cursor{Langs: r.langs(MaxPreferred), Passed: r.count(math.MaxInt32)}
	for range r.count(maxShown) {
		c.Shown = append(c.Shown, segment.ShortKey(r.take(len(segment.ShortKey{}))))
	}
	for range r.count(MaxPinned) {
		c.Pinned = append(c.Pinned, segment.ShortKey(r.take(len(segment.ShortKey{}))))
	}
	c.Pins = r.count(len(c.Pinned))
	if flags := r.byte(); flags != 0 {
		c.Tail = r.tail(flags)
	}
	if r.bad || len(r.b) > 0 {
		return nil, Refused(ErrUnread)
	}
	if of != mark(search) {
		return nil, Refused(ErrOther)
	}
	return c, nil
}

// A reader decodes a cursor. Whatever is missing reads as zero and sets bad.
type reader struct {
	b   []byte
	bad bool
}

// take reads n bytes.
func (r *reader) take(n int) []byte {
	if len(r.b) < n {
		r.b, r.bad = nil, true
		return make([]byte, n)
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) byte() byte     { return r.take(1)[0] }
func (r *reader) uint64() uint64 { return binary.BigEndian.Uint64(r.take(8)) }

// count reads a number of at most most.
func (r *reader) count(most int) int {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > uint64(most) {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

func (r *reader) tail(flags byte) *Tail {
	t := &Tail{Some: flags&flagSome != 0, More: flags&flagMore != 0}
	t.Score = math.Float64frombits(r.uint64())
	t.Key = segment.Key(r.take(len(t.Key)))
	t.Total = r.count(math.MaxInt32)
	t.Full, t.Loose = r.frozen(flags&flagFull != 0), r.frozen(flags&flagLoose != 0)
	r.bad = r.bad || math.IsNaN(t.Score) || flags&flagTail == 0
	return t
}

func (r *reader) frozen(whole bool) Frozen {
	f := Frozen{whole: whole}
	for range r.count(maxWords) {
		v := math.Float32frombits(binary.BigEndian.Uint32(r.take(4)))
		if !(v >= 0 && v <= math.MaxFloat32) { // not a number, or not the rarity of any word
			r.bad = true
		}
		f.rarities = append(f.rarities, v)
	}
	for range r.count(maxWords) {
		f.langs = append(f.langs, r.langs(maxLangs))
	}
	for range r.count(maxWords) {
		var sites []string
		for range r.count(maxNamed) {
			sites = append(sites, string(r.take(r.count(maxHost))))
		}
		f.names = append(f.names, sites)
	}
	return f
}

// langs reads a list of at most most languages.
func (r *reader) langs(most int) []analyze.Lang {
	var out []analyze.Lang
	for _, n := range r.take(r.count(most)) {
		l := analyze.Lang(n)
		r.bad = r.bad || l != analyze.Und && l.String() == analyze.Und.String()
		out = append(out, l)
	}
	return out
}
