// Package seal writes and reads the form that all cursors have: a version, the search that they belong to,
// contents, and a sum by which a text that was cut or mistyped is told. It protects nothing: who makes a
// cursor knows the form, so readers check all that they read.
//
// Floor: 4 (acts), a part of search/paging. Stability: engine. Memory: the text of one cursor; values of a
// Reader are parts of it, and each number has a bound that its caller names.
package seal

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"hash/fnv"

	"github.com/aranea-search/aranea/analyze"
)

// Begin returns how the bytes of a cursor begin. The version changes with the encoding, the meaning of the
// contents, or the order of results.
func Begin(version byte, search string) []byte {
	return binary.BigEndian.AppendUint64([]byte{version}, mark(search))
}

// mark returns a hash that identifies a search.
func mark(search string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(search)) // writing to a hash cannot fail
	return h.Sum64()
}

// AppendLangs appends a list of languages, which Reader.Langs reads.
func AppendLangs(b []byte, langs []analyze.Lang) []byte {
	b = binary.AppendUvarint(b, uint64(len(langs)))
	for _, l := range langs {
		b = append(b, byte(l))
	}
	return b
}

// Close returns the text of a cursor with these bytes.
func Close(b []byte) string {
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b)))
}

// A Reader decodes a cursor. Whatever is missing reads as zero and makes it bad.
type Reader struct {
	b   []byte
	of  uint64
	bad bool
}

// Open returns a reader of the contents of a cursor; nil if the text is none of this version, or longer than
// most characters.
func Open(text string, version byte, most int) *Reader {
	if len(text) > most {
		return nil
	}
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(b) < 4 || crc32.ChecksumIEEE(b[:len(b)-4]) != binary.BigEndian.Uint32(b[len(b)-4:]) {
		return nil
	}
	r := &Reader{b: b[:len(b)-4]}
	if r.Byte() != version {
		return nil
	}
	r.of = r.Uint64()
	return r
}

// Take reads n bytes.
func (r *Reader) Take(n int) []byte {
	if len(r.b) < n {
		r.b, r.bad = nil, true
		return make([]byte, n)
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

// Byte reads a byte.
func (r *Reader) Byte() byte { return r.Take(1)[0] }

// Uint64 reads a number of eight bytes.
func (r *Reader) Uint64() uint64 { return binary.BigEndian.Uint64(r.Take(8)) }

// Count reads a number of at most most.
func (r *Reader) Count(most int) int {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > uint64(most) {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

// Langs reads a list of at most most languages.
func (r *Reader) Langs(most int) []analyze.Lang {
	var out []analyze.Lang
	for _, n := range r.Take(r.Count(most)) {
		l := analyze.Lang(n)
		r.bad = r.bad || l != analyze.Und && l.String() == analyze.Und.String()
		out = append(out, l)
	}
	return out
}

// Refuse makes the cursor bad, because of what its contents mean.
func (r *Reader) Refuse() { r.bad = true }

// Whole reports whether the cursor is not bad, and was read to its end.
func (r *Reader) Whole() bool { return !r.bad && len(r.b) == 0 }

// Belongs reports whether the cursor is one of a search.
func (r *Reader) Belongs(search string) bool { return r.of == mark(search) }
