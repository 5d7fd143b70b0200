package invert

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/weburl"
)

// page puts a page of a title and of a text.
func page(t testing.TB, n int, title, text string) aranea.IndexChange {
	t.Helper()
	u, err := weburl.Parse(fmt.Sprintf("http://a.test/%d", n))
	if err != nil {
		t.Fatal(err)
	}
	p := &aranea.Page{URL: u, Lang: "en", Text: []byte(title + "\n" + text)}
	p.Elements = []aranea.Element{
		{Kind: aranea.ElementTitle, End: uint32(len(title))},
		{Kind: aranea.ElementText, Start: uint32(len(title) + 1), End: uint32(len(p.Text))},
	}
	when := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	return aranea.IndexChange{Action: aranea.IndexPut, URL: u, Version: 1, FetchedAt: when, Page: p, Snippet: true}
}

func add(t testing.TB, b *Buffer, m *document.Maker, c *aranea.IndexChange) {
	t.Helper()
	if err := b.Add(m, c); err != nil {
		t.Fatal(err)
	}
}

// zipfText makes text of words with natural frequencies.
func zipfText(rnd *rand.Rand, words int) string {
	z := rand.NewZipf(rnd, 1.1, 4, 60_000)
	var b strings.Builder
	for range words {
		n := z.Uint64()
		for n += 26; n > 0; n /= 26 {
			b.WriteByte(byte('a' + n%26))
		}
		b.WriteString([]string{" ", "ing ", "s "}[n%3])
	}
	return b.String()
}

// written writes buffers into a segment in memory.
func written(t testing.TB, buffers ...*Buffer) *segment.Segment {
	t.Helper()
	files := segment.NewFolder(disktest.New())
	w, err := segment.Create(files, "seg-00000001")
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(w, buffers...); err != nil {
		t.Fatal(err)
	}
	s, err := segment.Open(files, "seg-00000001")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// want lists by terms what the documents of pages say, one word after another.
func want(pages []aranea.IndexChange) map[string]string {
	postings := map[string]map[int][]uint32{}
	note := func(term string, doc int, pos ...uint32) {
		if postings[term] == nil {
			postings[term] = map[int][]uint32{}
		}
		postings[term][doc] = append(postings[term][doc], pos...)
	}
	m := document.NewMaker(0)
	for doc := range pages {
		d := m.Of(&pages[doc])
		for _, w := range d.Words() {
			if note(w.Word.Form(), doc, w.Pos); w.Word.Stem() != "" {
				note(w.Word.Stem(), doc)
			}
		}
		for _, word := range d.Address {
			note(segment.PrefixURL+word, doc)
		}
		for _, f := range d.Filters {
			note(segment.PrefixFilter+f, doc)
		}
	}
	out := map[string]string{}
	for term, docs := range postings {
		for _, doc := range slices.Sorted(maps.Keys(docs)) {
			out[term] += fmt.Sprint(doc, docs[doc], " ")
		}
	}
	return out
}

// TestWhatIsWritten holds the terms of a segment, their documents and positions
// against the words of the pages, for two generations of one buffer.
func TestWhatIsWritten(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 7))
	b, m := NewBuffer(segment.NewFolder(disktest.New())), document.NewMaker(0)
	for gen := range uint64(2) {
		b.Reset(gen + 1)
		var pages []aranea.IndexChange
		for i := range 300 {
			pages = append(pages, page(t, i, zipfText(rnd, 5), zipfText(rnd, 300)))
			add(t, b, m, &pages[i])
		}
		s := written(t, b)
		expect := want(pages)
		if s.Docs() != len(pages) || s.Terms() != len(expect) {
			t.Errorf("generation %d: %d documents, %d terms; want %d, %d", gen, s.Docs(), s.Terms(), len(pages), len(expect))
		}
		var p segment.Postings
		for term, list := range expect {
			if ok, err := p.Find(s, []byte(term)); err != nil || !ok {
				t.Fatalf("%q: %v, %v", term, ok, err)
			}
			var got strings.Builder
			for p.Next() {
				fmt.Fprint(&got, p.Doc(), p.Positions(nil), " ")
			}
			if p.Err() != nil || got.String() != list {
				t.Fatalf("%q has %s (%v), want %s", term, got.String(), p.Err(), list)
			}
		}
		s.Release()
	}
}

// TestStemsKnowTheirForms: each stem names all words that it stands for, once.
func TestStemsKnowTheirForms(t *testing.T) {
	t.Parallel()
	b, m := NewBuffer(segment.NewFolder(disktest.New())), document.NewMaker(0)
	for i, text := range []string{"running run", "runs running", "Running run's"} {
		c := page(t, i, "a", text)
		add(t, b, m, &c)
	}
	s := written(t, b)
	defer s.Release()
	forms, err := s.Forms(nil, []byte(segment.PrefixStem+"enrun"))
	if err != nil || !slices.Equal(forms, []string{"running", "runs"}) {
		t.Errorf("the forms are %q, %v", forms, err)
	}
}

// TestChains: what was written to many terms in turn is read back, whatever the
// lengths.
func TestChains(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	var c chains
	c.reset()
	terms, want := make([]term, 40), make([][]byte, 40)
	for range 20_000 {
		n := rnd.IntN(len(terms))
		p := bytes.Repeat([]byte{byte(rnd.Uint32())}, 1+rnd.IntN(100)*n/4)
		c.write(&terms[n], p)
		short := binary.LittleEndian.AppendUint64(nil, rnd.Uint64())
		some := short[:1+rnd.IntN(word)]
		c.put(&terms[n], binary.LittleEndian.Uint64(short), len(some))
		want[n] = append(append(want[n], p...), some...)
	}
	if len(c.blocks) < 3 {
		t.Fatalf("%d blocks show nothing", len(c.blocks))
	}
	var buf []byte
	for n := range terms {
		if got := c.read(&buf, &terms[n]); !bytes.Equal(got, want[n]) {
			t.Errorf("term %d: %d bytes, want %d", n, len(got), len(want[n]))
		}
		if few := min(len(want[n]), word); !bytes.Equal(c.first(&terms[n])[:few], want[n][:few]) {
			t.Errorf("term %d begins with %x, want %x", n, c.first(&terms[n])[:few], want[n][:few])
		}
	}
	var none term
	if got := c.read(&buf, &none); len(got) != 0 {
		t.Errorf("a term without postings has %d bytes", len(got))
	}
}

// TestOrderBeyondTheHead: terms that begin alike are in order.
func TestOrderBeyondTheHead(t *testing.T) {
	t.Parallel()
	b, m := NewBuffer(segment.NewFolder(disktest.New())), document.NewMaker(0)
	c := page(t, 0, "a", "abcdefghi abcdefgh abcdefghh abcdefg b abcdefghii")
	add(t, b, m, &c)
	var last []byte
	for _, o := range b.orderFrom(0, new([]ordered)).all {
		text := b.words.text(b.words.term(o.number))
		if bytes.Compare(last, text) >= 0 {
			t.Errorf("%q stands before %q", last, text)
		}
		last = text
	}
}

// TestTitles: the filter of a title has the bits of the forms and stems of its words, and
// of no others.
func TestTitles(t *testing.T) {
	t.Parallel()
	buf, maker := NewBuffer(segment.NewFolder(disktest.New())), document.NewMaker(0)
	c := page(t, 0, "Running spiders", "a page about silk")
	add(t, buf, maker, &c)
	want := uint64(0)
	for _, term := range []string{"running", segment.PrefixStem + "enrun", "spiders", segment.PrefixStem + "enspider"} {
		want |= segment.TitleBit(term)
	}
	s := written(t, buf)
	defer s.Release()
	if got := s.Title(0); got != want {
		t.Errorf("the filter is %x, want %x", got, want)
	}
}

// TestFieldsCount (seed 004): what is in the template of a site counts less than what a
// page is about.
func TestFieldsCount(t *testing.T) {
	t.Parallel()
	c := page(t, 0, "products", "a page about silk")
	c.Page.Elements[0] = aranea.Element{Kind: aranea.ElementText, Zone: aranea.ZoneNavigation, End: c.Page.Elements[0].End}
	d := document.NewMaker(0).Of(&c)
	norms := normsOf(&d.Lengths)
	if in, main := norms[d.Words()[0].Field], norms[d.Words()[1].Field]; 5*in > main {
		t.Errorf("a word of navigation counts %g, one of the page %g", in, main)
	}
}

func BenchmarkBuild(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 1))
	var pages []aranea.IndexChange
	size := 0
	for i := range 500 {
		c := page(b, i, zipfText(rnd, 6), zipfText(rnd, 700))
		size += len(c.Page.Text)
		pages = append(pages, c)
	}
	buf, maker, gen := NewBuffer(segment.NewFolder(disktest.New())), document.NewMaker(0), uint64(0)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		gen++
		buf.Reset(gen)
		for i := range pages {
			add(b, buf, maker, &pages[i])
		}
		written(b, buf).Release()
	}
}

// TestBytesAreWhatIsTaken: what a buffer says that it takes is what the heap grows by.
// It runs alone, for others use the heap as well.
func TestBytesAreWhatIsTaken(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var pages []aranea.IndexChange
	for i := range 900 {
		pages = append(pages, page(t, i, zipfText(rnd, 5), zipfText(rnd, 600)))
	}
	m, files := document.NewMaker(0), segment.NewFolder(disktest.New())
	fill := func(gen uint64) *Buffer {
		b := NewBuffer(files)
		b.Reset(gen)
		for i := range pages {
			add(t, b, m, &pages[i])
		}
		return b
	}
	fill(1) // what the maker and the folder keep is none of the buffer's
	before := heap()
	b := fill(2)
	taken, told := heap()-before, int64(b.Bytes())
	if told < 2<<20 || told < taken*85/100 || told > taken*115/100 {
		t.Errorf("a buffer that takes %d bytes says %d", taken, told)
	}
	written(t, b).Release()
	b.Shrink()
	if left := heap() - before; left > taken/4 {
		t.Errorf("%d bytes of %d are left when they were written", left, taken)
	}
	for _, v := range []any{b, m, pages} {
		runtime.KeepAlive(v)
	}
}

// heap returns how many bytes of the heap are in use.
func heap() int64 {
	runtime.GC()
	runtime.GC() // what pools hold is let go of by the second
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// TestArena: pieces lie apart, and one that is larger than a block has room.
func TestArena(t *testing.T) {
	t.Parallel()
	var a arena
	for range 2 {
		a.reset()
		var places []uint32
		sizes := []int{1, blockBytes - 1, 7, 3 * blockBytes, 1, blockBytes, 100}
		for i, n := range sizes {
			at := a.alloc(n)
			copy(a.at(at), bytes.Repeat([]byte{byte(i)}, n))
			places = append(places, at)
		}
		for i, n := range sizes {
			if !bytes.Equal(a.at(places[i])[:n], bytes.Repeat([]byte{byte(i)}, n)) {
				t.Errorf("piece %d of %d bytes is not what was written", i, n)
			}
		}
	}
}
