package html

import (
	"bytes"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"
)

// checkTagNames holds tagName, and whether a tag has attributes, against the
// tokenizer's own answers on a whole page.
func checkTagNames(t *testing.T, page []byte) {
	t.Helper()
	var p Parser
	z := xhtml.NewTokenizer(bytes.NewReader(page))
	for {
		kind := z.Next()
		start := 1
		switch kind {
		case xhtml.ErrorToken:
			return
		case xhtml.EndTagToken:
			start = 2
		case xhtml.StartTagToken, xhtml.SelfClosingTagToken:
		default:
			continue
		}
		raw := bytes.Clone(z.Raw())
		got := string(p.tagName(raw[start:]))
		name, hasAttr := z.TagName()
		if want := strings.ReplaceAll(string(name), "\uFFFD", "\x00"); got != want {
			t.Errorf("name of %q: %q, want %q", raw, got, want)
		}
		if hasAttr && len(raw) <= len("<>")+len(got) {
			t.Errorf("attributes of %q are missed", raw)
		}
	}
}

func TestTagName(t *testing.T) {
	t.Parallel()
	for _, page := range []string{
		"<p>", "<P CLASS=x>", "</P >", "<br/>", "<br / >", "<a\nhref=x>", "<a\thref>", "<a\fb>", "<a\rb=c/>", "<a/b>", "</a/b>",
		"<noindex>", "<NoIndex>", "<x-y:z1>", "<p\x00q>", "<p\x00>", "<É>", "<pÉ x>", "<p<b>", "<p=1>", "<p'>", "</ p>", "<p", "<p x", "<>", "</>",
		"<İx>", "<K>", "<script>a</SCRIPT >b", "<title>x</TITLE\n>y",
	} {
		checkTagNames(t, []byte(page))
	}
}

func FuzzTagName(f *testing.F) {
	f.Add([]byte("<P class=x>a</P ><br/><a/b=c d>"))
	f.Add([]byte("<p\x00q></\x00>"))
	f.Fuzz(func(t *testing.T, page []byte) { checkTagNames(t, page) })
}
