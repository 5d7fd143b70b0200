package charset

import (
	"bytes"
	"unicode"
)

// wideSample is how many bytes tell UTF-16.
const wideSample = 2 << 10

// Wide returns the name of the kind of UTF-16 that a text without a byte order
// mark is in, "" if it is in none. Of UTF-16 it is known that its spaces and
// line ends have a byte that is zero.
func Wide(body []byte) string {
	head := body[:min(len(body), wideSample)&^1]
	if len(head) < 8 || bytes.IndexByte(head, 0) < 0 {
		return ""
	}
	var zero [2]int
	for i, c := range head {
		if c == 0 {
			zero[i&1]++
		}
	}
	switch {
	case zero[1] > 0 && zero[1] >= 8*zero[0] && isText(head, 0):
		return "utf-16le"
	case zero[0] > 0 && zero[0] >= 8*zero[1] && isText(head, 1):
		return "utf-16be"
	}
	return ""
}

// isText reports whether nearly all pairs of bytes are characters of texts. low
// is the place of the lower byte.
func isText(head []byte, low int) bool {
	good := 0
	for i := 0; i < len(head); i += 2 {
		r := rune(head[i+low]) | rune(head[i+1-low])<<8
		if r == '\n' || r == '\r' || r == '\t' || r >= ' ' && unicode.IsPrint(r) {
			good++
		}
	}
	return good*2 >= len(head)-len(head)/50
}
