package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

// FuzzWords compares code that examines eight bytes of a text at a time with code that examines
// each decoded byte.
func FuzzWords(f *testing.F) {
	for _, s := range []string{
		"a", "a b", "a  b", "a\nb", "a\n b", " a ", "a&amp;b", "a &nbsp; b", "a\u00a0b\u00c4 \u00a0", "abcdefg  h", "abcdefgh  i", "abcdefg h", "abcdefg\nh",
		"abcdefgh\r\nijklmnopq", "a\x00b\x01c\vd", "&#32;a&#10;b&#13;", "abcdefg\u00c2\u00a0h", "one two three four five\nsix seven&eacute;&eacute eight\t\tnine", "&", "a&", "&nGt;",
	} {
		f.Add(s, "")
		f.Add(s, "<p>behind the text")
	}
	f.Fuzz(func(t *testing.T, text, behind string) {
		var l lexer.Lexer
		l.Reset([]byte(text + behind))
		if l.Next() != lexer.Text {
			return
		}
		limits := Limits{Text: 1 << 20}
		want, got := NewParser(limits), NewParser(limits)
		want.addDecoded(l.Text())
		got.z = l
		got.addWritten(l.Source())
		if string(got.text) != string(want.text) {
			t.Errorf("%q: %q, want %q", l.Source(), got.text, want.text)
		}
	})
}

// FuzzParser: a parser that has read other pages reads a page like a new one.
func FuzzParser(f *testing.F) {
	f.Add("<iframe srcdoc='<b>a<a href=b>c'></iframe>d<p>e", "<p>f<iframe srcdoc=g></iframe>", "<a href=h>i<iframe srcdoc=j>")
	f.Add("<div class=a><p>b</div>", "<p>c<div class=a><p>d<footer>e<article><footer>f", "<div class=a lang=de><p>g<a href=x>h</a><a href='x#y'>i<a href=../z>j")
	f.Add("<form id=a><select name=b><option>c", "<label for=d>e<input type=radio name=f>g", "<form action=h><select name=i><option selected>j</select><input id=d name=k form=a>")
	f.Fuzz(func(t *testing.T, first, second, third string) {
		limits := Limits{Text: 1 << 12, Links: 8, Elements: 100, Title: 20, Attribute: 20}
		used := NewParser(limits)
		used.FillForms(true)
		for _, body := range []string{first, second, third} {
			fresh := NewParser(limits)
			fresh.FillForms(true)
			got, want := parsedWith(t, used, body), parsedWith(t, fresh, body)
			if got != want {
				t.Errorf("%q behind others: %s, want %s", body, got, want)
			}
		}
	})
}

// TestLargePageLeavesNothing: the memory of an unusually large page is released.
func TestLargePageLeavesNothing(t *testing.T) {
	t.Parallel()
	limits := Limits{Text: 8 << 20, Links: 20_000, Elements: 100_000, Title: 1000, Attribute: 1000}
	p := NewParser(limits)
	pageWith(t, p, strings.Repeat("<p>one two three four five <b>six</b>", 20_000))
	if cap(p.text) > keptText || cap(p.elements) > keptElements {
		t.Errorf("%d bytes of text and %d elements stay", cap(p.text), cap(p.elements))
	}
	var links strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&links, "<a href=%d>x</a>", i)
	}
	pageWith(t, p, links.String())
	if cap(p.links) > keptLinks || cap(p.known.first) > keptLinks || p.page != nil {
		t.Errorf("%d links stay, %d URLs", cap(p.links), cap(p.known.first))
	}
	if body := "<p>a<a href=/b>c</a>"; parsedWith(t, p, body) != parsedWith(t, NewParser(limits), body) {
		t.Error("a page behind large ones is read otherwise")
	}
}

func parsedWith(t *testing.T, p *Parser, body string) string {
	t.Helper()
	return fmt.Sprintf("%+v", pageWith(t, p, body))
}

func pageWith(t *testing.T, p *Parser, body string) aranea.Page {
	t.Helper()
	u, err := weburl.Parse("http://a.test/b/c?d")
	if err != nil {
		t.Fatal(err)
	}
	page := aranea.Page{URL: u, Base: u}
	p.Parse(&page, []byte(body), nil, robotsmeta.NewReader())
	return page
}

// TestLoneColon: the colon behind a kind of definition that has no name is not the beginning of what is defined.
func TestLoneColon(t *testing.T) {
	t.Parallel()
	page := parsed(t, `<body><dl><dt id=index-cell><span class="category">: </span><strong>cell</strong> (n)<dd>Makes a cell.</dl><dl><dt>Note<span>:</span> a<dd>b : c<dt> : key</dl><pre><span>:</span><span>set number</span></pre><p><code>:</code> is the operator<table><tr><td>:<td>b</table>`)
	if got := paths(&page); got != "dl>dt>cell (n) dl>dd>Makes a cell. dl>dt>Note: a dl>dd>b : c dl>dt>: key pre>:set number p>: is the operator table>td>: table>td>b" {
		t.Errorf("%s", got)
	}
}
