package weburl

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

const hexDigits = "0123456789ABCDEF"

// normalizeEscapes decodes escapes of unreserved octets and writes the others
// in upper case (RFC 3986 section 6.2.2). A percent sign that starts no escape
// stays.
func normalizeEscapes(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
			b = append(b, s[i])
			continue
		}
		c := unhex(s[i+1])<<4 | unhex(s[i+2])
		if unreserved(c) {
			b = append(b, c)
		} else {
			b = append(b, '%', hexDigits[c>>4], hexDigits[c&15])
		}
		i += 2
	}
	return string(b)
}

// encodeQuery percent-encodes the characters outside ASCII of the query of ref
// in enc. The rest of ref stays as it is.
func encodeQuery(enc encoding.Encoding, ref string) string {
	q := strings.IndexByte(ref, '?')
	if q < 0 {
		return ref
	}
	end := len(ref)
	if f := strings.IndexByte(ref, '#'); f >= 0 {
		if f < q {
			return ref
		}
		end = f
	}
	query := ref[q:end]
	if isASCII(query) {
		return ref
	}
	var b strings.Builder
	b.WriteString(ref[:q])
	e := enc.NewEncoder()
	for _, r := range query {
		if r < utf8.RuneSelf {
			b.WriteByte(byte(r))
			continue
		}
		out, err := e.Bytes(utf8.AppendRune(nil, r))
		if err != nil {
			out = []byte("&#" + strconv.Itoa(int(r)) + ";")
		}
		for _, c := range out {
			b.WriteByte('%')
			b.WriteByte(hexDigits[c>>4])
			b.WriteByte(hexDigits[c&15])
		}
	}
	b.WriteString(ref[end:])
	return b.String()
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
