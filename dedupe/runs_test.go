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
	if n := len(Runs(pageOf(block{kind: aranea.ElementText, text: text}), 7)); n == 0 || n > 7 {
		t.Errorf("%d runs, want 1 to 7", n)
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

// TestRunsOfRepeatedText checks that what a page says again and again counts once, and that a page
// without runs is not read to its end.
func TestRunsOfRepeatedText(t *testing.T) {
	t.Parallel()
	text := article(400)
	once, often := Runs(pageOf(block{kind: aranea.ElementText, text: text}), 1000), Runs(pageOf(block{kind: aranea.ElementText, text: strings.Repeat(text+" ", 10)}), 1000)
	if len(often) > len(once)+2 {
		t.Errorf("%d runs of a text, %d of ten times the same", len(once), len(often))
	}
	late := pageOf(block{kind: aranea.ElementText, text: strings.Repeat("a ", 80) + text})
	if n := len(Runs(late, 10)); n > 1 {
		t.Errorf("%d runs after 80 words that make none or one", n)
	}
}

// TestNames checks what names a page.
func TestNames(t *testing.T) {
	t.Parallel()
	of := func(blocks ...block) []uint64 { return Names(pageOf(blocks...)) }
	title := func(text string) block { return block{kind: aranea.ElementTitle, text: text} }
	for _, other := range []string{"Changeset – Libraries", "Changeset 12 – Library", "Changeset defaced – Library", "Library changeset"} {
		if slices.Equal(of(title(other)), of(title("Changeset – Library"))) {
			t.Errorf("%q names the same page", other)
		}
	}
	if !slices.Equal(of(title("Changeset 9874c8c – Library")), of(title("changeset 12ab34ef56, library"))) {
		t.Error("identifiers count")
	}
	if len(of(title("1234567"))) != 0 || len(of()) != 0 {
		t.Error("a page without a name has one")
	}
	page := func(heading, begin, alt, rest string) []block {
		return []block{title("Shop"), {kind: aranea.ElementAlt, text: alt}, {kind: aranea.ElementHeading2, text: heading}, {kind: aranea.ElementText, text: "…"}, {kind: aranea.ElementText, text: begin + " and sixteen words more, which are the same on each page of a shop that has these, so on " + rest}, {kind: aranea.ElementHeading2, text: "Terms " + rest}, {kind: aranea.ElementText, text: rest}}
	}
	names := of(page("A chair", "Of wood", "Photo", "x")...)
	if len(names) != 4 {
		t.Errorf("%d names, want 4", len(names))
	}
	for name, tt := range map[string]struct {
		blocks []block
		same   bool
	}{
		"another heading":        {page("A table", "Of wood", "Photo", "x"), false},
		"another beginning":      {page("A chair", "Of steel", "Photo", "x"), false},
		"another image":          {page("A chair", "Of wood", "Drawing", "x"), false},
		"another text behind it": {page("A chair", "Of wood", "Photo", "y"), true},
	} {
		if slices.Equal(of(tt.blocks...), names) != tt.same {
			t.Errorf("%s: the names are the same: %t", name, !tt.same)
		}
	}
	p := pageOf(page("A chair", "Of wood", "Photo", "x")...)
	for i := range p.Elements {
		p.Elements[i].Zone = aranea.ZoneTemplate
	}
	if n := len(Names(p)); n != 1 {
		t.Errorf("%d names where all but the title is on many pages, want 1", n)
	}
	var images []block
	for range 100 {
		images = append(images, block{kind: aranea.ElementAlt, text: "Photo"})
	}
	if n := len(of(images...)); n != maxNames {
		t.Errorf("%d names of 100 images", n)
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
		if n := len(Names(p)); n > maxNames {
			t.Errorf("%d names", n)
		}
	})
}

// TestEntryRuns checks that the entries of a list say the same in another order, with other numbers beside them, and
// under another heading.
func TestEntryRuns(t *testing.T) {
	t.Parallel()
	var entries []block
	for i := range 60 {
		entries = append(entries, block{kind: aranea.ElementText, text: strings.Join(strings.Fields(article(800))[i*12:i*12+12], " ")})
	}
	list := func(heading, number string, rows ...block) []uint64 {
		all := []block{{kind: aranea.ElementHeading1, text: heading}}
		for _, r := range rows {
			all = append(all, block{kind: aranea.ElementText, text: number + " " + lettered(r.text)})
		}
		return EntryRuns(pageOf(all...), 1000)
	}
	one := list("All shoes of the shop", "12", entries...)
	slices.Reverse(entries)
	if other := list("Red shoes and blue shoes, small", "7", entries...); len(one) < 10 || !slices.Equal(one, other) {
		t.Errorf("%d and %d runs differ", len(one), len(other))
	}
	entries[0].text = "another entry that no list had " + entries[0].text[:40] + " until now, with further words behind it, and more of these"
	if more := list("All shoes of the shop", "12", entries...); slices.Equal(one, more) {
		t.Error("a new entry says nothing")
	}
}

// lettered returns a text with a letter for each digit.
func lettered(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return 'k' + r - '0'
		}
		return r
	}, text)
}

// TestTitles checks that a title counts without numbers and given words, and what a text begins with not at all.
func TestTitles(t *testing.T) {
	t.Parallel()
	titles := func(title, text string) []uint64 {
		return Titles(pageOf(block{kind: aranea.ElementTitle, text: title}, block{kind: aranea.ElementText, text: text}), map[string]bool{"red": true, "blue": true})
	}
	if a, b := titles("Shoes: red, 12 pairs", "There are 12."), titles("Shoes: Blue, 7 pairs", "There are seven."); len(a) != 1 || !slices.Equal(a, b) {
		t.Errorf("%d and %d", a, b)
	}
	if a, b := titles("Shoes: red", ""), titles("Hats: red", ""); slices.Equal(a, b) {
		t.Error("other titles are the same")
	}
	if n := titles("red 12", "There are 12."); len(n) != 0 {
		t.Errorf("a title without words of its own: %d", n)
	}
}
