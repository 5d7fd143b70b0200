package html

import (
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
)

// Limits of documents embedded in a page (HTML, iframe srcdoc).
const (
	maxInside      = 100     // in a document
	maxInsideBytes = 1 << 20 // of one
	maxInsideDepth = 3       // nested
)

// inside reads a document embedded in the page as the value of an attribute. Its text and links
// belong to the page; its head is ignored.
func (p *Parser) inside(body []byte) {
	if p.skip > 0 || p.excluded() {
		return
	}
	if p.insides >= maxInside || p.depth >= maxInsideDepth {
		p.limited = true
		return
	}
	p.insides++
	if len(body) > maxInsideBytes {
		body, p.limited = beginning(body, maxInsideBytes), true
	}
	if p.inner == nil {
		p.inner = NewParser(p.limits)
		p.inner.depth = p.depth + 1
	}
	p.flush()
	p.inner.ran, p.inner.opens, p.inner.limits.Text = p.ran, p.opens, p.limits.Text-len(p.text)
	page := aranea.Page{URL: p.page.URL, Base: p.page.Base}
	p.inner.Parse(&page, body, p.enc, robotsmeta.NewReader())
	p.limited = p.limited || len(page.Warnings) > 0
	p.take(&page)
}

// beginning returns the first n bytes of a longer text, without a cut character.
func beginning(s []byte, n int) []byte {
	for least := n - utf8.UTFMax; n > max(least, 0) && !utf8.RuneStart(s[n]); {
		n--
	}
	return s[:n]
}

// take adds the text and the links of an embedded document.
func (p *Parser) take(inside *aranea.Page) {
	from := len(p.text)
	p.text = append(p.text, inside.Text...)
	p.start = len(p.text)
	for _, e := range inside.Elements {
		start, end := from+int(e.Start), from+int(e.End)
		if e.Kind.IsBlock() && p.unshown() {
			p.emit(aranea.ElementUnshown, start, end)
		}
		p.emit(e.Kind, start, end)
	}
	for _, l := range inside.Links {
		switch l.How {
		case aranea.HowAnchor, aranea.HowArea, aranea.HowFrame, aranea.HowPicture, aranea.HowRecording, aranea.HowEmbedded:
		default:
			continue // from its head
		}
		var rel []byte
		if l.NoFollow {
			rel = []byte("nofollow")
		}
		if i := p.addLink([]byte(l.URL.String()), l.How, rel); i >= 0 && l.Start < l.End && p.region&robotsmeta.NoAnchorText == 0 {
			p.links[i].Start, p.links[i].End = uint32(from)+l.Start, uint32(from)+l.End
		}
	}
}
