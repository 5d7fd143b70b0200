package ocr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/content"
)

// row is a line of the program's table: a word of a paragraph and line, and how sure it is.
func row(paragraph, line int, confidence float64, word string) string {
	return fmt.Sprintf("5\t1\t1\t%d\t%d\t1\t10\t20\t30\t40\t%f\t%s\n", paragraph, line, confidence, word)
}

// TestTable: words become paragraphs; those of which the program is not sure are none.
func TestTable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, table, want string }{
		{"nothing", "", ""},
		{"a heading of the table, and parts of the page", "level\tpage_num\n1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t\n", ""},
		{"two paragraphs", row(1, 1, 90, "One") + row(1, 2, 90, "two") + row(2, 1, 90, "three"), "One two\nthree\n"},
		{"a word in two lines", row(1, 1, 90, "deduc-") + row(1, 2, 90, "tion"), "deduction\n"},
		{"a name with a hyphen in two lines", row(1, 1, 90, "Baden-") + row(1, 2, 90, "Baden"), "Baden- Baden\n"},
		{"a hyphen within a line", row(1, 1, 90, "two-") + row(1, 1, 90, "fold"), "two- fold\n"},
		{"a word in two paragraphs", row(1, 1, 90, "deduc-") + row(2, 1, 90, "tion"), "deduction\n"},
		{"a dash at the end of a line", row(1, 1, 90, "-") + row(1, 2, 90, "so"), "- so\n"},
		{"Chinese, of which each character is a word", row(1, 1, 90, "天") + row(1, 1, 90, "气") + row(1, 1, 90, "2026"), "天气 2026\n"},
		{"leaves in a photo", row(1, 1, 20, "jf") + row(1, 1, 55, "Wi,"), ""},
		{"one bad word in a good paragraph", row(1, 1, 95, "beginning") + row(1, 1, 10, "x"), "beginning x\n"},
		{"a border", row(1, 1, 95, "|"), ""},
		{"confidence that is none", row(1, 1, -1, "One") + "5\t1\t1\t1\t1\t1\t0\t0\t0\t0\tx\ttwo\n", ""},
		{"a line that is cut", row(1, 1, 90, "One") + "5\t1\t1", "One\n"},
	} {
		b := content.New(content.Limits{Text: 1000, Elements: 100})
		write(b, tt.table)
		if d := b.Document(""); string(d.Text) != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, d.Text, tt.want)
		}
	}
}

// FuzzTable: whatever the program prints, the text is within the limits.
func FuzzTable(f *testing.F) {
	f.Add(row(1, 1, 90, "One") + row(1, 2, 90, "two"))
	f.Add(strings.Repeat("5\t", columns))
	f.Fuzz(func(t *testing.T, table string) {
		b := content.New(content.Limits{Text: 100, Elements: 10})
		write(b, table)
		if d := b.Document(""); len(d.Text) > 120 || len(d.Elements) > 10 {
			t.Errorf("%d bytes in %d elements", len(d.Text), len(d.Elements))
		}
	})
}
