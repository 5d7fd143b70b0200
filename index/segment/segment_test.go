package segment

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/elements"
	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/shortpostings"
	"github.com/aranea-search/aranea/weburl"
)

var when = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// A listed is a List whose positions are told as numbers: of each posting the first, then the
// differences.
type listed struct {
	List
	Gaps []uint32
}

// spread returns the List with the positions as they are written.
func (l *listed) spread(spans []byte) *List {
	out, gaps := l.List, l.Gaps
	for i, doc := range l.Docs {
		if len(gaps) == 0 {
			break
		}
		places := slices.Clone(gaps[:l.Freqs[i]])
		for i := range places[1:] {
			places[i+1] += places[i]
		}
		out.Spread, gaps = eliasfano.Append(out.Spread, places, spans[doc]), gaps[len(places):]
	}
	return &out
}

// gaps appends the first position in the current document and the differences of the others.
func (p *Postings) gaps(dst []uint32) []uint32 {
	from := len(dst)
	dst = p.Positions(dst)
	for i := len(dst) - 1; i > from; i-- {
		dst[i] -= dst[i-1]
	}
	return dst
}

// list makes a list of a term in so many of the documents, with up to most
// occurrences each. None of them, a ninth, half or all have it in the template only, depending on their
// number.
func list(rnd *rand.Rand, docs, of, most int) *listed {
	l := &listed{}
	for _, d := range rnd.Perm(of)[:docs] {
		l.Docs = append(l.Docs, uint32(d))
	}
	slices.Sort(l.Docs)
	for range l.Docs {
		n := 1 + rnd.IntN(most)
		l.Impacts = append(l.Impacts, uint8(20+rnd.IntN(40)))
		l.Freqs = append(l.Freqs, uint32(n))
		for i := range n {
			gap := uint32(rnd.IntN(30))
			if i == 0 {
				gap = uint32(rnd.IntN(9000))
			}
			l.Gaps = append(l.Gaps, gap)
		}
	}
	for _, doc := range l.Docs {
		if share := []uint32{0, 9, 2, 1}[(docs+most)%4]; share > 0 && doc%share == 0 {
			l.Template = append(l.Template, doc)
		}
	}
	return l
}

// segmentOf writes documents and terms, and opens the segment.
func segmentOf(t testing.TB, files Folder, name string, docs int, terms map[string]*listed) *Segment {
	t.Helper()
	return segmentWith(t, files, name, docs, terms, true)
}

// segmentWith is segmentOf, with texts that S2 compresses or zstd.
func segmentWith(t testing.TB, files Folder, name string, docs int, terms map[string]*listed, fast bool) *Segment {
	t.Helper()
	w, err := Create(files, name)
	if err != nil {
		t.Fatal(err)
	}
	w.docs.texts.fast = fast
	for i := range docs {
		if err := w.Add(docOf(t, name, i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, term := range sorted(terms) {
		if err := w.Term([]byte(term), terms[term].spread(w.docs.spans)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(files, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

func sorted(terms map[string]*listed) []string {
	var out []string
	for term := range terms {
		out = append(out, term)
	}
	slices.Sort(out)
	return out
}

// dates are what documents say of themselves, by kind.
var dates = [...]time.Time{{}, time.Unix(1_500_000_000, 0).UTC(), time.Unix(1_600_000_000, 0).UTC()}

func docOf(t testing.TB, name string, i int) *Doc {
	t.Helper()
	u, err := weburl.Parse(fmt.Sprintf("http://a.test/%s/%d", name, i))
	if err != nil {
		t.Fatal(err)
	}
	return &Doc{ID: u.ID(), Site: "a.test", Sketch: uint64(i) << 40, Title: uint64(i) << 20, Positions: 9000 + 40*30, Plain: float64(1+i%7) / 3, Text: []byte(strings.Repeat("text ", i%50)), Record: document.Record{
		URL: u.String(), Title: fmt.Sprint("page ", i), Lang: []string{"en", "pt"}[i%2], FetchedAt: when, Date: dates[i%3], DateKind: document.DateKind(i % 3), Depth: uint16(i), Version: 3,
		Elements: []document.Element{{Kind: aranea.ElementTitle, First: 0, Words: 2}, {Kind: aranea.ElementText, Zone: aranea.Zone(i % aranea.Zones), First: 2 + document.ElementGap, Words: uint32(i)}},
	}}
}

// read returns what the postings of a term hold.
func read(t testing.TB, s *Segment, term string) *listed {
	t.Helper()
	l, p := &listed{}, &Postings{}
	ok, err := p.Find(s, []byte(term))
	if err != nil {
		t.Fatal(err)
	}
	for ok && p.Next() {
		l.Docs, l.Impacts, l.Freqs = append(l.Docs, p.Doc()), append(l.Impacts, p.Impact()), append(l.Freqs, p.Freq())
		l.Gaps = p.gaps(l.Gaps)
		if p.Marked() && !p.Own() {
			l.Template = append(l.Template, p.Doc())
		}
	}
	if p.Err() != nil {
		t.Fatal(p.Err())
	}
	if l.Forms, err = s.Forms(nil, []byte(term)); err != nil {
		t.Fatal(err)
	}
	return l
}

// TestListsComeBack: postings of every length and kind are read as written.
func TestListsComeBack(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 1))
	terms := map[string]*listed{}
	const docs = 1500
	for _, n := range []int{1, 2, 7, 127, 128, 129, 256, 700, docs} {
		for _, most := range []int{1, 2, 40} {
			terms[fmt.Sprintf("word%d-%d", n, most)] = list(rnd, n, docs, most)
		}
	}
	s := segmentOf(t, NewFolder(disktest.New()), "seg-00000001", docs, terms)
	for term, want := range terms {
		if got := read(t, s, term); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d documents, %d positions, want %d and %d", term, len(got.Docs), len(got.Gaps), len(want.Docs), len(want.Gaps))
		}
	}
	for term := range terms {
		var p Postings
		if ok, err := p.Find(s, []byte(term)); !ok || err != nil {
			t.Fatal(ok, err)
		}
		for p.Next() {
			const places = 3
			all := p.Positions(nil)
			var asked, want []uint32
			for _, at := range all {
				asked = append(asked, at, max(at, places)-places)
			}
			slices.Sort(asked)
			for _, at := range asked {
				if slices.Contains(all, at+places) {
					want = append(want, at)
				}
			}
			if got := p.Meet(asked, places); !slices.Equal(got, want) || p.Err() != nil {
				t.Fatalf("%s: %v of %v are %d places behind one that is asked for, %v; want %v", term, got, all, places, p.Err(), want)
			}
		}
	}
	if got := read(t, s, "absent"); len(got.Docs) > 0 {
		t.Errorf("an absent term has %v", got.Docs)
	}
}

// TestKinds: stems have forms and no positions, filters have documents alone.
func TestKinds(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	terms := map[string]*listed{}
	for _, n := range []int{1, 5, 300} {
		stem := list(rnd, n, 400, 1)
		stem.Forms = []string{"passa", "passa" + strings.Repeat("m", 150), "passar"}[:1+n%3]
		terms[fmt.Sprintf(PrefixStem+"ptpass%d", n)] = stem
		terms[fmt.Sprintf(PrefixFilter+"lang:%d", n)] = list(rnd, n, 400, 1)
		terms[fmt.Sprintf(PrefixURL+"www%d", n)] = list(rnd, n, 400, 1)
	}
	s := segmentOf(t, NewFolder(disktest.New()), "seg-00000001", 400, terms)
	for term, want := range terms {
		got := read(t, s, term)
		if !slices.Equal(got.Docs, want.Docs) || !slices.Equal(got.Forms, want.Forms) || len(got.Gaps) > 0 {
			t.Errorf("%q: %v in %d documents with %d positions", term, got.Forms, len(got.Docs), len(got.Gaps))
		}
		if term[0] != PrefixFilter[0] && !slices.Equal(got.Impacts, want.Impacts) {
			t.Errorf("%q has other impacts", term)
		}
	}
}

// TestFindPlaces: without impacts, a form has the same documents, frequencies and positions, and
// with them again it has impacts.
func TestFindPlaces(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 4))
	for _, n := range []int{1, 90, 300} {
		want := list(rnd, n, 1000, 3)
		s := segmentOf(t, NewFolder(disktest.New()), "seg-00000001", 1000, map[string]*listed{"word": want})
		p, q := &Postings{}, &Postings{}
		for range 2 {
			one, err := p.FindPlaces(s, []byte("word"))
			two, errs := q.Find(s, []byte("word"))
			if !one || !two || err != nil || errs != nil || p.DocFreq() != n {
				t.Fatalf("%d documents of %d, %v, %v", p.DocFreq(), n, err, errs)
			}
			for i := 0; q.Next(); i++ {
				if !p.Next() || p.Doc() != q.Doc() || p.Freq() != q.Freq() || !slices.Equal(p.Positions(nil), q.Positions(nil)) || q.Impact() != want.Impacts[i] {
					t.Fatalf("posting %d of %d: in %d and %d %d and %d times, with the impact %d", i, n, p.Doc(), q.Doc(), p.Freq(), q.Freq(), q.Impact())
				}
			}
			p, q = q, p
		}
	}
}

// TestSeekAndPositions: seeking finds the same documents as walking, and their
// positions, also when asked twice.
func TestSeekAndPositions(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 3))
	for _, n := range []int{1, 90, 128, 1000} {
		want := list(rnd, n, 3000, 9)
		s := segmentOf(t, NewFolder(disktest.New()), "seg-00000001", 3000, map[string]*listed{"word": want})
		p := &Postings{}
		if _, err := p.Find(s, []byte("word")); err != nil {
			t.Fatal(err)
		}
		for target := uint32(0); target < 3000; target += uint32(1 + rnd.IntN(200)) {
			i, _ := slices.BinarySearch(want.Docs, target)
			imp, last := p.Bound(target)
			if ok := p.SeekGE(target); ok != (i < n) {
				t.Fatalf("SeekGE(%d) is %t", target, ok)
			}
			if i == n {
				break
			}
			if p.Doc() != want.Docs[i] || p.Impact() != want.Impacts[i] || p.Doc() <= last && imp < p.Impact() {
				t.Fatalf("SeekGE(%d) stands at %d with the impact %d, bound %d to %d", target, p.Doc(), p.Impact(), imp, last)
			}
			at := 0
			for _, f := range want.Freqs[:i] {
				at += int(f)
			}
			for range 2 {
				if got := p.gaps(nil); !slices.Equal(got, want.Gaps[at:at+int(want.Freqs[i])]) {
					t.Fatalf("positions in %d: %v", p.Doc(), got)
				}
			}
		}
		p.Rewind()
		if !p.Next() || p.Doc() != want.Docs[0] {
			t.Fatal("Rewind does not go back")
		}
		p.Rewind()
		if p.SeekGE(3000) || p.Doc() != NoDoc || p.Next() || p.Doc() != NoDoc {
			t.Fatal("behind the last document there is one")
		}
	}
}

// TestDocumentsComeBack: columns, records, elements and texts are read as
// written.
func TestDocumentsComeBack(t *testing.T) {
	t.Parallel()
	const docs = 300
	s := segmentOf(t, NewFolder(disktest.New()), "seg-00000001", docs, nil)
	var urls []string
	for d, err := range s.Titles(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, d.URL)
		if want := docOf(t, "seg-00000001", len(urls)-1).Record; d.Title != want.Title || d.Heading != want.Heading {
			t.Fatalf("%s has the title %q and the heading %q, not %q and %q", d.URL, d.Title, d.Heading, want.Title, want.Heading)
		}
	}
	i := 0
	for got, err := range s.Documents(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		want := docOf(t, "seg-00000001", i)
		if urls[i] != want.Record.URL {
			t.Fatalf("document %d has the URL %s", i, urls[i])
		}
		if !reflect.DeepEqual(got.Record, want.Record) || string(got.Text) != string(want.Text) {
			t.Fatalf("document %d is %+v", i, got)
		}
		c := s.Column(uint32(i))
		if c.TitleWords != 2 || c.Depth != uint8(min(i, 255)) || s.Langs()[c.Lang].String() != want.Record.Lang || c.Site != SiteOf("a.test") {
			t.Fatalf("document %d has the columns %+v", i, c)
		}
		if at, _ := want.Record.Dated(); s.Date(uint32(i)) != uint32(at.Unix()) {
			t.Fatalf("document %d has the date %d", i, s.Date(uint32(i)))
		}
		if got := s.Sketch(uint32(i)); got != want.Sketch {
			t.Fatalf("document %d has the sketch %x", i, got)
		}
		if got := s.Title(uint32(i)); got != want.Title {
			t.Fatalf("document %d has the filter %x of its title", i, got)
		}
		if doc, ok := s.Find(want.ID); !ok || doc != uint32(i) {
			t.Fatalf("document %d is found as %d, %t", i, doc, ok)
		}
		if text, err := s.Text(uint32(i)); err != nil || string(text) != string(want.Text) {
			t.Fatalf("text of %d: %q, %v", i, text, err)
		}
		i++
	}
	if i != docs {
		t.Errorf("%d documents", i)
	}
}

// FuzzPostings: the entry of a term may hold anything.
func FuzzPostings(f *testing.F) {
	rnd := rand.New(rand.NewPCG(1, 5))
	docs := shortpostings.Tables{Spans: slices.Repeat([]byte{eliasfano.Code(12000)}, 400), Plains: make([]byte, 400*shortpostings.PlainSize)}
	for _, n := range []int{1, 40, 300} {
		for _, term := range []string{PrefixFilter, PrefixStem + "en", "word"} {
			e := encoder{tables: docs, marks: true}
			entry, positions, err := e.encode(nil, []byte(term), list(rnd, n, 400, 5).spread(docs.Spans), 0)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(entry, positions)
		}
	}
	f.Fuzz(func(t *testing.T, entry, positions []byte) {
		for _, form := range []int{format, shortBits - 1, fewBytes - 1} {
			fuzzPostings(t, &Segment{name: "seg", foot: footer{Format: form, OwnWords: true, Docs: 400}, tables: docs, parts: map[string]*damage.Part{}}, entry, positions)
		}
	})
}

// fuzzPostings reads an entry of a segment.
func fuzzPostings(t *testing.T, s *Segment, entry, positions []byte) {
	t.Helper()
	for name, data := range map[string][]byte{partPostings: entry, partPositions: positions} {
		p := damage.NewPart(name, &s.damage)
		p.Trust(data, sumBlock) // the checksums are not what is tried
		s.parts[name] = p
	}
	p := &Postings{}
	if p.open(s, 0) != nil {
		return
	}
	if p.kind == kindStem {
		_, _ = s.formsAt(nil, "stem", 0)
	}
	last := -1
	for p.Next() {
		if doc := int(p.Doc()); doc <= last || doc >= 400 {
			t.Fatalf("document %d after %d", doc, last)
		}
		last = int(p.Doc())
		p.Bound(p.Doc())
		p.Impact()
		p.Meet([]uint32{0, 1, 77, 11_000}, 1)
		if p.Marked() {
			p.Own()
		}
		if n := len(p.Positions(nil)); n > 64*len(positions)+64*len(entry)+1 {
			t.Fatalf("%d positions out of %d bytes", n, len(positions))
		}
	}
	p.Rewind()
	p.SeekGE(200)
}

// FuzzRecords: what is kept of a document may be anything.
func FuzzRecords(f *testing.F) {
	d := docOf(f, "a", 7)
	f.Add(appendRecord(nil, &d.Record))
	f.Add(elements.Append(nil, d.Record.Elements))
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, ok := decodeRecord(b); ok {
			again, ok := decodeRecord(appendRecord(nil, &r))
			if !ok || !reflect.DeepEqual(r, again) {
				t.Fatalf("%+v becomes %+v", r, again)
			}
		}
		elements.TurningOf(b, 3, document.ElementGap)
		if all, ok := elements.Decode(b, document.ElementGap); ok {
			if again, ok := elements.Decode(elements.Append(nil, all), document.ElementGap); !ok || !slices.Equal(all, again) {
				t.Fatalf("%v becomes %v", all, again)
			}
		}
	})
}

// TestVisitTerms: the terms of a range come in order with the number of their
// documents, and no more than are wanted.
func TestVisitTerms(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 5))
	terms := map[string]*listed{}
	for i, term := range []string{PrefixStem + "enab", PrefixFilter + "ab", PrefixURL + "ab", PrefixURL + "яб", "aa", "ab", "abc", "b", "яб"} {
		terms[term] = list(rnd, 1+i*40, 400, 2)
	}
	s := segmentOf(t, NewFolder(disktest.New()), "s", 400, terms)
	for _, tt := range []struct {
		from, to string
		most     int
		want     string
		more     bool
	}{
		{"", "", 9, "aa ab abc b яб", false},
		{"ab", "ab\xff", 9, "ab abc", false},
		{"", "", 2, "aa ab", true},
		{"", "", 5, "aa ab abc b яб", false},
		{"c", "d", 9, "", false},
		{PrefixURL, PrefixURL + "\xff", 9, PrefixURL + "ab " + PrefixURL + "яб", false},
	} {
		var got []string
		var to []byte
		if tt.to != "" {
			to = []byte(tt.to)
		}
		more, err := s.VisitTerms(nil, []byte(tt.from), to, tt.most, func(term []byte, docs int) {
			got = append(got, string(term))
			if want := len(terms[string(term)].Docs); docs != want {
				t.Errorf("%q is in %d documents, want %d", term, docs, want)
			}
		})
		if err != nil || strings.Join(got, " ") != tt.want || more != tt.more {
			t.Errorf("from %q to %q: %q, more %v, %v; want %q, %v", tt.from, tt.to, got, more, err, tt.want, tt.more)
		}
	}
}

// TestElementsOf: the elements of any document come back, in whatever order they
// are asked for.
func TestElementsOf(t *testing.T) {
	t.Parallel()
	s := segmentOf(t, NewFolder(disktest.New()), "s", 3000, map[string]*listed{"a": list(rand.New(rand.NewPCG(1, 1)), 3, 3000, 1)})
	e := s.Elements()
	for _, doc := range []uint32{0, 1, 2999, 1500, 1501, 7} {
		all, err := e.Of(doc)
		if want := docOf(t, "s", int(doc)).Record.Elements; err != nil || !slices.Equal(all, want) {
			t.Errorf("document %d: %v, %v; want %v", doc, all, err, want)
		}
	}
}

// TestPlainPostings: an impact that is the expected one takes fewer bits than others, and comes back.
func TestPlainPostings(t *testing.T) {
	t.Parallel()
	files := NewFolder(disktest.New())
	size := func(plain bool) int64 {
		rnd := rand.New(rand.NewPCG(1, 6))
		lists := map[string]*listed{"some": list(rnd, 100, 300, 1), "many": list(rnd, 100, 300, 2), PrefixStem + "enstem": list(rnd, 100, 300, 3)}
		for term, l := range lists {
			if term == "many" {
				for i := range l.Freqs { // all of them twice
					l.Freqs[i] = 2
				}
				l.Gaps = slices.Repeat([]uint32{7, 1}, len(l.Freqs))
			}
			for i, doc := range l.Docs {
				l.Impacts[i] = impact.Of(float32(l.Freqs[i]) * float32(docOf(t, "s", int(doc)).Plain))
				if !plain {
					l.Impacts[i]++
				}
			}
		}
		s := segmentOf(t, files, fmt.Sprint("seg-", plain), 300, lists)
		for term, want := range lists {
			if kindOf([]byte(term)) == kindStem {
				want.Freqs, want.Gaps = slices.Repeat([]uint32{1}, len(want.Docs)), nil
			}
			if got := read(t, s, term); !reflect.DeepEqual(got, want) {
				t.Errorf("plain %t, %s: %v, want %v", plain, term, got.Impacts, want.Impacts)
			}
		}
		return s.Sizes()[partPostings]
	}
	if saved := size(false) - size(true); saved < 145 || saved > 155 { // four bits each
		t.Errorf("300 expected impacts save %d bytes", saved)
	}
}

// TestPositionsMissing: a list with fewer positions than its frequencies say is refused.
func TestPositionsMissing(t *testing.T) {
	t.Parallel()
	w, err := Create(NewFolder(disktest.New()), "seg-00000001")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Add(docOf(t, "s", 1)); err != nil {
		t.Fatal(err)
	}
	l := &List{Docs: []uint32{0}, Impacts: []uint8{9}, Freqs: []uint32{2}, Packed: []byte{1}}
	if err := w.Term([]byte("word"), l); !errors.Is(err, errPosition) {
		t.Errorf("positions that are missing: %v", err)
	}
}

// TestExamplesOfTheFormat: the entries of terms that docs/format/index.md shows are
// what is written.
func TestExamplesOfTheFormat(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/format/index.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		term  string
		plain float64 // of all documents
		list  listed
		want  string
	}{
		{"zymurgy", 1, listed{List{Docs: []uint32{300}, Impacts: []uint8{33}, Freqs: []uint32{1}}, []uint32{77}}, "af bb 0b"},
		{PrefixStem + "enrun", 1, listed{List: List{Docs: []uint32{2, 5}, Impacts: []uint8{33, 39}, Forms: []string{"running", "runs"}}},
			"12 41 6e 69 6e 67 18 73 8a a5 06"},
		{"silk", 1, listed{List{Docs: []uint32{2, 5}, Impacts: []uint8{39, 33}, Freqs: []uint32{2, 1}}, []uint32{3, 2, 9}}, "13 4a 4d 71 5d 02"},
		{"silk", 1, listed{List{Docs: []uint32{2, 5}, Impacts: []uint8{39, 33}, Freqs: []uint32{2, 1}, Template: []uint32{5}}, []uint32{3, 2, 9}}, "13 4b 4d 71 5d 02 01 02"},
	} {
		e := encoder{tables: shortpostings.Tables{Spans: slices.Repeat([]byte{eliasfano.Code(16)}, 301), Plains: nil}, marks: true}
		e.tables.Plains = slices.Repeat(binary.LittleEndian.AppendUint16(nil, shortpostings.PackPlain(tt.plain)), 301)
		if tt.term == "zymurgy" {
			e.tables.Spans = slices.Repeat([]byte{eliasfano.Code(100)}, 301)
		}
		entry, _, err := e.encode(nil, []byte(tt.term), tt.list.spread(e.tables.Spans), 0)
		if got := fmt.Sprintf("% x", entry); err != nil || got != tt.want {
			t.Errorf("%q is written as %s, %v; want %s", tt.term, got, err, tt.want)
		}
		if !strings.Contains(string(page), "`"+tt.want+"`") {
			t.Errorf("docs/format/index.md does not show %s", tt.want)
		}
	}
}
