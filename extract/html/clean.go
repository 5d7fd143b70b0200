package html

import "bytes"

// noBreak is the no-break space.
const noBreak = "\u00a0"

func startsNoBreak(s []byte) bool {
	return len(s) >= len(noBreak) && s[0] == noBreak[0] && s[1] == noBreak[1]
}

// appendClean appends s, with no-break spaces replaced by spaces.
func appendClean(dst, s []byte) []byte {
	for {
		i := bytes.Index(s, []byte(noBreak))
		if i < 0 {
			return append(dst, s...)
		}
		dst = append(append(dst, s[:i]...), ' ')
		s = s[i+2:]
	}
}

// withoutBidi drops the characters that reorder text, because a title is shown among others.
func withoutBidi(s []byte) []byte {
	if !bytes.ContainsAny(s, bidi) {
		return s
	}
	return bytes.Map(func(r rune) rune {
		if bytes.ContainsRune([]byte(bidi), r) {
			return -1
		}
		return r
	}, s)
}

const bidi = "\u200E\u200F\u061C\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"

func first(a, b []byte) []byte {
	if a != nil {
		return a
	}
	return b
}

// isColon reports whether a text is only a colon. Before a definition it follows the name of a kind that was left empty.
func isColon(s []byte) bool {
	return len(s) > 0 && len(s) <= 8 && string(bytes.TrimSpace(s)) == ":"
}
