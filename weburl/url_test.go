package weburl

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

func TestParse(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "http://example.org/a", "http://example.org/a"},
		{"empty path", "http://example.org", "http://example.org/"},
		{"seed 001 and 003: default port is the same server", "http://www.w3.org:80/", "http://www.w3.org/"},
		{"default port https", "https://example.org:443/x", "https://example.org/x"},
		{"seed 003: another port is another server", "http://www.w3.org:1234/", "http://www.w3.org:1234/"},
		{"port of the other scheme", "http://example.org:443/", "http://example.org:443/"},
		{"case", "HTTP://Example.ORG/A", "http://example.org/A"},
		{"fragment", "http://example.org/a#b", "http://example.org/a"},
		{"fragment without path", "http://example.org#b", "http://example.org/"},
		{"query without path", "http://example.org?a=1", "http://example.org/?a=1"},
		{"empty query kept", "http://example.org/a?", "http://example.org/a?"},
		{"user name with at signs", "http://a@b:c@d@example.org/", "http://example.org/"},
		{"user name dropped", "http://me:secret@example.org/", "http://example.org/"},
		{"dot segments", "http://example.org/a/./b/../c", "http://example.org/a/c"},
		{"encoded dot segments", "http://example.org/a/%2e%2E/c", "http://example.org/c"},
		{"too many parents", "http://example.org/../../a", "http://example.org/a"},
		{"unreserved escape (RFC 3986 6.2.2.2)", "http://example.org/%7Ejoe/%61", "http://example.org/~joe/a"},
		{"escape case (RFC 3986 6.2.2.1)", "http://example.org/%c3%a9", "http://example.org/%C3%A9"},
		{"reserved escape stays", "http://example.org/a%2Fb?c=%26", "http://example.org/a%2Fb?c=%26"},
		{"broken escape stays", "http://example.org/100%", "http://example.org/100%"},
		{"escape that would complete a broken one stays", "http://example.org/%%32%65/x", "http://example.org/%%32e/x"},
		{"escape that would end a broken one stays", "http://example.org/%3%32", "http://example.org/%3%32"},
		{"broken escape before a slash completes nothing", "http://example.org/%/%41", "http://example.org/%/A"},
		{"escaped percent sign is not decoded twice", "http://example.org/%252e", "http://example.org/%252e"},
		{"circumflex and braces in path", "http://example.org/a^{b}`c|d[e]", "http://example.org/a%5E%7Bb%7D%60c|d[e]"},
		{"circumflex and braces in query", "http://example.org/?a^{b}`c|d[e]\\", "http://example.org/?a^{b}`c|d[e]\\"},
		{"not UTF-8", "http://example.org/\xff\xfe", "http://example.org/%EF%BF%BD%EF%BF%BD"},
		{"delete and control", "http://example.org/\x7f\x01a", "http://example.org/%7F%01a"},
		{"non-ASCII path", "http://example.org/ツ", "http://example.org/%E3%83%84"},
		{"space in path", "http://example.org/a b", "http://example.org/a%20b"},
		{"quote in query", "http://example.org/?a='b'", "http://example.org/?a=%27b%27"},
		{"IDN", "http://пример.рф/путь", "http://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C"},
		{"IPv4 hexadecimal", "http://0x7f000001/", "http://127.0.0.1/"},
		{"IPv4 octal", "http://0177.0.0.1/", "http://127.0.0.1/"},
		{"IPv4 short", "http://127.1/", "http://127.0.0.1/"},
		{"IPv4 one number", "http://2130706433/", "http://127.0.0.1/"},
		{"IDN escaped", "http://%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80.%D1%80%D1%84/", "http://xn--e1afmkfd.xn--p1ai/"},
		{"IDN in capitals", "http://ПРИМЕР.РФ/", "http://xn--e1afmkfd.xn--p1ai/"},
		{"IDN sharp s is kept", "http://straße.example/", "http://xn--strae-oqa.example/"},
		{"IDN with ideographic full stop", "http://例。jp/", "http://xn--fsq.jp/"},
		{"A-labels in capitals", "http://XN--E1AFMKFD.XN--P1AI/", "http://xn--e1afmkfd.xn--p1ai/"},
		{"hyphens in third and fourth place", "http://r3---sn-x.example.org/", "http://r3---sn-x.example.org/"},
		{"fullwidth host", "http://ｅｘａｍｐｌｅ.org/", "http://example.org/"},
		{"IPv6 with IPv4 inside", "http://[::ffff:1.2.3.4]:8080/", "http://[::ffff:102:304]:8080/"},
		{"IPv4 fullwidth digits", "http://１２７.0.0.1/", "http://127.0.0.1/"},
		{"port with leading zeros", "http://example.org:0080/", "http://example.org/"},
		{"empty port", "http://example.org:/a", "http://example.org/a"},
		{"one slash after the scheme", "http:/example.org/a", "http://example.org/a"},
		{"many slashes after the scheme", "http:////example.org/a", "http://example.org/a"},
		{"no slash after the scheme", "https:example.org/a", "https://example.org/a"},
		{"tab inside the scheme", "ht\ntp://example.org/", "http://example.org/"},
		{"dot segment at the end", "http://example.org/a/b/..", "http://example.org/a/"},
		{"single dot at the end", "http://example.org/a/.", "http://example.org/a/"},
		{"dots in a query stay", "http://example.org/a?/../b", "http://example.org/a?/../b"},
		{"three dots are a name", "http://example.org/a/.../b", "http://example.org/a/.../b"},
		{"IPv6", "http://[2001:DB8:0:0::1]:80/", "http://[2001:db8::1]/"},
		{"backslashes", `http:\\example.org\a\b`, "http://example.org/a/b"},
		{"tab and line feed inside", "http://exa\tmple.org/a\nb", "http://example.org/ab"},
		{"whitespace around", "  http://example.org/a \r\n", "http://example.org/a"},
		{"double slash in path", "http://example.org//a//b", "http://example.org//a//b"},
		{"trailing dot host", "http://example.org./", "http://example.org./"},
		{"underscore host", "http://my_host.example.org/", "http://my_host.example.org/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			u, err := Parse(tt.in)
			if err != nil {
				t.Fatalf("Parse(%q): %v", tt.in, err)
			}
			if u.String() != tt.want {
				t.Errorf("Parse(%q) = %q, want %q", tt.in, u, tt.want)
			}
			again, err := Parse(u.String())
			if err != nil || again != u {
				t.Errorf("Parse(%q) = %q, %v; want a fixed point", u, again, err)
			}
		})
	}
}

func TestParseProblems(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		want     Problem
	}{
		{"empty", "", ProblemInvalid},
		{"relative", "/a/b", ProblemInvalid},
		{"no host", "http://", ProblemInvalid},
		{"open bracket", "http://[::1/", ProblemInvalid},
		{"port too large", "http://example.org:99999/", ProblemInvalid},
		{"space in host", "http://exa mple.org/", ProblemInvalid},
		{"port not a number", "http://example.org:8o/", ProblemInvalid},
		{"user name without host", "http://user@/", ProblemInvalid},
		{"IPv4 part too large", "http://1.2.3.256/", ProblemInvalid},
		{"host ends in a number that is no address", "http://example.1/", ProblemInvalid},
		{"broken A-label", "http://xn--0.example/", ProblemInvalid},
		{"percent in host", "http://a%25b.example/", ProblemInvalid},
		{"script with a line feed in its scheme", "java\nscript:alert(1)", ProblemScheme},
		{"scheme in capitals", "MAILTO:x@y.example", ProblemScheme},
		{"large data", "data:image/png;base64," + strings.Repeat("A", 1<<20), ProblemScheme},
		{"long by escapes", "http://example.org/" + strings.Repeat("é", MaxLength/6), ProblemLength},
		{"long host", "http://" + strings.Repeat("a.", MaxLength) + "org/", ProblemLength},
		{"longer than what is read", "http://example.org/" + strings.Repeat("../", 1<<20), ProblemLength},
		{"a megabyte of at signs", "http://" + strings.Repeat("@", 1<<20) + "/", ProblemLength},
		{"mail", "mailto:someone@example.org", ProblemScheme},
		{"script", "javascript:alert(1)", ProblemScheme},
		{"data", "data:text/plain,hello", ProblemScheme},
		{"file", "file:///etc/hosts", ProblemScheme},
		{"long", "http://example.org/" + strings.Repeat("a", MaxLength), ProblemLength},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			u, err := Parse(tt.in)
			var e *Error
			if !errors.As(err, &e) || e.Problem != tt.want {
				t.Errorf("Parse(%.40q) = %q, %v; want problem %q", tt.in, u, err, tt.want)
			}
			if len(err.Error()) > 400 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
		})
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	base := mustParse(t, "http://example.org/a/b/c.html?x=1")
	tests := []struct{ ref, want string }{
		{"", "http://example.org/a/b/c.html?x=1"},
		{"#top", "http://example.org/a/b/c.html?x=1"},
		{"?y=2", "http://example.org/a/b/c.html?y=2"},
		{"d.html", "http://example.org/a/b/d.html"},
		{"d.html#f", "http://example.org/a/b/d.html"},
		{"./d.html", "http://example.org/a/b/d.html"},
		{"../d.html", "http://example.org/a/d.html"},
		{"../../../d.html", "http://example.org/d.html"},
		{"..", "http://example.org/a/"},
		{".", "http://example.org/a/b/"},
		{"d/../e", "http://example.org/a/b/e"},
		{"/d", "http://example.org/d"},
		{"//other.example/d", "http://other.example/d"},
		{"https://other.example", "https://other.example/"},
		{"HTTP://Other.example/D", "http://other.example/D"},
		{"http:d", "http://example.org/a/b/d"},
		{`\d`, "http://example.org/d"},
		{" d\n.html ", "http://example.org/a/b/d.html"},
		{"d e", "http://example.org/a/b/d%20e"},
		{"a:b", ""},
		{"./a:b", "http://example.org/a/b/a:b"},
		{"mailto:x@y", ""},
		{"javascript:void(0)", ""},
		{"http:", "http://example.org/a/b/c.html?x=1"},
		{"http:?z", "http://example.org/a/b/c.html?z"},
		{"http:/d", "http://example.org/d"},
		{"https:d", "https://d/"},
		{`/\other.example/d`, "http://other.example/d"},
		{`..\d`, "http://example.org/a/d"},
		{"///other.example/d", "http://other.example/d"},
		{"//", ""},
		{"?", "http://example.org/a/b/c.html?"},
		{"?#f", "http://example.org/a/b/c.html?"},
		{"%2e%2e/d", "http://example.org/a/d"},
		{"%2E", "http://example.org/a/b/"},
		{"/%7ejoe", "http://example.org/~joe"},
		{"d#%zz", "http://example.org/a/b/d"},
		{"\x00d\x1f", "http://example.org/a/b/d"},
		{"d?a b'c", "http://example.org/a/b/d?a%20b%27c"},
		{"страница?о=ж", "http://example.org/a/b/%D1%81%D1%82%D1%80%D0%B0%D0%BD%D0%B8%D1%86%D0%B0?%D0%BE=%D0%B6"},
		{"1:2", "http://example.org/a/b/1:2"},
	}
	for _, tt := range tests {
		u, err := base.Resolve(tt.ref)
		if tt.want == "" {
			if err == nil {
				t.Errorf("Resolve(%q) = %q, want an error", tt.ref, u)
			}
			continue
		}
		if err != nil || u.String() != tt.want {
			t.Errorf("Resolve(%q) = %q, %v; want %q", tt.ref, u, err, tt.want)
		}
	}
}

func TestResolveWithDocumentCharset(t *testing.T) {
	t.Parallel()
	base := mustParse(t, "http://example.org/")
	tests := []struct {
		name string
		enc  encoding.Encoding
		ref  string
		want string
	}{
		{"windows-1251, path and fragment are not", charmap.Windows1251, "поиск?q=пауки&n=1#я", "%D0%BF%D0%BE%D0%B8%D1%81%D0%BA?q=%EF%E0%F3%EA%E8&n=1"},
		{"windows-1251 absolute", charmap.Windows1251, "http://example.org/?q=я", "?q=%FF"},
		{"windows-1251 with escapes found", charmap.Windows1251, "?q=я%ff%41", "?q=%FF%FFA"},
		{"gb18030", simplifiedchinese.GB18030, "?q=蜘蛛", "?q=%D6%A9%D6%EB"},
		{"gb18030, second octet an at sign", simplifiedchinese.GB18030, "?q=丂", "?q=%81@"},
		{"shift_jis, second octet a backslash", japanese.ShiftJIS, "?q=表", "?q=%95\\"},
		{"iso-2022-jp returns to ASCII", japanese.ISO2022JP, "?q=日a", "?q=%1B$BF|%1B(Ba"},
		{"a character that the charset lacks", charmap.Windows1251, "?q=я蛛я", "?q=%FF%26%2334523%3B%FF"},
		{"not UTF-8", charmap.Windows1251, "?q=\xff", "?q=%26%2365533%3B"},
		{"utf-16 writes utf-8", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "?q=я", "?q=%D1%8F"},
		{"replacement writes utf-8", encoding.Replacement, "?q=я", "?q=%D1%8F"},
		{"utf-8", unicode.UTF8, "?q=я", "?q=%D1%8F"},
		{"quote and space", charmap.Windows1251, "?я='a b'", "?%FF=%27a%20b%27"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			u, err := base.ResolveWith(tt.enc, tt.ref)
			if want := "http://example.org/" + tt.want; err != nil || u.String() != want {
				t.Errorf("ResolveWith(%q) = %q, %v; want %q", tt.ref, u, err, want)
			}
		})
	}
}

func TestParts(t *testing.T) {
	t.Parallel()
	u := mustParse(t, "https://www.Example.co.uk:8443/a/b?c=d?e")
	if u.Scheme() != "https" || u.Host() != "www.example.co.uk" || u.Path() != "/a/b" || u.Target() != "/a/b?c=d?e" {
		t.Errorf("parts of %s: %q %q %q %q", u, u.Scheme(), u.Host(), u.Path(), u.Target())
	}
	if q, ok := u.Query(); !ok || q != "c=d?e" {
		t.Errorf("query %q, %v", q, ok)
	}
	o := u.Origin()
	if o != "https://www.example.co.uk:8443" || o.Port() != 8443 || o.Site() != "example.co.uk" || o.RobotsURL().String() != "https://www.example.co.uk:8443/robots.txt" {
		t.Errorf("origin %q, port %d, site %q, robots %q", o, o.Port(), o.Site(), o.RobotsURL())
	}
	for in, want := range map[string]bool{
		"https://www.example.co.uk:8443/robots.txt": true, "http://a.test/x/../robots.txt#top": true, "http://a.test/robots.txt?": false,
		"http://a.test/Robots.txt": false, "http://a.test/a/robots.txt": false, "http://a.test/": false,
	} {
		if got := mustParse(t, in).IsRobots(); got != want {
			t.Errorf("%s is a robots file: %v", in, got)
		}
	}
	if !o.RobotsURL().IsRobots() || (URL{}).IsRobots() {
		t.Error("the URL of a robots file is not known by itself")
	}
	for in, want := range map[string]string{
		"http://127.0.0.1:8080/": "127.0.0.1", "http://[::1]/": "[::1]", "http://localhost/": "localhost",
		"http://co.uk/": "co.uk", "http://a.b.test/": "b.test", "http://xn--e1afmkfd.xn--p1ai/": "xn--e1afmkfd.xn--p1ai",
	} {
		if got := mustParse(t, in).Origin().Site(); got != want {
			t.Errorf("Site of %s = %q, want %q", in, got, want)
		}
	}
	if p := mustParse(t, "http://example.org/").Origin().Port(); p != 80 {
		t.Errorf("default port %d", p)
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	a := mustParse(t, "http://example.org/a")
	b := mustParse(t, "http://example.org/b")
	c := mustParse(t, "https://example.org/a")
	if a.ID() == b.ID() || a.ID() == c.ID() {
		t.Error("different URLs share an ID")
	}
	if a.ID().Origin() != b.ID().Origin() || a.ID().Origin() == c.ID().Origin() {
		t.Error("IDs do not sort by origin")
	}
	// Data folders store these: they must never change.
	if got, want := a.ID().String(), "bfab971a565c8ac770ff0b288d98a5076a2d6a47a2828fe021aefacd33629435"; got != want {
		t.Errorf("ID of %s is %s, was %s", a, got, want)
	}
	if got, want := a.Origin().ID().String(), a.ID().String()[:2*OriginIDSize]; got != want {
		t.Errorf("origin's ID is %s, want the start of its URL's, %s", got, want)
	}
	if a.IDIn(a.Origin().ID()) != a.ID() {
		t.Error("IDIn differs from ID")
	}
	// Two names constructed to share 48 bits, which took a minute.
	if x, y := Origin("http://h11224391.evil.test").ID(), Origin("http://h6402014.evil.test").ID(); x == y || [8]byte(x[:8]) != [8]byte(y[:8]) {
		t.Errorf("%s and %s: want the same 8 bytes at first, and others behind them", x, y)
	}
	if !(URL{}).ID().IsZero() {
		t.Error("the zero URL has an ID")
	}
	www, bare := Origin("http://www.example.org"), Origin("https://example.org:8443")
	if a, b := www.ID(), bare.ID(); a == b || [SiteIDSize]byte(a[:SiteIDSize]) != [SiteIDSize]byte(b[:SiteIDSize]) {
		t.Error("identities of origins of one registrable domain do not begin alike")
	}
}

func mustParse(t testing.TB, s string) URL {
	t.Helper()
	u, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func BenchmarkResolve(b *testing.B) {
	base := mustParse(b, "https://docs.example.org/guide/chapter/page.html")
	refs := []string{"../other/page.html", "/index.html", "section.html#part", "https://elsewhere.example/x?y=1", "?page=2", "#top"}
	b.ReportAllocs()
	for b.Loop() {
		for _, r := range refs {
			if _, err := base.Resolve(r); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkResolveRest resolves references that the fast path refuses: with dot segments inside,
// whitespace, other scripts, capitals, other schemes.
func BenchmarkResolveRest(b *testing.B) {
	base := mustParse(b, "https://docs.example.org/guide/chapter/page.html")
	for _, bb := range []struct{ name, ref string }{
		{"dots", "../../a/../page.html"},
		{"space", "a page.html"},
		{"script", "/wiki/Паук?x=1"},
		{"capitals", "HTTPS://Docs.Example.org/a"},
		{"idn", "http://пример.рф/"},
		{"mail", "mailto:joe@example.org"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = base.Resolve(bb.ref)
			}
		})
	}
}

func BenchmarkSite(b *testing.B) {
	o := Origin("https://news.example.co.uk:8443")
	b.ReportAllocs()
	for b.Loop() {
		_ = o.Site()
	}
}

func BenchmarkID(b *testing.B) {
	u := mustParse(b, "https://docs.example.org/guide/chapter/page.html")
	o := u.Origin().ID()
	b.ReportAllocs()
	for b.Loop() {
		_ = u.IDIn(o)
	}
}
