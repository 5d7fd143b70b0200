package invert

import (
	"hash/maphash"
	"slices"
	"unsafe"

	"github.com/aranea-search/aranea/index/segment"
)

// A vocabulary numbers terms by their texts: open addressing over hashes that no
// page can foresee. Terms and texts do not move.
type vocabulary struct {
	seed   maphash.Seed
	slots  []slot // a power of two of them, at least a quarter free
	texts  arena
	blocks []*termBlock
	// local is by terms where they may stand among the mentions of a document.
	local []uint32
	held  int // terms
	taken int // slots
}

// A slot names a term; free slots have no number.
type slot struct {
	hash   uint32
	number uint32 // of the term, plus one; or awaited, and that of a stem
}

// awaited marks a slot of the form that is spelled like a stem, while there is none: most
// stems are no words.
const awaited = 1 << 31

// A term is a term's postings. It holds no pointer.
type term struct {
	text, size uint32 // among the texts
	lastDoc    uint32
	df         uint32
	head, tail uint32 // chunks, 0 for none
	stem       uint32 // among the stems, 0 if it is none
	used       uint16 // of what is written to: inline, or the last chunk
	chunk      uint8  // the size of that
	positional bool
	inline     [inlineBytes]byte // the first postings
}

// inlineBytes holds the postings of two or three documents.
const inlineBytes = 16

// A termBlock holds terms.
type termBlock [blockTerms]term

const (
	blockTermBits = 10
	blockTerms    = 1 << blockTermBits
)

// leastSlots is the size of an empty vocabulary.
const leastSlots = 1 << 10

func newVocabulary() vocabulary { return vocabulary{seed: maphash.MakeSeed()} }

func (v *vocabulary) reset() {
	v.held, v.taken, v.local = 0, 0, v.local[:0]
	v.texts.reset()
	if len(v.slots) == 0 {
		v.slots = make([]slot, leastSlots)
	}
	clear(v.slots)
}

// keptTerms is of how many terms the memory is kept when a vocabulary shrinks.
const keptTerms = 4 * blockTerms

// shrink lets go of all terms, and of memory that few generations need.
func (v *vocabulary) shrink() {
	if v.held > keptTerms {
		v.slots, v.local = nil, nil
		v.blocks = slices.Clone(v.blocks[:keptTerms/blockTerms])
	}
	v.texts.shrink()
}

// bytes returns how much memory the terms take.
func (v *vocabulary) bytes() int {
	n := int(v.texts.used) + v.held*int(unsafe.Sizeof(term{})) + cap(v.local)*4
	if len(v.slots) > leastSlots {
		n += len(v.slots) * int(unsafe.Sizeof(slot{}))
	}
	return n
}

// term returns the term of a number.
func (v *vocabulary) term(n uint32) *term {
	return &v.blocks[n>>blockTermBits][n&(blockTerms-1)]
}

// text returns the text of a term.
func (v *vocabulary) text(t *term) []byte { return v.texts.at(t.text)[:t.size] }

// hash returns the hash of a text.
func (v *vocabulary) hash(text string) uint32 { return uint32(maphash.String(v.seed, text)) }

// slot returns where a text of a hash stands among the slots, or the free slot for it.
func (v *vocabulary) slot(text []byte, hash uint32) (i uint32) {
	mask := uint32(len(v.slots) - 1)
	for i = hash & mask; v.slots[i].number != 0; i = (i + 1) & mask {
		if s := v.slots[i]; s.hash == hash && string(v.spelling(s)) == string(text) {
			break
		}
	}
	return i
}

// spelling returns the text that a slot is found by.
func (v *vocabulary) spelling(s slot) []byte {
	if s.number < awaited {
		return v.text(v.term(s.number - 1))
	}
	return v.text(v.term(s.number - awaited - 1))[stemHead:]
}

// stemHead is the length of what stands before a stem in its term: a prefix and a language.
const stemHead = len(segment.PrefixStem) + 2

// find returns the number of the term of a text, if there is one.
func (v *vocabulary) find(text []byte) (uint32, bool) {
	i := v.slot(text, uint32(maphash.Bytes(v.seed, text)))
	n := v.slots[i].number
	return n - 1, n != 0 && n < awaited
}

// number returns the number of the term of a text of a hash, and that of the stem, plus
// one, that awaited it until now; 0 for none. No text is empty.
func (v *vocabulary) number(text []byte, hash uint32) (n, stem uint32) {
	i := v.slot(text, hash)
	was := v.slots[i].number
	if was != 0 && was < awaited {
		return was - 1, 0
	}
	n = v.add(text)
	v.fill(i, slot{hash, n + 1})
	return n, was &^ awaited
}

// await returns the number, plus one, of the form that is spelled like a stem. If there is
// none it returns 0 and the stem, plus one, that awaited it until now: the new one does from
// now on.
func (v *vocabulary) await(text []byte, hash, stem uint32) (form, other uint32) {
	i := v.slot(text, hash)
	was := v.slots[i].number
	if was != 0 && was < awaited {
		return was, 0
	}
	v.fill(i, slot{hash, awaited + stem + 1})
	return 0, was &^ awaited
}

// fill puts a slot where another was, or none.
func (v *vocabulary) fill(i uint32, s slot) {
	if v.slots[i].number == 0 {
		v.taken++
	}
	v.slots[i] = s
	if v.taken*4 > len(v.slots)*3 {
		v.grow()
	}
}

// add adds a term.
func (v *vocabulary) add(text []byte) uint32 {
	n := uint32(v.held)
	v.held++
	v.local = append(v.local, 0)
	if int(n>>blockTermBits) == len(v.blocks) {
		v.blocks = append(v.blocks, new(termBlock))
	}
	at := v.texts.alloc(len(text))
	copy(v.texts.at(at), text)
	*v.term(n) = term{text: at, size: uint32(len(text))}
	return n
}

// grow doubles the slots.
func (v *vocabulary) grow() {
	old := v.slots
	v.slots = make([]slot, 2*len(old))
	mask := uint32(len(v.slots) - 1)
	for _, s := range old {
		if s.number == 0 {
			continue
		}
		i := s.hash & mask
		for v.slots[i].number != 0 {
			i = (i + 1) & mask
		}
		v.slots[i] = s
	}
}
