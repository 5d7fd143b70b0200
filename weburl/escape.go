package weburl

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

const hexDigits = "0123456789ABCDEF"

// appendEncoded appends s and percent-encodes the characters outside the class. Bytes that are
// not UTF-8 become the replacement character.
func appendEncoded(b []byte, s string, class uint8) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case classes[c]&class != 0 || c == '%':
			b = append(b, c)
		case c < utf8.RuneSelf:
			b = appendEscape(b, c)
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError {
				b = append(b, "%EF%BF%BD"...)
			} else {
				for _, c := range []byte(s[i : i+size]) {
					b = appendEscape(b, c)
				}
			}
			i += size
			continue
		}
		i++
	}
	return b
}

func appendEscape(b []byte, c byte) []byte {
	return append(b, '%', hexDigits[c>>4], hexDigits[c&15])
}

// normalizeEscapes decodes escapes of unreserved octets in b from the given index on, and
// converts the others to upper case (RFC 3986 section 6.2.2). It keeps a percent sign that starts
// no escape, and also an escape that would complete one ("%%34%31", "%4%31"): decoding it again
// would give another resource.
func normalizeEscapes(b []byte, from int) []byte {
	if bytes.IndexByte(b[from:], '%') < 0 {
		return b
	}
	out := b[:from]
	bare := -3 // index in out of the last percent sign that starts no escape
	for i := from; i < len(b); i++ {
		if b[i] != '%' {
			out = append(out, b[i])
			continue
		}
		if i+2 >= len(b) || !isHex(b[i+1]) || !isHex(b[i+2]) {
			bare = len(out)
			out = append(out, '%')
			continue
		}
		c := unhex(b[i+1])<<4 | unhex(b[i+2])
		if unreserved(c) && !completes(out, bare, c) {
			out = append(out, c)
		} else {
			out = appendEscape(out, c)
		}
		i += 2
	}
	return out
}

// completes reports whether c at the end of out would be a digit of an escape
// that starts with the percent sign at bare.
func completes(out []byte, bare int, c byte) bool {
	switch len(out) - bare {
	case 1:
		return isHex(c)
	case 2:
		return isHex(c) && isHex(out[len(out)-1])
	}
	return false
}

// appendQueryIn appends s in the encoding enc (percent-encode after encoding): octets of the
// special-query percent-encode set are escaped, and the other ASCII octets of a multi-byte
// character are kept. Encodings that are not a superset of ASCII are written as UTF-8 (output
// encoding).
func appendQueryIn(b []byte, s string, enc encoding.Encoding) []byte {
	e := enc.NewEncoder()
	if a, err := e.Bytes([]byte("a")); err != nil || string(a) != "a" {
		return appendEncoded(b, s, classQuery)
	}
	for s != "" {
		n := asciiPrefix(s)
		b = appendEncoded(b, s[:n], classQuery)
		s = s[n:]
		n = 0
		for n < len(s) && s[n] >= utf8.RuneSelf {
			n++
		}
		b = appendRun(b, s[:n], e)
		s = s[n:]
	}
	return b
}

// appendRun appends a run of non-ASCII characters. Characters that the encoding lacks become
// numeric character references.
func appendRun(b []byte, run string, e *encoding.Encoder) []byte {
	if out, err := e.Bytes([]byte(string([]rune(run)))); err == nil {
		return appendOctets(b, out)
	}
	for _, r := range run {
		if out, err := e.Bytes(utf8.AppendRune(nil, r)); err == nil {
			b = appendOctets(b, out)
		} else {
			b = append(b, "%26%23"...)
			b = strconv.AppendInt(b, int64(r), 10)
			b = append(b, "%3B"...)
		}
	}
	return b
}

func appendOctets(b, octets []byte) []byte {
	for _, c := range octets {
		if classes[c]&classQuery != 0 || c == '%' {
			b = append(b, c)
		} else {
			b = appendEscape(b, c)
		}
	}
	return b
}

// asciiPrefix returns how many bytes at the start of s are ASCII.
func asciiPrefix(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return i
		}
	}
	return len(s)
}

func isASCII(s string) bool { return asciiPrefix(s) == len(s) }
