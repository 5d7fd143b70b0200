package document_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/internal/htmltable"
	"github.com/aranea-search/aranea/internal/preformat"
)

// TestPreformatted checks that preformatted blocks have their whitespace, unless a part of them
// must not be shown.
func TestPreformatted(t *testing.T) {
	t.Parallel()
	p := &aranea.Page{
		Text:     []byte("if a: b c\nplain text\nx y\n"),
		Elements: []aranea.Element{{End: 9}, {Start: 10, End: 20}, {Start: 21, End: 24}},
		Breaks:   []preformat.Break{{At: 0, Indent: 1}, {At: 5, Lines: 2, Indent: 2}, {At: 21}, {At: 22, Lines: 1}},
	}
	told := func() string {
		var out []string
		for b := range document.Blocks(p) {
			out = append(out, fmt.Sprintf("%q %v", b.Text, b.Pre))
		}
		return strings.Join(out, ", ")
	}
	if got, want := told(), `" if a:\n\n  b c" true, "plain text" false, "x\ny" true`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementUnshown, Start: 23, End: 24})
	if got, want := told(), `" if a:\n\n  b c" true, "plain text" false, "x" true`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for b := range document.Blocks(p) {
		if !slices.Equal(b.Text, []byte(" if a:\n\n  b c")) {
			t.Errorf("%q", b.Text)
		}
		break
	}
}

// TestCells checks that blocks have the place of the cell that they are in.
func TestCells(t *testing.T) {
	t.Parallel()
	p := &aranea.Page{
		Text:     []byte("a\nb\nc\nd\n"),
		Elements: []aranea.Element{{End: 1}, {Start: 2, End: 3}, {Start: 4, End: 5}, {Start: 6, End: 7}},
		Cells:    []htmltable.Cell{{At: 1, Table: 1}, {At: 2, Table: 1, Row: 1, Column: 2}, {At: 6}},
	}
	var got []string
	for b := range document.Blocks(p) {
		got = append(got, fmt.Sprint(string(b.Text), b.Cell.Table, b.Cell.Row, b.Cell.Column))
	}
	if got, want := strings.Join(got, ", "), "a0 0 0, b1 1 2, c1 1 2, d0 0 0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestLongBlock checks that a block is whole that is longer than what snippets are cut from.
func TestLongBlock(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("word ", document.MaxSnippet/5+1) + "end"
	p := &aranea.Page{Text: []byte(text + "\n"), Elements: []aranea.Element{{End: uint32(len(text))}}}
	for b := range document.Blocks(p) {
		if string(b.Text) != text {
			t.Errorf("%d bytes of %d", len(b.Text), len(text))
		}
	}
}
