package paging

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/paging/seal"
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
	b := seal.AppendLangs(seal.Begin(version, search), c.Langs)
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
	text := seal.Close(b)
	if len(c.Shown) > maxShown || len(c.Pinned) > MaxPinned || len(c.Langs) > MaxPreferred || len(text) > MaxLength || c.Tail != nil && c.Tail.tooLong() {
		return ""
	}
	return text
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
			b = seal.AppendLangs(b, langs)
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

// Decode reads the text of a cursor that is bound to a search.
func Decode(text, search string) (*Cursor, error) {
	r := reader{seal.Open(text, version, MaxLength)}
	if r.Reader == nil {
		return nil, Refused(ErrUnread)
	}
	c := &Cursor{Langs: r.Langs(MaxPreferred), Passed: r.Count(math.MaxInt32)}
	for range r.Count(maxShown) {
		c.Shown = append(c.Shown, segment.ShortKey(r.Take(len(segment.ShortKey{}))))
	}
	for range r.Count(MaxPinned) {
		c.Pinned = append(c.Pinned, segment.ShortKey(r.Take(len(segment.ShortKey{}))))
	}
	c.Pins = r.Count(len(c.Pinned))
	if flags := r.Byte(); flags != 0 {
		c.Tail = r.tail(flags)
	}
	if !r.Whole() {
		return nil, Refused(ErrUnread)
	}
	if !r.Belongs(search) {
		return nil, Refused(ErrOther)
	}
	return c, nil
}

// A reader decodes the parts of a cursor.
type reader struct{ *seal.Reader }

func (r reader) tail(flags byte) *Tail {
	t := &Tail{Some: flags&flagSome != 0, More: flags&flagMore != 0}
	t.Score = math.Float64frombits(r.Uint64())
	t.Key = segment.Key(r.Take(len(t.Key)))
	t.Total = r.Count(math.MaxInt32)
	t.Full, t.Loose = r.frozen(flags&flagFull != 0), r.frozen(flags&flagLoose != 0)
	if math.IsNaN(t.Score) || flags&flagTail == 0 {
		r.Refuse()
	}
	return t
}

func (r reader) frozen(whole bool) Frozen {
	f := Frozen{whole: whole}
	for range r.Count(maxWords) {
		v := math.Float32frombits(binary.BigEndian.Uint32(r.Take(4)))
		if !(v >= 0 && v <= math.MaxFloat32) { // not a number, or not the rarity of any word
			r.Refuse()
		}
		f.rarities = append(f.rarities, v)
	}
	for range r.Count(maxWords) {
		f.langs = append(f.langs, r.Langs(maxLangs))
	}
	for range r.Count(maxWords) {
		var sites []string
		for range r.Count(maxNamed) {
			sites = append(sites, string(r.Take(r.Count(maxHost))))
		}
		f.names = append(f.names, sites)
	}
	return f
}
