package segment

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/disk/disktest"
)

// townDocs are the documents of a segment whose parts have several blocks.
const townDocs = 12000

// town returns the files of such a segment, and its terms.
func town(t *testing.T) (*disktest.Memory, map[string]*listed) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 6))
	stem := list(rnd, 2000, townDocs, 1)
	stem.Forms = []string{"words"}
	terms := map[string]*listed{
		"word": list(rnd, 11000, townDocs, 4), "rare": list(rnd, 40, townDocs, 4), PrefixStem + "enword": stem, PrefixFilter + "lang:en": list(rnd, 2000, townDocs, 1),
	}
	memory := disktest.New()
	segmentOf(t, NewFolder(memory), "seg-00000001", townDocs, terms)
	return memory, terms
}

// flipped opens the segment with one bit of a block of a part flipped.
func flipped(t *testing.T, memory *disktest.Memory, part string, block int) *Segment {
	t.Helper()
	left := memory.Kill()
	data, _, err := left.Map("seg-00000001." + part)
	if err != nil {
		t.Fatal(err)
	}
	bad := slices.Clone(data)
	bad[min(block*sumBlock+block%sumBlock, len(bad)-1)] ^= 4
	left.Put("seg-00000001."+part, bad)
	s, err := Open(NewFolder(left), "seg-00000001")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// at returns what a list holds, as positions by document.
func at(l *listed) map[uint32][]uint32 {
	out, from := map[uint32][]uint32{}, 0
	for i, doc := range l.Docs {
		out[doc] = append(l.Gaps[from:from:len(l.Gaps)], l.Gaps[from:from+int(l.Freqs[i])]...)
		from += int(l.Freqs[i])
	}
	return out
}

// TestHolesInLists flips each block of postings and positions. What is read of a list
// is right, what is missing is said, and it is no more than some blocks of it.
func TestHolesInLists(t *testing.T) {
	t.Parallel()
	memory, terms := town(t)
	want := at(terms["word"])
	for _, part := range []string{partPostings, partPositions} {
		data, _, _ := memory.Map("seg-00000001." + part)
		found, flips := 0, 0
		for block := range (len(data) + sumBlock - 1) / sumBlock {
			s := flipped(t, memory, part, block)
			for range s.Check(t.Context()) { // which finds the hole
			}
			got := read(t, s, "word")
			for doc, gaps := range at(got) {
				if !slices.Equal(gaps, want[doc]) {
					t.Fatalf("%s block %d: document %d has %v, want %v", part, block, doc, gaps, want[doc])
				}
			}
			p := &Postings{}
			if ok, err := p.Find(s, []byte("word")); !ok || err != nil || p.Lost() != (len(got.Docs) < len(want)) {
				t.Errorf("%s block %d: %t, %v, lost %t, %d documents of %d", part, block, ok, err, p.Lost(), len(got.Docs), len(want))
			}
			found, flips = found+len(got.Docs), flips+1
			seekAll(t, p, got.Docs)
			if h := s.Holes(); h == nil || !h.Words || len(h.Faults) != 1 || h.Faults[0].Offset != int64(block)*sumBlock || s.Fault() != nil {
				t.Errorf("%s block %d: %+v, fault %v", part, block, h, s.Fault())
			}
		}
		if flips < 5 || 5*found < 3*flips*len(want) {
			t.Errorf("%s: %d documents of %d are found in the mean of %d flips", part, found/max(flips, 1), len(want), flips)
		}
	}
}

// seekAll looks for each document of a list from the one before.
func seekAll(t *testing.T, p *Postings, docs []uint32) {
	t.Helper()
	p.Rewind()
	next := uint32(0)
	for _, doc := range docs {
		if !p.SeekGE(next) || p.Doc() != doc {
			t.Fatalf("from %d on there is %d, want %d", next, p.Doc(), doc)
		}
		if b := p.BlockFrom(0, doc); p.BlockBound(b) < p.Impact() {
			t.Fatalf("document %d is above the bound of its block", doc)
		}
		next = doc + 1
	}
	if p.SeekGE(next) || p.Err() != nil {
		t.Fatalf("behind the last there is %d, %v", p.Doc(), p.Err())
	}
}

// TestLostList: of a short list in a hole nothing is there, which it says, and a merge
// does not take it for one.
func TestLostList(t *testing.T) {
	t.Parallel()
	memory, _ := town(t)
	whole, err := Open(NewFolder(memory), "seg-00000001")
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Release()
	begin, _, _ := whole.lookup([]byte("rare"))
	s := flipped(t, memory, partPostings, int(begin/sumBlock))
	p := &Postings{}
	if ok, err := p.Find(s, []byte("rare")); !ok || err != nil || !p.Lost() || p.Next() || p.SeekGE(0) || p.DocFreq() != 1 || p.Blocks() != 0 {
		t.Errorf("%t, %v, lost %t, document %d", ok, err, p.Lost(), p.Doc())
	}
	if impact, last := p.Bound(0); impact != 0 || last != NoDoc {
		t.Errorf("it has the bound %d up to %d", impact, last)
	}
	if ok, err := p.Find(s, []byte("no")); ok || err != nil {
		t.Errorf("a word that is not there: %t, %v", ok, err)
	}
	none := func(uint32) bool { return false }
	if _, err := NewMerger(NewFolder(memory.Kill()), "seg-00000002", []Source{{s, none}}, nil).Run(); err == nil {
		t.Error("a merge passes over a hole")
	}
}

// TestHolesInDocuments flips a block of records, elements or texts: some documents
// cannot be read, which are named, and all others can; a merge leaves them out if they
// are gone.
func TestHolesInDocuments(t *testing.T) {
	t.Parallel()
	memory, _ := town(t)
	for _, part := range []string{partDocs, partElements, partText} {
		s := flipped(t, memory, part, 1)
		for range s.Check(t.Context()) { // which finds the hole
		}
		h := s.Holes()
		if h == nil || h.Words || h.Docs.IsEmpty() || h.Docs.GetCardinality() > 3*townDocs/4 {
			t.Fatalf("%s: %d documents cannot be read", part, h.Docs.GetCardinality())
		}
		read := 0
		for d, err := range s.Documents(t.Context(), h) {
			if err != nil || h.Docs.Contains(d.Doc) || d.URL != docOf(t, "seg-00000001", int(d.Doc)).Record.URL {
				t.Fatalf("%s: document %d is %s, %v", part, d.Doc, d.URL, err)
			}
			read++
		}
		if read+int(h.Docs.GetCardinality()) != townDocs {
			t.Errorf("%s: %d of %d documents, and %d cannot be read", part, read, townDocs, h.Docs.GetCardinality())
		}
		merged, err := NewMerger(NewFolder(memory.Kill()), "seg-00000002", []Source{{s, h.Docs.Contains}}, nil).Run()
		if err != nil || merged.Docs() != read {
			t.Fatalf("%s: merged without them: %v", part, err)
		}
		for err := range merged.Check(t.Context()) {
			t.Errorf("%s: merged without them: %v", part, err)
		}
		merged.Release()
	}
}

// TestLostForms flips a bit of the forms of a stem, far behind its head: none of them are told then.
func TestLostForms(t *testing.T) {
	t.Parallel()
	stem := &listed{List: List{Docs: []uint32{3, 100}, Impacts: []uint8{9, 30}}}
	for i := range sumBlock {
		stem.Forms = append(stem.Forms, fmt.Sprintf("word%04d", i))
	}
	memory := disktest.New()
	segmentOf(t, NewFolder(memory), "seg-00000001", 400, map[string]*listed{PrefixStem + "enword": stem})
	s := flipped(t, memory, partPostings, 1)
	if forms, err := s.Forms([]string{"before"}, []byte(PrefixStem+"enword")); err != nil || len(forms) != 1 {
		t.Errorf("%d forms are told, %v", len(forms)-1, err)
	}
	if h := s.Holes(); h == nil || !h.Words {
		t.Error("the damage is not told")
	}
}
