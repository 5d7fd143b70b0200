package text_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/text"
)

// TestHeadings: lines that are underlined are headings, of the level that the way of underlining has in the text.
func TestHeadings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{
			"as reStructuredText has them",
			".. _looms:\n\n*****\nLooms\n*****\n\nThey weave.\n\nParts of looms\n==============\n\nShuttle\n-------\nIt flies.\n\nCare\n====\nOil.\n",
			"text:.. _looms:|h1:Looms|text:They weave.|h2:Parts of looms|h3:Shuttle|text:It flies.|h2:Care|text:Oil.",
		},
		{"around and indented", "=======\r\n Looms \r\n=======\r\nThey weave.", "h1:Looms|text:They weave."},
		{"another language", "Ткацкие станки\n~~~~~~~~~~~~~~\n\nx", "h1:Ткацкие станки|text:x"},
		{"two in a row", "Looms\n=====\nParts\n-----\n", "h1:Looms|h2:Parts"},
		{"a short rule", "Some words of a text\n---\nx", "text:Some words of a text --- x"},
		{"not the first line of a paragraph", "They weave.\nLooms\n=====\n", "text:They weave. Looms ====="},
		{"indented", "  Looms\n  =====\n  x", "text:Looms ===== x"},
		{"a table", "=====  ====\nLoom   Year\n=====  ====\n", "text:===== ==== Loom Year ===== ===="},
		{"other rules around", "=====\nLooms\n-----\n", "text:===== Looms -----"},
		{"the banner of a program", "#########\n# Looms #\n#########\n", "text:######### # Looms # #########"},
		{"no words", "2024\n====\n\n====\n====\n", "text:2024 ====|text:==== ===="},
		{"one way too many", "A\n===\nB\n---\nC\n~~~\nD\n^^^\nE\n\"\"\"\nF\n'''\nG\n+++\n", "h1:A|h2:B|h3:C|h4:D|h5:E|h6:F|h6:G"},
		{"long", strings.Repeat("a", 201) + "\n" + strings.Repeat("=", 201) + "\n", "text:" + strings.Repeat("a", 201) + " " + strings.Repeat("=", 201)},
		{"the end", "Looms\n=====", "h1:Looms"},
	} {
		var p aranea.Page
		if text.Parse(&p, []byte(tt.body), 1000, 100) {
			t.Errorf("%s: limited", tt.name)
		}
		var got []string
		for _, e := range p.Elements {
			got = append(got, e.Kind.String()+":"+string(p.Text[e.Start:e.End]))
		}
		if g := strings.Join(got, "|"); g != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, g, tt.want)
		}
	}
	var p aranea.Page
	if limited := text.Parse(&p, []byte("Looms of all kinds\n==================\nx"), 10, 100); !limited || string(p.Text) != "Looms of\n" {
		t.Errorf("a long one: %q", p.Text)
	}
}

// FuzzParse: elements are parts of the text, one behind the other, within the limits.
func FuzzParse(f *testing.F) {
	f.Add([]byte("===\nA b\n===\n\nC\n---\nd\x1b[0m"))
	f.Fuzz(func(t *testing.T, body []byte) {
		var p aranea.Page
		text.Parse(&p, body, 100, 5)
		end := uint32(0)
		for _, e := range p.Elements {
			if e.Start < end || e.Start >= e.End || int(e.End) > len(p.Text) {
				t.Fatalf("%s from %d to %d of %d", e.Kind, e.Start, e.End, len(p.Text))
			}
			end = e.End
		}
		if len(p.Text) > 100 || len(p.Elements) > 5 {
			t.Fatalf("%d bytes, %d elements", len(p.Text), len(p.Elements))
		}
	})
}
