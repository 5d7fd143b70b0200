package weburl

import (
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// A Pair is a name and a value, as a form submits them.
type Pair struct{ Name, Value string }

// maxForm is how long a URL with the pairs of a form may be before its escapes are in canonical
// form, which shortens some of them.
const maxForm = 4 * MaxLength

// WithForm returns u with the pairs as its query, in the place of its own, as a browser requests
// it for a form whose method is GET (HTML, form submission algorithm, "mutate action URL"). The
// query is written by the application/x-www-form-urlencoded serializer (WHATWG URL, section 5.2)
// in the encoding enc; nil means UTF-8, and so do encodings that are not a superset of ASCII.
// Characters that enc lacks become numeric character references. Without pairs the query is
// empty, not absent. The error is of type *Error, for a URL longer than MaxLength and for the zero
// URL.
func (u URL) WithForm(pairs []Pair, enc encoding.Encoding) (URL, error) {
	if u.IsZero() {
		return URL{}, problem(ProblemInvalid, "", nil)
	}
	var e *encoding.Encoder // nil for UTF-8
	if enc != nil {
		e = enc.NewEncoder()
		if a, err := e.Bytes([]byte("a")); err != nil || string(a) != "a" {
			e = nil
		}
	}
	path := string(u.Origin()) + u.Path()
	b := append(append(make([]byte, 0, bufferSize), path...), '?')
	for i, p := range pairs {
		if i > 0 {
			b = append(b, '&')
		}
		b = appendFormText(b, p.Name, e)
		b = appendFormText(append(b, '='), p.Value, e)
		if len(b) > maxForm {
			return URL{}, problem(ProblemLength, path, nil)
		}
	}
	return finish(normalizeEscapes(b, len(path)), int(u.path), path)
}

// appendFormText appends a name or a value, percent-encoded after encoding with a plus for a
// space.
func appendFormText(b []byte, s string, e *encoding.Encoder) []byte {
	for s != "" && len(b) <= maxForm {
		n := asciiPrefix(s)
		b = appendFormOctets(b, s[:n])
		s = s[n:]
		n = 0
		for n < len(s) && s[n] >= utf8.RuneSelf {
			n++
		}
		b = appendFormOctets(b, encodedRun(s[:n], e))
		s = s[n:]
	}
	return b
}

// encodedRun returns a run of non-ASCII characters in an encoding.
func encodedRun(run string, e *encoding.Encoder) string {
	if !utf8.ValidString(run) {
		run = string([]rune(run)) // bytes that are not UTF-8 become the replacement character
	}
	if e == nil {
		return run
	}
	if out, err := e.String(run); err == nil {
		return out
	}
	var b []byte
	for _, r := range run {
		if out, err := e.Bytes(utf8.AppendRune(nil, r)); err == nil {
			b = append(b, out...)
		} else {
			b = append(strconv.AppendInt(append(b, "&#"...), int64(r), 10), ';')
		}
	}
	return string(b)
}

// appendFormOctets appends octets; those of the application/x-www-form-urlencoded percent-encode
// set are escaped.
func appendFormOctets(b []byte, octets string) []byte {
	for _, c := range []byte(octets) {
		switch {
		case c == ' ':
			b = append(b, '+')
		case c == '*' || unreserved(c):
			b = append(b, c)
		default:
			b = appendEscape(b, c)
		}
	}
	return b
}
