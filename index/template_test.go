package index

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/segment"
)

// TestWordsOfTemplates compares what is marked as standing in the template only with positions and
// elements, for every form and stem of random pages: in memory, in files, and merged without what was
// deleted.
func TestWordsOfTemplates(t *testing.T) {
	t.Parallel()
	x := open(t, disktest.New(), slow)
	defer x.Close()
	rnd := rand.New(rand.NewPCG(6, 28))
	for i := range 4 {
		for j := range 150 {
			apply(t, x, zoned(t, rnd, 150*i+j))
		}
		s, err := x.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		compareMarks(t, s)
		s.Close()
		compareMarks(t, snapshot(t, x))
	}
	for i := range 600 {
		if i%3 == 0 {
			apply(t, x, del(t, fmt.Sprintf("http://h%d.test/%d", i%4, i)))
		}
	}
	if err := x.Merge(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	s := snapshot(t, x)
	if s.Segments() != 1 || s.SegmentDocs(0) != 400 {
		t.Fatalf("%d segments, %d documents in the first", s.Segments(), s.SegmentDocs(0))
	}
	compareMarks(t, s)
}

// mixed is a site whose pages have parts in two languages.
const mixed = 2

// zoned makes a page of words with several forms, in elements of any zone. Sites have a language, and
// words that all their pages have in the template.
func zoned(t *testing.T, rnd *rand.Rand, i int) aranea.IndexChange {
	t.Helper()
	forms := strings.Fields("crawl crawls crawled crawling link links index indexes stone stones web robot robots opção opções")
	var parts []string
	for range 1 + rnd.IntN(8) {
		var words []string
		for range rnd.IntN(12) {
			words = append(words, forms[rnd.IntN(len(forms))])
		}
		parts = append(parts, "text:"+strings.Join(words, " ")+fmt.Sprintf(" zq%dx", rnd.IntN(900)))
	}
	c := put(t, fmt.Sprintf("http://h%d.test/%d", i%4, i), append(parts, fmt.Sprintf("text:home site%dx", i%4), "title:page of stones")...)
	n := len(parts)
	for i := range n {
		c.Page.Elements[i].Zone = aranea.Zone(rnd.IntN(aranea.Zones))
	}
	if i%4 == mixed {
		c.Page.Containers = []aranea.Container{{Parent: -1}, {Path: 1, Lang: "fr"}}
		for i := range n / 2 {
			c.Page.Elements[i].Container = 1
		}
	}
	c.Page.Elements[n].Zone, c.Page.Lang = aranea.ZoneNavigation, []string{"en", "pt"}[i%4/3]
	return c
}

// compareMarks compares the marks of all forms and stems.
func compareMarks(t *testing.T, s *Snapshot) {
	t.Helper()
	marked, unmarked := 0, 0
	for seg := range s.Segments() {
		if !s.OwnWords(seg) {
			t.Fatalf("segment %d has no marks", seg)
		}
		own := map[string]map[uint32]bool{} // by form, whether each document has it outside of the template
		all := s.Elements(seg)
		visitPostings(t, s, seg, "", func(form string, p *segment.Postings) {
			doc := p.Doc()
			parts, err := all.Of(doc)
			if err != nil {
				t.Fatal(err)
			}
			if own[form] == nil {
				own[form] = map[uint32]bool{}
			}
			own[form][doc] = slices.ContainsFunc(p.Positions(nil), func(pos uint32) bool { return !inTemplate(parts, pos) })
			if p.Own() != own[form][doc] {
				t.Fatalf("segment %d, document %d: %q is outside of the template: %t, want %t", seg, doc, form, p.Own(), own[form][doc])
			}
			if p.Own() {
				unmarked++
			} else {
				marked++
			}
		})
		visitPostings(t, s, seg, segment.PrefixStem, func(stem string, p *segment.Postings) {
			forms, err := s.Forms([]string{stem[3:]}, seg, []byte(stem))
			if err != nil {
				t.Fatal(err)
			}
			d, err := s.Doc(seg, p.Doc())
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(d.URL, fmt.Sprintf("http://h%d.", mixed)) {
				return // a form counts for a stem only where its language is
			}
			want := slices.ContainsFunc(forms, func(f string) bool { return own[f][p.Doc()] })
			if p.Own() != want {
				t.Fatalf("segment %d, document %d: %q for %q is outside of the template: %t, want %t", seg, p.Doc(), stem, forms, p.Own(), want)
			}
		})
	}
	if marked < 100 || unmarked < 100 {
		t.Errorf("%d postings are marked, %d are not", marked, unmarked)
	}
}

// visitPostings calls visit for each posting of the terms with a prefix, or of all forms.
func visitPostings(t *testing.T, s *Snapshot, seg int, prefix string, visit func(term string, p *segment.Postings)) {
	t.Helper()
	var terms, to = []string(nil), []byte(nil)
	if prefix != "" {
		to = []byte(prefix + "\xff")
	}
	if _, err := s.VisitTerms(seg, nil, []byte(prefix), to, 1<<30, func(term []byte, _ int) { terms = append(terms, string(term)) }); err != nil {
		t.Fatal(err)
	}
	for _, term := range terms {
		p, err := s.Postings(seg, term)
		if err != nil || p == nil || !p.Marked() {
			t.Fatalf("%q: %v, %v", term, p, err)
		}
		for p.Next() {
			visit(term, p)
		}
		if p.Err() != nil {
			t.Fatal(p.Err())
		}
	}
}

// inTemplate reports whether the element with a position belongs to the template.
func inTemplate(parts []document.Element, pos uint32) bool {
	i := slices.IndexFunc(parts, func(e document.Element) bool { return e.First <= pos && pos < e.First+e.Words })
	return i >= 0 && document.IsTemplate(parts[i].Zone)
}
