package show

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain тест 中文": "plain тест 中文", "a\x1b]52;c;x\x07b": `a\x1b]52;c;x\ab`, "a\rb": `a\rb`, "x\u202Ey": `x\u202ey`,
		"a\u2028b": `a\u2028b`, "a\x7fb": `a\x7fb`, "a\u009bb": `a\u009bb`, "a\nb\tc": "a\nb\tc",
		"a\x9b31mb": `a\x9b31mb`, "caf\xe9 \xff": `caf\xe9 \xff`, "a\uFFFDb\x9b": "a\uFFFDb\\x9b", "\xd1\x8f\xd1": "я\\xd1",
		"pay\u200Bpal": `pay\u200bpal`, "a\u2060b\u2063": `a\u2060b\u2063`, "a\U000E0041b": `a\U000e0041b`, "\uFEFFa": `\ufeffa`, "a\u3164": `a\u3164`,
		"می\u200Cخواهم": "می\u200Cخواهم", "👩\u200D🚀": "👩\u200D🚀",
	} {
		if got := Text(in); got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
	}
	if got := Line("a\nb\tc\u200Bd"); got != `a b c\u200bd` {
		t.Errorf("Line: %q", got)
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain": "plain", "a\x00b\x1b[31mc\x7f": "ab[31mc", "a\nb\tc\u2028d": "a b c d", "a\u202Eb\u202C \u2066c\u2069": "ab c",
		"\xffa": "\uFFFDa", "שלום\u200F!": "שלום\u200F!", "👩\u200D🚀": "👩\u200D🚀", "pay\u200Bpal\U000E0041": "paypal",
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestProse(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"see \u200bsilk": "see silk", "keep\u200bAlive\n\x1b[2J\u202e": `keepAlive \x1b[2J\u202e`, "\xffa": `\xffa`} {
		if got := Prose(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestJSON checks that escaped text is read back unchanged.
func TestJSON(t *testing.T) {
	t.Parallel()
	text := "plain тест 中文 <&>\u009b\u202e\u2066\u200f\u061c\u007f\ufeff\u2028\u200b\U000e0041"
	got := string(JSON([]byte(`"` + text + `"` + "\n")))
	want := `"plain тест 中文 <&>\u009b\u202e\u2066\u200f\u061c\u007f\ufeff\u2028\u200b\udb40\udc41"` + "\n"
	if got != want {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	var back string
	if err := json.Unmarshal([]byte(got), &back); err != nil || back != text {
		t.Errorf("reads back as %q, %v", back, err)
	}
}

// FuzzSafe checks that no output is unsafe, and that safe text is not changed.
func FuzzSafe(f *testing.F) {
	for _, s := range []string{"", "plain", "a\x1b[1mb", "\xff\xfe", "x\u202Ey\u200B\U000E0041", "a\nb\tc\u2028"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, page := Text(s), Visible(s)
		if !utf8.ValidString(text) || strings.ContainsFunc(text, Unsafe) || strings.ContainsAny(Line(s), "\n\t") {
			t.Errorf("Text(%q) = %q", s, text)
		}
		if !utf8.ValidString(page) || strings.ContainsFunc(page, func(r rune) bool { return Unsafe(r) && r != 0x061C && r != 0x200E && r != 0x200F }) {
			t.Errorf("Visible(%q) = %q", s, page)
		}
		if utf8.ValidString(s) && !strings.ContainsFunc(s, Unsafe) && text != s {
			t.Errorf("safe text %q became %q", s, text)
		}
		if got := Clip(s, 5); len(got) > 5 || !strings.HasPrefix(s, got) {
			t.Errorf("Clip(%q) = %q", s, got)
		}
		if host := Host(s); !strings.Contains(s, prefix) && host != s {
			t.Errorf("Host(%q) = %q", s, host)
		}
	})
}

func TestClip(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   string
		most int
		want string
	}{{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"яя", 3, "я"}, {"蛛", 2, ""}, {"\x80\x80\x80", 2, ""}, {"a", -1, ""}} {
		if got := Clip(tt.in, tt.most); got != tt.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.in, tt.most, got, tt.want)
		}
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", strings.Repeat("x", 40), strings.Repeat("я", 41), strings.Repeat("蛛 ", 300), "\xff\xff" + strings.Repeat("a", 100)} {
		got := Shorten(text, 40)
		n := utf8.RuneCountInString(got)
		if whole := utf8.RuneCountInString(text) <= 40; n > 40 || whole && got != text || !whole && !strings.Contains(got, "…") {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for n, want := range map[uint64]string{0: "0 pages", 1: "1 page", 2: "2 pages", 999: "999 pages", 1000: "1,000 pages", 1234567: "1,234,567 pages", 1 << 63: "9,223,372,036,854,775,808 pages"} {
		if got := Count(n, "page"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	for n, want := range map[int]string{-1000: "-1,000", -999: "-999", 0: "0", 999999: "999,999"} {
		if got := Number(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
	if got := Count(2, "copy") + Count(2, "delay") + Count(0, "query") + Count(2, "search"); got != "2 copies2 delays0 queries2 searches" {
		t.Errorf("plurals: %q", got)
	}
	if got := CountVerb(1, "page", "waits", "wait") + CountVerb(3, "page", "waits", "wait"); got != "1 page waits3 pages wait" {
		t.Errorf("verbs: %q", got)
	}
	for n, want := range map[uint64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.00 kB", 9994: "9.99 kB", 9995: "10.0 kB", 99949: "99.9 kB", 99950: "100 kB",
		999499: "999 kB", 999500: "1.00 MB", 1048576: "1.05 MB", 36_400_000_000: "36.4 GB", 1<<64 - 1: "18.4 EB",
	} {
		if got := Bytes(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestFound checks that pages with all the words are distinguished from those with some.
func TestFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		total, some int
		more, apart bool
		want        string
	}{
		{1, 0, false, false, "1 page"},
		{1500, 0, true, false, "at least 1,500 pages"},
		{33, 33, false, false, "33 pages with some of the words, none with all"},
		{200, 200, true, false, "at least 200 pages with some of the words, none with all"},
		{203, 200, true, false, "3 pages with all the words, at least 200 with some"},
		{6, 5, false, false, "1 page with all the words, 5 with some"},
		{2, 0, false, true, "2 pages"},
		{119, 119, false, true, "119 pages with some of the words or with all apart, none with all together"},
		{208, 200, true, true, "8 pages with all the words, at least 200 with some or with all apart"},
	} {
		if got := Found(c.total, c.some, c.more, c.apart, "page"); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
