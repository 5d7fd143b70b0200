package invert

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/segment"
)

// A told value is what a page says of a term: where it stands and how much it counts.
type told struct {
	pos    []uint32
	weight float64
	words  int // distinct ones that count
}

// tells returns what a page says of forms and stems, one word after another.
func tells(m *document.Maker, c *aranea.IndexChange) map[string]told {
	d := m.Of(c)
	norms := normsOf(&d.Lengths)
	out, words := map[string]told{}, map[string]float64{}
	for _, w := range d.Words() {
		weight := norms[w.Field] * float64(w.Emphasis)
		form := out[w.Word.Form()]
		form.pos, form.weight = append(form.pos, w.Pos), form.weight+weight
		out[w.Word.Form()] = form
		words[w.Word.Text()] += weight
	}
	forms := map[string]told{}
	for text, weight := range words {
		form, stem, stemmed := strings.Cut(text, segment.PrefixStem)
		f := out[form]
		f.words++
		out[form] = f
		if stemmed {
			s := forms[stem]
			s.weight, s.words = s.weight+weight, s.words+1
			forms[stem] = s
		}
	}
	for stem, s := range forms {
		if base, ok := out[stem[2:]]; ok {
			s.weight, s.words = s.weight+base.weight, s.words+base.words
		}
		out[segment.PrefixStem+stem] = s
	}
	return out
}

// inflected makes text of words that have several forms.
func inflected(rnd *rand.Rand, words int) string {
	var b strings.Builder
	for range words {
		b.WriteString([]string{"walk", "paint", "report", "connect", "transmit", "open", "mark", "informa"}[rnd.IntN(8)])
		b.WriteString([]string{"", "ing", "s", "ed", "er", "ation"}[rnd.IntN(6)] + " ")
	}
	return b.String()
}

// manyLanguages makes pages in several languages, some of which have a part in another one.
func manyLanguages(t testing.TB, n int) (all []aranea.IndexChange) {
	rnd := rand.New(rand.NewPCG(11, 4))
	const french = "les informations des nations sont ici pour tous les habitants de la ville et de ses environs, "
	for i := range n {
		c := page(t, i, inflected(rnd, 5)+"the informations of nations", inflected(rnd, 80))
		c.Page.Told = []string{"en", "pt", "ru", "fi", "es"}[i%5]
		if i%3 == 0 {
			c = page(t, i, inflected(rnd, 5)+"informations of the nations", strings.Repeat(french, 20)+inflected(rnd, 30))
			c.Page.Containers = []aranea.Container{{Parent: -1}, {Path: 1, Lang: "fr"}}
			c.Page.Elements[1].Container, c.Page.Told = 1, "en"
		}
		all = append(all, c)
	}
	return all
}

// TestStemsAreTheirForms: what counts for a stem is all its forms, and a form counts once in
// whatever languages of a page it stands; in a segment and while the buffer is filled.
func TestStemsAreTheirForms(t *testing.T) {
	t.Parallel()
	all := manyLanguages(t, 240)
	b, m := NewBuffer(segment.NewFolder(disktest.New())), document.NewMaker(0)
	want := map[string]map[uint32]told{}
	for i := range all {
		for term, says := range tells(document.NewMaker(0), &all[i]) {
			if want[term] == nil {
				want[term] = map[uint32]told{}
			}
			want[term][uint32(i)] = says
		}
		if add(t, b, m, &all[i]); i == 40 { // knows the stems so far
			b.Forms(nil, []byte(segment.PrefixStem+"eninform"), b.Docs())
		}
	}
	view := b.View("memory", func() {})
	defer view.Release()
	s := written(t, b)
	defer s.Release()
	for _, x := range []*segment.Segment{view, s} {
		sums, off, mixed := 0, 0, 0
		for term, docs := range want {
			n, wrong := compared(t, x, term, docs)
			if sums, off = sums+n, off+wrong; term >= "a" {
				mixed += n
			}
		}
		if sums < 1000 || mixed < 100 || off > sums/100 {
			t.Errorf("%s: of %d impacts of several words, %d of them of forms, %d are a step off", x.Name(), sums, mixed, off)
		}
	}
}

// compared holds a term's postings against what pages tell, and returns how many impacts are
// of several words, and how many of these are a step off. Others are as they should be.
func compared(t *testing.T, s *segment.Segment, term string, docs map[uint32]told) (sums, off int) {
	t.Helper()
	var p segment.Postings
	if ok, err := p.Find(s, []byte(term)); err != nil || !ok || p.DocFreq() != len(docs) {
		t.Fatalf("%s: %q is in %d documents (%v, %v), want %d", s.Name(), term, p.DocFreq(), ok, err, len(docs))
	}
	for p.Next() {
		says := docs[p.Doc()]
		if got := p.Positions(nil); !slices.Equal(got, says.pos) {
			t.Errorf("%s: %q stands in %d at %v, want %v", s.Name(), term, p.Doc(), got, says.pos)
		}
		step := int(p.Impact()) - int(impact.Quantise(says.weight))
		if step < -1 || step > 1 || step != 0 && says.words == 1 {
			t.Errorf("%s: %q counts %d in %d, want %d", s.Name(), term, p.Impact(), p.Doc(), impact.Quantise(says.weight))
		}
		if says.words > 1 {
			sums++
			off += step * step
		}
	}
	return sums, off
}
