package console

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestHostText: a name is shown in its own letters unless they can be taken for
// others (Unicode Technical Standard 39).
func TestHostText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, host, want string }{
		{"plain", "www.example.org", "www.example.org"},
		{"address", "192.0.2.1", "192.0.2.1"},
		{"address in brackets", "[2001:db8::1]", "[2001:db8::1]"},
		{"German", "xn--bcher-kva.example", "bücher.example"},
		{"Cyrillic", "www.xn--80aqfsv.test", "www.пауки.test"},
		{"Chinese", "xn--zc2ave.test", "蜘蛛.test"},
		{"Japanese", "xn--eckwd4c7cu47r2wf.jp", "ドメイン名例.jp"},
		{"Hebrew", "xn--4dbrk0ce.test", "ישראל.test"},
		{"Korean", "xn--3e0b707e.test", "한국.test"},
		{"Cyrillic and Latin", "xn--pple-43d.com", "xn--pple-43d.com"},
		{"Cyrillic that looks Latin", "xn--80ak6aa92e.com", "xn--80ak6aa92e.com"},
		{"Greek that looks Latin", "xn--mxaaa.test", "xn--mxaaa.test"},
		{"phonetic g", "xn--oogle-qmc.com", "xn--oogle-qmc.com"},
		{"not an A-label", "xn--99999999999999.test", "xn--99999999999999.test"},
		{"nothing behind the mark", "xn--.test", "xn--.test"},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		if got := hostText(tt.host); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestCrumbs(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 500)
	tests := []struct{ name, url, want string }{
		{"root", "http://a.test/", ""},
		{"folders", "http://a.test/one/two.html", "one|two.html"},
		{"empty folders", "http://a.test//one//two/", "one|two"},
		{"letters", "http://a.test/%D1%88%D1%91%D0%BB%D0%BA/%E8%9B%9B%20a", "шёлк|蛛 a"},
		{"query", "http://a.test/one?q=%D1%88&b=c+d", "one?q=ш&b=c+d"},
		{"query of the root", "http://a.test/?x=1", "?x=1"},
		{"empty query", "http://a.test/one?", "one"},
		{"many folders", "http://a.test/1/2/3/4/5/6/7/8", "1|2|…|7|8"},
		{"five folders", "http://a.test/1/2/3/4/5", "1|2|3|4|5"},
		{"long folder", "http://a.test/" + long, strings.Repeat("a", 44) + "…" + strings.Repeat("a", 15)},
		{"long query", "http://a.test/?" + long, "?" + strings.Repeat("a", 44) + "…" + strings.Repeat("a", 15)},
		{"an escaped slash", "http://a.test/one%2Ftwo", "one%2Ftwo"},
		{"a mark between folders", "http://a.test/%E2%80%BA%20bank.test", "%E2%80%BA%20bank.test"},
		{"reordering", "http://a.test/%E2%80%AEmoc.knab", "%E2%80%AEmoc.knab"},
		{"invisible", "http://a.test/a%E2%80%8Bb/%C2%ADc/%EF%BB%BF", "a%E2%80%8Bb|%C2%ADc|%EF%BB%BF"},
		{"wide blanks", "http://a.test/a%E3%80%80b/%C2%A0", "a%E3%80%80b|%C2%A0"},
		{"controls", "http://a.test/%00%0A%1B", "%00%0A%1B"},
		{"not UTF-8", "http://a.test/%FF%FE", "%FF%FE"},
		{"a replacement character", "http://a.test/%EF%BF%BD", "%EF%BF%BD"},
		{"an escaped percent", "http://a.test/100%25", "100%25"},
		{"a lone percent", "http://a.test/100%", "100%"},
	}
	for _, tt := range tests {
		if got := strings.Join(crumbs(parse(t, tt.url)), "|"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain": "plain", "a\x00b\x1b[31mc\x7f": "ab[31mc", "a\nb\tc": "a b c", "a\u202Eb\u202C \u2066c\u2069": "ab c",
		"\xffa": "\uFFFDa", "שלום\u200F!": "שלום\u200F!", "👩\u200D🚀": "👩\u200D🚀",
	} {
		if got := visible(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", strings.Repeat("x", 40), strings.Repeat("я", 41), strings.Repeat("蛛 ", 300), "\xff\xff" + strings.Repeat("a", 100)} {
		got := shorten(text, 40)
		n := utf8.RuneCountInString(got)
		if whole := utf8.RuneCountInString(text) <= 40; n > 40 || whole && got != text || !whole && !strings.Contains(got, "…") {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestCounts(t *testing.T) {
	t.Parallel()
	for n, want := range map[uint64]string{0: "0 pages", 1: "1 page", 2: "2 pages", 999: "999 pages", 1000: "1,000 pages", 1234567: "1,234,567 pages", 1 << 63: "9,223,372,036,854,775,808 pages"} {
		if got := countOf(n, "page"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}
