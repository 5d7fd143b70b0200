package html

import (
	"bytes"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/robotsmeta"
)

// source computes lines and columns of a body.
type source struct {
	body []byte
	at   int // the start of the current token

	counted, line, lineStart int // number of lines before counted, and where the last one starts
}

// place returns the line and the column in bytes of the current token, from 1.
func (s *source) place() (line, column int) {
	if s.at < s.counted {
		s.counted, s.line, s.lineStart = 0, 0, 0 // the body is read again from an earlier place
	}
	for {
		n := bytes.IndexByte(s.body[s.counted:s.at], '\n')
		if n < 0 {
			s.counted = s.at
			return s.line + 1, s.at - s.lineStart + 1
		}
		s.counted += n + 1
		s.line++
		s.lineStart = s.counted
	}
}

// mayClose reports whether the start tag, whose classes are given, may have an attribute that
// closes its text: data-nosnippet, or a class robots-nocontent.
func mayClose(z *lexer.Lexer, classes []byte) bool {
	return namesNoContent(classes) || z.Written("data-nosnippet") != nil
}

// namesNoContent reports whether a class has "-nocontent" in it.
func namesNoContent(class []byte) bool {
	const name = "nocontent"
	for len(class) > len(name) {
		i := bytes.IndexByte(class, '-')
		if i < 0 || len(class)-i <= len(name) {
			return false
		}
		class = class[i+1:]
		if bytes.EqualFold(class[:len(name)], []byte(name)) {
			return true
		}
	}
	return false
}

// void reports whether the element has no content, so that it closes nothing.
func void(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// startFragment passes a start tag to the scanner if it closes its text, or has to be counted
// because a closed part is open. Raw text elements never are.
func (p *Parser) startFragment(tag atom.Atom, name []byte, nosnippet bool, class []byte) {
	if void(tag) || tags.of(tag).class == rawText {
		return
	}
	p.fragments.StartTag(string(name), nosnippet, string(class))
	p.setRegion()
}

// endFragment passes an end tag to the scanner.
func (p *Parser) endFragment(tag atom.Atom) {
	if tag == 0 && string(p.z.Name()) == "noindex" || p.fragments.Counts() && tags.of(tag).class != rawText {
		p.fragments.EndTag(string(p.z.Name()))
		p.setRegion()
	}
}

// comment handles the comment forms of noindex, and googleoff and googleon.
func (p *Parser) comment(s []byte) {
	s = bytes.TrimSpace(s)
	if len(s) == 0 || len(s) > 64 || s[0] != '/' && s[0]|0x20 != 'n' && s[0]|0x20 != 'g' {
		return
	}
	p.fragments.Comment(string(s))
	p.setRegion()
}

// excluded reports whether the text here is excluded from the index.
func (p *Parser) excluded() bool { return p.region&robotsmeta.NoIndexText != 0 }

// setRegion applies the scanner's result to the text that follows. Where text is excluded, an
// element ends; spans of other kinds end and continue inside elements.
func (p *Parser) setRegion() {
	now := p.fragments.Region()
	changed := now ^ p.region
	if changed&robotsmeta.NoIndexText != 0 {
		p.flush()
	}
	if changed&robotsmeta.NoAnchorText != 0 {
		p.endAnchorSpan()
	}
	if changed&robotsmeta.NoSnippetText != 0 {
		p.endHidden()
	}
	if p.region = now; now != 0 && p.page.Closed == 0 {
		line, column := p.src.place()
		p.page.ClosedAt = robotsmeta.Place{Source: "the page", Line: line, Column: column}
	}
	p.page.Closed |= now
}

// endHidden ends the span of text that is excluded from snippets.
func (p *Parser) endHidden() {
	if p.hiddenFrom < 0 {
		return
	}
	if end := trimEnd(p.text); end > p.hiddenFrom {
		p.emit(aranea.ElementUnshown, p.hiddenFrom, end)
	}
	p.hiddenFrom = -1
}
