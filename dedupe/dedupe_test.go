package dedupe

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// block is one block element of a test page.
type block struct {
	kind     aranea.ElementKind
	text     string
	excluded bool
}

func pageOf(blocks ...block) *aranea.Page {
	p := &aranea.Page{}
	for _, b := range blocks {
		start := uint32(len(p.Text))
		p.Text = append(p.Text, b.text...)
		p.Elements = append(p.Elements, aranea.Element{Kind: b.kind, Excluded: b.excluded, Start: start, End: uint32(len(p.Text))})
		p.Text = append(p.Text, '\n')
	}
	return p
}

func TestOf(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("the same words again ", 10)
	title, body := block{aranea.ElementTitle, "A title", false}, block{aranea.ElementText, long, false}
	advert := block{aranea.ElementText, strings.Repeat("buy this today ", 10), true}
	linked := pageOf(title, body)
	linked.Elements = append(linked.Elements, aranea.Element{Kind: aranea.ElementAnchor, Start: 8, End: 20})
	moved := pageOf(title, body)
	moved.Links = []aranea.Link{{Start: 8, End: 20}}
	tests := []struct {
		name string
		page *aranea.Page
		same bool // as the page of title and body
	}{
		{"copy", pageOf(title, body), true},
		{"another text", pageOf(title, block{aranea.ElementText, long + "x", false}), false},
		{"another title", pageOf(block{aranea.ElementTitle, "B title", false}, body), false},
		{"no title", pageOf(body), false},
		{"another kind of element", pageOf(title, block{aranea.ElementCell, long, false}), false},
		{"one element more", pageOf(title, body, block{aranea.ElementText, "more", false}), false},
		{"elements in another order", pageOf(body, title), false},
		{"text cut elsewhere", pageOf(block{aranea.ElementTitle, "A", false}, block{aranea.ElementText, "title " + long, false}), false},
		{"a link inside", linked, true},
		{"another link target", moved, true},
		{"excluded block at the end", pageOf(title, body, advert), true},
		{"excluded block in the middle", pageOf(title, advert, body), true},
		{"excluded block at the start", pageOf(advert, title, body), true},
		{"several excluded blocks", pageOf(advert, title, advert, advert, body, advert), true},
		{"the block itself excluded", pageOf(title, block{aranea.ElementText, long, true}, advert), false},
	}
	want := Of(pageOf(title, body))
	if want.IsZero() {
		t.Fatal("the page has no fingerprint")
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Of(tt.page); (got == want) != tt.same {
				t.Errorf("same fingerprint: %v, want %v", got == want, tt.same)
			}
		})
	}
}

func TestLittleTextHasNoFingerprint(t *testing.T) {
	t.Parallel()
	enough := strings.Repeat("x", MinText-1) // and its line feed
	tests := []struct {
		name string
		page *aranea.Page
		zero bool
	}{
		{"nothing", pageOf(), true},
		{"one byte too little", pageOf(block{aranea.ElementText, enough[1:], false}), true},
		{"just enough", pageOf(block{aranea.ElementText, enough, false}), false},
		{"only excluded text", pageOf(block{aranea.ElementText, enough, true}), true},
		{"enough with excluded text only", pageOf(block{aranea.ElementText, enough[1:], false}, block{aranea.ElementText, enough, true}), true},
	}
	for _, tt := range tests {
		if got := Of(tt.page).IsZero(); got != tt.zero {
			t.Errorf("%s: zero %v, want %v", tt.name, got, tt.zero)
		}
	}
}

// TestFingerprintIsStable holds a value that data folders contain.
func TestFingerprintIsStable(t *testing.T) {
	t.Parallel()
	p := pageOf(block{aranea.ElementTitle, "Title", false}, block{aranea.ElementText, strings.Repeat("word ", 20), false})
	if got, want := hexOf(p), "442097ea039b64b868d58afb58a095ab"; got != want {
		t.Errorf("fingerprint %s, was %s", got, want)
	}
}

func BenchmarkOf(b *testing.B) {
	var blocks []block
	for range 200 {
		blocks = append(blocks, block{aranea.ElementText, strings.Repeat("the same words again ", 2), false})
	}
	p := pageOf(blocks...)
	b.SetBytes(int64(len(p.Text)))
	b.ReportAllocs()
	for b.Loop() {
		Of(p)
	}
}

func hexOf(p *aranea.Page) string {
	fp := Of(p)
	return hex.EncodeToString(fp[:])
}
