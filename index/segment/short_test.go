package segment

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/shortpostings"
)

// TestEveryImpact: whatever impact a form or stem has, and whatever is expected of it, it comes back.
func TestEveryImpact(t *testing.T) {
	t.Parallel()
	for _, plain := range []uint16{0, 1, 1 << 14 / 3, 1 << 14, math.MaxUint16} {
		docs := shortpostings.Tables{Spans: slices.Repeat([]byte{eliasfano.Code(100)}, 300)}
		for range docs.Spans {
			docs.Plains = append(docs.Plains, byte(plain), byte(plain>>8))
		}
		for _, term := range []string{"word", PrefixStem + "enword"} {
			for first := 0; first < 256; first += 100 {
				l := &listed{}
				for i := first; i < min(first+100, 256); i++ {
					l.Docs, l.Impacts, l.Freqs, l.Gaps = append(l.Docs, uint32(i)), append(l.Impacts, uint8(i)), append(l.Freqs, 1), append(l.Gaps, 7)
				}
				e := encoder{tables: docs, marks: true}
				entry, _, err := e.encode(nil, []byte(term), l.spread(docs.Spans), 0)
				if err != nil {
					t.Fatal(err)
				}
				s := &Segment{name: "seg", foot: footer{Format: format, OwnWords: true, Docs: 300}, tables: docs, parts: map[string]*damage.Part{}}
				p := &Postings{}
				if err := p.begin(s, s.trusted(entry), s.trusted(nil), 0); err != nil {
					t.Fatal(err)
				}
				if got := p.Docs(0); !slices.Equal(got, l.Docs) || !slices.Equal(p.Impacts(), l.Impacts) || !slices.Equal(p.Freqs(), l.Freqs) {
					t.Fatalf("%q, expected %d: %v, %v", term, plain, got, p.Impacts())
				}
			}
		}
	}
}

// TestFlippedShortList flips each bit of a short list, which does not say how long it is: it is lost, or
// read as it was written if the bit belongs to another one.
func TestFlippedShortList(t *testing.T) {
	t.Parallel()
	marked := &listed{List{Docs: []uint32{3, 100, 101}, Impacts: []uint8{9, 30, 200}, Freqs: []uint32{1, 3, 1}, Template: []uint32{100}}, []uint32{8, 3, 4, 5, 6}}
	stem := &listed{List: List{Docs: []uint32{3, 100}, Impacts: []uint8{9, 30}, Forms: []string{"words"}}}
	terms := map[string]*listed{"word": marked, PrefixStem + "enword": stem, PrefixURL + "path": {List: List{Docs: []uint32{3, 100}, Impacts: []uint8{9, 30}}}}
	memory := disktest.New()
	whole := segmentOf(t, NewFolder(memory), "seg-00000001", 400, terms)
	data, _, err := memory.Map("seg-00000001." + partPostings)
	if err != nil {
		t.Fatal(err)
	}
	for bit := range 8 * len(data) {
		bad := slices.Clone(data)
		bad[bit/8] ^= 1 << (bit % 8)
		left := memory.Kill()
		left.Put("seg-00000001."+partPostings, bad)
		s, err := Open(NewFolder(left), "seg-00000001")
		if err != nil {
			t.Fatal(err)
		}
		for term := range terms {
			p := &Postings{}
			if ok, err := p.Find(s, []byte(term)); !ok || err != nil || !p.Lost() || p.Next() {
				t.Fatalf("bit %d, %q: %t, %v, lost %t", bit, term, ok, err, p.Lost())
			}
		}
		if forms, err := s.Forms(nil, []byte(PrefixStem+"enword")); err != nil || len(forms) > 0 {
			t.Fatalf("bit %d: the forms are %q, %v", bit, forms, err)
		}
		s.Release()
	}
	for term, want := range terms {
		if got := read(t, whole, term); !slices.Equal(got.Docs, want.Docs) || !slices.Equal(got.Impacts, want.Impacts) || !reflect.DeepEqual(got.Template, want.Template) {
			t.Errorf("%q is %v, want %v", term, got, want)
		}
	}
}

// TestFrequencyTooLarge: a frequency that cannot be read back is refused.
func TestFrequencyTooLarge(t *testing.T) {
	t.Parallel()
	e := encoder{tables: shortpostings.Tables{Spans: make([]byte, 9), Plains: make([]byte, 9*shortpostings.PlainSize)}}
	l := &List{Docs: []uint32{0, 1}, Impacts: []uint8{9, 9}, Freqs: []uint32{1, 1 << 29}, Packed: make([]byte, 1<<27)}
	if _, _, err := e.encode(nil, []byte("word"), l, 0); !errors.Is(err, errFrequency) {
		t.Errorf("the error is %v", err)
	}
}
