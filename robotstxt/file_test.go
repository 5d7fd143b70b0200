package robotstxt_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

// wide returns s in UTF-16 with a byte order mark.
func wide(s string, big bool) string {
	out := "\xFF\xFE"
	if big {
		out = "\xFE\xFF"
	}
	var b strings.Builder
	for _, c := range []byte(s) {
		if big {
			b.Write([]byte{0, c})
		} else {
			b.Write([]byte{c, 0})
		}
	}
	return out + b.String()
}

// TestCutWide checks that a file in UTF-16 is cut between lines as well, in every dialect that
// reads it.
func TestCutWide(t *testing.T) {
	t.Parallel()
	for _, big := range []bool{false, true} {
		head := anybody + "Disallow: /kept\n"
		body := head + "#" + strings.Repeat("x", (robotstxt.MaxBody-2)/2-len(head)-len("#\nDisallow: /a")) + "\nDisallow: /abcdef\n"
		f := robotstxt.Parse([]byte(wide(body, big)))
		if !f.Truncated() || strings.ContainsRune(f.Text(), '\uFFFD') || !strings.HasSuffix(f.Text(), "x\n") {
			t.Fatalf("big %v: cut at %q", big, f.Text()[len(f.Text())-20:])
		}
		for _, d := range dialect.All() {
			d.MaxBytes = 0
			m := f.Compile(d, "FooBot")
			if !m.Allowed("/axyz") || m.Allowed("/kept") == !d.NoUTF16 {
				t.Errorf("big %v, %s: a rule cut short, or one before the cut", big, d.Name)
			}
		}
	}
}

// TestMostEscapes checks that a file whose paths grow most in comparable form, and are stored
// twice, is read to its end or cut, without confusing paths.
func TestMostEscapes(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("\xFF\xFE")
	wideTo := func(s string) {
		for _, c := range utf16.Encode([]rune(s)) {
			b.Write([]byte{byte(c), byte(c >> 8)})
		}
	}
	wideTo(anybody + "Disallow: /x\n")
	for b.Len() < robotstxt.MaxBody-30_000 {
		wideTo("Allow: /" + strings.Repeat("漢", 10_000) + "/index.html\n")
	}
	d := dialect.RFC9309()
	d.IndexHTML = true
	m := robotstxt.Parse([]byte(b.String())).Compile(d, "FooBot")
	folder := "/" + strings.Repeat("%E6%BC%A2", 10_000) + "/"
	for target, want := range map[string]robotstxt.Verdict{"/x": robotstxt.Deny, folder + "index.html": robotstxt.Allow, folder: robotstxt.Allow, "/y": robotstxt.Allow} {
		if got := m.Decide(target); got.Verdict != want {
			t.Errorf("%.20s: %s", target, got.Verdict)
		}
	}
	for i := range m.Len() {
		if p := m.Rule(i).Path; !strings.HasPrefix(p.Text, "/") || len(p.Text) > 3*robotstxt.MaxRule {
			t.Fatalf("rule %d of %d: a path of %d bytes that begins %.5q", i, m.Len(), len(p.Text), p.Text)
		}
	}
}

// TestOldCharacterSets checks that a path in a character set of one or two bytes matches the
// same bytes in a URL, raw or escaped, in every dialect in which they are equal, and that the
// rest of the file counts.
func TestOldCharacterSets(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ path, escaped string }{
		"windows-1251": {"/\xF4\xEE\xF0\xF3\xEC/", "/%F4%EE%F0%F3%EC/"}, "koi8-r": {"/\xC6\xCF\xD2\xD5\xCD", "/%C6%CF%D2%D5%CD"},
		"latin-1": {"/caf\xE9", "/caf%E9"}, "Shift-JIS": {"/\x93\xFA\x96\x7B\x8C\xEA", "/%93%FA%96%7B%8C%EA"},
		"gb2312": {"/\xD3\xAA\xCF\xFA", "/%D3%AA%CF%FA"}, "UTF-8": {"/форум", "/%D1%84%D0%BE%D1%80%D1%83%D0%BC"},
	} {
		f := robotstxt.Parse([]byte("# " + tt.path[1:] + "\n" + anybody + "Disallow: " + tt.path + "\nDisallow: /x\n"))
		if string(f.Bytes()) != f.Text() {
			t.Errorf("%s: the bytes are not kept", name)
		}
		for _, d := range dialect.All() {
			m := f.Compile(d, "FooBot")
			if m.Allowed("/x") || !m.Allowed("/y") {
				t.Errorf("%s, %s: the rest of the file", name, d.Name)
			}
			if raw := m.Allowed(tt.path + "y"); raw != (d.Escapes == dialect.EscapesGoogle) {
				t.Errorf("%s, %s: raw bytes are allowed: %v", name, d.Name, raw)
			}
			// In Shift-JIS a letter may end in an octet of ASCII, which the rules of Google do
			// not change.
			differ := d.Escapes == dialect.EscapesNone || d.Escapes == dialect.EscapesGoogle && strings.ContainsAny(tt.path, "{")
			if escaped := m.Allowed(tt.escaped + "y"); escaped != differ {
				t.Errorf("%s, %s: escaped bytes are allowed: %v", name, d.Name, escaped)
			}
		}
	}
}

// TestCompareFiles checks that every robot of either version is compared.
func TestCompareFiles(t *testing.T) {
	t.Parallel()
	before := robotstxt.Parse([]byte("User-agent: a\nDisallow: /x\n\n" + anybody + "Disallow: /y\n"))
	after := robotstxt.Parse([]byte("User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow:\n\n" + anybody + "Disallow: /y\nDisallow: /z\n"))
	d := rewrite.CompareFiles(before, after, dialect.RFC9309(), "/given")
	found := map[string]bool{}
	for _, c := range d.Changes {
		found[c.Before.Agent+" "+c.After.Agent+" "+c.Target] = c.Opens()
	}
	if opens, ok := found["* b /y"]; !ok || !opens {
		t.Errorf("b is let in: %v", found)
	}
	if opens, ok := found["* * /z"]; !ok || opens {
		t.Errorf("others are shut out of /z: %v", found)
	}
	if d.Same() || d.Asked < 10 {
		t.Errorf("%d asked", d.Asked)
	}
	if d := rewrite.CompareFiles(before, before, dialect.RFC9309()); !d.Same() {
		t.Errorf("a file differs from itself: %+v", d.Changes)
	}
}
