// Package dedupe says which pages have the same text, and which nearly the same:
// pages with one fingerprint are exact copies, pages whose sketches differ in few
// bits are near copies.
//
// Floor: 2 (pure). Stability: engine. It looks at the text that was extracted:
// markup, scripts and link targets do not count.
package dedupe

import (
	"crypto/sha256"
	"hash"

	"github.com/aranea-search/aranea"
)

// MinText is the length in bytes of indexable text below which a page has copies
// on its own site only, that is, under its registrable domain: short texts such
// as "It works!" stand on sites that have nothing to do with each other.
const MinText = 64

// Of returns the fingerprint of the page's text, title included, and of the
// kinds of its block elements: the first 128 bits of a SHA-256. What the owner
// excludes from the index does not count, so copies that differ in it only are
// copies; link targets do not count either, the description and keywords do. To
// the text of a page with less than MinText its site is added. A page without
// text has the zero fingerprint. What was read with a secret, of the label
// access, has copies among what was read with the same secret only.
//
// The hash is a cryptographic one because a fingerprint decides which page is
// left out: with a fast hash anybody could make a page that pushes another one
// out. It costs about half a nanosecond a byte on a processor with instructions
// for it, far less than reading the page's markup.
func Of(p *aranea.Page, access string) aranea.Fingerprint {
	h := sha256.New()
	length := writeText(h, p)
	if length == 0 {
		return aranea.Fingerprint{}
	}
	kinds := make([]byte, 1, 256)
	for _, e := range p.Elements {
		if counts(e) {
			kinds = append(kinds, byte(e.Kind))
		}
	}
	_, _ = h.Write(kinds) // a hash never fails to write
	if length < MinText {
		_, _ = h.Write([]byte(p.URL.Origin().Site())) // ends in no kind, so it reads as none
	}
	if access != "" {
		_, _ = h.Write([]byte("\x00" + access))
	}
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	fp := aranea.Fingerprint(sum[:16])
	if fp.IsZero() {
		fp[0] = 1
	}
	return fp
}

// OfBytes returns the fingerprint of a file by the bytes that came of it: what its
// header says may be the same for many. access is that of Of.
func OfBytes(body []byte, access string) aranea.Fingerprint {
	h := sha256.New()
	_, _ = h.Write(body)
	_, _ = h.Write([]byte("\x00file\x00" + access))
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	fp := aranea.Fingerprint(sum[:16])
	if fp.IsZero() {
		fp[0] = 1
	}
	return fp
}

// counts reports whether the element is a block that goes into the index.
func counts(e aranea.Element) bool { return e.Kind.IsBlock() && !e.Excluded }

// writeText writes the page's text without its excluded blocks and returns its
// length in bytes. Runs between excluded blocks are written as they are.
func writeText(h hash.Hash, p *aranea.Page) int {
	length, from := 0, 0
	for _, e := range p.Elements {
		if !e.Excluded || !e.Kind.IsBlock() || int(e.Start) < from {
			continue
		}
		n, _ := h.Write(p.Text[from:e.Start])
		length += n
		from = min(int(e.End)+1, len(p.Text)) // with its line feed
	}
	n, _ := h.Write(p.Text[from:])
	return length + n
}
