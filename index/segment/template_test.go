package segment

import (
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/shortpostings"
)

// TestOnceInTheTemplate: a word that stands in one document is marked there, whether its impact is the
// expected one or not, and so is its stem; filters and words of the address have no marks.
func TestOnceInTheTemplate(t *testing.T) {
	t.Parallel()
	expected := (&shortpostings.Tables{Plains: []byte{0, 0x40}}).Impact(0, 1)
	one := func(impact uint8, template ...uint32) *listed {
		return &listed{List{Docs: []uint32{0}, Impacts: []uint8{impact}, Freqs: []uint32{1}, Template: template}, []uint32{7}}
	}
	stem := func(template ...uint32) *listed {
		return &listed{List: List{Docs: []uint32{0}, Impacts: []uint8{9}, Forms: []string{"words"}, Template: template}}
	}
	terms := map[string]*listed{
		"menu": one(11, 0), "own": one(11), "same": one(expected, 0), "usual": one(expected), PrefixStem + "enmenu": stem(0), PrefixStem + "enown": stem(),
		PrefixFilter + "site:a.test": one(0, 0), PrefixURL + "path": one(9, 0),
	}
	s := segmentOf(t, NewFolder(disktest.New()), "seg-00000001", 1, terms)
	for _, term := range sorted(terms) {
		p := &Postings{}
		if ok, err := p.Find(s, []byte(term)); !ok || err != nil || !p.Next() {
			t.Fatal(term, ok, err)
		}
		if got, want := p.Marked(), kindOf([]byte(term)) >= kindStem; got != want {
			t.Errorf("%q has marks: %t, want %t", term, got, want)
		}
		if want := len(terms[term].Template) == 0; p.Marked() && p.Own() != want {
			t.Errorf("%q is outside of the template: %t, want %t", term, p.Own(), want)
		}
	}
}

// TestInvalidMarks: marks that cannot be are damage, in short lists and long ones.
func TestInvalidMarks(t *testing.T) {
	t.Parallel()
	docs := shortpostings.Tables{Spans: slices.Repeat([]byte{eliasfano.Code(100)}, 400), Plains: make([]byte, 400*shortpostings.PlainSize)}
	for _, n := range []int{20, 300} {
		for _, term := range []string{PrefixStem + "en", "word"} {
			l := &listed{List: List{}}
			for i := range n {
				l.Docs, l.Impacts, l.Freqs, l.Gaps = append(l.Docs, uint32(i)), append(l.Impacts, 9), append(l.Freqs, 1), append(l.Gaps, 3)
			}
			l.Template = l.Docs[n-1:]
			e := encoder{tables: docs, marks: true}
			entry, positions, err := e.encode(nil, []byte(term), l.spread(docs.Spans), 0)
			if err != nil {
				t.Fatal(err)
			}
			for last, valid := range map[byte]bool{entry[len(entry)-1]: true, 200: false} { // it is the place of the only mark
				entry := slices.Clone(entry)
				entry[len(entry)-1] = last
				s := &Segment{name: "seg", foot: footer{Format: format, OwnWords: true, Docs: 400}, tables: docs, parts: map[string]*damage.Part{}}
				p := &Postings{}
				if err := p.begin(s, s.trusted(entry), s.trusted(positions), 0); err != nil {
					t.Fatal(err)
				}
				if !p.SeekGE(uint32(n-1)) || p.Own() == valid || (p.Err() == nil) != valid {
					t.Errorf("%q in %d documents, place %d: outside of the template %t, %v", term, n, last, p.Own(), p.Err())
				}
			}
		}
	}
}
