package limits

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

// TestHolds: a part is told from a piece of a longer word, and found where words have no
// spaces between them.
func TestHolds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, part string
		want       bool
	}{
		{"call 555 now", "555", true},
		{"call 1555, or 555.", "555", true},
		{"call 15550 now", "555", false},
		{"call 1555 now", "55", false},
		{"the web", "we", false},
		{"(web)", "web", true},
		{"蜘蛛の巣", "蛛の", true},
		{"паутина", "паут", false},
		{"web", "web", true},
		{"web", "webs", false},
	} {
		if got := holds([]byte(tt.text), []byte(tt.part)); got != tt.want {
			t.Errorf("%q in %q: %v, want %v", tt.part, tt.text, got, tt.want)
		}
	}
}

// TestAllow: an older version keeps to the limits of a newer one if it has limits
// that are as narrow.
func TestAllow(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	free := aranea.IndexChange{Snippet: true}
	tests := []struct {
		name         string
		newer, older aranea.IndexChange
		want         bool
	}{
		{"nothing is forbidden", free, free, true},
		{"nothing any more", free, aranea.IndexChange{}, true},
		{"no words", aranea.IndexChange{}, free, false},
		{"no words as before", aranea.IndexChange{}, aranea.IndexChange{}, true},
		{"no text", aranea.IndexChange{Snippet: true, NoCopy: true}, free, false},
		{"no text, and no words before", aranea.IndexChange{Snippet: true, NoCopy: true}, aranea.IndexChange{}, true},
		{"few letters", aranea.IndexChange{Snippet: true, MaxSnippet: 9}, free, false},
		{"fewer letters", aranea.IndexChange{Snippet: true, MaxSnippet: 9}, aranea.IndexChange{Snippet: true, MaxSnippet: 10}, false},
		{"more letters", aranea.IndexChange{Snippet: true, MaxSnippet: 10}, aranea.IndexChange{Snippet: true, MaxSnippet: 9}, true},
		{"an end", aranea.IndexChange{Snippet: true, Expires: day}, free, false},
		{"an earlier end", aranea.IndexChange{Snippet: true, Expires: day}, aranea.IndexChange{Snippet: true, Expires: day.Add(1)}, false},
		{"a secret", aranea.IndexChange{Snippet: true, Access: "a"}, free, false},
		{"another secret", aranea.IndexChange{Snippet: true, Access: "a"}, aranea.IndexChange{Snippet: true, Access: "b"}, false},
		{"the same secret", aranea.IndexChange{Snippet: true, Access: "a"}, aranea.IndexChange{Snippet: true, Access: "a"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.newer.Page, tt.older.Page = &aranea.Page{}, &aranea.Page{}
			if got := Of(&tt.newer).Allow(Of(&tt.older)); got != tt.want {
				t.Errorf("the older one keeps to it: %v, want %v", got, tt.want)
			}
		})
	}
}

// parts returns a page of which so many parts are not shown.
func parts(n int) *aranea.IndexChange {
	p := &aranea.Page{}
	for i := range n {
		from := uint32(len(p.Text))
		p.Text = fmt.Appendf(p.Text, "part%dx", i)
		end := uint32(len(p.Text))
		p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementUnshown, Start: from, End: end}, aranea.Element{Start: from, End: end})
		p.Text = append(p.Text, '\n')
	}
	return &aranea.IndexChange{Snippet: true, Page: p}
}

// TestManyParts: as many parts are compared as the bound allows; above it, an older
// version shows some of them, unless nothing of it is shown. What is kept of them is
// counted and bounded.
func TestManyParts(t *testing.T) {
	t.Parallel()
	bound, more := Of(parts(MaxParts)), Of(parts(MaxParts+1))
	if !bound.Allow(bound.Kept()) || Of(parts(MaxParts)).Allow(Of(parts(MaxParts-1)).Kept()) {
		t.Error("parts up to the bound are not compared")
	}
	if more.Allow(more.Kept()) || bound.Allow(more.Kept()) || more.showsNone([]byte("other words"), false) || more.none() {
		t.Error("parts above the bound are allowed")
	}
	if !more.Allow(Of(&aranea.IndexChange{Page: &aranea.Page{}})) || !more.showsNone(nil, false) || !(Limits{}).Allow(more.Kept()) {
		t.Error("a version that shows nothing is not allowed")
	}
	if n := bound.Kept().Bytes(); n < 8*MaxParts || n > 16*MaxParts {
		t.Errorf("%d parts take %d bytes", MaxParts, n)
	}
	if n := more.Kept().Bytes(); n != 0 {
		t.Errorf("parts that are not compared take %d bytes", n)
	}
}

// TestHoldsIsBounded: a long part that stands in a text over and over, but always
// within a longer word, is not compared without end.
func TestHoldsIsBounded(t *testing.T) {
	t.Parallel()
	text, part := bytes.Repeat([]byte("a"), 64<<10), bytes.Repeat([]byte("a"), 32<<10)
	if !holds(text, part) {
		t.Error("it was compared to the end")
	}
	if holds(text, []byte("a")) {
		t.Error("a short part was not")
	}
}

// TestCutText: a text that is cut off may end with the start of a part that is not
// shown any more, one that is not cut only holds it whole.
func TestCutText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", maxHead/4) + "end"
	for _, tt := range []struct {
		text, part string
		want       bool // nothing of it is shown
	}{
		{"one two three", "three four", false},
		{"one two three", "two three four", false},
		{"one two thr", "three four", false},
		{"one two three", "four five", true},
		{"one two three", "ee four", true}, // within a longer word
		{"one two three", "one two four", true},
		{"начало сло", "слово", false},
		{"one " + long[:len(long)-8], long, false},
		{"one " + long[:maxHead/2], long, false},
	} {
		part := plain([]byte(tt.part))
		l := Limits{hashes: []uint64{sum(part)}, parts: [][]byte{part}}
		if got := l.showsNone([]byte(tt.text), true); got != tt.want {
			t.Errorf("%.30q in %.30q: not shown %v, want %v", tt.part, tt.text, got, tt.want)
		}
		if !l.showsNone([]byte(tt.text), false) {
			t.Errorf("%.30q in %.30q: shown, though nothing is cut", tt.part, tt.text)
		}
	}
}
