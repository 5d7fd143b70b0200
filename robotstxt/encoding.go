package robotstxt

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decode sets text, start and encoding from source.
func (f *File) decode() {
	s := f.source
	f.text = s
	switch {
	case strings.HasPrefix(s, "\xFF\xFE"):
		f.utf16(s[2:], EncodingUTF16LE)
	case strings.HasPrefix(s, "\xFE\xFF"):
		f.utf16(s[2:], EncodingUTF16BE)
	case strings.HasPrefix(s, "\xEF\xBB\xBF"):
		f.start, f.encoding = 3, EncodingBOM
	case strings.HasPrefix(s, "\xEF\xBB"):
		f.start, f.encoding = 2, EncodingBOM
	case strings.HasPrefix(s, "\xEF"):
		f.start, f.encoding = 1, EncodingBOM
	case looksUTF16(s, 1):
		f.utf16(s, EncodingUTF16LE)
	case looksUTF16(s, 0):
		f.utf16(s, EncodingUTF16BE)
	}
}

const sampleUTF16 = 16 // bytes that are looked at

// looksUTF16 reports whether s, without a mark, plainly is ASCII in UTF-16: in
// its first bytes every second one, from zero on, is NUL and no other is.
func looksUTF16(s string, zero int) bool {
	n := min(len(s), sampleUTF16)
	if n < 8 {
		return false
	}
	for i := range n {
		if (s[i] == 0) != (i%2 == zero) {
			return false
		}
	}
	return true
}

// utf16 decodes s; surrogates without a partner and an odd last byte become
// the replacement character.
func (f *File) utf16(s string, e Encoding) {
	f.encoding, f.start = e, 0
	units := make([]uint16, 0, len(s)/2+1)
	for i := 0; i+1 < len(s); i += 2 {
		lo, hi := uint16(s[i]), uint16(s[i+1])
		if e == EncodingUTF16BE {
			lo, hi = hi, lo
		}
		units = append(units, lo|hi<<8)
	}
	if len(s)%2 == 1 {
		units = append(units, utf8.RuneError)
	}
	f.text = string(utf16.Decode(units))
}
