package lexer_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/aranea-search/aranea/extract/html/lexer"
)

var kinds = map[html.TokenType]lexer.Kind{
	html.ErrorToken: lexer.End, html.TextToken: lexer.Text, html.StartTagToken: lexer.StartTag, html.SelfClosingTagToken: lexer.SelfClosingTag,
	html.EndTagToken: lexer.EndTag, html.CommentToken: lexer.Comment, html.DoctypeToken: lexer.Doctype,
}

// compare compares the tokens of a page with those of golang.org/x/net/html. If open is set, the
// content of noscript and noframes is read as markup.
func compare(t *testing.T, page []byte, open bool) {
	t.Helper()
	before := bytes.Clone(page)
	z := html.NewTokenizer(bytes.NewReader(bytes.Clone(page)))
	var l lexer.Lexer
	l.Reset(page)
	for at := 0; ; {
		want, got := z.Next(), l.Next()
		if kinds[want] != got {
			t.Fatalf("at %d of %q: %s, want %s", at, page, got, want)
		}
		if got == lexer.End {
			break
		}
		raw := bytes.Clone(z.Raw())
		if !bytes.Equal(raw, l.Raw()) {
			t.Fatalf("at %d of %q: %q, want %q", at, page, l.Raw(), raw)
		}
		at += len(raw)
		if w, g := tokenOf(z, want, open), tokenRead(&l, got, open); w != g {
			t.Fatalf("at %d of %q: %s, want %s", at, page, g, w)
		}
	}
	if !bytes.Equal(before, page) {
		t.Fatalf("the page was changed: %q, now %q", before, page)
	}
}

func tokenOf(z *html.Tokenizer, kind html.TokenType, open bool) string {
	var b strings.Builder
	switch kind {
	case html.TextToken, html.CommentToken, html.DoctypeToken:
		return fmt.Sprintf("%q", z.Text())
	case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
		name, more := z.TagName()
		fmt.Fprintf(&b, "%q", name)
		if n := string(name); open && (n == "noscript" || n == "noframes") {
			z.NextIsNotRawText()
		}
		for i := 0; more; i++ {
			var key, value []byte
			key, value, more = z.TagAttr()
			if i < lexer.MaxAttributes {
				fmt.Fprintf(&b, " %q=%q", key, value)
			}
		}
	}
	return b.String()
}

func tokenRead(l *lexer.Lexer, kind lexer.Kind, open bool) string {
	var b strings.Builder
	switch kind {
	case lexer.Text, lexer.Comment, lexer.Doctype:
		return fmt.Sprintf("%q", l.Text())
	case lexer.StartTag, lexer.SelfClosingTag, lexer.EndTag:
		name := l.Name()
		fmt.Fprintf(&b, "%q", name)
		if n := string(name); open && (n == "noscript" || n == "noframes") {
			l.NextIsNotRawText()
		}
		type pair struct{ key, value []byte }
		var all []pair // each stays valid beside the others
		for key, value, ok := l.Attribute(); ok; key, value, ok = l.Attribute() {
			all = append(all, pair{key, value})
		}
		for _, p := range all {
			fmt.Fprintf(&b, " %q=%q", p.key, p.value)
		}
	}
	return b.String()
}

var pages = []string{
	"", "a", "<", "</", "<!", "<?", "<p", "<p ", "<p x", "<p x=", "<p x='", "<p x='a", "<p>", "a<b", "a<3 b", "</>", "</3>", "</p", "</p x=y>", "<!>", "<!-", "<!a>", "<!a",
	"<P CLASS=x Class=y>a</P ><br/><br /><a/b=c d><a href=x/><a href='x'/><a href=/>", "<a =b><a ==><a = b><a b = 'c'd><a b=''c><a/ /b>",
	"<!doctype html>a<!DOCTYPE><!doctype  ><!doctyp x><!DOCTYPE", "<!DOCTYPE ", "<?xml version='1.0'?>a<?", "<![CDATA[a>b]]>c",
	"<!---->a<!-->b<!--->c<!--a--!>b<!--a--!b-->c<!--a--!-->d<!--a--!--!>e<!--->-->f<!--a-", "<!--a--", "<!--a--!", "<!--", "<!--a", "<!--!>a-->b<!----!x>-->c", "<!--a--!", "<!--a--!x",
	"a&amp;b&lt;c&nbsp;d&#39;e&copy f&copyg&notit;&notin;&semi;&fjlig;&#x41;&#128;&#0;&#xD800;&#99999999;&#x;&#;&;&&amp", "<a b='?a=1&copy=2&copy;&copyx&copy x&amp&amp;=&notit;&not;&#65=&semi;&lt'>",
	"<title>a&amp;b</title>c<TITLE>d</Title >e<title>f</titlex>g", "<textarea>&lt;</textarea>", "<style>a<b&amp;</style>b<xmp><p></xmp><iframe><p></iframe>", "<plaintext>a</plaintext>b", "<noscript><p>a</noscript><noframes><a></noframes>",
	"<script>a<!--<script>b</script>c-->d</script>e", "<script><!--<script >a</script>--></script>b", "<script><!-- a -- > --></script>b", "<script></scrip</script>x", "<script><!--<scripty></script>--></script>",
	"<script><!--<1</script>a--></script>b", "<script><!--<script>-->a</script>b", "<script><!--<script>-</script>-->c</script>d", "<script><!-<!--</script", "<script>", "<script></script>", "<script/>a</script>",
	"a\rb\r\nc\x00d<p a\x00b='c\r\nd\x00e'><p\x00q></\x00><!--a\rb\x00--><title>\x00</title><script>\x00\r\n</script>", "<İx><K><pÉ x>", "<p a='1' A='2' b=3 a>",
	"<p " + strings.Repeat("a", 10) + strings.Repeat(" x y", 3) + ">", "<p" + strings.Repeat(" q=1", 300) + "/>",
}

func TestTokens(t *testing.T) {
	t.Parallel()
	for _, page := range pages {
		compare(t, []byte(page), false)
		compare(t, []byte(page), true)
		for i := range page { // cut at any position
			if len(page) < 200 {
				compare(t, []byte(page[:i]), false)
			}
		}
	}
}

// TestManyAttributes: the first attributes of a hostile tag are kept.
func TestManyAttributes(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&b, " a%d=%d", i, i)
	}
	for _, end := range []string{">", "/>", " />"} {
		compare(t, []byte("<p"+b.String()+end+"text"), false)
	}
}

func FuzzTokens(f *testing.F) {
	for _, page := range pages {
		f.Add([]byte(page), false)
	}
	f.Fuzz(func(t *testing.T, page []byte, open bool) { compare(t, page, open) })
}

// TestManyReferences: the cost of a text is linear in its length. If it were quadratic, this one
// would take an hour.
func TestManyReferences(t *testing.T) {
	t.Parallel()
	const most = 32 << 20
	for _, coded := range []struct{ written, text string }{{"&amp;", "&"}, {"\r", "\n"}, {"a&#65", "aA"}} {
		page := strings.Repeat(coded.written, most/len(coded.written))
		var l lexer.Lexer
		l.Reset([]byte(page))
		if kind := l.Next(); kind != lexer.Text {
			t.Fatalf("%s, want a text", kind)
		}
		if got, want := l.Text(), strings.Repeat(coded.text, most/len(coded.written)); string(got) != want {
			t.Errorf("%d bytes of %q are another text of %d bytes", len(page), coded.written, len(got))
		}
	}
}
