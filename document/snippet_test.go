package document

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document/outline"
)

// TestSnippetText: lists of links stay out of snippets, unless the page is nothing
// but links; the template of its site always does. A link in the main text, as in the cell of a table, is part of it.
func TestSnippetText(t *testing.T) {
	t.Parallel()
	const prose = "A page of running text that is long enough to be worth reading by itself, more or less."
	page := func(blocks ...string) *aranea.Page {
		p := &aranea.Page{}
		for _, b := range blocks {
			text, listed := strings.CutSuffix(b, "@")
			text, template := strings.CutSuffix(text, "%")
			text, linked := strings.CutSuffix(text, "~")
			zone := aranea.ZoneMain
			switch {
			case listed:
				zone = aranea.ZoneLinks
			case template:
				zone = aranea.ZoneTemplate
			}
			from := uint32(len(p.Text))
			p.Text = append(p.Text, text...)
			if linked || listed {
				p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementAnchor, Start: from, End: uint32(len(p.Text))})
			}
			p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementText, Zone: zone, Start: from, End: uint32(len(p.Text))})
			p.Text = append(p.Text, '\n')
		}
		return p
	}
	tests := []struct {
		name string
		page *aranea.Page
		want string
	}{
		{"menu and text", page("Home@", "News@", prose, "Imprint@"), prose + "\n"},
		{"elements without words", page("·", prose, "→ …", "1.", "§§"), prose + "\n1.\n"},
		{"a link in the text", page("Home@", prose, "setvbuf~"), prose + "\nsetvbuf\n"},
		{"menu and one short sentence", page("The book", "Home@", "This is reached only through a frame."), "The book\nThis is reached only through a frame.\n"},
		{"menu and a sentence in characters", page("蜘蛛之书", "网络机器人@", "狼蛛在地面上追捕猎物，大多在夜里。"), "蜘蛛之书\n狼蛛在地面上追捕猎物，大多在夜里。\n"},
		{"list of links", page("The book", "Home@", "News@"), "The book\nHome\nNews\n"},
		{"list of links in letters of two bytes", page("Книга о пауках", "Пауки", "Смотрите также", "Паучий шёлк@", "Книга о пауках"), "Книга о пауках\nПауки\nСмотрите также\nПаучий шёлк\nКнига о пауках\n"},
		{"nothing but links", page("Home@", "News@"), "Home\nNews\n"},
		{"a short page of a site with a template", page("Home@", "okapi", "All rights reserved%"), "Home\nokapi\n"},
		{"nothing but a template", page("All rights reserved%"), ""},
		{"nothing", page(), ""},
	}
	for _, tt := range tests {
		if got := string(snippetOf(tt.page)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestUnshownText: what is not shown leaves a gap.
func TestUnshownText(t *testing.T) {
	t.Parallel()
	const text = "one two three four"
	page := func(spans ...[2]uint32) *aranea.Page {
		p := &aranea.Page{Text: []byte(text + "\n")}
		for _, s := range spans {
			p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementUnshown, Start: s[0], End: s[1]})
		}
		p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementText, End: uint32(len(text))})
		return p
	}
	tests := []struct {
		name  string
		spans [][2]uint32
		want  string
	}{
		{"nothing", nil, text + "\n"},
		{"in the middle", [][2]uint32{{4, 7}}, "one … three four\n"},
		{"at the start", [][2]uint32{{0, 7}}, "three four\n"},
		{"at the end", [][2]uint32{{8, 18}}, "one two\n"},
		{"two that touch", [][2]uint32{{4, 7}, {7, 13}}, "one … four\n"},
		{"two in each other", [][2]uint32{{4, 13}, {5, 6}}, "one … four\n"},
		{"beyond the element", [][2]uint32{{4, 19}}, "one\n"},
		{"all", [][2]uint32{{0, 18}}, ""},
	}
	for _, tt := range tests {
		if got := string(snippetOf(page(tt.spans...))); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestManyUnshown: each part that is not shown is looked for only where it can be: half a million
// in as many elements would take minutes otherwise.
func TestManyUnshown(t *testing.T) {
	t.Parallel()
	element := func(k aranea.ElementKind, start, end uint32) aranea.Element {
		return aranea.Element{Kind: k, Start: start, End: end}
	}
	const block, unshown = aranea.ElementText, aranea.ElementUnshown
	const many = 1 << 19
	p := &aranea.Page{Text: bytes.Repeat([]byte("a "), many)}
	for i := range uint32(many) {
		p.Elements = append(p.Elements, element(unshown, 2*i, 2*i+1), element(block, 2*i, 2*i+1))
	}
	if text := bytes.TrimSpace(snippetOf(p)); len(text) > 0 {
		t.Errorf("of parts that are not shown, %d bytes are", len(text))
	}
	p.Elements = append(p.Elements, element(unshown, 0, 2*many)) // around all of them
	if text := snippetOf(p); len(text) > 0 {
		t.Errorf("%d bytes are shown", len(text))
	}
}

// TestSnippetRoom: an element that has no room is cut between words, what is not shown
// takes none, and no text passes the limit.
func TestSnippetRoom(t *testing.T) {
	t.Parallel()
	words, start := strings.Repeat("kestrel flight ", MaxSnippet/12), "A short start."
	page := func(blocks ...string) *aranea.Page {
		p := &aranea.Page{}
		for _, b := range blocks {
			from := uint32(len(p.Text))
			for i, piece := range strings.Split(b, "|") { // every second one is not shown
				at := uint32(len(p.Text))
				if p.Text = append(p.Text, piece...); i%2 == 1 {
					p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementUnshown, Start: at, End: uint32(len(p.Text))})
				}
			}
			p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementText, Start: from, End: uint32(len(p.Text))})
			p.Text = append(p.Text, '\n')
		}
		return p
	}
	tests := []struct {
		name           string
		page           *aranea.Page
		prefix, suffix string
		full           bool
	}{
		{"one that does not fit", page(start, words, "The end."), start + "\nkestrel flight", " kestrel\n", true},
		{"two that fit together not", page(words[:MaxSnippet*5/8], words), "kestrel flight", "\n", true},
		{"one that is not shown", page(start, "A view. |"+words+"|", "The end."), start + "\nA view.", "\nThe end.\n", false},
		{"shown on both sides", page(words[:MaxSnippet*15/16] + "|magpie|" + words), "kestrel flight", "\n", true},
		{"not shown behind the cut", page(words + "|magpie|"), "kestrel flight", "\n", true},
		{"one word", page(start, strings.Repeat("蛛", MaxSnippet), "The end."), start + "\n蛛", "蛛\n", true},
		{"many that fit", page(strings.Split(strings.Repeat("Short lines.\n", MaxSnippet/10), "\n")...), "Short lines.\n", "\nShort\n", true},
	}
	for _, tt := range tests {
		got := snippetOf(tt.page)
		if len(got) > MaxSnippet || mayBeCut(got) != tt.full || !utf8.Valid(got) {
			t.Errorf("%s: %d bytes, may be cut %v", tt.name, len(got), mayBeCut(got))
		}
		if s := string(got); !strings.HasPrefix(s, tt.prefix) || !strings.HasSuffix(s, tt.suffix) || strings.Contains(s, "magpie") {
			t.Errorf("%s: begins %.40q, ends %q", tt.name, s, s[max(0, len(s)-40):])
		}
		for word := range strings.FieldsSeq(string(got)) {
			if len(word) > len("kestrel") && !strings.HasPrefix(word, "蛛") {
				t.Fatalf("%s: %q", tt.name, word)
			}
		}
	}
	for room := range 120 { // the room before the cut, byte by byte
		got := snippetOf(page(words[:MaxSnippet-60+room], words))
		if len(got) > MaxSnippet || !mayBeCut(got) {
			t.Errorf("%d: %d bytes", room, len(got))
		}
	}
}

// mayBeCut reports whether a text may end inside an element because the limit was reached.
func mayBeCut(text []byte) bool {
	return len(text) >= MaxSnippet-maxCut-len(" ")-len(gap)-utf8.UTFMax-len("\n")
}

// snippetOf returns the text that snippets of a page are cut from.
func snippetOf(p *aranea.Page) []byte {
	return snippetText(nil, p, ofKind(nil, p, aranea.ElementAnchor), new(outline.Builder))
}
