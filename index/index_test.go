package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
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

func open(t testing.TB, dir string, opt Options) *Index {
	t.Helper()
	x, err := Open(dir, opt)
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
var slow = Options{FlushAfter: time.Hour, Workers: 2}

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
			if s.Deleted(seg, p.Doc()) {
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
	dir := t.TempDir()
	x := open(t, dir, slow)
	apply(t, x, put(t, "http://www.a.test/1", "title:Spider silk", "text:silk is strong silk"), put(t, "http://a.test/2", "text:strong tea"))
	s := snapshot(t, x)
	for term, want := range map[string]string{
		"silk": "www.a.test/1@[1 66 69]", "strong": "a.test/2@[0] www.a.test/1@[68]", "tea": "a.test/2@[1]", "coffee": "",
		PrefixFilter + "site:a.test": "a.test/2@[] www.a.test/1@[]", PrefixFilter + "host:a.test": "a.test/2@[]",
		PrefixFilter + "lang:en": "a.test/2@[] www.a.test/1@[]", PrefixURL + "www": "www.a.test/1@[]",
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
	if got := found(t, s2, "coffe"); got != "www.a.test/1@[2]" {
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
	r, err := OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s3, err := r.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s3.Close()
	if got := found(t, s3, "coffe"); got != "www.a.test/1@[2]" || s3.Docs() != 1 {
		t.Errorf("after reopening: %q in %d documents", got, s3.Docs())
	}
}

func TestImpactFollowsTheElement(t *testing.T) {
	t.Parallel()
	x := open(t, t.TempDir(), Options{FlushAfter: time.Hour, Workers: 1})
	defer x.Close()
	apply(t, x, put(t, "http://a.test/title", "title:needle", "text:hay"), put(t, "http://a.test/heading", "h1:needle", "text:hay"),
		put(t, "http://a.test/text", "text:needle hay"), put(t, "http://a.test/long", "text:needle "+strings.Repeat("hay ", 2000)))
	s := snapshot(t, x)
	p, err := s.Postings(0, "needl")
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
	if w := Weight(quantise(3.7)); w < 3.5 || w > 3.9 {
		t.Errorf("3.7 becomes %f", w)
	}
}

// A model is the brute-force oracle: the text of each URL.
type model map[string]string

// check compares every word of the vocabulary with the model.
func (m model) check(t *testing.T, s *Snapshot, words []string) {
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

// TestRandomLives applies random changes, flushes, merges, crashes and reopens,
// and compares with the model.
func TestRandomLives(t *testing.T) {
	t.Parallel()
	lives := uint64(6)
	if testing.Short() {
		lives = 2
	}
	for seedNo := range lives {
		t.Run(fmt.Sprint(seedNo), func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(seedNo, 2))
			dir := t.TempDir()
			words := vocabulary()
			m := model{}
			x := open(t, dir, slow)
			for range 120 {
				var changes []aranea.IndexChange
				for range 1 + rnd.IntN(12) {
					url := fmt.Sprintf("http://h%d.test/%d", rnd.IntN(3), rnd.IntN(400))
					if rnd.IntN(5) == 0 {
						changes = append(changes, del(t, url))
						delete(m, url)
						continue
					}
					var text []string
					for range 1 + rnd.IntN(40) {
						text = append(text, words[int(float64(len(words))*rnd.Float64()*rnd.Float64())])
					}
					m[url] = strings.Join(text, " ")
					changes = append(changes, put(t, url, "text:"+m[url]))
				}
				apply(t, x, changes...)
				switch rnd.IntN(10) {
				case 0:
					x = crash(t, x, dir)
				case 1:
					if err := x.Close(); err != nil {
						t.Fatal(err)
					}
					x = open(t, dir, slow)
				case 2, 3, 4:
					if err := x.Flush(); err != nil {
						t.Fatal(err)
					}
				}
			}
			m.check(t, snapshot(t, x), words)
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			x = open(t, dir, slow)
			m.check(t, snapshot(t, x), words)
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// crash leaves the index without closing it, as a kill does, and opens a copy
// of its files, as they are.
func crash(t *testing.T, x *Index, dir string) *Index {
	t.Helper()
	close(x.quit)
	x.done.Wait()
	for _, f := range []string{"MANIFEST.tmp", "seg-99999999.pst"} {
		if err := os.WriteFile(filepath.Join(dir, f), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return open(t, dir, slow)
}

// TestTornLog cuts the log at every length: what is whole counts, the rest is
// as if it had never been.
func TestTornLog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := open(t, dir, Options{FlushAfter: time.Hour, Workers: 1})
	apply(t, x, put(t, "http://a.test/1", "text:zq1x"))
	apply(t, x, put(t, "http://a.test/2", "text:zq1x"))
	logs, err := filepath.Glob(filepath.Join(dir, "wal-*"))
	if err != nil || len(logs) != 1 {
		t.Fatal(logs, err)
	}
	whole, err := os.ReadFile(logs[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	last := -1
	for cut := range len(whole) + 1 {
		part := t.TempDir()
		if err := os.WriteFile(filepath.Join(part, "wal-00000001"), whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		y := open(t, part, Options{FlushAfter: time.Hour, Workers: 1})
		if err := y.Flush(); err != nil {
			t.Fatal(err)
		}
		s, err := y.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		n := s.Docs()
		s.Close()
		if n < last || n > 2 {
			t.Fatalf("cut at %d of %d: %d documents after %d", cut, len(whole), n, last)
		}
		last = n
		if err := y.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if last != 2 {
		t.Errorf("the whole log holds %d documents", last)
	}
}

func TestMerging(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := open(t, dir, Options{FlushAfter: time.Hour, Workers: 1})
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
	if err := x.Close(); err != nil { // waits for merges
		t.Fatal(err)
	}
	x = open(t, dir, slow)
	defer x.Close()
	s := snapshot(t, x)
	m.check(t, s, words)
	if s.Segments() > 3*MergeFactor {
		t.Errorf("%d segments after 40 flushes", s.Segments())
	}
}

func TestLongLists(t *testing.T) {
	t.Parallel()
	x := open(t, t.TempDir(), Options{FlushAfter: time.Hour, Workers: 1})
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
		if p.SeekGE(10_000); p.Doc() != NoDoc {
			t.Fatal("beyond the end")
		}
	}
}

// TestDamage flips bytes in every file of a segment: reading may fail, but
// never panics and never answers with documents that are not there.
func TestDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := open(t, dir, Options{FlushAfter: time.Hour, Workers: 1})
	var changes []aranea.IndexChange
	for i := range 300 {
		changes = append(changes, put(t, fmt.Sprintf("http://a.test/%d", i), "title:zq1x page", "text:zq2x and more words"))
	}
	apply(t, x, changes...)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "seg-*"))
	if err != nil || len(files) != len(parts) {
		t.Fatal(files, err)
	}
	rnd := rand.New(rand.NewPCG(1, 3))
	for _, name := range files {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			bad := slices.Clone(whole)
			bad[rnd.IntN(len(bad))] ^= byte(1 + rnd.IntN(255))
			if rnd.IntN(10) == 0 {
				bad = bad[:rnd.IntN(len(bad))]
			}
			if err := os.WriteFile(name, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			readAll(t, dir)
		}
		if err := os.WriteFile(name, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func readAll(t *testing.T, dir string) {
	r, err := OpenReader(dir)
	if err != nil {
		if aranea.KindOf(err) != aranea.Corrupt {
			t.Fatalf("damage is reported as %s: %v", aranea.KindOf(err), err)
		}
		return
	}
	defer r.Close()
	s, err := r.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, term := range []string{"zq1x", "zq2x", "word", PrefixFilter + "lang:en"} {
		p, err := s.Postings(0, term)
		if err != nil || p == nil {
			continue
		}
		for p.Next() {
			if int(p.Doc()) >= s.SegmentDocs(0) {
				t.Fatalf("document %d of %d", p.Doc(), s.SegmentDocs(0))
			}
			p.Positions(nil)
		}
	}
	for doc := range uint32(s.SegmentDocs(0)) {
		_, _ = s.Doc(0, doc)
		_, _ = s.Text(0, doc)
	}
}

func TestReaderFollowsTheWriter(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	x := open(t, dir, slow)
	defer x.Close()
	r, err := OpenReader(dir)
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

func TestRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := (manifest{Format: 99}).write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, slow); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a newer format: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, manifestFile), []byte("{}\n00000000\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, slow); aranea.KindOf(err) != aranea.Corrupt {
		t.Errorf("a damaged manifest: %v", err)
	}
}

func FuzzChange(f *testing.F) {
	c := put(f, "http://a.test/1", "title:a", "text:b c")
	f.Add(encodeChange(nil, &c))
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, err := decodeChange(b); err == nil && c.Page != nil {
			newBuffer().add(&c)
		}
		_, _ = decodeRecord(b)
		_, _ = decodeDoc(b)
	})
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
		b.WriteByte(' ')
	}
	return b.String()
}

func BenchmarkBuild(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 1))
	var pages []aranea.IndexChange
	size := 0
	for i := range 500 {
		c := put(b, fmt.Sprintf("http://a.test/%d", i), "title:"+zipfText(rnd, 6), "text:"+zipfText(rnd, 700))
		size += len(c.Page.Text)
		pages = append(pages, c)
	}
	buf := newBuffer()
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for i := range pages {
			buf.add(&pages[i])
		}
		w, err := newSegmentWriter(b.TempDir(), "seg-00000001")
		if err != nil {
			b.Fatal(err)
		}
		if err := buf.writeTo(w); err != nil {
			b.Fatal(err)
		}
		buf.reset()
	}
}
