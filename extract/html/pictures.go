package html

import (
	"bytes"
	"strconv"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/filename"
	"github.com/aranea-search/aranea/robotsmeta"
)

// Limits of pictures.
const (
	leastSide   = 48 // pixels; a picture with a smaller side is an ornament
	maxInFigure = 16 // pictures that share one caption
)

// A figure holds pictures and their common caption.
type figure struct {
	open     bool
	elements int     // number of elements when it began
	shown    []shown // its pictures, audio and video
}

// A shown is a reference to a picture, audio or video.
type shown struct {
	ref []byte
	how aranea.How
}

// playing is the open element of audio or video.
type playing struct {
	open  bool
	words aranea.Element // its title
}

// picture handles an image. Its alternative text, or else its title, is an element; a picture
// with words is a reference with them, and one whose file name says something is a reference
// without words. In a link it provides the words of the link.
func (p *Parser) picture(a *attrs) {
	a.src = a.shown()
	words := a.alt
	if len(bytes.TrimSpace(words)) == 0 {
		words = a.title
	}
	alt := p.altOf(words)
	if alt.End > alt.Start && p.linked && p.anchor >= 0 {
		p.describe(p.anchor, alt)
	}
	if a.tiny || len(a.src) == 0 || p.skip > 0 || p.excluded() || p.region&robotsmeta.NoAnchorText != 0 {
		return
	}
	if alt.End > alt.Start || isNamed(string(a.src)) {
		p.describe(p.addLink(a.src, aranea.HowPicture, nil), alt)
	}
	p.inFigure(a.src, aranea.HowPicture)
}

// altOf adds an alternative text as an element and returns it, the zero value if there is none.
func (p *Parser) altOf(words []byte) aranea.Element {
	before := len(p.elements)
	p.addAlt(words)
	if n := len(p.elements); n > before && p.elements[n-1].Kind == aranea.ElementAlt {
		return p.elements[n-1]
	}
	return aranea.Element{}
}

// inFigure records a medium of an open figure.
func (p *Parser) inFigure(ref []byte, how aranea.How) {
	if p.figure.open && len(p.figure.shown) < maxInFigure {
		p.figure.shown = append(p.figure.shown, shown{bytes.Clone(ref), how})
	}
}

// player handles an element of audio or video: its title is an element, like that of a picture.
func (p *Parser) player(a *attrs) {
	p.playing.words = p.altOf(a.title)
	if len(a.src) > 0 {
		p.recording(a.src)
	}
}

// recording adds the first source of audio or video, which is a reference like that to a
// picture: further ones are the same in other formats.
func (p *Parser) recording(src []byte) {
	words := p.playing.words
	if !p.playing.open || len(src) == 0 || p.skip > 0 {
		return
	}
	p.has.saw(&p.boxes)
	p.playing = playing{}
	if p.excluded() || p.region&robotsmeta.NoAnchorText != 0 {
		return
	}
	if words.End > words.Start || filename.Tells(filename.Words(string(src))) {
		p.describe(p.addLink(src, aranea.HowRecording, nil), words)
	}
	p.inFigure(src, aranea.HowRecording)
}

// shown returns the reference to the picture that an image finally shows: scripts replace its
// source by data-src; if the source is empty or a data URL, the first of srcset is used.
func (a *attrs) shown() []byte {
	isData := len(a.src) >= len("data:") && bytes.EqualFold(a.src[:len("data:")], []byte("data:"))
	switch {
	case filename.IsPicture(string(a.lazy)):
		return a.lazy
	case len(a.src) > 0 && !isData:
		return a.src
	}
	set := bytes.TrimLeft(a.set, " \t\r\n\f,")
	if end := bytes.IndexAny(set, " \t\r\n\f"); end >= 0 {
		set = set[:end]
	}
	if set = bytes.TrimRight(set, ","); len(set) > 0 {
		return set
	}
	return a.src
}

// isNamed reports whether a reference names a picture by a file name that says something.
func isNamed(src string) bool { return filename.IsPicture(src) && filename.Tells(filename.Words(src)) }

// describe gives a link without words those of an element.
func (p *Parser) describe(link int32, e aranea.Element) {
	if link < 0 || p.region&robotsmeta.NoAnchorText != 0 {
		return
	}
	if l := &p.links[link]; l.Start == l.End {
		l.Start, l.End = e.Start, e.End
	}
}

// startFigure begins a figure.
func (p *Parser) startFigure() {
	p.figure = figure{open: true, elements: len(p.elements)}
}

// endFigure gives the caption of a figure to its media.
func (p *Parser) endFigure() {
	f := p.figure
	p.figure = figure{}
	if !f.open {
		return
	}
	for _, e := range p.elements[min(f.elements, len(p.elements)):] {
		if e.Kind != aranea.ElementCaption {
			continue
		}
		for _, s := range f.shown {
			p.caption(s, e)
		}
		return
	}
}

// caption gives a medium the words of an element.
func (p *Parser) caption(s shown, e aranea.Element) {
	if p.region&robotsmeta.NoAnchorText != 0 {
		return
	}
	_, place, err := p.resolver.Resolve(s.ref)
	if err != nil {
		return
	}
	i := p.known.find(p.links, place, s.how)
	if i < 0 {
		i = p.addLink(s.ref, s.how, nil)
	}
	if i >= 0 {
		p.links[i].Start, p.links[i].End = p.both(p.links[i], e)
	}
}

// both returns the range of a picture's words and its caption; only the longer one if that
// contains the other, as when the figure shows the picture twice, or if other words are between
// them.
func (p *Parser) both(l aranea.Link, e aranea.Element) (start, end uint32) {
	longer, other := e, aranea.Element{Start: l.Start, End: l.End}
	if other.End-other.Start >= longer.End-longer.Start {
		longer, other = other, longer
	}
	from, to := min(l.End, e.End), max(l.Start, e.Start)
	if to < from || len(bytes.TrimSpace(p.text[from:to])) > 0 || bytes.Contains(p.text[longer.Start:longer.End], p.text[other.Start:other.End]) {
		return longer.Start, longer.End
	}
	return min(l.Start, e.Start), max(l.End, e.End)
}

// isTiny reports whether a width or height is that of an ornament.
func isTiny(side []byte) bool {
	n, err := strconv.Atoi(string(bytes.TrimSuffix(bytes.TrimSpace(side), []byte("px"))))
	return err == nil && n < leastSide
}
