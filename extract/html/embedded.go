package html

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/atom"

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
	kind := a.mediaType()
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

// mediaType returns the type that a tag declares, in lower case and without parameters.
func (a *attrs) mediaType() []byte {
	kind, _, _ := bytes.Cut(a.kind, []byte(";"))
	return bytes.ToLower(bytes.TrimSpace(kind))
}

// startShowing begins an element in the place of which browsers may show something else:
// what stands in sound and video is for those that cannot play any (HTML, the video
// element), what stands in an object is shown if the object is not. A tag that ends
// itself, as in XHTML, has nothing in it.
func (p *Parser) startShowing(tag atom.Atom) {
	if bytes.HasSuffix(p.z.Raw(), []byte("/>")) {
		return
	}
	p.push(tag, p.kind())
	if tag != atom.Object {
		p.standsIn(tag)
		p.plays = true
	}
}

// endParagraph ends the paragraph that a start tag ends, with sound and video in it. Where
// nothing plays, the containers of start tags do so themselves.
func (p *Parser) endParagraph(tag atom.Atom) {
	switch {
	case p.skip > 0 || !endsParagraph(tag):
	case p.plays:
		p.boxes.end(atom.P)
		p.endPlaying()
	default:
		p.boxes.over()
	}
}

// endPlaying ends sound and video that have no end tag, where what is around them ends. An
// object without one holds all that follows, as in browsers (HTML, "has an element in scope").
func (p *Parser) endPlaying() {
	p.plays = false
	for i, o := range p.stack {
		if o.tag != atom.Video && o.tag != atom.Audio {
			continue
		}
		if p.plays = p.boxes.holds(o.tag); !p.plays {
			p.stack = p.stack[:i]
			return
		}
	}
}

// standsIn has what stands in the element that began last be for browsers that cannot
// show it.
func (p *Parser) standsIn(tag atom.Atom) {
	if n := len(p.stack); n > 0 && p.stack[n-1].tag == tag && !bytes.HasSuffix(p.z.Raw(), []byte("/>")) {
		p.stack[n-1].kind = aranea.ElementFallback
	}
}

// displays reports whether an object shows something in any browser: pictures, sound,
// video, text, web pages and PDF, by their types or else their names. Programs for
// another program are not shown, nor is an object that names nothing.
func displays(a *attrs) bool {
	kind := string(a.mediaType())
	group, name, _ := strings.Cut(kind, "/")
	switch {
	case len(bytes.TrimSpace(a.src)) == 0:
		return false
	case group == "image", group == "audio", group == "video", group == "text":
		return true
	case kind == "":
		return filename.IsPicture(string(a.src)) || filename.IsDocument(string(a.src))
	}
	return name == "pdf" || name == "xhtml+xml" || name == "xml" || name == "json"
}
