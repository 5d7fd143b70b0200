package dedupe

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// article returns a text of the given number of different words.
func article(words int) string {
	var b strings.Builder
	for i := range words {
		fmt.Fprintf(&b, "word%d ", i*i%9973)
	}
	return b.String()
}

func TestSketch(t *testing.T) {
	t.Parallel()
	text := article(400)
	body := func(s string) block { return block{aranea.ElementText, s, false} }
	base := Sketch(pageOf(body(text)))
	chinese := strings.Repeat("蛛丝离开身体时是液态蛋白质在拉出的过程中变成固体网络机器人访问网页阅读内容再沿着链接走到别的网页", 2)
	tests := []struct {
		name string
		page *aranea.Page
		near bool
	}{
		{"the same", pageOf(body(text)), true},
		{"another title", pageOf(block{aranea.ElementTitle, "another title", false}, body(text)), true},
		{"another description", pageOf(body(text), block{aranea.ElementDescription, article(90), false}), true},
		{"other elements and case", pageOf(block{aranea.ElementListItem, strings.ToUpper(text[:len(text)/2]), false}, body(text[len(text)/2:])), true},
		{"a date changed", pageOf(body(strings.Replace(text, "word1 ", "yesterday ", 1))), true},
		{"an advert that its owner excludes", pageOf(body(text), block{aranea.ElementText, article(90), true}), true},
		{"half of the text", pageOf(body(text[:len(text)/2])), false},
		{"as much again", pageOf(body(text + " " + strings.Repeat("and more of it ", 100))), false},
		{"another text", pageOf(body(strings.ReplaceAll(text, "word", "term"))), false},
		{"another language", pageOf(body(chinese)), false},
		{"nothing", pageOf(), false},
	}
	for _, tt := range tests {
		if got := Sketch(tt.page); Near(base, got) != tt.near {
			t.Errorf("%s: %d bits of 64 differ, near %t", tt.name, Distance(base, got), !tt.near)
		}
	}
	if Sketch(pageOf(body(chinese))) == 0 {
		t.Error("Chinese text has no words")
	}
}

// TestSketchLeavesMenusOut checks that elements that consist of links are not part of the page's
// main text.
func TestSketchLeavesMenusOut(t *testing.T) {
	t.Parallel()
	text, menu := article(100), article(80)
	with := pageOf(block{aranea.ElementListItem, menu, false}, block{aranea.ElementText, text, false})
	with.Elements = append(with.Elements, aranea.Element{Kind: aranea.ElementAnchor, Start: 0, End: uint32(len(menu))})
	if a, b := Sketch(with), Sketch(pageOf(block{aranea.ElementText, text, false})); a != b || a == 0 {
		t.Errorf("with the menu %x, without %x", a, b)
	}
}

// TestSketchOfLittle checks that a page with few words is not near any page.
func TestSketchOfLittle(t *testing.T) {
	t.Parallel()
	little := Sketch(pageOf(block{aranea.ElementText, article(MinWords - 1), false}))
	if little != 0 || Near(little, little) {
		t.Errorf("%d words have the sketch %x", MinWords-1, little)
	}
	if enough := Sketch(pageOf(block{aranea.ElementText, article(MinWords), false})); enough == 0 || !Near(enough, enough) {
		t.Errorf("%d words have the sketch %x", MinWords, enough)
	}
}

// TestSketchIsStable checks a value that data folders contain.
func TestSketchIsStable(t *testing.T) {
	t.Parallel()
	p := pageOf(block{aranea.ElementText, article(60) + "Ёлки 蛛丝", false})
	if got, want := fmt.Sprintf("%016x", Sketch(p)), "191afbcc3425420e"; got != want {
		t.Errorf("sketch %s, was %s", got, want)
	}
}

func BenchmarkSketch(b *testing.B) {
	p := pageOf(block{aranea.ElementText, article(4600), false})
	b.SetBytes(int64(len(p.Text)))
	b.ReportAllocs()
	for b.Loop() {
		Sketch(p)
	}
}

// TestCounts compares the positions of a sketch with counting each feature separately.
func TestCounts(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, features := range []int{1, 7, 8, 9, 100, 2039, 2041, 5000} {
		s := sketcher{words: features + run - 1}
		var counts [64]int
		for range features {
			f := rnd.Uint64() | rnd.Uint64()&0xffff
			s.count(f)
			for place := range counts {
				counts[place] += int(f >> place & 1)
			}
		}
		want := uint64(0)
		for place, n := range counts {
			if n > features/2 {
				want |= 1 << place
			}
		}
		if got := s.sum(); got != want {
			t.Errorf("%d features: %x, want %x", features, got, want)
		}
	}
}
