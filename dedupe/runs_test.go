package dedupe

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestRuns checks which pages have runs of words in common.
func TestRuns(t *testing.T) {
	t.Parallel()
	text := article(400)
	whole := Runs(pageOf(block{kind: aranea.ElementText, text: text}), 1000)
	if n := len(whole); n < 20 || n > 100 {
		t.Fatalf("%d runs of 400 words", n)
	}
	in := func(runs []uint64) (n int) {
		for _, r := range runs {
			if slices.Contains(whole, r) {
				n++
			}
		}
		return n
	}
	for name, blocks := range map[string][]block{
		"in capitals, among others": {{kind: aranea.ElementText, text: "Another text comes before it."}, {kind: aranea.ElementText, text: strings.ToUpper(text)}},
		"in two blocks":             {{kind: aranea.ElementText, text: text[:len(text)/2]}, {kind: aranea.ElementHeading1, text: text[len(text)/2:]}},
	} {
		if n := in(Runs(pageOf(blocks...), 1000)); n < len(whole)-2 {
			t.Errorf("%s: %d of %d runs are the same", name, n, len(whole))
		}
	}
	if n := in(Runs(pageOf(block{kind: aranea.ElementText, text: strings.ReplaceAll(text, "word", "term")}), 1000)); n > 5 {
		t.Errorf("%d runs of another text are the same", n)
	}
	if n := len(Runs(pageOf(block{kind: aranea.ElementText, text: text}), 7)); n != 7 {
		t.Errorf("%d runs, want 7", n)
	}
	if n := len(Runs(pageOf(block{kind: aranea.ElementTitle, text: text}), 1000)); n != 0 {
		t.Errorf("%d runs of a title", n)
	}
	p := pageOf(block{kind: aranea.ElementText, text: text})
	for i := range p.Elements {
		p.Elements[i].Zone = aranea.ZoneTemplate
	}
	if n := len(Runs(p, 1000)); n != 0 {
		t.Errorf("%d runs of what is on many pages", n)
	}
}

// TestTitleOf checks which titles are the same.
func TestTitleOf(t *testing.T) {
	t.Parallel()
	of := func(title string) uint64 { return TitleOf(pageOf(block{kind: aranea.ElementTitle, text: title})) }
	if of("Changeset 9874c8c – Library") != of("changeset 12ab34ef56, library") {
		t.Error("identifiers count")
	}
	for _, other := range []string{"Changeset – Libraries", "Changeset 12 – Library", "Changeset defaced – Library", "Library changeset"} {
		if of(other) == of("Changeset – Library") {
			t.Errorf("%q has the same title", other)
		}
	}
	if of("1234567") != 0 || TitleOf(&aranea.Page{}) != 0 || of("x") == 0 {
		t.Error("a page without a title has one, or one with a title none")
	}
}

// FuzzRuns checks that no text makes more runs than allowed.
func FuzzRuns(f *testing.F) {
	f.Add("Some words of a text, 一些文字, and \xff\xfe more.")
	f.Fuzz(func(t *testing.T, text string) {
		p := pageOf(block{kind: aranea.ElementText, text: text}, block{kind: aranea.ElementTitle, text: text})
		if n := len(Runs(p, 10)); n > 10 {
			t.Errorf("%d runs", n)
		}
		TitleOf(p)
	})
}
