package html

import (
	"bytes"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/filename"
)

// Opens makes the documents of object and embed links only if reads returns true for their
// declared media type, in lower case and without parameters. nil means all.
func (p *Parser) Opens(reads func(mediaType string) bool) { p.opens = reads }

// embedded handles an object or embed element: a picture, audio or video like the elements for
// these, and any other document as a link with the title as its words, unless the element
// declares a type that nothing reads, such as that of a plugin program (HTML, the embed and the
// object element).
func (p *Parser) embedded(a *attrs) {
	kind := a.mediaType()
	switch {
	case len(bytes.TrimSpace(a.src)) == 0:
		p.addAlt(a.title)
	case bytes.HasPrefix(kind, []byte("image/")), len(kind) == 0 && filename.IsPicture(string(a.src)):
		p.sawContent()
		p.picture(a)
	case bytes.HasPrefix(kind, []byte("audio/")), bytes.HasPrefix(kind, []byte("video/")):
		before := p.playing
		p.playing = playing{open: true}
		p.player(a)
		p.playing = before
	default:
		alt := p.altOf(a.title)
		if len(kind) == 0 || p.opens == nil || p.opens(string(kind)) {
			p.sawContent()
			p.describe(p.addLink(a.src, aranea.HowEmbedded, nil), alt)
		}
	}
}

// mediaType returns the type that a tag declares, in lower case and without parameters.
func (a *attrs) mediaType() []byte {
	kind, _, _ := bytes.Cut(a.kind, []byte(";"))
	return bytes.ToLower(bytes.TrimSpace(kind))
}

// startShowing begins an element with fallback content: the content of audio and video is for
// browsers that cannot play any (HTML, the video element), that of an object is shown if the
// object is not. A self-closing tag, as in XHTML, has no content.
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

// endParagraph ends the paragraph that a start tag ends, with audio and video in it. Where
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

// endPlaying ends audio and video without an end tag, where the element around them ends. An
// object without one contains everything that follows, as in browsers (HTML, "has an element in
// scope").
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

// standsIn marks the content of the last started element as fallback content.
func (p *Parser) standsIn(tag atom.Atom) {
	if n := len(p.stack); n > 0 && p.stack[n-1].tag == tag && !bytes.HasSuffix(p.z.Raw(), []byte("/>")) {
		p.stack[n-1].kind = aranea.ElementFallback
	}
}

// displays reports whether an object shows something in any browser: pictures, audio, video,
// text, web pages and PDF, by their types or else their names. Plugin programs are not shown,
// nor is an object without a reference.
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
