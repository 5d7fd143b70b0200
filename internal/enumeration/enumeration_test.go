package enumeration

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"InStock": "In stock", "instock": "In stock", "https://schema.org/InStock": "In stock", "http://schema.org/instock": "In stock", "HTTPS://SCHEMA.ORG/OUTOFSTOCK": "Out of stock", "schema:SoldOut": "Sold out",
		"PreOrder": "Pre-order", "BackOrder": "Back-order", "EBook": "E-book", "DVDFormat": "DVD format", "DJMixAlbum": "DJ mix album", "Discontinued": "Discontinued",
		"https://schema.org/Reserved": "Reserved", "https://schema.org/UnitedKingdomSizeX": "United kingdom size x", "http://schema.org/EUEnergyEfficiencyCategoryA3Plus": "EU energy efficiency category A3 plus", "https://schema.org/fooBar": "Foo bar",
		// What may be the name of anything is left as it is.
		"Reserved": "", "PlayStation": "", "iPhone": "", "In stock": "", "in_stock": "", "": "", "https://schema.org/": "", "https://schema.org/Product/x": "", "https://schema.org/a b": "", "https://example.org/InStock": "", "7Up": "", "https://schema.org/7Up": "",
		"https://schema.org/" + strings.Repeat("A", 200): "",
	} {
		got := ""
		if name, ok := Member(value); ok {
			got = Words(name)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
}

// FuzzWords: whatever a value is, what it names is written in words of it.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"InStock", "https://schema.org/InStock", "http://schema.org/A3Plus", "\xff", "İ", "schema:ſtock"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		name, ok := Member(value)
		if !ok {
			return
		}
		text := Words(name)
		plain := strings.NewReplacer(" ", "", "-", "").Replace(text)
		if !utf8.ValidString(text) || !strings.EqualFold(plain, name) || strings.TrimSpace(text) != text {
			t.Errorf("%q: %q", value, text)
		}
	})
}
