package charset

import (
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// single returns a text in UTF-8 of a charset in which each character is one byte, and
// those of ASCII are the same.
func single(body []byte, charset *charmap.Charmap) []byte {
	var table [utf8.RuneSelf]struct { // the characters beyond ASCII
		text [utf8.UTFMax]byte
		size uint8
	}
	for i := range table {
		table[i].size = uint8(utf8.EncodeRune(table[i].text[:], charset.DecodeByte(byte(i+utf8.RuneSelf))))
	}
	out := make([]byte, 0, len(body)+len(body)/8)
	for len(body) > 0 {
		n := asciiLength(body)
		out, body = append(out, body[:n]...), body[n:]
		for len(body) > 0 && body[0] >= utf8.RuneSelf {
			c := &table[body[0]-utf8.RuneSelf]
			out, body = append(out, c.text[:c.size]...), body[1:]
		}
	}
	return out
}
