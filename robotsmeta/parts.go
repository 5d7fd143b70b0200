package robotsmeta

import (
	"iter"
	"strings"
)

// A Part is a run of text of a page, with unresolved character references, and the purposes that
// it is closed to.
type Part struct {
	Text   string
	Start  int // byte offset in the page
	Region Region
}

// Parts yields the runs of text of an HTML page between tags and comments, without the contents
// of scripts, styles and frames. It is a simple one-pass tokenizer for tools and tests: it builds
// no tree and supports only charsets that are supersets of ASCII. The time is linear in the
// length of the page.
func Parts(page string) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		p := partReader{page: page, endless: map[string]bool{}}
		for p.at < len(page) {
			start := p.at
			p.text()
			if p.at > start && !yield(Part{page[start:p.at], start, p.scan.Region()}) {
				return
			}
			if p.at < len(page) {
				p.markup()
			}
		}
	}
}

type partReader struct {
	page    string
	at      int
	scan    Scanner
	raw     int             // the end of the current raw text, 0 outside raw text
	endless map[string]bool // raw text elements without an end tag in the rest of the page
}

// text advances to the next markup, which may be at the current position.
func (p *partReader) text() {
	if p.raw > p.at {
		p.at, p.raw = p.raw, 0
		return
	}
	for {
		n := strings.IndexByte(p.page[p.at:], '<')
		if n < 0 {
			p.at = len(p.page)
			return
		}
		if p.at += n; isMarkup(p.page[p.at:]) {
			return
		}
		p.at++
	}
}

// isMarkup reports whether text that begins with "<" is markup.
func isMarkup(s string) bool {
	if len(s) > 2 && s[1] == '/' {
		return true
	}
	return len(s) > 1 && (s[1] == '!' || s[1] == '?' || isLetter(s[1]))
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// markup parses text that begins with "<".
func (p *partReader) markup() {
	rest := p.page[p.at:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		text, n := comment(rest[4:])
		p.scan.Comment(text)
		p.at += 4 + n
	case isLetter(rest[1]):
		p.startTag()
	case rest[1] == '/' && isLetter(rest[2]):
		name := tagName(rest[2:])
		p.at += 2 + len(name)
		p.attributes(func(string, string) {})
		p.scan.EndTag(name)
	default:
		p.skipTo('>') // a bogus comment, a doctype, or "</>"
	}
}

// comment parses a comment after "<!--" and returns its text and the number of bytes up to its
// end.
func comment(s string) (text string, n int) {
	for _, empty := range [...]string{">", "->"} {
		if strings.HasPrefix(s, empty) {
			return "", len(empty)
		}
	}
	for n < len(s) {
		i := strings.Index(s[n:], "--")
		if i < 0 {
			break
		}
		n += i
		switch end := s[n+2:]; {
		case strings.HasPrefix(end, ">"):
			return s[:n], n + 3
		case strings.HasPrefix(end, "!>"):
			return s[:n], n + 4
		}
		n++
	}
	return s, len(s)
}

func (p *partReader) skipTo(c byte) {
	if n := strings.IndexByte(p.page[p.at:], c); n >= 0 {
		p.at += n + 1
		return
	}
	p.at = len(p.page)
}

// lower returns s with ASCII letters in lower case, as HTML compares names.
func lower(s string) string {
	for i := range len(s) {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for j := i; j < len(b); j++ {
				if b[j] >= 'A' && b[j] <= 'Z' {
					b[j] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// tagName returns the name at the start of s in lower case.
func tagName(s string) string {
	n := 0
	for n < len(s) && strings.IndexByte(" \t\r\n\f/>", s[n]) < 0 {
		n++
	}
	return lower(s[:n])
}

// startTag parses a start tag with its attributes, and finds the end of raw text elements.
func (p *partReader) startTag() {
	name := tagName(p.page[p.at+1:])
	p.at += 1 + len(name)
	nosnippet, class, classed := false, "", false
	p.attributes(func(attr, value string) {
		switch {
		case attr == "data-nosnippet":
			nosnippet = true
		case attr == "class" && !classed:
			class, classed = value, true
		}
	})
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return
	case "plaintext":
		p.raw = len(p.page)
	case "title", "textarea", "xmp":
		p.raw = p.rawEnd(name)
	case "script", "style", "iframe", "noembed":
		p.at = p.rawEnd(name)
		return
	}
	p.scan.StartTag(name, nosnippet, class)
}

// rawEnd returns the end of the content of a raw text element. An element that never ends is
// treated as an ordinary element, so that it does not hide the rest of the page.
func (p *partReader) rawEnd(name string) int {
	if p.endless[name] {
		return p.at
	}
	for from := p.at; ; from += 2 {
		n := strings.Index(p.page[from:], "</")
		if n < 0 {
			p.endless[name] = true
			return p.at
		}
		from += n
		if rest := p.page[from+2:]; len(rest) > len(name) && strings.EqualFold(rest[:len(name)], name) && strings.IndexByte(" \t\r\n\f/>", rest[len(name)]) >= 0 {
			return from
		}
	}
}

// attributes parses attributes and advances past the end of the tag.
func (p *partReader) attributes(each func(name, value string)) {
	for p.at < len(p.page) {
		p.skip(" \t\r\n\f/")
		if p.at < len(p.page) && p.page[p.at] == '>' {
			p.at++
			return
		}
		start := p.at
		for p.at < len(p.page) && (p.at == start || p.page[p.at] != '=') && strings.IndexByte(" \t\r\n\f/>", p.page[p.at]) < 0 {
			p.at++
		}
		name := lower(p.page[start:p.at])
		p.skip(" \t\r\n\f")
		value := ""
		if p.at < len(p.page) && p.page[p.at] == '=' {
			p.at++
			p.skip(" \t\r\n\f")
			value = p.value()
		}
		each(name, value)
	}
}

// skip advances past bytes of the set.
func (p *partReader) skip(set string) {
	for p.at < len(p.page) && strings.IndexByte(set, p.page[p.at]) >= 0 {
		p.at++
	}
}

// value parses the value of an attribute.
func (p *partReader) value() string {
	if p.at == len(p.page) {
		return ""
	}
	start := p.at
	if q := p.page[start]; q == '"' || q == '\'' {
		p.at++
		p.skipTo(q)
		return strings.TrimSuffix(p.page[start+1:p.at], string(q))
	}
	for p.at < len(p.page) && strings.IndexByte(" \t\r\n\f>", p.page[p.at]) < 0 {
		p.at++
	}
	return p.page[start:p.at]
}
