// Package dedupe determines which pages have the same text, and which have nearly the same: pages
// with the same fingerprint are exact copies, pages whose sketches differ in few bits are near
// copies.
//
// Floor: 2 (pure). Stability: engine. It considers the extracted text: markup, scripts and link
// targets do not count.
package dedupe

import (
	"crypto/sha256"
	"hash"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
)

// MinText is the length in bytes of indexable text below which a page has copies only on its own
// site, that is, under its registrable domain: short texts such as "It works!" are on unrelated
// sites.
const MinText = 64

// Of returns the fingerprint of the page's text, including the title, and of the kinds of its
// block elements: the first 128 bits of a SHA-256. Text that the owner excludes from the index
// does not count, so pages that differ only in it are copies, and neither do the numbers of a
// footer that tells how long the making of the page took. Link targets do not count either; the
// description and keywords do. For a page with less than MinText, the site is added to the
// text. A page without text has the zero fingerprint. A page that was read with a secret, with
// the label access, has copies only among pages read with the same secret, and a page with facets
// of the operator only among pages with the same ones: whoever narrows a search to one version of
// a manual looks for the pages that did not change since the version before, too.
//
// The hash is cryptographic because a fingerprint decides which page is left out: with a fast
// hash anybody could make a page that displaces another one. It takes about half a nanosecond per
// byte on a processor with instructions for it, far less than parsing the page's markup.
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
	_, _ = h.Write(kinds) // Write of a hash never fails
	if length < MinText {
		_, _ = h.Write([]byte(p.URL.Origin().Site())) // ends in no kind, so that it cannot be mistaken for one
	}
	if access != "" {
		_, _ = h.Write([]byte("\x00" + access))
	}
	writeFacets(h, p.Facets)
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	fp := aranea.Fingerprint(sum[:16])
	if fp.IsZero() {
		fp[0] = 1
	}
	return fp
}

// OfBytes returns the fingerprint of a file by the bytes that were read, because the header may
// be the same for many files. access is as for Of.
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

// writeFacets writes the facets of a page as results are narrowed by them: in any case, and in any
// order.
func writeFacets(h hash.Hash, all []aranea.Facet) {
	if len(all) == 0 {
		return // the fingerprint is that of a page in a folder without facets
	}
	folded := make([]string, len(all))
	for i, f := range all {
		folded[i] = strings.ToLower(f.Name + "=" + f.Value)
	}
	slices.Sort(folded)
	for _, f := range slices.Compact(folded) {
		_, _ = h.Write([]byte("\x00\x00" + f)) // a label of a secret has no zero in it
	}
}

// counts reports whether the element is a block that is indexed.
func counts(e aranea.Element) bool { return e.Kind.IsBlock() && !e.Excluded }

// writeText writes the page's text without its excluded blocks and without the numbers that tell
// how long its making took, and returns the length in bytes. Other text is written unchanged.
func writeText(h hash.Hash, p *aranea.Page) int {
	length, from := 0, 0
	making := makings{page: p}
	for i := range p.Elements {
		e := &p.Elements[i]
		if !e.Kind.IsBlock() || int(e.Start) < from || !e.Excluded && !making.tells(e) {
			continue
		}
		n, _ := h.Write(p.Text[from:e.Start])
		length += n
		if !e.Excluded {
			length += writeMaking(h, p.Text[e.Start:e.End])
			from = int(e.End)
			continue
		}
		from = min(int(e.End)+1, len(p.Text)) // including its line feed
	}
	n, _ := h.Write(p.Text[from:])
	return length + n
}
