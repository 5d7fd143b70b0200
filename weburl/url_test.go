package weburl

import (
	"errors"
	"strings"
	"testing"

	whatwg "github.com/nlnwa/whatwg-url/url"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
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
		{"user name dropped", "http://me:secret@example.org/", "http://example.org/"},
		{"dot segments", "http://example.org/a/./b/../c", "http://example.org/a/c"},
		{"encoded dot segments", "http://example.org/a/%2e%2E/c", "http://example.org/c"},
		{"too many parents", "http://example.org/../../a", "http://example.org/a"},
		{"unreserved escape (RFC 3986 6.2.2.2)", "http://example.org/%7Ejoe/%61", "http://example.org/~joe/a"},
		{"escape case (RFC 3986 6.2.2.1)", "http://example.org/%c3%a9", "http://example.org/%C3%A9"},
		{"reserved escape stays", "http://example.org/a%2Fb?c=%26", "http://example.org/a%2Fb?c=%26"},
		{"broken escape stays", "http://example.org/100%", "http://example.org/100%"},
		{"non-ASCII path", "http://example.org/ツ", "http://example.org/%E3%83%84"},
		{"space in path", "http://example.org/a b", "http://example.org/a%20b"},
		{"quote in query", "http://example.org/?a='b'", "http://example.org/?a=%27b%27"},
		{"IDN", "http://пример.рф/путь", "http://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C"},
		{"IPv4 hexadecimal", "http://0x7f000001/", "http://127.0.0.1/"},
		{"IPv4 octal", "http://0177.0.0.1/", "http://127.0.0.1/"},
		{"IPv4 short", "http://127.1/", "http://127.0.0.1/"},
		{"IPv4 one number", "http://2130706433/", "http://127.0.0.1/"},
		{"IPv6", "http://[2001:DB8:0:0::1]:80/", "http://[2001:db8::1]/"},
		{"backslashes", `http:\\example.org\a\b`, "http://example.org/a/b"},
		{"tab and line feed inside", "http://exa\tmple.org/a\nb", "http://example.org/ab"},
		{"blanks around", "  http://example.org/a \r\n", "http://example.org/a"},
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
	u, err := base.ResolveWith(charmap.Windows1251, "поиск?q=пауки&n=1#я")
	if err != nil || u.String() != "http://example.org/%D0%BF%D0%BE%D0%B8%D1%81%D0%BA?q=%EF%E0%F3%EA%E8&n=1" {
		t.Errorf("windows-1251: %q, %v", u, err)
	}
	u, err = base.ResolveWith(simplifiedchinese.GB18030, "?q=蜘蛛")
	if err != nil || u.String() != "http://example.org/?q=%D6%A9%D6%EB" {
		t.Errorf("gb18030: %q, %v", u, err)
	}
	u, err = base.ResolveWith(charmap.Windows1251, "?q=蛛")
	if err != nil || u.String() != "http://example.org/?q=%26%2334523%3B" {
		t.Errorf("a character that the charset lacks: %q, %v", u, err)
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
	// Stored in data folders: must never change.
	if got := a.ID().String(); len(got) != 40 || got[:16] != a.Origin().ID().hex() {
		t.Errorf("ID %s does not start with its origin's", got)
	}
	back, err := ParseID(a.ID().String())
	if err != nil || back != a.ID() {
		t.Errorf("ParseID: %v, %v", back, err)
	}
	if _, err := ParseID("xyz"); err == nil {
		t.Error("ParseID took nonsense")
	}
	if !(URL{}).ID().IsZero() {
		t.Error("the zero URL has an ID")
	}
	www, bare := Origin("http://www.example.org"), Origin("https://example.org:8443")
	if p := www.ID().Partition(16); p != bare.ID().Partition(16) || p >= 16 || www.ID().Partition(1) != 0 {
		t.Error("origins of one registrable domain lie in different partitions")
	}
}

func (o OriginID) hex() string { return ID(append(o[:], make([]byte, 12)...)).String()[:16] }

func mustParse(t testing.TB, s string) URL {
	t.Helper()
	u, err := Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// slow is Resolve without the fast path.
func slow(base URL, ref string) (URL, error) {
	w, err := whatwg.ParseRef(base.String(), ref)
	if err != nil {
		return URL{}, err
	}
	return fromWHATWG(w, ref)
}

// FuzzResolve holds the fast path against the library and checks that the
// canonical form is a fixed point.
func FuzzResolve(f *testing.F) {
	for _, ref := range []string{
		"", "a", "../b", "/c?d#e", "?q", "//h/p", "http://h.example/p", "https://H/%7e", "./a:b", "a/../b", "a/..b/c",
		"%41", "%2f", "http://1.2.3/", "http://a.1/", "..", "./", "../", "a/.", "a/..", "a%2e/", "/..", "/.a", "x\ty", "a'b", "?'", "http://xn--a/",
		"/a\\b", "?a\\b", "http://a..b/", "http://a-.b/", "http:///x", "..?x", "../..", "a?../b", "a?./", "/a;b=c,d@e", "a//b", "./../.x",
	} {
		f.Add("http://example.org/a/b/c?d", ref)
		f.Add("https://example.org:8080/", ref)
	}
	f.Fuzz(func(t *testing.T, baseText, ref string) {
		base, err := Parse(baseText)
		if err != nil {
			return
		}
		got, err := base.Resolve(ref)
		want, werr := slow(base, ref)
		if (err == nil) != (werr == nil) || got != want {
			t.Fatalf("%s + %q = %q, %v; the library says %q, %v", base, ref, got, err, want, werr)
		}
		if err != nil {
			return
		}
		again, err := Parse(got.String())
		if err != nil || again != got {
			t.Fatalf("%q is not a fixed point: %q, %v", got, again, err)
		}
		if o := got.Origin(); o.Host() == "" || o.Port() == 0 && !strings.Contains(string(o), ":0") || o.Site() == "" {
			t.Fatalf("origin %q: host %q, port %d, site %q", o, o.Host(), o.Port(), o.Site())
		}
	})
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

func BenchmarkID(b *testing.B) {
	u := mustParse(b, "https://docs.example.org/guide/chapter/page.html")
	o := u.Origin().ID()
	b.ReportAllocs()
	for b.Loop() {
		_ = u.IDIn(o)
	}
}
