package mail

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
)

// A piece is a part of a mail with what its header says.
type piece struct {
	header
	body        []byte
	media       typed
	disposition typed
}

func (p *piece) isAttached() bool { return p.disposition.value == "attachment" }

// name returns the file name of a part, "" for none. Many programs encode it as a word (RFC 2047).
func (p *piece) name() string {
	return words(cmp.Or(p.disposition.params["filename"], p.media.params["name"]))
}

// decode returns the body of a part without its transfer encoding (RFC 2045 section 6).
func (p *piece) decode() []byte {
	switch strings.ToLower(strings.TrimSpace(p.header["content-transfer-encoding"])) {
	case "quoted-printable":
		return fromQuoted(p.body)
	case "base64":
		return fromBase64(p.body)
	}
	return p.body[:min(len(p.body), maxBody)]
}

// pieceOf returns a part; usual is the media type of a part that says none.
func pieceOf(h header, body []byte, usual string) piece {
	p := piece{header: h, body: body, disposition: parseTyped(h["content-disposition"])}
	if p.media = parseTyped(h["content-type"]); !strings.Contains(p.media.value, "/") {
		p.media = typed{value: usual}
	}
	return p
}

// part reads the body of a mail.
func (m *message) part(h header, body []byte, depth int) {
	p := pieceOf(h, body, "text/plain")
	m.piece(&p, depth, false)
}

// piece reads a part at a depth. With onlyNames, its text is another form of what was read.
func (m *message) piece(p *piece, depth int, onlyNames bool) {
	if m.parts++; m.parts > maxParts || depth > maxDepth {
		m.limited = true
		return
	}
	kind, sub, _ := strings.Cut(p.media.value, "/")
	switch {
	case m.b.Full():
	case p.isAttached() && p.name() != "":
		m.attach(p.name())
	case kind == "multipart":
		m.multipart(p, sub, depth, onlyNames)
	case kind == "message":
		if (sub == "rfc822" || sub == "global" || sub == "news") && !onlyNames {
			m.inner(p, depth)
		}
	case isSealed(p):
		m.sealed = true
	case isRead(p.media.value):
		if !onlyNames {
			m.text(p)
		}
		m.attach(p.name())
	default:
		m.attach(p.name())
	}
}

// inner reads a mail that is a part of another.
func (m *message) inner(p *piece, depth int) {
	m.b.Zone(aranea.ZoneMain)
	m.inside++
	m.message(bytes.TrimLeft(p.decodeMail(), "\r\n"), depth+1)
	m.inside--
}

// decodeMail returns a mail inside of another. RFC 2046 section 5.2.1 allows it no encoding that
// must be decoded, but some programs write it.
func (p *piece) decodeMail() []byte {
	if strings.EqualFold(strings.TrimSpace(p.header["content-transfer-encoding"]), "base64") {
		return fromBase64(p.body)
	}
	return p.body
}

// isRead reports whether parts of a type are read.
func isRead(media string) bool {
	switch media {
	case "text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/rfc822-headers", "text/css", "text/x-amp-html", "text/rtf", "text/richtext":
		return false
	}
	return strings.HasPrefix(media, "text/") || media == "text"
}

// isSealed reports whether a part is an encrypted mail (RFC 8551).
func isSealed(p *piece) bool {
	switch p.media.value {
	case "application/pkcs7-mime", "application/x-pkcs7-mime":
		return p.media.params["smime-type"] != "signed-data"
	}
	return false
}

// text reads a part that is text.
func (m *message) text(p *piece) {
	raw, declared := p.decode(), p.media.params["charset"]
	m.limited = m.limited || len(raw) == maxBody
	if p.media.value == "text/html" {
		m.markup(decoded(raw, declared, true))
		return
	}
	m.plain(decoded(raw, declared, false), strings.EqualFold(p.media.params["format"], "flowed"), strings.EqualFold(p.media.params["delsp"], "yes"))
}

// multipart reads the parts of a part (RFC 2046 section 5.1). Without its boundary it is text.
func (m *message) multipart(p *piece, sub string, depth int, onlyNames bool) {
	usual := "text/plain"
	if sub == "digest" {
		usual = "message/rfc822"
	}
	var all []piece
	for raw := range pieces(p.body, p.media.params["boundary"]) {
		if len(all) >= maxParts {
			m.limited = true
			break
		}
		h, body := parseHeader(raw)
		all = append(all, pieceOf(h, body, usual))
	}
	switch {
	case len(all) == 0:
		p.media = typed{value: "text/plain", params: map[string]string{}}
		if !onlyNames {
			m.text(p)
		}
	case sub == "encrypted":
		m.sealed = true
	case sub == "alternative":
		m.one(all, best(all), depth, onlyNames)
	case sub == "related":
		m.related(p, all, depth, onlyNames)
	default:
		for i := range all {
			m.piece(&all[i], depth+1, onlyNames)
		}
	}
}

// one reads one of several forms of the same text, and the names of the attachments of all.
func (m *message) one(all []piece, which, depth int, onlyNames bool) {
	for i := range all {
		m.piece(&all[i], depth+1, onlyNames || i != which)
	}
}

// best returns which of several forms of the same text is read: plain text that is not empty, or
// else the last one that is read, which is the richest.
func best(all []piece) int {
	last := len(all) - 1
	for i := range all {
		switch p := &all[i]; {
		case p.isAttached():
		case p.media.value == "text/plain" && len(bytes.TrimSpace(p.decode())) > 0:
			return i
		case p.media.value == "text/html", strings.HasPrefix(p.media.value, "multipart/"):
			last = i
		}
	}
	return last
}

// related reads the root of a compound part (RFC 2387). Its other parts are pictures in the text,
// unless they say that they are attachments.
func (m *message) related(p *piece, all []piece, depth int, onlyNames bool) {
	root := max(0, slices.IndexFunc(all, func(part piece) bool {
		return strings.HasPrefix(part.media.value, "text/") || strings.HasPrefix(part.media.value, "multipart/")
	}))
	for i := range all {
		if i == root {
			m.piece(&all[i], depth+1, onlyNames)
		} else if all[i].isAttached() {
			m.attach(all[i].name())
		}
	}
}

// pieces returns the parts of a body between the lines with its boundary (RFC 2046 section 5.1.1).
// A body without its last boundary was cut: its last part goes to the end.
func pieces(body []byte, boundary string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if boundary = strings.TrimRight(boundary, " "); boundary == "" || len(boundary) > maxBoundary {
			return
		}
		line := []byte("--" + boundary)
		start := -1
		for at := 0; ; {
			i := bytes.Index(body[at:], line)
			if i < 0 {
				break
			}
			at += i
			end := at
			at += len(line)
			if end > 0 && body[end-1] != '\n' {
				continue
			}
			after, isLast, ok := boundaryEnd(body[at:])
			if !ok {
				continue
			}
			if start >= 0 && !yield(cutEnd(body[start:end])) {
				return
			}
			if isLast {
				return
			}
			at += after
			start = at
		}
		if start >= 0 {
			yield(body[start:])
		}
	}
}

// boundaryEnd returns how long the rest of a boundary line is, and whether it is the last one.
func boundaryEnd(rest []byte) (length int, isLast, ok bool) {
	n := 0
	if bytes.HasPrefix(rest, []byte("--")) {
		isLast, n = true, 2
	}
	for n < len(rest) && (rest[n] == ' ' || rest[n] == '\t' || rest[n] == '\r') {
		n++
	}
	switch {
	case n == len(rest):
		return n, isLast, true
	case rest[n] == '\n':
		return n + 1, isLast, true
	}
	return 0, false, false
}

// cutEnd removes the line end that belongs to the boundary.
func cutEnd(part []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(part, []byte("\n")), []byte("\r"))
}

// quoted is the zone of what a mail quotes: mail programs fold it.
const quoted = aranea.ZoneHidden

// aside is the zone of signatures, of the feet of mailing lists, and of the header lines of
// another mail.
const aside = aranea.ZoneTemplate
