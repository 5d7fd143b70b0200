package invert

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/blevesearch/vellum"
	"github.com/blevesearch/vellum/levenshtein"
	"github.com/blevesearch/vellum/regexp"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/segment"
)

// corpus makes pages with natural frequencies, some of one URL, one inverted in several
// turns.
func corpus(t testing.TB, seed uint64, pages int) (all []aranea.IndexChange) {
	rnd := rand.New(rand.NewPCG(seed, 9))
	for i := range pages {
		words := 150
		if i == pages/2 {
			words = turn + 10
		}
		c := page(t, i*2/3, zipfText(rnd, 5), zipfText(rnd, words))
		c.Snippet = i%7 != 0
		all = append(all, c)
	}
	return all
}

// everyTerm lists what a segment says of each term from one up to another.
func everyTerm(t testing.TB, s *segment.Segment, a vellum.Automaton, from, to string) (all []string) {
	t.Helper()
	docs := map[string]int{}
	var terms []string
	var end []byte
	if to != "" {
		end = []byte(to)
	}
	if _, err := s.VisitTerms(a, []byte(from), end, 1<<20, func(term []byte, n int) {
		terms = append(terms, string(term))
		docs[string(term)] = n
	}); err != nil {
		t.Fatal(err)
	}
	var p segment.Postings
	for _, term := range terms {
		if ok, err := p.Find(s, []byte(term)); err != nil || !ok {
			t.Fatalf("%q: %v, %v", term, ok, err)
		}
		forms, err := s.Forms(nil, []byte(term))
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		fmt.Fprint(&b, term, forms, docs[term], p.DocFreq(), p.MaxImpact())
		for p.Next() {
			fmt.Fprint(&b, p.Doc(), p.Impact(), p.Freq(), p.Positions(nil))
		}
		if p.Err() != nil {
			t.Fatal(p.Err())
		}
		all = append(all, b.String())
	}
	return all
}

// everyDoc lists what a segment says of each document.
func everyDoc(t testing.TB, s *segment.Segment) (all []string) {
	t.Helper()
	elements := s.Elements()
	doc := uint32(0)
	for stored, err := range s.Documents(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Doc(doc)
		if err != nil {
			t.Fatal(err)
		}
		text, err := s.Text(doc)
		if err != nil || !bytes.Equal(text, stored.Text) || r.URL != stored.URL {
			t.Fatalf("document %d has the text %q (%v), in order %q", doc, text, err, stored.Text)
		}
		of, err := elements.Of(doc)
		if err != nil || !reflect.DeepEqual(of, stored.Elements) {
			t.Fatalf("document %d has the elements %v (%v), in order %v", doc, of, err, stored.Elements)
		}
		found, ok := s.FindKey(s.Key(doc))
		short, okShort := s.FindShort(s.Key(doc).Short())
		all = append(all, fmt.Sprint(r, of, string(text), s.Key(doc), s.Keys()[doc], found, ok, short, okShort, s.Column(doc), s.Sketch(doc), s.Date(doc), s.Langs()[s.Lang(doc)]))
		doc++
	}
	return append(all, fmt.Sprint(s.Docs(), s.Words(), s.Limited(), s.Terms()))
}

// A termScan reads the terms between two that an automaton takes.
type termScan struct {
	a        vellum.Automaton
	from, to string
}

// scansOfTerms returns ways to read terms.
func scansOfTerms(t *testing.T) []termScan {
	t.Helper()
	fuzzy, err := levenshtein.NewLevenshteinAutomatonBuilder(1, false)
	if err != nil {
		t.Fatal(err)
	}
	near, err := fuzzy.BuildDfa("being", 1)
	if err != nil {
		t.Fatal(err)
	}
	pattern, err := regexp.New("[a-f]*ing")
	if err != nil {
		t.Fatal(err)
	}
	return []termScan{{nil, "", ""}, {nil, "\x01", "\x04"}, {nil, "b", "bb"}, {near, "", ""}, {pattern, "", "c"}, {pattern, "zz", ""}}
}

// TestViewIsTheSegment: what a view says, taken while the buffer is filled and asked when
// it is full, is what the segment of the same documents says.
func TestViewIsTheSegment(t *testing.T) {
	t.Parallel()
	all := corpus(t, 5, 150)
	files := segment.NewFolder(disktest.New())
	b, m := NewBuffer(files), document.NewMaker(0)
	var views []*segment.Segment
	gone := 0
	for i := range all {
		if i%50 == 1 || i == 149 {
			views = append(views, b.View(fmt.Sprint("memory-", i), func() { gone++ }))
			everyTerm(t, views[len(views)-1], nil, "", "b") // sorts what is there
		}
		add(t, b, m, &all[i])
	}
	views = append(views, b.View("memory", func() { gone++ }))
	scans := scansOfTerms(t)
	whole := written(t, b) // the views stay
	whole.Release()
	for _, v := range views {
		one := NewBuffer(files)
		maker := document.NewMaker(0)
		for i := range v.Docs() {
			add(t, one, maker, &all[i])
		}
		s := written(t, one)
		for _, scan := range scans {
			if got, want := everyTerm(t, v, scan.a, scan.from, scan.to), everyTerm(t, s, scan.a, scan.from, scan.to); !slices.Equal(got, want) {
				t.Errorf("%s from %q: %d terms, want %d", v.Name(), scan.from, len(got), len(want))
			}
		}
		if got, want := everyDoc(t, v), everyDoc(t, s); !slices.Equal(got, want) {
			t.Errorf("%s holds\n%.400s\nwant\n%.400s", v.Name(), got, want)
		}
		var p segment.Postings
		if ok, err := p.Find(v, []byte("nowhere")); ok || err != nil {
			t.Errorf("a term that is nowhere: %v, %v", ok, err)
		}
		n := 0
		more, err := v.VisitTerms(nil, nil, nil, 3, func([]byte, int) { n++ })
		if err != nil || !more || n != 3 {
			t.Errorf("%d terms of three, more %v, %v", n, more, err)
		}
		s.Release()
		v.Release()
	}
	if gone != len(views) {
		t.Errorf("%d of %d views were let go of", gone, len(views))
	}
}

// TestViewsWhileFilling: views are read side by side while the buffer is filled, and say
// the same all the time.
func TestViewsWhileFilling(t *testing.T) {
	t.Parallel()
	all := corpus(t, 6, 120)
	b, m := NewBuffer(segment.NewFolder(disktest.New())), document.NewMaker(0)
	var readers sync.WaitGroup
	for i := range all {
		add(t, b, m, &all[i])
		if i%30 != 29 {
			continue
		}
		v := b.View(fmt.Sprint("memory-", i), func() {})
		want, docs := everyTerm(t, v, nil, "", ""), everyDoc(t, v)
		readers.Go(func() {
			defer v.Release()
			for range 3 {
				if !slices.Equal(everyTerm(t, v, nil, "", ""), want) || !slices.Equal(everyDoc(t, v), docs) {
					t.Errorf("%s says something else", v.Name())
				}
			}
		})
	}
	readers.Wait()
}
