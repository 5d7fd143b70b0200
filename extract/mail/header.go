package mail

import (
	"bytes"
	"encoding/base64"
	"mime"
	netmail "net/mail"
	"strings"
	"time"
	"unicode/utf8"
)

// A header has the fields of a mail or of a part that this package reads, by their names in lower
// case. Of fields with the same name it has the first.
type header map[string]string

// kept are the fields that are read.
var kept = map[string]bool{
	"from": true, "subject": true, "date": true, "content-type": true, "content-disposition": true, "content-transfer-encoding": true,
	"content-language": true, "list-id": true, "list-post": true, "x-mailing-list": true, "x-been-there": true, "message-id": true, "mime-version": true, "received": true, "to": true,
}

// parseHeader returns the header of a mail or part, and what follows it. A line that is no field
// ends a header without the empty line.
func parseHeader(raw []byte) (header, []byte) {
	h, size := header{}, 0
	var name string
	var value []byte
	done := func() {
		if _, have := h[name]; name != "" && !have {
			h[name] = string(value)
		}
		name, value = "", value[:0]
	}
	for first := true; len(raw) > 0; first = false {
		line, rest, _ := bytes.Cut(raw, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) == 0 {
			raw = rest
			break
		}
		switch isFolded := line[0] == ' ' || line[0] == '\t'; {
		case isFolded && !first:
			if name != "" && len(value)+len(line) < maxField && size < maxHeader {
				value = append(append(value, ' '), bytes.TrimSpace(line)...)
				size += len(line)
			}
		case first && bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte(from)):
		default:
			done()
			key, said, ok := cutField(line)
			if !ok {
				return h, raw
			}
			if kept[key] && size < maxHeader {
				name, value = key, append(value, said[:min(len(said), maxField)]...)
				size += len(value)
			}
		}
		raw = rest
	}
	done()
	return h, raw
}

// cutField returns the name in lower case and the value of a field (RFC 5322 section 2.2).
func cutField(line []byte) (name string, value []byte, ok bool) {
	key, value, ok := bytes.Cut(line, []byte(":"))
	key = bytes.TrimRight(key, " \t") // obsolete syntax, section 4.5
	if !ok || len(key) == 0 || len(key) > 100 || bytes.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", nil, false
	}
	return strings.ToLower(string(key)), bytes.TrimSpace(value), true
}

// words returns the text of a field with its encoded words (RFC 2047) decoded. Neighbours in the
// same charset are decoded as one, since many programs split characters between them. Other bytes
// are UTF-8 (RFC 6532), or in a charset that their bytes tell.
func words(field string) string {
	if !utf8.ValidString(field) {
		field = decoded([]byte(field), "", false)
	}
	var out strings.Builder
	var raw []byte // of encoded words that are not decoded yet
	in := ""       // their charset
	flush := func() {
		if len(raw) > 0 {
			out.WriteString(decoded(raw, in, false))
		}
		raw, in = raw[:0], ""
	}
	for field != "" {
		start := strings.Index(field, "=?")
		if start < 0 {
			break
		}
		charset, text, length, ok := encodedWord(field[start:])
		if !ok {
			flush()
			out.WriteString(field[:start+2])
			field = field[start+2:]
			continue
		}
		if between := field[:start]; in == "" || strings.TrimSpace(between) != "" {
			flush() // whitespace between two encoded words is none of the text
			out.WriteString(between)
		} else if !strings.EqualFold(in, charset) {
			flush()
		}
		in, raw = charset, append(raw, text...)
		field = field[start+length:]
	}
	flush()
	out.WriteString(field)
	return strings.Join(strings.Fields(out.String()), " ")
}

// encodedWord decodes the transfer encoding of the encoded word that s begins with, and returns
// its charset without its language (RFC 2231 section 5).
func encodedWord(s string) (charset string, text []byte, length int, ok bool) {
	parts := strings.SplitN(s[2:], "?", 4)
	if len(parts) < 4 || !strings.HasPrefix(parts[3], "=") || len(parts[0]) == 0 || len(parts[0]) > 40 || strings.ContainsAny(parts[0], " \t") {
		return "", nil, 0, false
	}
	switch parts[1] {
	case "B", "b":
		text = fromBase64([]byte(parts[2]))
	case "Q", "q":
		text = fromQuoted([]byte(strings.ReplaceAll(parts[2], "_", " ")))
	default:
		return "", nil, 0, false
	}
	charset, _, _ = strings.Cut(parts[0], "*")
	return charset, text, 2 + len(parts[0]) + 1 + len(parts[1]) + 1 + len(parts[2]) + 2, true
}

// fromQuoted decodes quoted-printable (RFC 2045 section 6.7). What is not encoded rightly stays
// as it is.
func fromQuoted(in []byte) []byte {
	out := make([]byte, 0, min(len(in), maxBody))
	for len(in) > 0 && len(out) < maxBody {
		i := bytes.IndexByte(in, '=')
		if i < 0 {
			i = len(in)
		}
		out = append(out, in[:i]...)
		if in = in[i:]; len(in) == 0 {
			break
		}
		if rest, ok := softBreak(in[1:]); ok {
			in = rest
			continue
		}
		if len(in) > 2 && isHex(in[1]) && isHex(in[2]) {
			out = append(out, unhex(in[1])<<4|unhex(in[2]))
			in = in[3:]
			continue
		}
		out = append(out, '=')
		in = in[1:]
	}
	return out[:min(len(out), maxBody)]
}

// softBreak returns what follows a line end that is none of the text.
func softBreak(in []byte) ([]byte, bool) {
	for i, c := range in {
		switch c {
		case ' ', '\t', '\r':
		case '\n':
			return in[i+1:], true
		default:
			return nil, false
		}
	}
	return nil, len(in) == 0
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// fromBase64 decodes base64 (RFC 2045 section 6.8). Other characters than those of its alphabet
// are left out, and padding between pieces is allowed.
func fromBase64(in []byte) []byte {
	var out, clean []byte
	flush := func() {
		piece := make([]byte, base64.RawStdEncoding.DecodedLen(len(clean)))
		if len(clean)%4 == 1 { // one character says nothing
			clean = clean[:len(clean)-1]
		}
		n, _ := base64.RawStdEncoding.Decode(piece, clean) // all characters are of its alphabet
		out, clean = append(out, piece[:n]...), clean[:0]
	}
	for _, c := range in {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', c == '+', c == '/':
			clean = append(clean, c)
		case c == '=' && len(clean) > 0:
			flush()
		}
		if len(out)+len(clean)/4*3 >= maxBody {
			break
		}
	}
	flush()
	return out[:min(len(out), maxBody)]
}

// sender returns the names and addresses of a From field as text: comments, quotation marks and
// brackets are left out.
func sender(field string) string {
	field = strings.NewReplacer(`"`, "", `\`, "", "<", " ", ">", " ", "(", " ", ")", " ").Replace(field)
	var out []string
	for word := range strings.FieldsSeq(field) {
		if len(out) == 0 || out[len(out)-1] != word {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

// parseDate reads a Date field, the zero time if it has none.
func parseDate(field string) time.Time {
	if at, err := netmail.ParseDate(field); err == nil {
		return at.UTC()
	}
	for _, form := range []string{time.ANSIC, time.UnixDate, time.RFC3339, "Mon, 2 Jan 2006 15:04:05", "2 Jan 2006 15:04:05"} {
		if at, err := time.Parse(form, field); err == nil {
			return at.UTC()
		}
	}
	return time.Time{}
}

// A typed is a Content-Type or Content-Disposition field.
type typed struct {
	value  string            // in lower case
	params map[string]string // by name in lower case
}

// parseTyped reads a field of MIME (RFC 2045 section 5.1, RFC 2231), also one that violates its
// grammar.
func parseTyped(field string) typed {
	if value, params, err := mime.ParseMediaType(field); err == nil {
		return typed{value, params}
	}
	value, rest, _ := strings.Cut(field, ";")
	t := typed{strings.ToLower(strings.TrimSpace(value)), map[string]string{}}
	for param := range strings.SplitSeq(rest, ";") {
		if name, value, ok := strings.Cut(param, "="); ok {
			t.params[strings.ToLower(strings.TrimSpace(name))] = strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return t
}
