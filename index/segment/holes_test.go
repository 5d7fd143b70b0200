package segment

import (
	"encoding/binary"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/fst"
	"github.com/aranea-search/aranea/index/spread"
	"github.com/aranea-search/aranea/index/summed"
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

// TestOlderFormat: a segment whose blocks with a checksum are longer, whose texts are
// compressed otherwise and whose short lists have other bytes is read and merged, and its
// holes are as long.
func TestOlderFormat(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 7))
	terms := map[string]*listed{
		"word": list(rnd, 11000, townDocs, 4), "rare": list(rnd, 40, townDocs, 4), "once": list(rnd, 1, townDocs, 1), "plain": list(rnd, 1, townDocs, 1),
		"zoo": list(rnd, 100, townDocs, 3), PrefixURL + "path": list(rnd, 1, townDocs, 1), PrefixFilter + "lang:en": list(rnd, 9, townDocs, 1),
		PrefixStem + "enrare": {List: List{Docs: []uint32{3, 9000}, Impacts: []uint8{20, 30}, Forms: []string{"rares"}}},
	}
	for _, l := range terms {
		l.Template = nil // which it does not mark
	}
	memory := disktest.New()
	written := segmentWith(t, NewFolder(memory), "seg-00000001", townDocs, terms, false)
	for _, term := range []string{"plain", "zoo"} {
		for i, doc := range terms[term].Docs { // which it has in half of the documents, and alone
			if doc%2 == 0 || term == "plain" {
				terms[term].Impacts[i] = written.tables.impact(doc, terms[term].Freqs[i])
			}
		}
	}
	dict, pst := formerLists(t, written, terms)
	older(t, memory, dict, pst)
	s, err := Open(NewFolder(memory), "seg-00000001")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	for err := range s.Check(t.Context()) {
		t.Errorf("the check finds %v", err)
	}
	for _, term := range sorted(terms) {
		got, want := read(t, s, term), terms[term]
		k := kindOf([]byte(term))
		if !slices.Equal(got.Docs, want.Docs) || k != kindFilter && !slices.Equal(got.Impacts, want.Impacts) || k == kindForm && !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %v, want %v", term, got, want)
		}
	}
	merged, err := NewMerger(NewFolder(memory), "seg-00000002", []Source{{s, func(uint32) bool { return false }}}, nil).Run()
	if err != nil {
		t.Fatal(err)
	}
	defer merged.Release()
	for _, term := range sorted(terms) {
		if was, is := read(t, s, term), read(t, merged, term); !reflect.DeepEqual(was, is) {
			t.Errorf("%q becomes %v, was %v", term, is, was)
		}
	}
	for doc := range uint32(townDocs) {
		want := docOf(t, "seg-00000001", int(doc)).Text
		for _, s := range []*Segment{s, merged} {
			if text, err := s.Text(doc); err != nil || string(text) != string(want) {
				t.Fatalf("%s: the text of document %d is %q, %v", s.Name(), doc, text, err)
			}
		}
	}
	holed := flipped(t, memory, partText, 1)
	if _, err := holed.Text(townDocs / 2); err == nil || holed.Holes().Faults[0].Offset%oldSumBlock != 0 {
		t.Errorf("%v, %+v", err, holed.Holes())
	}
}

// formerLists returns the dictionary and the lists of terms as former formats have them.
func formerLists(t *testing.T, s *Segment, terms map[string]*listed) (dict, pst []byte) {
	t.Helper()
	e, b, pos := encoder{tables: s.tables}, fst.NewBuilder(), 0
	for _, term := range sorted(terms) {
		if err := b.Insert([]byte(term), uint64(len(pst))); err != nil {
			t.Fatal(err)
		}
		l, k := terms[term], kindOf([]byte(term))
		if len(l.Docs) < BlockDocs {
			pst = formerList(pst, []byte(term), k, l, s.tables)
			continue
		}
		var places []byte
		var err error
		if pst, places, err = e.encode(pst, []byte(term), l.spread(s.tables.spans), uint64(pos)); err != nil {
			t.Fatal(err)
		}
		pos += len(places)
	}
	return b.Finish(), pst
}

// formerList appends a short list.
func formerList(b, term []byte, k kind, l *listed, docs tables) []byte {
	if len(l.Docs) == 1 && k != kindStem && l.Freqs[0] == 1 {
		plain := k == kindForm && l.Impacts[0] == docs.impact(l.Docs[0], 1)
		if plain {
			b = append(b, tinyBit|byte(k))
		} else {
			b = append(b, 1<<headerShift|tinyBit|byte(k))
		}
		if b = binary.AppendUvarint(b, uint64(l.Docs[0])); k != kindFilter && !plain {
			b = append(b, l.Impacts[0])
		}
		if k == kindForm {
			b = binary.AppendUvarint(b, uint64(l.Gaps[0]))
		}
		return b
	}
	var body []byte
	if k == kindStem {
		body = appendForms(nil, stemText(term), l.Forms)
	}
	prev, places, pos := uint32(0), l.spread(docs.spans).Spread, spread.Writer{}
	for i, doc := range l.Docs {
		d, plain := uint64(doc-prev), false
		if prev = doc; k == kindForm {
			plain = l.Impacts[i] == docs.impact(doc, l.Freqs[i])
			if d <<= 2; plain {
				d |= plainBit
			}
			if l.Freqs[i] == 1 {
				d |= onceBit
			}
			places = pos.Copy(places, []uint32{doc}, l.Freqs[i:i+1], docs.spans)
		}
		if body = binary.AppendUvarint(body, d); k == kindForm && l.Freqs[i] > 1 {
			body = binary.AppendUvarint(body, uint64(l.Freqs[i]))
		}
		if k != kindFilter && !plain {
			body = append(body, l.Impacts[i])
		}
	}
	body = append(body, pos.Done()...)
	b = binary.AppendUvarint(b, uint64(len(l.Docs))<<headerShift|uint64(k))
	return append(binary.AppendUvarint(b, uint64(len(body))), body...)
}

// older makes a segment one of the oldest format, with a dictionary and lists of that.
func older(t *testing.T, memory *disktest.Memory, dict, pst []byte) {
	t.Helper()
	memory.Put("seg-00000001."+partPostings, pst)
	data, _, err := memory.Map("seg-00000001." + partIndex)
	if err != nil {
		t.Fatal(err)
	}
	tail := len(data) - magicSize - 8
	size := int(binary.LittleEndian.Uint32(data[tail+4:]))
	var foot footer
	if err := json.Unmarshal(data[tail-size:tail], &foot); err != nil {
		t.Fatal(err)
	}
	var sums []byte
	for _, name := range pieces() {
		part, _, _ := memory.Map("seg-00000001." + name)
		for block := range slices.Chunk(part, oldSumBlock) {
			sums = binary.LittleEndian.AppendUint32(sums, summed.Sum(block))
		}
	}
	out := append([]byte(magicOf(oldFormat)), data[magicSize:tail-size]...)
	foot.Format, foot.OwnWords, foot.Parts[partPostings] = oldFormat, false, section{Length: int64(len(pst))}
	for name, data := range map[string][]byte{sectionSums: sums, sectionDict: dict} {
		foot.Sections[name] = section{int64(len(out)), int64(len(data)), summed.Sum(data)}
		out = append(out, data...)
	}
	line, err := json.Marshal(foot)
	if err != nil {
		t.Fatal(err)
	}
	out = append(out, line...)
	out = binary.LittleEndian.AppendUint32(out, summed.Sum(line))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(line)))
	memory.Put("seg-00000001."+partIndex, append(out, magicOf(oldFormat)...))
}
