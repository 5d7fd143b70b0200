package mail

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
)

// maxToken is the maximum size in bytes of a tag or a text. Pictures may stand in a tag.
const maxToken = maxBody

// A place is a part of a mail in HTML with a zone, while it is read.
type place struct {
	zone aranea.Zone
	tag  atom.Atom // the element that has it, 0 for none
	open int       // elements with that tag that are open
}

// markup reads a mail in HTML. Quotations and signatures are told by their elements, and the
// header lines of another mail by their words.
func (m *message) markup(source string) {
	mark := m.b.Mark()
	z := html.NewTokenizer(strings.NewReader(source))
	z.SetMaxBuf(maxToken)
	var in place
	var piece strings.Builder
	quotes := 0 // quotations that are the content of a mail that is passed on
	flush := func() {
		m.b.Zone(in.zone)
		m.b.Letter(piece.String())
		m.b.End()
		piece.Reset()
	}
	for !m.b.Full() {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		raw := string(z.Raw())
		name, more := z.TagName()
		tag := atom.Lookup(name)
		switch kind {
		case html.CommentToken, html.DoctypeToken:
			continue
		case html.StartTagToken, html.SelfClosingTagToken:
			a := attributesOf(z, more)
			zone, ok := m.zoneOf(tag, a)
			switch {
			case tag == atom.Img:
				piece.WriteString(`<img alt="` + html.EscapeString(a.alt) + `">`)
				continue
			case kind == html.SelfClosingTagToken:
			case in.tag == tag && in.tag != 0:
				in.open++
			case in.tag == 0 && ok && tag != 0 && zone == quoted && m.forward && quotes == 0 && isQuote(tag, a):
				quotes++
			case in.tag == 0 && ok && tag != 0:
				flush()
				in = place{zone, tag, 1}
			}
		case html.EndTagToken:
			if in.tag == tag && in.tag != 0 {
				if in.open--; in.open == 0 {
					piece.WriteString(raw)
					flush()
					in = place{}
					continue
				}
			}
		}
		piece.WriteString(raw)
	}
	flush()
	m.b.Zone(aranea.ZoneMain)
	m.headers(mark)
}

// headers sets the zone of the header lines of another mail, and of what follows them.
func (m *message) headers(mark int) {
	var texts []string
	m.b.Relabel(mark, func(text []byte, now aranea.Zone) aranea.Zone {
		texts = append(texts, string(text[:min(len(text), leadBytes*4)]))
		return now
	})
	zones := make([]aranea.Zone, len(texts))
	after := aranea.ZoneMain
	for i := 0; i < len(texts); {
		n := headBlocks(texts[i:])
		for j := i; j < i+n; j++ {
			zones[j] = aside
		}
		if n > 0 && i > 0 && isRule(texts[i-1]) && len(texts[i-1]) < leadBytes {
			zones[i-1] = aside
		}
		if n > 0 && !m.forward {
			after = quoted
		}
		if n == 0 {
			if zones[i] = after; after == aranea.ZoneMain && isAppSignature(texts[i]) {
				zones[i] = aside
			}
		}
		i += max(n, 1)
	}
	i := -1
	m.b.Relabel(mark, func(_ []byte, now aranea.Zone) aranea.Zone {
		if i++; now == aranea.ZoneMain || zones[i] == aside {
			return zones[i]
		}
		return now
	})
}

// headBlocks returns how many of the first blocks are header lines of another mail.
func headBlocks(texts []string) int {
	blocks, fields, isSent := 0, 0, false
	for blocks < min(len(texts), maxHeads) {
		n, sender := headsIn(texts[blocks])
		if n == 0 {
			break
		}
		blocks, fields, isSent = blocks+1, fields+n, isSent || sender
		if n >= leastHeads {
			break
		}
	}
	if fields < leastHeads || !isSent {
		return 0
	}
	return blocks
}

// attributes are what is read of a tag.
type attributes struct{ class, id, style, alt, cite string }

func attributesOf(z *html.Tokenizer, more bool) attributes {
	var a attributes
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "class":
			a.class = strings.ToLower(string(value))
		case "id":
			a.id = strings.ToLower(string(value))
		case "style":
			a.style = strings.ToLower(strings.ReplaceAll(string(value), " ", ""))
		case "alt":
			a.alt = string(value)
		case "type":
			a.cite = strings.ToLower(string(value))
		}
	}
	return a
}

// classes are the zones of elements by the classes that mail programs give them, and ids those by
// their identifiers.
var (
	classes = map[string]aranea.Zone{
		"gmail_quote": quoted, "gmail_quote_container": quoted, "yahoo_quoted": quoted, "protonmail_quote": quoted, "moz-cite-prefix": quoted, "gmail_attr": quoted,
		"gmail_signature": aside, "gmail_signature_prefix": aside, "moz-signature": aside, "moz-email-headers-table": aside, "ms-outlook-mobile-signature": aside, "protonmail_signature_block": aside,
	}
	ids = map[string]aranea.Zone{"divrplyfwdmsg": aside, "signature": aside, "ms-outlook-mobile-signature": aside, "applemailsignature": aside, "mail-editor-reference-message-container": quoted}
)

// zoneOf returns the zone of an element, if it has one of its own.
func (m *message) zoneOf(tag atom.Atom, a attributes) (aranea.Zone, bool) {
	for class := range strings.FieldsSeq(a.class) {
		if z, ok := classes[class]; ok {
			if class == "gmail_attr" && m.forward {
				z = aside
			}
			return z, true
		}
	}
	if z, ok := ids[strings.TrimPrefix(a.id, "x_")]; ok {
		return z, true
	}
	if tag == atom.Blockquote {
		return quoted, true
	}
	isHidden := strings.Contains(a.style, "display:none") || strings.Contains(a.style, "mso-hide:all")
	return aranea.ZoneHidden, isHidden && endsSurely(tag)
}

// isQuote reports whether an element is a quotation as a whole.
func isQuote(tag atom.Atom, a attributes) bool {
	return tag == atom.Blockquote || strings.Contains(a.class, "_quote") || strings.Contains(a.id, "reference")
}

// endsSurely reports whether an element has an end tag, which some may leave out.
func endsSurely(tag atom.Atom) bool {
	switch tag {
	case atom.Div, atom.Span, atom.Table, atom.Center, atom.Font, atom.Section:
		return true
	}
	return false
}
