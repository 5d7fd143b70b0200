package markdown_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content/contenttest"
	"github.com/aranea-search/aranea/extract/markdown"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"headings and text", "# One\n\nsome\ntext\n\nTwo\n---\n", "h1(One) text(some text) h2(Two)"},
		{"settings before the text", "---\ntitle: x\n---\n# One\n", "h1(One)"},
		{"lists", "- a\n- b\n\n1. c\n", "list-item(a) list-item(b) list-item(c)"},
		{"bold and links", "a **b** [c](d.md) <http://e.test/>", "bold(b) anchor(c) anchor(http://e.test/) text(a b c http://e.test/) [c]d.md [http://e.test/]http://e.test/"},
		{"code", "`x`\n\n```go\nfunc y()\n```\n", "text(x) text(func y())"},
		{"a table", "|a|b|\n|-|-|\n|c|d|\n", "cell(a) cell(b) cell(c) cell(d)"},
		{"HTML", "<p>a <a href=x>b</a></p>\n", "anchor(b) text(a b) [b]x"},
		{"an image", "![a picture](x.png)", "text(a picture)"},
	} {
		r, err := markdown.Read([]byte(tt.body), contenttest.Limits())
		if got := contenttest.Show(&r); got != tt.want || err != nil {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, tt.want)
		}
	}
}

// TestLongDocument: what exceeds the limit is dropped, and that is reported.
func TestLongDocument(t *testing.T) {
	t.Parallel()
	if r, err := markdown.Read([]byte("# x\n"+strings.Repeat("\n", markdown.MaxBody)), contenttest.Limits()); err != nil || !r.Limited {
		t.Errorf("%v, %v", r.Limited, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("---\ntitle: x\n---\n# a\n\n- b **c** [d](e.md)\n\n|f|g|\n|-|-|\n|h|![i](j.png)|\n\n<p>k <a href=l>m</a>\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if r, _ := markdown.Read(body, contenttest.Limits()); len(r.Text) > contenttest.Limits().Text {
			t.Fatalf("%d bytes", len(r.Text))
		}
	})
}
