package dedupe

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
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
		same bool // as the page with title and body
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
	want := Of(pageOf(title, body), "")
	if want.IsZero() {
		t.Fatal("the page has no fingerprint")
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Of(tt.page, ""); (got == want) != tt.same {
				t.Errorf("same fingerprint: %v, want %v", got == want, tt.same)
			}
		})
	}
}

// TestSecretsApart checks that a page read with a secret has copies only among pages read with
// that secret.
func TestSecretsApart(t *testing.T) {
	t.Parallel()
	p := pageOf(block{aranea.ElementText, strings.Repeat("word ", 20), false})
	if open, one, other := Of(p, ""), Of(p, "one"), Of(p, "other"); open == one || one == other || open == other {
		t.Errorf("%x, %x, %x", open, one, other)
	}
}

// TestFacetsApart checks that a page has copies only among pages with the same facets, in any case
// and order.
func TestFacetsApart(t *testing.T) {
	t.Parallel()
	of := func(access string, all ...aranea.Facet) aranea.Fingerprint {
		p := pageOf(block{aranea.ElementText, strings.Repeat("word ", 20), false})
		p.Facets = all
		return Of(p, access)
	}
	one, two, web := aranea.Facet{Name: "version", Value: "1.0"}, aranea.Facet{Name: "version", Value: "2.0"}, aranea.Facet{Name: "product", Value: "Web"}
	tests := []struct {
		name string
		a, b aranea.Fingerprint
		same bool
	}{
		{"none", of(""), of(""), true},
		{"the same", of("", one), of("", one), true},
		{"another value", of("", one), of("", two), false},
		{"none and one", of(""), of("", one), false},
		{"one more", of("", one), of("", one, web), false},
		{"another order", of("", one, web), of("", web, one), true},
		{"another case", of("", web), of("", aranea.Facet{Name: "Product", Value: "WEB"}), true},
		{"a value twice in two cases", of("", web), of("", web, aranea.Facet{Name: "product", Value: "web"}), true},
		{"the same with a secret", of("wiki", one), of("wiki", one), true},
		{"with a secret and without", of("wiki", one), of("", one), false},
		{"a secret called like a facet", of("version=1.0"), of("", one), false},
	}
	for _, tt := range tests {
		if (tt.a == tt.b) != tt.same {
			t.Errorf("%s: %x, %x", tt.name, tt.a, tt.b)
		}
	}
}

// TestLittleText checks that a page with less than MinText has copies on its own site, and a page
// without text has none.
func TestLittleText(t *testing.T) {
	t.Parallel()
	enough := block{aranea.ElementText, strings.Repeat("x", MinText-1), false} // and its line feed
	little := block{aranea.ElementText, enough.text[1:], false}
	words := block{aranea.ElementText, "It works!", false}
	advert := block{aranea.ElementText, enough.text, true}
	tests := []struct {
		name   string
		a, b   string // URLs
		as, bs []block
		same   bool
	}{
		{"one host", "http://site.test/1", "http://site.test/2", []block{words}, []block{words}, true},
		{"hosts of one site", "http://site.test/", "https://www.site.test/", []block{words}, []block{words}, true},
		{"two sites", "http://site.test/", "http://other.test/", []block{words}, []block{words}, false},
		{"addresses", "http://10.0.0.1/", "http://10.0.0.2/", []block{words}, []block{words}, false},
		{"another text", "http://site.test/1", "http://site.test/2", []block{words}, []block{little}, false},
		{"another kind", "http://site.test/1", "http://site.test/2", []block{words}, []block{{aranea.ElementTitle, words.text, false}}, false},
		{"excluded text apart", "http://site.test/1", "http://site.test/2", []block{words, advert}, []block{advert, words}, true},
		{"one byte too little for two sites", "http://site.test/", "http://other.test/", []block{little}, []block{little}, false},
		{"one byte too little with excluded text", "http://site.test/", "http://other.test/", []block{little, advert}, []block{little, advert}, false},
		{"just enough for two sites", "http://site.test/", "http://other.test/", []block{enough}, []block{enough}, true},
	}
	for _, tt := range tests {
		a, b := at(t, tt.a, tt.as), at(t, tt.b, tt.bs)
		if a.IsZero() || b.IsZero() {
			t.Errorf("%s: no fingerprint", tt.name)
		}
		if (a == b) != tt.same {
			t.Errorf("%s: same fingerprint %v, want %v", tt.name, a == b, tt.same)
		}
	}
	for name, blocks := range map[string][]block{"nothing": nil, "only excluded text": {advert}} {
		if fp := at(t, "http://site.test/", blocks); !fp.IsZero() {
			t.Errorf("%s: fingerprint %x", name, fp)
		}
	}
}

func at(t *testing.T, url string, blocks []block) aranea.Fingerprint {
	t.Helper()
	p := pageOf(blocks...)
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	p.URL = u
	return Of(p, "")
}

// TestFingerprintIsStable checks a value that data folders contain.
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
		Of(p, "")
	}
}

func hexOf(p *aranea.Page) string {
	fp := Of(p, "")
	return hex.EncodeToString(fp[:])
}
