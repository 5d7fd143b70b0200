package show

import (
	"testing"

	"golang.org/x/net/idna"
)

// TestHost checks that a name is decoded unless its letters can be mistaken for others (Unicode
// Technical Standard 39).
func TestHost(t *testing.T) {
	t.Parallel()
	// Names are given decoded; shown is false for those that must stay encoded.
	tests := []struct {
		name, host string
		shown      bool
	}{
		{"German", "bücher.example", true},
		{"Vietnamese", "tiếngviệt.test", true},
		{"Cyrillic", "www.пауки.test", true},
		{"Chinese", "蜘蛛.test", true},
		{"Japanese writes with three scripts", "ドメイン名例.jp", true},
		{"Hebrew", "ישראל.test", true},
		{"Arabic", "مثال.test", true},
		{"Korean", "한국.test", true},
		{"Hindi", "उदाहरण.test", true},
		{"Thai", "ตัวอย่าง.test", true},
		{"Georgian", "მაგალითი.test", true},
		{"labels of two scripts", "bücher.пауки.test", true},
		{"digits beside letters", "паук-24.test", true},
		{"Cyrillic and Latin: pаypal", "pаypal.com", false},
		{"Cyrillic that looks Latin: аррӏе", "аррӏе.com", false},
		{"Cyrillic that looks like capitals", "вкмт.com", false},
		{"the same where Cyrillic is read", "вкмт.ru", true},
		{"the same below a Cyrillic top label", "москва.рф", true},
		{"a top label that looks Latin behind one that does not", "новости.орг", true},
		{"Greek that looks Latin", "ηικο.com", false},
		{"the same where Greek is read", "ηικο.gr", true},
		{"Greek", "παράδειγμα.com", true},
		{"Armenian that looks Latin", "ոսց.com", false},
		{"Armenian", "օրինակ.com", true},
		{"Latin alpha", "tɑx.com", false},
		{"Latin click that looks like a bar", "aǀb.com", false},
		{"phonetic g", "ɡoogle.com", false},
		{"Greek and Cyrillic", "αд.com", false},
		{"Han beside Latin", "蛛a.com", false},
		{"kana beside Hangul", "か한.com", false},
		{"strokes that look like Latin", "工口.com", false},
		{"a long vowel mark without kana", "ーa.com", false},
		{"digits of another script", "০৭.com", false},
		{"a script that is not in use", "ᚠᚢ.com", false},
		{"joiner that is not seen", "ab\u200Dc.com", false},
	}
	for _, tt := range tests {
		encoded, err := idna.New(idna.StrictDomainName(false)).ToASCII(tt.host)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		want := encoded
		if tt.shown {
			want = tt.host
		}
		if got := Host(encoded); got != want {
			t.Errorf("%s: Host(%q) = %q, want %q", tt.name, encoded, got, want)
		}
	}
}

// TestHostPlain checks that text without A-labels is returned as it is.
func TestHostPlain(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"", ".", "www.example.org", "192.0.2.1", "[2001:db8::1]", "xn--", "xn--.test", "xn--99999999999999.test", "xn--a.test", "xn--pypal-4ve.com.", "аррӏе.ком"} {
		if got := Host(host); got != host {
			t.Errorf("Host(%q) = %q", host, got)
		}
	}
	const twice = "xn--80ak6aa92e.xn--j1aef" // аррӏе.ком: neither label is telling
	if got := Host(twice); got != twice {
		t.Errorf("Host(%q) = %q", twice, got)
	}
}

func TestURL(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"plain", "http://example.org/xn--80aqfsv", "http://example.org/xn--80aqfsv"},
		{"Cyrillic", "http://xn--80aqfsv.test/a?b", "http://пауки.test/a?b"},
		{"with a port", "http://xn--80aqfsv:8080/", "http://пауки:8080/"},
		{"an origin", "https://xn--zc2ave.test", "https://蜘蛛.test"},
		{"an address in brackets", "http://[2001:db8::1]:80/xn--80aqfsv", "http://[2001:db8::1]:80/xn--80aqfsv"},
		{"scripts mixed in one label", "https://xn--pypal-4ve.com/", "https://xn--pypal-4ve.com/"},
		{"not decodable", "https://xn--a/", "https://xn--a/"},
		{"no URL", "xn--80aqfsv.test", "xn--80aqfsv.test"},
	} {
		if got := URL(tt.in); got != tt.want {
			t.Errorf("%s: URL(%q) = %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}
