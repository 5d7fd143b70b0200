package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/internal/preformat"
)

// TestLayout tells the texts of pages with what stands for the whitespace of preformatted text:
// the numbers of line feeds and spaces in brackets.
func TestLayout(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"a \n  b":                                       "a b|",
		"<pre>a\n  b</pre>":                             "[0 0]a[1 2]b|",
		"<pre>\n  a\r\n\tb\n\n</pre>c\n d":              "[0 2]a[1 8]b|c d|",
		"<pre>if <b>a</b>:\n    <i>b</i>\n</pre>":       "[0 0]if a:[1 4]b|",
		"<pre><span>a</span>\n<span> b</span>  c</pre>": "[0 0]a[1 1]b[0 2]c|",
		"<pre>a<br>b<br> c</pre>":                       "[0 0]a[1 0]b[1 1]c|",
		"<pre>a &amp;\n &lt;b</pre>":                    "[0 0]a &[1 1]<b|",
		"<pre>a\n<div>b\n c</div></pre>d\n e":           "[0 0]a|[0 0]b[1 1]c|d e|",
		"<pre>a</pre>b\n c<pre>d\n e":                   "[0 0]a|b c|[0 0]d[1 1]e|",
		"<ul><li>x <pre>a\n b</pre></ul>y\n z":          "x|[0 0]a[1 1]b|y z|",
		"<div><pre>a\n b</div>c\n d":                    "[0 0]a[1 1]b|c d|",
		"<table><td><pre>a\n b</table>c\n d":            "[0 0]a[1 1]b|c d|",
		"<table><td><pre>a\n b<td>c\n d":                "[0 0]a[1 1]b|c d|",
		"<pre>a<pre>b\n c</pre>\n d</pre>e\n f":         "[0 0]a|[0 0]b[1 1]c|[0 1]d|e f|",
		"<template><pre>a</template>b\n c":              "b c|",
	} {
		p := NewParser(Limits{Text: 1 << 20, Links: 10, Elements: 1000, Title: 100, Attribute: 100})
		p.KeepLayout(true)
		if got := laid(t, p, body); got != want {
			t.Errorf("%.60q: %s, want %s", body, got, want)
		}
		p.KeepLayout(false)
		if got := laid(t, p, body); strings.Contains(got, "[") {
			t.Errorf("%.60q without layout: %s", body, got)
		}
	}
}

func laid(t *testing.T, p *Parser, body string) string {
	t.Helper()
	page := pageWith(t, p, "<body>"+body)
	var b strings.Builder
	text, at := page.Text, uint32(0)
	for _, br := range page.Breaks {
		fmt.Fprintf(&b, "%s[%d %d]", text[at:br.At], br.Lines, br.Indent)
		if at = br.At; text[at] == ' ' {
			at++
		}
	}
	b.Write(text[at:])
	return strings.ReplaceAll(b.String(), "\n", "|")
}

// TestLayoutLimits checks that a page cannot make its layout large.
func TestLayoutLimits(t *testing.T) {
	t.Parallel()
	p := NewParser(Limits{Text: 1 << 20, Links: 10, Elements: 1000, Title: 100, Attribute: 100})
	p.KeepLayout(true)
	for _, body := range []string{strings.Repeat("a"+strings.Repeat("\t", 9000), 30), strings.Repeat("a\n", preformat.MaxBreaks+10)} {
		page := pageWith(t, p, "<pre>"+body)
		size := 0
		for _, b := range page.Breaks {
			size += int(b.Lines) + int(b.Indent)
		}
		if n := len(page.Breaks); n < 10 || n > preformat.MaxBreaks || size > preformat.MaxSize {
			t.Errorf("%.9q: %d breaks with %d characters", body, n, size)
		}
	}
}

// FuzzLayout checks that keeping the layout of a page changes nothing else, that cells are in the
// order of the text, and that each break is at the beginning of a block, or at the space that stands for it or was cut off at its end.
func FuzzLayout(f *testing.F) {
	for _, body := range []string{
		"<pre>a\n b</pre>", "<pre>a\xc2\xa0\n b&nbsp; c", "<pre><title>a\n b", "<h2 id=x><a href=#x>\n #</a><pre>a\n b", "<pre>a <ruby>b<rt>c\n d</ruby>\n e", "<pre><p>a\n<template>b\n c</template>\n d",
		"<table><caption>a<tr><th rowspan=2>b<td colspan=3>c</tr><td>d<table><td>e</table>f</table>g",
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		limits := Limits{Text: 1 << 10, Links: 8, Elements: 50, Title: 20, Attribute: 20}
		plain, kept := NewParser(limits), NewParser(limits)
		kept.KeepLayout(true)
		page := pageWith(t, kept, body)
		starts, last := map[uint32]bool{}, -1
		for _, e := range page.Elements {
			starts[e.Start] = true
		}
		for _, b := range page.Breaks {
			at := int(b.At)
			if at <= last {
				t.Fatalf("%q: break at %d behind %d", body, at, last)
			}
			if last = at; at < len(page.Text) && page.Text[at] > ' ' && !starts[b.At] {
				t.Fatalf("%q: break in a word at %d of %q", body, at, page.Text)
			}
		}
		for i, c := range page.Cells {
			if i > 0 && c.At <= page.Cells[i-1].At || int(c.At) > len(page.Text) || (c.Row == 0) != (c.Column == 0) || c.Row > 0 && c.Table == 0 {
				t.Fatalf("%q: cells %+v of %q", body, page.Cells, page.Text)
			}
		}
		page.Breaks, page.Cells = nil, nil
		if got, want := fmt.Sprintf("%+v", page), parsedWith(t, plain, body); got != want {
			t.Errorf("%q: %s, want %s", body, got, want)
		}
	})
}
