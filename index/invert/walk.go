package invert

import (
	"encoding/binary"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/segment"
)

// A posting in a chain is the distance from the previous document, the weighted frequency, and
// for words the number of occurrences and their positions, encoded as in segments.

// fineBytes is the length of a weighted frequency in a chain.
const fineBytes = 2

// templateOnly is set in the weighted frequency of a word that a document has in the template only.
const templateOnly = impact.MaxFine + 1

// decode appends the postings of a walk that are in the first docs documents. The documents are
// numbered from first on.
func decode(l *segment.List, w *walk, first uint32, docs int) error {
	numbers, impacts, freqs, places := l.Docs, l.Impacts, l.Freqs, l.Spread
	for w.next(docs) {
		numbers, impacts = append(numbers, first+w.doc), append(impacts, w.fine().Impact())
		if !w.bare {
			freqs, places = append(freqs, w.freq), w.appendPlaces(places)
		}
		if !w.own() {
			l.Template = append(l.Template, first+w.doc)
		}
	}
	l.Docs, l.Impacts, l.Freqs, l.Spread = numbers, impacts, freqs, places
	return w.err
}

// A walk reads the postings in the chain of a term, one by one.
type walk struct {
	chain  []byte // what is left of it
	left   uint32 // number of documents left
	bare   bool   // the term has no positions
	doc    uint32
	weight impact.Fine // with templateOnly
	freq   uint32
	places []byte // positions in the current document, encoded
	spans  []byte // of all documents
	err    error
}

// walk returns a walk over the chain of a term.
func (b *Buffer) walk(t *term, chain []byte) walk {
	return walk{chain: chain, left: t.df, bare: t.form == 0, spans: b.spans}
}

// fine returns the weighted frequency in the current document.
func (w *walk) fine() impact.Fine { return w.weight & impact.MaxFine }

// own reports whether the current document has the word outside of the template.
func (w *walk) own() bool { return w.weight&templateOnly == 0 }

// next moves to the next document; it returns false if that is not among the first docs ones.
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
	w.doc, w.weight, w.left = w.doc+more, impact.Fine(binary.LittleEndian.Uint16(chain)), w.left-1
	if w.chain = chain[fineBytes:]; w.bare {
		return true
	}
	w.freq, chain = number(w.chain)
	n := eliasfano.Size(w.freq, w.spans[w.doc])
	if n > len(chain) {
		w.err = damage.ErrShort
		return false
	}
	w.places, w.chain = chain[:n], chain[n:]
	return true
}

// appendPlaces appends the encoded positions in the current document. They are usually few
// bytes and then copied as one word.
func (w *walk) appendPlaces(dst []byte) []byte {
	if n := len(w.places); n <= word && cap(w.places) >= word {
		return binary.LittleEndian.AppendUint64(dst, binary.LittleEndian.Uint64(w.places[:word]))[:len(dst)+n]
	}
	return append(dst, w.places...)
}

// varint appends v as a varint to the n lowest bytes of w and returns the new number of bytes.
func varint(w uint64, n int, v uint32) (uint64, int) {
	for ; v >= 0x80; v >>= 7 {
		w |= uint64(v&0x7F|0x80) << (8 * n)
		n++
	}
	return w | uint64(v)<<(8*n), n + 1
}

// number reads a varint from the start of a chain. If there is none, it returns an empty rest.
func number(chain []byte) (uint32, []byte) {
	if len(chain) > 0 && chain[0] < 0x80 { // the usual case
		return uint32(chain[0]), chain[1:]
	}
	return longNumber(chain)
}

// longNumber is number for varints of several bytes, and for none.
func longNumber(chain []byte) (uint32, []byte) {
	v, n := binary.Uvarint(chain)
	if n <= 0 {
		return 0, nil
	}
	return uint32(v), chain[n:]
}
