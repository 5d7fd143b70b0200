package segment

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/checksum"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/elements"
	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/fst"
	"github.com/aranea-search/aranea/index/marks"
	"github.com/aranea-search/aranea/index/shortpostings"
	"github.com/aranea-search/aranea/index/varint"
)

// TestOlderFormat: a segment whose elements are farther apart and whose short lists have other bytes
// is read and merged; so is one whose blocks with a checksum are longer and whose texts are compressed
// otherwise, and its holes are as long.
func TestOlderFormat(t *testing.T) {
	t.Parallel()
	for _, format := range []int{oldFormat, shortBits - 1} {
		t.Run(fmt.Sprint(format), func(t *testing.T) { testOlderFormat(t, format) })
	}
}

func testOlderFormat(t *testing.T, format int) {
	t.Helper()
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 7))
	terms := map[string]*listed{
		"word": list(rnd, 11000, townDocs, 4), "rare": list(rnd, 40, townDocs, 4), "once": list(rnd, 1, townDocs, 1), "plain": list(rnd, 1, townDocs, 1),
		"zoo": list(rnd, 100, townDocs, 3), PrefixURL + "path": list(rnd, 1, townDocs, 1), PrefixFilter + "lang:en": list(rnd, 9, townDocs, 1),
		PrefixStem + "enrare": {List: List{Docs: []uint32{3, 9000}, Impacts: []uint8{20, 30}, Forms: []string{"rarely", "rares"}}},
	}
	for _, l := range terms {
		if format == oldFormat {
			l.Template = nil // which it does not mark
		}
	}
	memory := disktest.New()
	written := segmentWith(t, NewFolder(memory), "seg-00000001", townDocs, terms, format >= fastTexts)
	for _, term := range []string{"plain", "zoo"} {
		for i, doc := range terms[term].Docs { // which it has in half of the documents, and alone
			if doc%2 == 0 || term == "plain" {
				terms[term].Impacts[i] = written.tables.Impact(doc, terms[term].Freqs[i])
			}
		}
	}
	dict, pst := formerLists(t, written, terms, format)
	older(t, memory, format, dict, pst)
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
	sameDocuments(t, s, merged)
	holed := flipped(t, memory, partText, 1)
	lost := 0
	for doc := range uint32(townDocs) {
		if _, err := holed.Text(doc); err != nil {
			lost++
		}
	}
	if faults := holed.Holes().Faults; lost == 0 || faults[0].Offset%int64(s.sumBlock()) != 0 {
		t.Errorf("%d texts are lost, %v", lost, faults)
	}
}

// sameDocuments compares the texts and elements of documents with what was written. All segments have
// the gap between elements that the first one had.
func sameDocuments(t *testing.T, segments ...*Segment) {
	t.Helper()
	for doc := range uint32(townDocs) {
		want := docOf(t, "seg-00000001", int(doc)).Text
		for _, s := range segments {
			if text, err := s.Text(doc); err != nil || string(text) != string(want) {
				t.Fatalf("%s: the text of document %d is %q, %v", s.Name(), doc, text, err)
			}
		}
	}
	for _, s := range segments {
		all, err := s.Elements().Of(7)
		if err != nil || len(all) != 2 || all[1].First != 2+elements.FormerGap || all[1].Words != 7 {
			t.Errorf("%s: the elements of a document are %v, %v", s.Name(), all, err)
		}
		turns, err := s.Template().Of(7)
		if zone := all[1].Zone; err != nil || turns.Beyond(2+elements.FormerGap) == document.IsTemplate(zone) {
			t.Errorf("%s: the template of a document turns at %v, %v", s.Name(), turns, err)
		}
	}
}

// formerLists returns the dictionary and the lists of terms as a former format has them.
func formerLists(t *testing.T, s *Segment, terms map[string]*listed, format int) (dict, pst []byte) {
	t.Helper()
	e, b, pos := encoder{tables: s.tables, marks: format > oldFormat}, fst.NewBuilder(), 0
	for _, term := range sorted(terms) {
		if err := b.Insert([]byte(term), uint64(len(pst))); err != nil {
			t.Fatal(err)
		}
		l, k := terms[term], kindOf([]byte(term))
		switch {
		case len(l.Docs) < BlockDocs && format < fewBytes:
			pst = formerList(pst, []byte(term), k, l, s.tables)
			continue
		case len(l.Docs) < BlockDocs:
			pst = bytesList(pst, []byte(term), k, l, &e)
			continue
		}
		var places []byte
		var err error
		if pst, places, err = e.encode(pst, []byte(term), l.spread(s.tables.Spans), uint64(pos)); err != nil {
			t.Fatal(err)
		}
		pos += len(places)
	}
	return b.Finish(), pst
}

// Low bits of postings in former formats: of forms before fewBytes, and the classes of fewBytes.
const (
	onceBit  = 1
	plainBit = 2

	classBits = 2
	mostTimes = 3
	formOther = 0
	formTwice = 2
	formBold  = 3
)

// formerList appends a short list of a format before fewBytes.
func formerList(b, term []byte, k kind, l *listed, docs shortpostings.Tables) []byte {
	if len(l.Docs) == 1 && k != kindStem && l.Freqs[0] == 1 {
		plain := k == kindForm && l.Impacts[0] == docs.Impact(l.Docs[0], 1)
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
		body = formerForms(nil, stemText(term), l.Forms)
	}
	prev, places, pos := uint32(0), l.spread(docs.Spans).Spread, eliasfano.Writer{}
	for i, doc := range l.Docs {
		d, plain := uint64(doc-prev), false
		if prev = doc; k == kindForm {
			plain = l.Impacts[i] == docs.Impact(doc, l.Freqs[i])
			if d <<= 2; plain {
				d |= plainBit
			}
			if l.Freqs[i] == 1 {
				d |= onceBit
			}
			places = pos.Copy(places, []uint32{doc}, l.Freqs[i:i+1], docs.Spans)
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

// bytesList appends a short list of the format fewBytes.
func bytesList(b, term []byte, k kind, l *listed, e *encoder) []byte {
	docs, places := e.tables, l.spread(e.tables.Spans)
	if len(l.Docs) == 1 && k != kindStem && (k != kindForm || e.plain(places)) {
		return e.tiny(b, k, places)
	}
	var body []byte
	if k == kindStem {
		body = formerForms(nil, stemText(term), l.Forms)
	}
	prev, pos := uint32(0), eliasfano.Writer{}
	for i, doc := range l.Docs {
		d, class := uint64(doc-prev), uint64(0)
		prev = doc
		for times := range uint32(mostTimes) {
			if docs.Impact(doc, times+1) == l.Impacts[i] && k == kindStem {
				class = uint64(times + 1)
				break
			}
		}
		plain := k == kindForm && docs.Impact(doc, l.Freqs[i]) == l.Impacts[i]
		switch {
		case plain && l.Freqs[i] <= formTwice:
			class = uint64(l.Freqs[i])
		case k == kindForm && l.Freqs[i] == 1:
			class = formBold
		}
		if k == kindForm || k == kindStem {
			d = d<<classBits | class
		}
		body = binary.AppendUvarint(body, d)
		switch {
		case k == kindForm && class == formOther && plain:
			body = binary.AppendUvarint(body, uint64(l.Freqs[i])<<1|1)
		case k == kindForm && class == formOther:
			body = append(binary.AppendUvarint(body, uint64(l.Freqs[i])<<1), l.Impacts[i])
		case k == kindForm && class == formBold, k == kindStem && class == 0, k == kindURL:
			body = append(body, l.Impacts[i])
		}
	}
	if k == kindForm {
		pos.Copy(places.Spread, l.Docs, l.Freqs, docs.Spans)
		body = append(body, pos.Done()...)
	}
	if len(l.Template) > 0 && k.hasMarks() {
		m, _ := marks.Of(l.Docs, l.Template)
		body = marks.Append(body, m, len(l.Docs))
	}
	b = binary.AppendUvarint(b, uint64(len(l.Docs))<<headerShift|uint64(k))
	return append(binary.AppendUvarint(b, uint64(len(body))), body...)
}

// formerForms appends the forms of a stem as formats before shortBits have them.
func formerForms(b []byte, stem string, forms []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(forms)))
	prev := stem
	for _, f := range forms {
		n := 0
		for n < len(f) && n < len(prev) && f[n] == prev[n] {
			n++
		}
		b = varint.AppendText(binary.AppendUvarint(b, uint64(n)), f[n:])
		prev = f
	}
	return b
}

// older makes a segment one of a former format, with a dictionary and lists of that.
func older(t *testing.T, memory *disktest.Memory, format int, dict, pst []byte) {
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
		for block := range slices.Chunk(part, (&Segment{foot: footer{Format: format}}).sumBlock()) {
			sums = binary.LittleEndian.AppendUint32(sums, checksum.Sum(block))
		}
	}
	out := append([]byte(magicOf(format)), data[magicSize:tail-size]...)
	foot.Format, foot.OwnWords, foot.Parts[partPostings] = format, format > oldFormat, section{Length: int64(len(pst))}
	for name, data := range map[string][]byte{sectionSums: sums, sectionDict: dict} {
		foot.Sections[name] = section{int64(len(out)), int64(len(data)), checksum.Sum(data)}
		out = append(out, data...)
	}
	line, err := json.Marshal(foot)
	if err != nil {
		t.Fatal(err)
	}
	out = append(out, line...)
	out = binary.LittleEndian.AppendUint32(out, checksum.Sum(line))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(line)))
	memory.Put("seg-00000001."+partIndex, append(out, magicOf(format)...))
}
