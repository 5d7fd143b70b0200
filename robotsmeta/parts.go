package robotsmeta

import (
	"iter"
	"strings"
)

// A Part is a run of text of a page, with character references as written, and
// what it is closed to.
type Part struct {
	Text   string
	Start  int // byte offset in the page
	Region Region
}

// Parts yields the runs of text of an HTML page that lie between tags and
// comments, without the contents of scripts and styles. It is a plain reading
// in one pass for tools and tests: it builds no tree and knows no charset but
// supersets of ASCII.
func Parts(page string) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		p := partReader{page: page}
		for p.at < len(page) {
			start := p.at
			n := strings.IndexByte(page[start:], '<')
			if n < 0 {
				n = len(page) - start
			}
			p.at += n
			if n > 0 && !yield(Part{page[start:p.at], start, p.scan.Region()}) {
				return
			}
			if p.at < len(page) && !p.markup() {
				// A "<" that begins nothing is text.
				if !yield(Part{page[p.at : p.at+1], p.at, p.scan.Region()}) {
					return
				}
				p.at++
			}
		}
	}
}

type partReader struct {
	page string
	at   int
	scan Scanner
}

// markup reads what begins with "<" and reports whether it is markup.
func (p *partReader) markup() bool {
	rest := p.page[p.at:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		text, _, ok := strings.Cut(rest[4:], "-->")
		p.scan.Comment(text)
		p.at += 4 + len(text)
		if ok {
			p.at += 3
		}
		return true
	case strings.HasPrefix(rest, "<!"), strings.HasPrefix(rest, "<?"):
		p.skipTo('>')
		return true
	case strings.HasPrefix(rest, "</"):
		name := tagName(rest[2:])
		if name == "" {
			return false
		}
		p.skipTo('>')
		p.scan.EndTag(name)
		return true
	}
	name := tagName(rest[1:])
	if name == "" {
		return false
	}
	p.startTag(name)
	return true
}

func (p *partReader) skipTo(c byte) {
	if n := strings.IndexByte(p.page[p.at:], c); n >= 0 {
		p.at += n + 1
		return
	}
	p.at = len(p.page)
}

// tagName returns the name at the start of s in lower case, "" if there is none.
func tagName(s string) string {
	n := 0
	for n < len(s) && !strings.ContainsRune(" \t\r\n\f/>", rune(s[n])) {
		n++
	}
	if n == 0 || s[0]|0x20 < 'a' || s[0]|0x20 > 'z' {
		return ""
	}
	return strings.ToLower(s[:n])
}

// startTag reads a start tag with its attributes, and the content of elements
// that hold no markup.
func (p *partReader) startTag(name string) {
	i := p.at + 1 + len(name)
	nosnippet, class := false, ""
	for i < len(p.page) && p.page[i] != '>' {
		attr, value, next := attribute(p.page, i)
		switch attr {
		case "data-nosnippet":
			nosnippet = true
		case "class":
			class = value
		}
		i = next
	}
	p.at = min(i+1, len(p.page))
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr":
		return
	case "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes":
		if name != "title" && name != "textarea" {
			p.skipRaw(name)
		}
		return
	}
	p.scan.StartTag(name, nosnippet, class)
}

// attribute reads one attribute at or behind i; next is beyond it.
func attribute(s string, i int) (name, value string, next int) {
	for i < len(s) && strings.IndexByte(" \t\r\n\f/", s[i]) >= 0 {
		i++
	}
	start := i
	for i < len(s) && strings.IndexByte(" \t\r\n\f/>=", s[i]) < 0 {
		i++
	}
	name = strings.ToLower(s[start:i])
	for i < len(s) && strings.IndexByte(" \t\r\n\f", s[i]) >= 0 {
		i++
	}
	if i >= len(s) || s[i] != '=' {
		return name, "", i
	}
	i++
	for i < len(s) && strings.IndexByte(" \t\r\n\f", s[i]) >= 0 {
		i++
	}
	if i < len(s) && (s[i] == '"' || s[i] == '\'') {
		end := strings.IndexByte(s[i+1:], s[i])
		if end < 0 {
			return name, s[i+1:], len(s)
		}
		return name, s[i+1 : i+1+end], i + end + 2
	}
	start = i
	for i < len(s) && strings.IndexByte(" \t\r\n\f>", s[i]) < 0 {
		i++
	}
	return name, s[start:i], i
}

// skipRaw skips the content of an element up to its end tag.
func (p *partReader) skipRaw(name string) {
	rest := p.page[p.at:]
	for from := 0; ; {
		n := strings.Index(rest[from:], "</")
		if n < 0 {
			p.at = len(p.page)
			return
		}
		from += n
		if tagName(rest[from+2:]) == name {
			p.at += from
			return
		}
		from += 2
	}
}
