package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/internal/htmltable"
)

// TestCells tells the texts of pages, each with its table, row and column before it; th has a mark.
func TestCells(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"<p>x<table><tr><th>a<th>b<tr><td>c<td>d</table>y":                                                                        "x|1.1.1!a|1.1.2!b|1.2.1 c|1.2.2 d|y|",
		"<table><caption>x</caption><tbody><tr><td></td><td><p>a<p>b</td></tr></tbody></table>":                                   "1 x|1.1.2 a|1.1.2 b|",
		"<table><td>a</td></tr><td>b</td></table><table><td>c</table>":                                                            "1.1.1 a|1.2.1 b|2.1.1 c|",
		"<table><td rowspan=2>a<td colspan=2>b<td>c<tr><td>d<td>e<td>f<tr><td>g</table>":                                          "1.1.1 a|1.1.2 b|1.1.4 c|1.2.2 d|1.2.3 e|1.2.4 f|1.3.1 g|",
		"<table><td rowspan=0>a<tr><td>b<tr><td>c<tbody><tr><td>d</table>":                                                        "1.1.1 a|1.2.2 b|1.3.2 c|1.4.1 d|",
		"<table><tr><td>a<table><tr><td>b<td>c</table>d<td>e</table>f":                                                            "1.1.1 a|2.1.1 b|2.1.2 c|1.1.1 d|1.1.2 e|f|",
		"<table><tr><td><ul><li>a<li>b</ul><img alt=c>d<td><pre>e</pre></table>":                                                  "1.1.1 a|1.1.1 b|1.1.1 c|1.1.1 d|1.1.2 e|",
		"<tr><td>a</td></tr></table>b":                                                                                            "a|b|",
		"<template><table><td>a</template><svg><table></svg>b":                                                                    "b|",
		"<table><td>a<td colspan=x rowspan=-1>b<td rowspan='+2 '>c<tr><td>d<td>e<td>f":                                            "1.1.1 a|1.1.2 b|1.1.3 c|1.2.1 d|1.2.2 e|1.2.4 f|",
		"<table><tr><td>a</td></tr>" + strings.Repeat("<table><tr><td>", 20) + "b" + strings.Repeat("</table>", 20) + "<tr><td>c": "1.1.1 a|16.1.1 b|1.2.1 c|",
	} {
		p := NewParser(Limits{Text: 1 << 20, Links: 10, Elements: 1000, Title: 100, Attribute: 100})
		p.KeepLayout(true)
		if got := placed(t, p, body); got != want {
			t.Errorf("%.80q: %s, want %s", body, got, want)
		}
		p.KeepLayout(false)
		if page := pageWith(t, p, "<body>"+body); page.Cells != nil {
			t.Errorf("%.80q without layout: %v", body, page.Cells)
		}
	}
}

func placed(t *testing.T, p *Parser, body string) string {
	t.Helper()
	page := pageWith(t, p, "<body>"+body)
	var b strings.Builder
	for x := range document.Blocks(&page) {
		c := x.Cell
		if c.Table > 0 {
			fmt.Fprint(&b, c.Table)
		}
		if c.Row > 0 {
			fmt.Fprintf(&b, ".%d.%d", c.Row, c.Column)
		}
		switch {
		case c.Header:
			b.WriteByte('!')
		case c.Table > 0:
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s|", x.Text)
	}
	return b.String()
}

// TestCellLimits checks that a page with tables without end is read in time, that its cells are
// limited, and that what is behind the limit is as if outside of tables.
func TestCellLimits(t *testing.T) {
	t.Parallel()
	p := NewParser(Limits{Text: 1 << 20, Links: 10, Elements: 1 << 20, Title: 100, Attribute: 100})
	p.KeepLayout(true)
	for _, part := range []string{"<table><td>a", "<tr><td>a", "<td>a", "<td colspan=99999 rowspan=99999>a<tr>", "<tbody><td rowspan=0 colspan=300>a", "<table><td>a</table>"} {
		page := pageWith(t, p, "<body><table>"+strings.Repeat(part, 60_000))
		if n := len(page.Cells); n == 0 || n > htmltable.MaxCells+1 {
			t.Errorf("%q: %d cells", part, n)
		}
		if c := page.Cells[len(page.Cells)-1]; len(page.Cells) > htmltable.MaxCells && c.Table != 0 {
			t.Errorf("%q: %+v", part, c)
		}
	}
}
