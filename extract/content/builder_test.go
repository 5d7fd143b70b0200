package content_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/content/contenttest"
)

func limits() content.Limits {
	return content.Limits{Text: 1 << 16, Elements: 100, Links: 10, Title: 40, Attribute: 100}
}

func TestBuilder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		do   func(*content.Builder)
		want string
	}{
		{"whitespace is one space", func(b *content.Builder) { b.Write(" a\t\n b"); b.Space(); b.Write("c\u00a0d ") }, "text(a b c d)"},
		{"text without a block", func(b *content.Builder) { b.Write("a"); b.Block(aranea.ElementCell); b.Write("b") }, "text(a) cell(b)"},
		{"a block without text", func(b *content.Builder) { b.Block(aranea.ElementHeading1); b.Write("  "); b.End() }, ""},
		{"bold text and a link", func(b *content.Builder) {
			b.Write("a ")
			b.Bold(true)
			b.Link("/x")
			b.Write(" b")
			b.EndLink()
			b.Bold(false)
			b.Write(" c")
		}, "anchor(b) bold(b) text(a b c) [b]/x"},
		{"the end of a block ends its spans", func(b *content.Builder) { b.Write("a"); b.Link("/x"); b.Write("b"); b.End(); b.Write("c") }, "anchor(b) text(ab) text(c) [b]/x"},
		{"what is shown, with words that a link has too", func(b *content.Builder) {
			b.Write("a")
			from := b.Here()
			b.Link("/x")
			b.Write(" b")
			b.Shows(" /y ", aranea.HowPicture, from, b.Here())
			b.Shows("", aranea.HowPicture, from, b.Here())
			b.Shows(strings.Repeat("x", 101), aranea.HowRecording, from, b.Here())
			b.End()
			start, end := b.Last()
			b.Shows("/z", aranea.HowRecording, start, end)
		}, "anchor(b) text(a b) picture[b]/y [b]/x recording[a b]/z"},
		{"a link without text", func(b *content.Builder) { b.Link("/x"); b.End() }, "[]/x"},
		{"a long title", func(b *content.Builder) { b.Property(aranea.ElementTitle, strings.Repeat("é", 30)) }, "title(" + strings.Repeat("é", 20) + ")"},
		{"no UTF-8 and control characters", func(b *content.Builder) { b.Write("a\xffb\x00c\x1b[1m") }, "text(a\ufffdbc[1m)"},
	} {
		b := content.New(limits())
		tt.do(b)
		r := b.Document("x 1")
		if got := contenttest.Show(&r); got != tt.want || r.Limited || r.Reader != "x 1" {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestLimits: nothing is kept beyond a limit, and that is reported.
func TestLimits(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(*content.Builder){
		"text": func(b *content.Builder) { b.Write(strings.Repeat("word ", 1<<15)) },
		"elements": func(b *content.Builder) {
			for range 200 {
				b.Property(aranea.ElementCell, "x")
			}
		},
		"spans": func(b *content.Builder) {
			for range 200 {
				b.Bold(true)
				b.Write("x")
				b.Bold(false)
			}
		},
		"links": func(b *content.Builder) {
			for range 20 {
				b.Link("/x")
				b.EndLink()
			}
		},
	} {
		b := content.New(limits())
		b.Block(aranea.ElementText)
		b.Write("x")
		do(b)
		r := b.Document("")
		l := limits()
		if !r.Limited || !b.Full() || len(r.Text) > l.Text || len(r.Elements) > l.Elements || len(r.Links) > l.Links {
			t.Errorf("%s: %d bytes, %d elements, %d links, limited %t", name, len(r.Text), len(r.Elements), len(r.Links), r.Limited)
		}
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	b := content.New(limits())
	b.Markup("<title>no</title><h2>A</h2><p>b <b>c</b> <a href='/x'>d</a><script>e</script><img alt=pic src=y><ul><li>f<li>g</ul><table><tr><td>h</table>i")
	r := b.Document("")
	const want = "h2(A) bold(c) anchor(d) text(b c d pic) list-item(f) list-item(g) cell(h) text(i) [d]/x"
	if got := contenttest.Show(&r); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestDates: the first valid date is used, in UTC.
func TestDates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2021-05-06T07:08:09Z": "2021-05-06 07:08:09", "2021-05-06T23:08:09-02:00": "2021-05-07 01:08:09", " 2021-05-06T07:08:09.123456789 ": "2021-05-06 07:08:09", "2021-05-06T07:08+01:00": "2021-05-06 06:08:00",
		"2021-05-06": "2021-05-06 00:00:00", "2021-05": "2021-05-01 00:00:00", "2021": "2021-01-01 00:00:00", "1601-01-01T00:00:00Z": "none", "0000-00-00T00:00:00": "none", "May 2021": "none", "": "none",
	} {
		b := content.New(limits())
		b.Modified("too early", content.ParseDate("1980-01-01"))
		b.Modified("x", content.ParseDate(text))
		b.Modified("later", content.ParseDate("2026-01-01"))
		if want == "none" {
			want = "2026-01-01 00:00:00"
		}
		if got := b.Document("").Modified.At; got.Format(time.DateTime) != want || got.Location() != time.UTC {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestChapter: in a book, tags are self-closing, and references to its own pages and files are
// not links; note marks are not part of the word before them.
func TestChapter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, source, chapter, markup string }{
		{"tags that end themselves", "<title/><script src='x'/><p>a</p><b/><p>b<svg/>c</p>", "text(a) text(bc)", ""},
		{"references", "<p><a href='two.xhtml#x'>a</a> <a href='http://x.example/'>b</a></p>", "anchor(b) text(a b) [b]http://x.example/", "anchor(a) anchor(b) text(a b) [a]two.xhtml#x [b]http://x.example/"},
		{"marks of notes", "<p>one<sup><a href='#f'>1</a></sup> two<a href='#g'><sup>2</sup></a> x<sup>2</sup></p><p><sup><a href='#h'>3</a></sup>note</p>",
			"text(one 1 two 2 x2) text(3 note)", "anchor(1) anchor(2) text(one 1 two 2 x2) anchor(3) text(3 note) [1]#f [2]#g [3]#h"},
		{"pictures without words", "<p>a<img/><img alt='' src='x'/>b <svg><img/></svg>c</p>", "text(a b c)", "text(a b c)"},
		{"ruby parts no words", "<p>x<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>の<ruby>東<rt/>京<rt> とうきょう </rt></ruby>です</p>y<ruby>z<rt>w<h1>v</ruby>",
			"text(x漢字の東京です) alt(かんじ とうきょう) text(yz) alt(w) h1(v)", "text(x漢字の東です) alt(かんじ 京とうきょう) text(yz) alt(w) h1(v)"},
		{"a path for an alternative text", "<p>a<img alt='OEBPS/images/1.png'/><img alt='and/or'/><img alt='see a/b.png'/></p>", "text(a and/or see a/b.png)", "text(a OEBPS/images/1.png and/or see a/b.png)"},
	} {
		for want, read := range map[string]func(*content.Builder, string){tt.chapter: (*content.Builder).Chapter, tt.markup: (*content.Builder).Markup} {
			b := content.New(limits())
			read(b, tt.source)
			r := b.Document("")
			if got := contenttest.Show(&r); got != want {
				t.Errorf("%s: %s, want %s", tt.name, got, want)
			}
		}
	}
}

// FuzzMarkup checks what is true of every document.
func FuzzMarkup(f *testing.F) {
	f.Add("<p>a<b>b<a href=x>c</p>d")
	f.Add("<script><title><svg>")
	f.Fuzz(func(t *testing.T, s string) {
		b := content.New(limits())
		b.Markup(s)
		b.Chapter(s)
		r := b.Document("")
		if len(r.Text) > limits().Text || !utf8.Valid(r.Text) {
			t.Fatalf("text %q", r.Text)
		}
		for _, e := range r.Elements {
			if e.Start >= e.End || int(e.End) > len(r.Text) {
				t.Fatalf("element %+v of %d bytes", e, len(r.Text))
			}
		}
	})
}
