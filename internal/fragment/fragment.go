// Package fragment reads the fragments of URLs, and tells whether a page has the part that one
// leads to: the element with that identifier (HTML, "find a potential indicated element").
//
// Floor: 0 (leaves). Stability: engine. It is pure. It does not know what scripts make of
// fragments.
package fragment

import (
	"bytes"
	"hash/crc32"
	"slices"
	"strings"
)

// Max is the length in bytes of the longest fragment that Of returns.
const Max = 1000

// Of returns the fragment of a reference as it is written, which is valid as long as that is, or a
// copy. It is nil if it leads to no element of the page: it is empty, or the top of the page, or
// text to look for (":~:text="), or a route that scripts of the page interpret ("#/", "#!"); and
// if it is longer than Max.
func Of(ref []byte) []byte {
	at := bytes.IndexByte(ref, '#')
	if at < 0 {
		return nil
	}
	f := bytes.TrimRightFunc(ref[at+1:], func(r rune) bool { return r <= ' ' }) // URL standard, "basic URL parser"
	if bytes.ContainsAny(f, "\t\n\r") {
		f = bytes.Map(func(r rune) rune {
			if r == '\t' || r == '\n' || r == '\r' {
				return -1
			}
			return r
		}, f)
	}
	if cut := bytes.Index(f, []byte(":~:")); cut >= 0 {
		f = f[:cut]
	}
	if len(f) == 0 || f[0] == '/' || f[0] == '!' || len(f) > Max || len(f) <= len("%74%6F%70") && bytes.EqualFold(decode(string(f)), []byte("top")) {
		return nil
	}
	return f
}

// IsRoute reports whether the fragment of a reference is a route that scripts of the page interpret: it begins
// with "#/" or "#!", and there is more of it: "#/" alone is the page itself.
func IsRoute(ref []byte) bool {
	_, f, _ := bytes.Cut(ref, []byte("#"))
	return len(f) > 1 && (f[0] == '/' || f[0] == '!')
}

// decode replaces the percent-encoded bytes of a fragment, as far as they are well-formed.
func decode(f string) []byte {
	b := make([]byte, 0, len(f))
	for i := 0; i < len(f); i++ {
		if f[i] == '%' && i+2 < len(f) {
			hi, lo := digit(f[i+1]), digit(f[i+2])
			if hi >= 0 && lo >= 0 {
				b = append(b, byte(hi<<4|lo))
				i += 2
				continue
			}
		}
		b = append(b, f[i])
	}
	return bytes.ToValidUTF8(b, []byte("\uFFFD"))
}

// digit returns the value of a hexadecimal digit, -1 for another character.
func digit(c byte) int {
	const lower = 16 // where the lower case letters end
	d := strings.IndexByte("0123456789abcdefABCDEF", c)
	if d >= lower {
		return d - 6
	}
	return d
}

// A Set holds hashes of the identifiers of a page's elements, sorted, each once. A fragment that
// leads to none of them may share the hash of one, with n identifiers once in 2^32/n times.
type Set []uint32

// Hash returns the hash of an identifier that a Set holds. Data folders hold it as well: it does
// not change.
func Hash(id []byte) uint32 { return crc32.Checksum(id, crc32.MakeTable(crc32.Castagnoli)) }

// SetOf returns the set of some hashes, which it sorts.
func SetOf(hashes []uint32) Set {
	slices.Sort(hashes)
	return Set(slices.Compact(hashes))
}

// userContent is put before the identifiers of texts that users wrote, by a library that cleans
// these, so that they cannot pose as identifiers of the site. Scripts of the sites leave it out of
// the fragments.
const userContent = "user-content-"

// Has reports whether a fragment leads to an element. It has the form that it has in a URL
// (weburl.EscapeFragment).
func (s Set) Has(f string) bool {
	raw := []byte(f)
	if s.has(raw) {
		return true
	}
	decoded := raw
	if bytes.IndexByte(raw, '%') >= 0 {
		decoded = decode(f)
	}
	return s.has(decoded) || s.has(append([]byte(userContent), decoded...))
}

func (s Set) has(id []byte) bool {
	_, ok := slices.BinarySearch(s, Hash(id))
	return ok
}
