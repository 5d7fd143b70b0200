package invert

import (
	"encoding/binary"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/segment"
)

// The postings in a chain: of each how far its document is behind the one before, the
// frequency, and of words how many bytes of positions follow, and these.

// fineBytes is the length of a frequency in a chain.
const fineBytes = 2

// decode appends the postings of a term's chain in the first documents, which are
// numbered from first on.
func decode(l *segment.List, t *term, chain []byte, first uint32, docs int) error {
	w := walk{chain: chain, left: t.df, bare: t.form == 0}
	for w.next(docs) {
		l.Docs, l.Impacts = append(l.Docs, first+w.doc), append(l.Impacts, w.weight.Impact())
		if w.bare {
			continue
		}
		from := len(l.Gaps)
		l.Gaps = w.gaps(l.Gaps)
		l.Freqs = append(l.Freqs, uint32(len(l.Gaps)-from))
	}
	return w.err
}

// A walk goes through the postings of the chain of a term.
type walk struct {
	chain  []byte // what is left
	left   uint32 // documents that are left
	bare   bool   // the term has no positions
	doc    uint32
	weight segment.Fine
	places []byte // of the current document
	err    error
}

// next goes to the next document, if it is among the first ones.
func (w *walk) next(docs int) bool {
	if w.left == 0 {
		return false
	}
	more, chain := number(w.chain)
	if int(w.doc+more) >= docs {
		return false
	}
	if len(chain) < fineBytes {
		w.err = damage.ErrShort
		return false
	}
	w.doc, w.weight, w.left = w.doc+more, segment.Fine(binary.LittleEndian.Uint16(chain)), w.left-1
	if w.chain = chain[fineBytes:]; w.bare {
		return true
	}
	n, chain := number(w.chain)
	if int(n) > len(chain) {
		w.err = damage.ErrShort
		return false
	}
	w.places, w.chain = chain[:n], chain[n:]
	return true
}

// gaps appends the positions in the current document, as they are kept: the first, then
// differences.
func (w *walk) gaps(dst []uint32) []uint32 {
	for places := w.places; len(places) > 0; {
		var gap uint32
		gap, places = number(places)
		dst = append(dst, gap)
	}
	return dst
}

// number takes a number off the start of a chain. If none is there nothing is left.
func number(chain []byte) (uint32, []byte) {
	if len(chain) > 0 && chain[0] < 0x80 { // most numbers are small
		return uint32(chain[0]), chain[1:]
	}
	return longNumber(chain)
}

// longNumber is number for one of several bytes, or none.
func longNumber(chain []byte) (uint32, []byte) {
	v, n := binary.Uvarint(chain)
	if n <= 0 {
		return 0, nil
	}
	return uint32(v), chain[n:]
}
