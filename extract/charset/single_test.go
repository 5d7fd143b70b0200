package charset

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// FuzzBytes compares code that examines eight bytes at a time with code that examines each.
func FuzzBytes(f *testing.F) {
	for _, s := range []string{
		"", "a", "abcdefgh", "abcdefghi\x80", "\x80", "é", "aé", "abcdefgé", "Привет, мир", "日本語", "\xe2\x82", "\xed\xa0\x80", "\xe0\x80\x80", "\xc0\x80",
		"\xf0\x9f\x98\x80", "\xf5\x80\x80\x80", "\xef\xbf\xbd", "0123456789012345678901234567890é", "0123456789012345678901234567890123456789\xff",
		"Ελληνικά και русский и ไทย और हिन्दी и 😀😀 и 中文€€€ и é\xe0\x80\x80", "ааааааааааааааа\xed\xa0\x80", "€€€€€€€€€€€\xf0\x9f\x98",
		strings.Repeat("Привет, мир. ", 9), strings.Repeat("日本語と中文", 9) + "\xe6", strings.Repeat("😀é", 20), strings.Repeat("a", 63) + "\xc3\xa9", strings.Repeat("é", 40) + "\xc1\x80",
		strings.Repeat("日", formBytes/3+1) + "é", "a" + strings.Repeat("日", formBytes/3+1) + "\xe6", "aa" + strings.Repeat("日", formBytes/3-1) + "\xe6a" + strings.Repeat("日", 9),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		n := 0
		for n < len(s) && s[n] < utf8.RuneSelf {
			n++
		}
		if got := asciiLength(s); got != n {
			t.Errorf("%q: %d bytes of ASCII, want %d", s, got, n)
		}
		if got, want := formOf(s), formByBytes(s); got != want {
			t.Errorf("%q: form %d, want %d", s, got, want)
		}
		for _, charset := range []*charmap.Charmap{charmap.Windows1251, charmap.Windows1253, charmap.ISO8859_2} {
			want, err := charset.NewDecoder().Bytes(s)
			if got := single(s, charset); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%q in %s: %q, want %q, %v", s, charset, got, want, err)
			}
		}
	})
}

// formByBytes is formOf using the standard library.
func formByBytes(s []byte) form {
	high := 0
	for _, c := range s {
		if c >= utf8.RuneSelf {
			high++
		}
	}
	switch {
	case !utf8.Valid(s):
		if high > utf8.UTFMax && utf8.Valid(withoutLast(s)) {
			return short
		}
		return other
	case utf8.RuneCount(s) == len(s):
		return ascii
	}
	return valid
}

// TestFormOfParts: a character at the place where the check of a text resumes is not split, and
// invalid UTF-8 is detected there too.
func TestFormOfParts(t *testing.T) {
	t.Parallel()
	for _, character := range []string{"é", "日", "😀", "\xe6\x97", "\xf0\x9f", "\x80\x80\x80\x80", "\xff", "\xe6"} {
		for _, behind := range []string{"", "é", "\xe6\x97", strings.Repeat("a", 2*formBytes), strings.Repeat("日", formBytes)} {
			for before := formBytes - 9; before < formBytes+9; before++ {
				s := []byte("日本語" + strings.Repeat("a", before-9) + character + behind)
				if got, want := formOf(s), formByBytes(s); got != want {
					t.Errorf("%q behind %d bytes, then %.9q: form %d, want %d", character, before, behind, got, want)
				}
			}
		}
	}
}

// TestEveryCharacterAtEveryPlace: each first byte, followed by the bytes at the limits of what
// may follow it (Unicode Standard, table 3-7).
func TestEveryCharacterAtEveryPlace(t *testing.T) {
	t.Parallel()
	bounds := []byte{'a', 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xFF}
	for _, at := range []int{0, 1, 2, 3, 7, 29, 30, 31, 32, 33, 64} {
		s := []byte(strings.Repeat("a", 70))
		for first := range 256 {
			for i := range len(bounds) * len(bounds) * len(bounds) {
				s[at], s[at+1], s[at+2], s[at+3] = byte(first), bounds[i%len(bounds)], bounds[i/len(bounds)%len(bounds)], bounds[i/len(bounds)/len(bounds)]
				if got, want := formOf(s), formByBytes(s); got != want {
					t.Fatalf("%q: form %d, want %d", s, got, want)
				}
			}
		}
	}
}
