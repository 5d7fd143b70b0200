package index

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/weburl"
)

var when = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// put makes a change from "kind:text" parts.
func put(t testing.TB, url string, parts ...string) aranea.IndexChange {
	t.Helper()
	u := parse(t, url)
	p := &aranea.Page{URL: u, Lang: "en"}
	for _, part := range parts {
		kind, text, _ := strings.Cut(part, ":")
		k := aranea.ElementText
		switch kind {
		case "title":
			k = aranea.ElementTitle
		case "h1":
			k = aranea.ElementHeading1
		}
		start := len(p.Text)
		p.Text = append(append(p.Text, text...), '\n')
		p.Elements = append(p.Elements, aranea.Element{Kind: k, Start: uint32(start), End: uint32(len(p.Text) - 1)})
	}
	return aranea.IndexChange{Action: aranea.IndexPut, URL: u, Version: 1, FetchedAt: when, Page: p, Snippet: true}
}

func del(t testing.TB, url string) aranea.IndexChange {
	t.Helper()
	return aranea.IndexChange{Action: aranea.IndexDelete, URL: parse(t, url)}
}

func open(t testing.TB, files disk.Folder, opt Options) *Index {
	t.Helper()
	x, err := OpenOn(files, opt)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func apply(t testing.TB, x *Index, c ...aranea.IndexChange) {
	t.Helper()
	if err := x.Apply(context.Background(), c); err != nil {
		t.Fatal(err)
	}
}

// slow never flushes by itself.
var slow = Options{FlushIdle: time.Hour, Workers: 2}

// single has one buffer, so that a flush makes one segment.
var single = Options{FlushIdle: time.Hour, Workers: 1}

func snapshot(t testing.TB, x *Index) *Snapshot {
	t.Helper()
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	s, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// found returns "url@positions" for each live document of a term, sorted.
func found(t testing.TB, s *Snapshot, term string) string {
	t.Helper()
	var out []string
	for seg := range s.Segments() {
		p, err := s.Postings(seg, term)
		if err != nil {
			t.Fatal(err)
		}
		if p == nil {
			continue
		}
		for p.Next() {
			if !s.Findable(seg, p.Doc()) {
				continue
			}
			d, err := s.Doc(seg, p.Doc())
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, fmt.Sprintf("%s@%v", strings.TrimPrefix(d.URL, "http://"), p.Positions(nil)))
		}
		if p.Err() != nil {
			t.Fatal(p.Err())
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestPutFindReplaceDelete(t *testing.T) {
	t.Parallel()
	dir := disktest.New()
	x := open(t, dir, slow)
	apply(t, x, put(t, "http://www.a.test/1", "title:Spider silk", "text:silk is strong silk"), put(t, "http://a.test/2", "text:strong tea"))
	s := snapshot(t, x)
	for term, want := range map[string]string{
		"silk": "www.a.test/1@[1 10 13]", "strong": "a.test/2@[0] www.a.test/1@[12]", "tea": "a.test/2@[1]", "coffee": "",
		segment.PrefixFilter + "site:a.test": "a.test/2@[] www.a.test/1@[]", segment.PrefixFilter + "host:a.test": "a.test/2@[]",
		segment.PrefixFilter + "lang:en": "a.test/2@[] www.a.test/1@[]", segment.PrefixURL + "www": "www.a.test/1@[]",
	} {
		if got := found(t, s, term); got != want {
			t.Errorf("%q is in %q, want %q", term, got, want)
		}
	}
	apply(t, x, put(t, "http://www.a.test/1", "text:now about coffee"), del(t, "http://a.test/2"))
	s2 := snapshot(t, x)
	if got := found(t, s2, "silk") + found(t, s2, "tea"); got != "" || s2.Docs() != 1 {
		t.Errorf("after replacing, %q is still found in %d documents", got, s2.Docs())
	}
	if got := found(t, s2, "coffee"); got != "www.a.test/1@[2]" {
		t.Errorf("the new version: %q", got)
	}
	if got := found(t, s, "silk"); got == "" {
		t.Error("the old snapshot changed")
	}
	seg, doc, ok := s2.Lookup(parse(t, "http://www.a.test/1").ID())
	if !ok {
		t.Fatal("Lookup finds nothing")
	}
	if text, err := s2.Text(seg, doc); err != nil || string(text) != "now about coffee\n" {
		t.Errorf("text %q, %v", text, err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := readerOn(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s3, err := r.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s3.Close()
	if got := found(t, s3, "coffee"); got != "www.a.test/1@[2]" || s3.Docs() != 1 {
		t.Errorf("after reopening: %q in %d documents", got, s3.Docs())
	}
}

// TestManyVersions: a page that was put several times between two flushes lies
// several times in one segment; its next version replaces the last of them.
func TestManyVersions(t *testing.T) {
	t.Parallel()
	x := open(t, disktest.New(), single)
	defer x.Close()
	for i := range 20 {
		apply(t, x, put(t, "http://a.test/1", fmt.Sprintf("text:zq%dx", i)))
	}
	if s := snapshot(t, x); s.Docs() != 1 || found(t, s, "zq19x") != "a.test/1@[0]" {
		t.Errorf("%d documents, the last version is %q", s.Docs(), found(t, s, "zq19x"))
	}
	apply(t, x, del(t, "http://a.test/1"))
	if s := snapshot(t, x); s.Docs() != 0 || x.Has(parse(t, "http://a.test/1").ID()) {
		t.Errorf("%d documents after the page was deleted", s.Docs())
	}
}

func TestImpactFollowsTheElement(t *testing.T) {
	t.Parallel()
	x := open(t, disktest.New(), single)
	defer x.Close()
	apply(t, x, put(t, "http://a.test/title", "title:needle", "text:hay"), put(t, "http://a.test/heading", "h1:needle", "text:hay"),
		put(t, "http://a.test/text", "text:needle hay"), put(t, "http://a.test/long", "text:needle "+strings.Repeat("hay ", 2000)))
	s := snapshot(t, x)
	p, err := s.Postings(0, "needle")
	if err != nil || p == nil {
		t.Fatal(p, err)
	}
	last := uint8(255)
	for p.Next() {
		if p.Impact() >= last {
			d, _ := s.Doc(0, p.Doc())
			t.Errorf("%s has impact %d after %d", d.URL, p.Impact(), last)
		}
		last = p.Impact()
	}
	if w := impact.Weight(impact.Quantise(3.7)); w < 3.5 || w > 3.9 {
		t.Errorf("3.7 becomes %f", w)
	}
}

// A model is the brute-force oracle: the text of each URL, behind a mark if it is
// hidden.
type model map[string]string

// veiled marks the text of a hidden document in a model.
const veiled = "(hidden)"

// shown returns the documents of the model that can be found.
func (m model) shown() model {
	out := model{}
	for url, text := range m {
		if !strings.HasPrefix(text, veiled) {
			out[url] = text
		}
	}
	return out
}

// check compares every word of the vocabulary with the model.
func (m model) check(t *testing.T, s *Snapshot, words []string) {
	t.Helper()
	shown := m.shown()
	if hidden := s.Stats().Hidden; hidden != len(m)-len(shown) {
		t.Fatalf("%d documents are hidden, want %d", hidden, len(m)-len(shown))
	}
	shown.checkFound(t, s, words)
}

// checkFound compares what words of the vocabulary find with the model.
func (m model) checkFound(t *testing.T, s *Snapshot, words []string) {
	t.Helper()
	if s.Docs() != len(m) {
		t.Fatalf("%d documents, want %d", s.Docs(), len(m))
	}
	for _, w := range words {
		var want []string
		for url, text := range m {
			var pos []int
			for i, x := range strings.Fields(text) {
				if x == w {
					pos = append(pos, i)
				}
			}
			if len(pos) > 0 {
				want = append(want, fmt.Sprintf("%s@%v", strings.TrimPrefix(url, "http://"), pos))
			}
		}
		slices.Sort(want)
		if got := found(t, s, w); got != strings.Join(want, " ") {
			t.Fatalf("%s is in\n%.300s, want\n%.300s", w, got, strings.Join(want, " "))
		}
	}
}

// vocabulary holds words that are their own stems.
func vocabulary() []string {
	var out []string
	for i := range 60 {
		out = append(out, fmt.Sprintf("zq%dx", i))
	}
	return out
}

func TestMerging(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testMerging)
}

func testMerging(t *testing.T) {
	dir := disktest.New()
	x := open(t, dir, single)
	m := model{}
	words := vocabulary()
	for i := range 40 {
		url := fmt.Sprintf("http://a.test/%d", i)
		m[url] = strings.Join(words[i%20:i%20+20], " ")
		apply(t, x, put(t, url, "text:"+m[url]))
		if i >= 10 {
			gone := fmt.Sprintf("http://a.test/%d", i-10)
			apply(t, x, del(t, gone))
			delete(m, gone)
		}
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	synctest.Wait() // for merges
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	x = open(t, dir, slow)
	defer x.Close()
	s := snapshot(t, x)
	m.check(t, s, words)
	if s.Segments() > MaxSegments+1 {
		t.Errorf("%d segments after 40 flushes", s.Segments())
	}
}

func TestLongLists(t *testing.T) {
	t.Parallel()
	x := open(t, disktest.New(), single)
	defer x.Close()
	var changes []aranea.IndexChange
	for i := range 1000 {
		text := "zq1x" + strings.Repeat(" zq2x", i%7)
		if i%3 == 0 {
			text += " zq3x"
		}
		changes = append(changes, put(t, fmt.Sprintf("http://a.test/%04d", i), "text:"+text))
	}
	apply(t, x, changes...)
	s := snapshot(t, x)
	p, err := s.Postings(0, "zq3x")
	if err != nil || p.DocFreq() != 334 {
		t.Fatal(p, err)
	}
	for target := uint32(0); target < 1000; target += 17 {
		p, _ := s.Postings(0, "zq3x")
		want := (target + 2) / 3 * 3
		if !p.SeekGE(target) || p.Doc() != want {
			t.Fatalf("SeekGE(%d) stands at %d, want %d", target, p.Doc(), want)
		}
		if got := p.Positions(nil); len(got) != 1 || got[0] != 1+want%7 {
			t.Fatalf("positions in %d: %v", want, got)
		}
		if imp, last := p.Bound(target); imp < p.Impact() || last < p.Doc() {
			t.Fatalf("bound of %d: impact %d to %d", target, imp, last)
		}
		if p.SeekGE(10_000); p.Doc() != segment.NoDoc {
			t.Fatal("beyond the end")
		}
	}
}

func TestReaderFollowsTheWriter(t *testing.T) {
	t.Parallel()
	dir := disktest.New()
	x := open(t, dir, slow)
	defer x.Close()
	r, err := readerOn(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i := range 30 {
		apply(t, x, put(t, fmt.Sprintf("http://a.test/%d", i), "text:zq1x"))
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
		s, err := r.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if s.Docs() != i+1 {
			t.Errorf("the reader sees %d documents, want %d", s.Docs(), i+1)
		}
		s.Close()
	}
}

func FuzzChange(f *testing.F) {
	c := put(f, "http://a.test/1", "title:a", "text:b c")
	f.Add(encodeChange(nil, &c))
	c = put(f, "http://a.test/1", "h1:a", "h1:b", "text:c")
	c.Page.HeadingIDs = []aranea.HeadingID{{Start: 0, ID: "x"}, {Start: 2, ID: "y"}}
	f.Add(encodeChange(nil, &c))
	c.Page.Facets = []aranea.Facet{{Name: "version", Value: "2.0"}}
	f.Add(encodeChange(nil, &c))
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, err := decodeChange(b); err == nil && c.Page != nil {
			if err := newBuffer(segment.NewFolder(disktest.New())).Add(document.NewMaker(0), &c); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestLater: of a document that a killed process put it can be told that it is newer than
// a visit.
func TestLater(t *testing.T) {
	t.Parallel()
	files := disktest.New()
	x := open(t, files, slow)
	const a = "http://a.test/"
	c, id := put(t, a, "text:word"), parse(t, a).ID()
	c.FetchedAt = time.Unix(1_790_000_000, 0)
	apply(t, x, c)
	x = open(t, files.Kill(), slow)
	for late, want := range map[time.Duration]bool{-time.Second: true, 0: false, time.Second: false} {
		if got := x.Later(id, c.FetchedAt.Add(late)); got != want {
			t.Errorf("later than a visit %v after its own: %t", late, got)
		}
	}
	if x.Later(parse(t, "http://b.test/").ID(), time.Time{}) {
		t.Error("what is not there is later")
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
}
