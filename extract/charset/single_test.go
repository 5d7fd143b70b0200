package charset

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// FuzzBytes holds what looks at eight bytes at a time against what looks at each.
func FuzzBytes(f *testing.F) {
	for _, s := range []string{
		"", "a", "abcdefgh", "abcdefghi\x80", "\x80", "é", "aé", "abcdefgé", "Привет, мир", "日本語", "\xe2\x82", "\xed\xa0\x80", "\xe0\x80\x80", "\xc0\x80",
		"\xf0\x9f\x98\x80", "\xf5\x80\x80\x80", "\xef\xbf\xbd", "0123456789012345678901234567890é", "0123456789012345678901234567890123456789\xff",
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
		if got, want := validUTF8(s), utf8.Valid(s); got != want {
			t.Errorf("%q: valid %t, want %t", s, got, want)
		}
		for _, charset := range []*charmap.Charmap{charmap.Windows1251, charmap.Windows1253, charmap.ISO8859_2} {
			want, err := charset.NewDecoder().Bytes(s)
			if got := single(s, charset); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%q in %s: %q, want %q, %v", s, charset, got, want, err)
			}
		}
	})
}
