package invert

import (
	"hash/maphash"
	"slices"
	"unsafe"
)

// A vocabulary numbers words and other terms by their texts. It uses open addressing with
// hashes that no page can predict. Words of one form have the same hash, so that they are found
// together. Terms and texts never move.
type vocabulary struct {
	seed   maphash.Seed
	slots  []slot // a power of two, at least a quarter free
	texts  arena
	blocks []*termBlock
	// local is, by term, the index that its mention may have in the current document.
	local []uint32
	held  int // number of terms
}

// A slot names a term. Number 0 marks a free slot.
type slot struct {
	hash   uint32
	number uint32 // of the term, plus one
}

// A term holds the postings of a word, whose text is its form followed by its stem, if any; or
// those of a filter or of a word of the address. It contains no pointer and fills one cache
// line.
type term struct {
	text, size uint32 // offset and length of its text in texts
	lastDoc    uint32
	df         uint32
	head, tail uint32            // first and last chunk, 0 for none
	chunk      uint8             // size class of the last chunk
	passed     uint8             // number of times that the inline postings were passed to the last chunk
	used       uint8             // bytes used of inline
	form       uint8             // length of the form; 0 if the term is not a word of a text
	inline     [inlineBytes]byte // the most recent postings
}

// inlineBytes holds the postings of about five documents.
const inlineBytes = 36

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
	v.held, v.local = 0, v.local[:0]
	v.texts.reset()
	if len(v.slots) == 0 {
		v.slots = make([]slot, leastSlots)
	}
	clear(v.slots)
}

// keptTerms is the number of terms whose memory is kept when a vocabulary shrinks.
const keptTerms = 4 * blockTerms

// shrink frees all terms, and the memory that few generations need.
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

// term returns the term with a number.
func (v *vocabulary) term(n uint32) *term {
	return &v.blocks[n>>blockTermBits][n&(blockTerms-1)]
}

// text returns the text of a term.
func (v *vocabulary) text(t *term) []byte { return v.texts.at(t.text)[:t.size] }

// key returns what a term is found by: for a word, its form.
func (v *vocabulary) key(t *term) []byte {
	if t.form > 0 {
		return v.text(t)[:t.form]
	}
	return v.text(t)
}

// stem returns the stem of a word, empty if it has none.
func (v *vocabulary) stem(t *term) []byte { return v.text(t)[len(v.key(t)):] }

// hash returns the hash of a key.
func (v *vocabulary) hash(key string) uint32 { return uint32(maphash.String(v.seed, key)) }

// find appends the terms with a key to dst.
func (v *vocabulary) find(dst []uint32, key []byte) []uint32 {
	hash, mask := uint32(maphash.Bytes(v.seed, key)), uint32(len(v.slots)-1)
	for i := hash & mask; v.slots[i].number != 0; i = (i + 1) & mask {
		if s := v.slots[i]; s.hash == hash && string(v.key(v.term(s.number-1))) == string(key) {
			dst = append(dst, s.number-1)
		}
	}
	return dst
}

// number returns the number of the term with a text, adding it if needed. form is the length of
// a word's form, 0 for other terms; hash is that of the key. text is not empty.
func (v *vocabulary) number(text []byte, form uint8, hash uint32) uint32 {
	mask := uint32(len(v.slots) - 1)
	i := hash & mask
	for ; v.slots[i].number != 0; i = (i + 1) & mask {
		if s := v.slots[i]; s.hash == hash && string(v.text(v.term(s.number-1))) == string(text) {
			return s.number - 1
		}
	}
	n := v.add(text, form)
	v.slots[i] = slot{hash, n + 1}
	if v.held*4 > len(v.slots)*3 {
		v.slots = rehashed(v.slots, 2*len(v.slots))
	}
	return n
}

// add adds a term.
func (v *vocabulary) add(text []byte, form uint8) uint32 {
	n := uint32(v.held)
	v.held++
	v.local = append(v.local, 0)
	if int(n>>blockTermBits) == len(v.blocks) {
		v.blocks = append(v.blocks, new(termBlock))
	}
	at := v.texts.alloc(len(text))
	copy(v.texts.at(at), text)
	*v.term(n) = term{text: at, size: uint32(len(text)), form: form}
	return n
}

// rehashed returns the slots in a larger table.
func rehashed(old []slot, more int) []slot {
	out, mask := make([]slot, more), uint32(more-1)
	for _, s := range old {
		if s.number == 0 {
			continue
		}
		i := s.hash & mask
		for out[i].number != 0 {
			i = (i + 1) & mask
		}
		out[i] = s
	}
	return out
}
