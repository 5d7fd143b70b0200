package charset

import (
	"bytes"
	"unicode"
)

// wideSample is the number of bytes by which UTF-16 is detected.
const wideSample = 2 << 10

// Wide returns the name of the UTF-16 variant of a text without a byte order mark, "" if it is
// none. In UTF-16, whitespace and line ends have a zero byte.
func Wide(body []byte) string {
	head := body[:min(len(body), wideSample)&^1]
	if len(head) < 8 || bytes.IndexByte(head, 0) < 0 {
		return ""
	}
	zero, narrow := zeros(head)
	switch {
	case narrow*10 > len(head)/2*9: // a text of bytes that contains zeros
		return ""
	case zero[1] > 0 && zero[1] >= 8*zero[0] && isText(head, 0):
		return "utf-16le"
	case zero[0] > 0 && zero[0] >= 8*zero[1] && isText(head, 1):
		return "utf-16be"
	}
	return ""
}

// zeros counts the pairs of bytes whose first or second byte is zero; if there is whitespace,
// only pairs that are whitespace, because characters such as U+4E00 have a zero too. narrow
// counts the pairs that are two ASCII characters.
func zeros(head []byte) (zero [2]int, narrow int) {
	var space [2]int
	for i := 0; i < len(head); i += 2 {
		for at := range 2 {
			c, other := head[i+at], head[i+1-at]
			if c != 0 {
				continue
			}
			zero[at]++
			if other == ' ' || other == '\n' || other == '\r' || other == '\t' {
				space[at]++
			}
		}
		if isASCII(head[i]) && isASCII(head[i+1]) {
			narrow++
		}
	}
	if space[0]+space[1] > 0 {
		return space, narrow
	}
	return zero, narrow
}

// isASCII reports whether a byte is an ASCII character that occurs in text.
func isASCII(c byte) bool { return c >= ' ' && c < 0x7F || c == '\n' || c == '\r' || c == '\t' }

// isText reports whether nearly all pairs of bytes are characters of text. low is the index of
// the lower byte.
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
