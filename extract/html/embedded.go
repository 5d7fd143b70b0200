package html

import (
	"bytes"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/filename"
)

// Opens has what object and embed show be a link only where reads says that documents of
// the media type that they declare are read, in lower case and without parameters. nil
// stands for all.
func (p *Parser) Opens(reads func(mediaType string) bool) { p.opens = reads }

// embedded takes what an object or embed element shows: a picture, sound or video as
// elements for these do, and any other document as a link with the title for its words,
// unless the element says a type that nothing reads, such as that of a program for
// another program (HTML, the embed and the object element).
func (p *Parser) embedded(a *attrs) {
	kind, _, _ := bytes.Cut(a.kind, []byte(";"))
	kind = bytes.ToLower(bytes.TrimSpace(kind))
	switch {
	case len(bytes.TrimSpace(a.src)) == 0:
		p.addAlt(a.title)
	case bytes.HasPrefix(kind, []byte("image/")), len(kind) == 0 && filename.IsPicture(string(a.src)):
		p.content = p.content || p.kind() != aranea.ElementFallback
		p.picture(a)
	case bytes.HasPrefix(kind, []byte("audio/")), bytes.HasPrefix(kind, []byte("video/")):
		before := p.playing
		p.playing = playing{open: true}
		p.player(a)
		p.playing = before
	default:
		alt := p.altOf(a.title)
		if len(kind) == 0 || p.opens == nil || p.opens(string(kind)) {
			p.content = p.content || p.kind() != aranea.ElementFallback
			p.describe(p.addLink(a.src, aranea.HowEmbedded, nil), alt)
		}
	}
}
