package syntax

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decode sets Text, Start and Encoding from Source.
func (f *File) decode() {
	s := f.Source
	f.Text, f.Encoding = s, encodingOf(s)
	switch f.Encoding {
	case EncodingUTF16LE, EncodingUTF16BE:
		f.utf16(strings.TrimPrefix(strings.TrimPrefix(s, "\xFF\xFE"), "\xFE\xFF"))
	case EncodingBOM:
		f.Start = 1
		for _, c := range [...]byte{0xBB, 0xBF} {
			if f.Start < len(s) && s[f.Start] == c {
				f.Start++
				continue
			}
			break
		}
	}
}

// encodingOf detects the encoding by the beginning of a file.
func encodingOf(s string) Encoding {
	switch {
	case strings.HasPrefix(s, "\xFF\xFE"), looksUTF16(s, 1):
		return EncodingUTF16LE
	case strings.HasPrefix(s, "\xFE\xFF"), looksUTF16(s, 0):
		return EncodingUTF16BE
	case strings.HasPrefix(s, "\xEF"):
		return EncodingBOM
	}
	return EncodingBytes
}

const sampleUTF16 = 16 // bytes that are examined

// looksUTF16 reports whether s, without a byte order mark, is clearly ASCII in UTF-16: of its
// first bytes, every second one starting from zero is NUL, and no other one is.
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

// utf16 decodes s; unpaired surrogates and an odd last byte become the replacement character.
func (f *File) utf16(s string) {
	units := make([]uint16, 0, len(s)/2+1)
	for i := 0; i+1 < len(s); i += 2 {
		lo, hi := uint16(s[i]), uint16(s[i+1])
		if f.Encoding == EncodingUTF16BE {
			lo, hi = hi, lo
		}
		units = append(units, lo|hi<<8)
	}
	if len(s)%2 == 1 {
		units = append(units, utf8.RuneError)
	}
	f.Text = string(utf16.Decode(units))
}
