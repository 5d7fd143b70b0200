// Package dedupe says which pages have the same text.
//
// Floor: 2 (pure). Stability: engine. It knows exact copies only, after the text
// was extracted: markup, scripts and link targets do not count.
package dedupe

import (
	"crypto/sha256"

	"github.com/aranea-search/aranea"
)

// MinText is the length in bytes of extracted text below which a page has no
// fingerprint: pages that are nearly empty look alike without being copies.
const MinText = 64

// Of returns the fingerprint of the page's text and of the kinds of its block
// elements: the first 128 bits of a SHA-256, so that nobody can make a page
// that pushes another one out. The description and keywords count, link targets
// do not. A page with little text has the zero fingerprint.
func Of(p *aranea.Page) aranea.Fingerprint {
	if len(p.Text) < MinText {
		return aranea.Fingerprint{}
	}
	h := sha256.New()
	kinds := make([]byte, 0, 256)
	for _, e := range p.Elements {
		if e.Kind.IsBlock() {
			kinds = append(kinds, byte(e.Kind))
		}
	}
	// A hash never fails to write.
	_, _ = h.Write(p.Text)
	_, _ = h.Write([]byte{0})
	_, _ = h.Write(kinds)
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	fp := aranea.Fingerprint(sum[:16])
	if fp.IsZero() {
		fp[0] = 1
	}
	return fp
}
