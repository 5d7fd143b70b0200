// Package charset turns bytes into UTF-8: by byte order mark, declared charset,
// the page's own declaration, UTF-8 validity, and a guess for Cyrillic text.
//
// Floor: 2 (pure). Stability: engine.
package charset

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// A Result says in which charset a text was read.
type Result struct {
	Name     string            // WHATWG name, for example "windows-1251"
	Encoding encoding.Encoding // nil for UTF-8
	Unknown  bool              // a charset was declared that nobody knows
}

// headBytes is how far a page is searched for its own declaration. The standard
// says 1024; many pages are late.
const headBytes = 4096

// Decode returns the body in valid UTF-8; bytes that mean nothing become U+FFFD.
// Without need it returns the body itself. The declared charset is that of the
// response's header; markup says whether to look for a declaration inside.
func Decode(body []byte, declared string, markup bool) ([]byte, Result) {
	body, res := decide(body, declared, markup)
	if res.Encoding == nil {
		if utf8.Valid(body) {
			return body, res
		}
		return bytes.ToValidUTF8(body, []byte("\uFFFD")), res
	}
	out, err := res.Encoding.NewDecoder().Bytes(body)
	if err != nil {
		// Decoders replace what they cannot read; an error is a cut end.
		return bytes.ToValidUTF8(body, []byte("\uFFFD")), res
	}
	return out, res
}

var utf8Result = Result{Name: "utf-8"}

// decide returns the body without its byte order mark and the charset.
func decide(body []byte, declared string, markup bool) ([]byte, Result) {
	switch {
	case bytes.HasPrefix(body, []byte("\xEF\xBB\xBF")):
		return body[3:], utf8Result
	case bytes.HasPrefix(body, []byte("\xFF\xFE")):
		return body[2:], Result{Name: "utf-16le", Encoding: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}
	case bytes.HasPrefix(body, []byte("\xFE\xFF")):
		return body[2:], Result{Name: "utf-16be", Encoding: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)}
	}
	unknown := false
	if declared != "" {
		if r, ok := lookup(declared); ok {
			return body, r
		}
		unknown = true
	}
	if markup {
		if label := inside(body[:min(len(body), headBytes)]); label != "" {
			if r, ok := lookup(label); ok {
				if strings.HasPrefix(r.Name, "utf-16") {
					r = utf8Result // a page that can be searched for ASCII is not UTF-16
				}
				return body, r
			}
			unknown = true
		}
	}
	r := guess(body)
	r.Unknown = unknown
	return body, r
}

// lookup finds a charset by its WHATWG label.
func lookup(label string) (Result, bool) {
	enc, err := htmlindex.Get(strings.TrimSpace(label))
	if err != nil {
		return Result{}, false
	}
	name, err := htmlindex.Name(enc)
	if err != nil {
		return Result{}, false
	}
	if name == "utf-8" {
		return utf8Result, true
	}
	if name == "replacement" {
		return Result{}, false
	}
	return Result{Name: name, Encoding: enc}, true
}

// inside returns the charset that a page declares in a meta element or an XML
// declaration, "" if there is none.
func inside(head []byte) string {
	lower := bytes.ToLower(head)
	if bytes.HasPrefix(lower, []byte("<?xml")) {
		if end := bytes.IndexByte(lower, '>'); end > 0 {
			if v := attribute(lower[:end], "encoding"); v != "" {
				return v
			}
		}
	}
	for {
		i := bytes.Index(lower, []byte("<meta"))
		if i < 0 {
			return ""
		}
		lower = lower[i+5:]
		tag := lower
		if end := bytes.IndexByte(lower, '>'); end >= 0 {
			tag = lower[:end]
		}
		// Both <meta charset=x> and content="text/html; charset=x".
		if v := attribute(tag, "charset"); v != "" {
			return v
		}
	}
}

// attribute returns what follows name= in a tag, up to a quote, space or
// semicolon.
func attribute(tag []byte, name string) string {
	for {
		i := bytes.Index(tag, []byte(name))
		if i < 0 {
			return ""
		}
		tag = bytes.TrimLeft(tag[i+len(name):], " \t\r\n")
		if len(tag) == 0 || tag[0] != '=' {
			continue
		}
		v := bytes.TrimLeft(tag[1:], " \t\r\n\"'")
		if end := bytes.IndexAny(v, "\"'; \t\r\n/>"); end >= 0 {
			v = v[:end]
		}
		return string(v)
	}
}

// cyrillic are the candidates of the guess.
var cyrillic = []struct {
	name string
	enc  *charmap.Charmap
}{
	{"windows-1251", charmap.Windows1251}, {"koi8-r", charmap.KOI8R},
	{"ibm866", charmap.CodePage866}, {"iso-8859-5", charmap.ISO8859_5},
}

// guess tells the charset of text that declares none.
func guess(body []byte) Result {
	sample := body[:min(len(body), 8192)]
	if validUTF8(sample, len(body) > len(sample)) {
		return utf8Result
	}
	high := 0
	for _, c := range sample {
		if c >= 0x80 {
			high++
		}
	}
	if high*4 >= len(sample)-bytes.Count(sample, []byte(" ")) && high > 8 {
		best, score := -1, 0
		for i, c := range cyrillic {
			if s := scoreRussian(sample, c.enc); s > score {
				best, score = i, s
			}
		}
		if best >= 0 {
			return Result{Name: cyrillic[best].name, Encoding: cyrillic[best].enc}
		}
	}
	return Result{Name: "windows-1252", Encoding: charmap.Windows1252}
}

// validUTF8 tolerates a character cut at the end of a sample.
func validUTF8(b []byte, cut bool) bool {
	if cut {
		for range 3 {
			if len(b) == 0 || b[len(b)-1] < 0x80 {
				break
			}
			last := b[len(b)-1]
			b = b[:len(b)-1]
			if last >= 0xC0 {
				break
			}
		}
	}
	return utf8.Valid(b)
}

// scoreRussian says how much the bytes look like Russian in a charset: frequent
// small letters count, and a capital after a small letter, the mark of a wrong
// table, counts against.
func scoreRussian(b []byte, cm *charmap.Charmap) int {
	score := 0
	small := false
	for _, c := range b {
		if c < 0x80 {
			small = false
			continue
		}
		r := cm.DecodeByte(c)
		switch {
		case strings.ContainsRune("оеаинтсрвл", r):
			score += 3
			small = true
		case r >= 'а' && r <= 'я':
			score++
			small = true
		case r >= 'А' && r <= 'Я':
			if small {
				score -= 4
			}
			small = false
		default:
			score -= 3
			small = false
		}
	}
	return score
}
