package pageweight

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/scope/pattern"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t testing.TB, text string) *Set {
	t.Helper()
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOf: the longest pattern of a list decides; levels may be written in any case and with any whitespace.
func TestOf(t *testing.T) {
	t.Parallel()
	s := parse(t, "# manuals\n/docs/  much more\n\t/docs/old/\tMuch  LESS # not maintained\nhttps://blog.a.test less\n*.pdf$ more\n/docs/old/keep normal\n")
	for url, want := range map[string]string{
		"http://a.test/docs/1": "/docs/ much more", "https://blog.a.test/docs/": "/docs/ much more", "http://blog.a.test/": "https://blog.a.test less",
		"http://a.test/docs/old/1": "/docs/old/ much less", "http://a.test/docs/old/keep/2": "/docs/old/keep normal", "http://a.test/x.pdf": "*.pdf$ more",
		"http://a.test/x.pdf?a": "", "http://a.test/": "", "http://blog.a.test/x.pdf": "*.pdf$ more", // the host is no part of the length
	} {
		got := ""
		if r := s.Of(weburl.MustParse(url)); r != nil {
			got = strings.TrimPrefix(r.String(), "weight of the operator: ")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	if s.Len() != 5 || (*Set)(nil).Of(weburl.MustParse("http://a.test/")) != nil || (&Set{}).Of(weburl.MustParse("http://a.test/")) != nil || (*Set)(nil).Len() != 0 {
		t.Errorf("%d patterns", s.Len())
	}
}

// TestFaults: what is no list is refused with its lines.
func TestFaults(t *testing.T) {
	t.Parallel()
	levels := "it must have one of these: much less, less, more, much more, normal"
	for text, want := range map[string]string{
		"/a/":                          "line 1: behind the pattern " + levels,
		"\n/a/ a lot more":             "line 2: behind the pattern " + levels,
		"more /a/":                     `the pattern "more" begins with neither / nor *`,
		"blog.a.test less":             `the pattern "blog.a.test" begins with neither / nor *`,
		"/a/ more\n/b/ less\n/a/ less": `line 3: the pattern "/a/" has its weight in line 1 already`,
		"http://a.test more\nhttps://a.test/ more": `line 2: the pattern "https://a.test/" has its weight in line 1 already`,
		"/a/#b more": "a #",
		"\xff more":  "it is not UTF-8",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) || aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	var many strings.Builder
	for i := range pattern.Most + 1 {
		fmt.Fprintf(&many, "/%d more\n", i)
	}
	if _, err := Parse([]byte(many.String())); err == nil || !strings.Contains(err.Error(), "line 2001: it is one pattern more than the 2000 that are read") {
		t.Errorf("%v", err)
	}
}

// FuzzParse: any text is a list or refused, and each pattern of a list decides about some level.
func FuzzParse(f *testing.F) {
	f.Add([]byte("/docs/ much more\nhttps://a.test/ less # comment\n*.pdf$ normal"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		for _, u := range []string{"http://a.test/", "https://a.test/docs/x.pdf?a"} {
			if r := s.Of(weburl.MustParse(u)); r != nil && (r.Level >= levels || r.Level.Share() > s.most) {
				t.Fatalf("%s: %v", u, r)
			}
		}
	})
}

// filled returns an index with pages of h0.test to h3.test in files and in memory.
func filled(t *testing.T) *index.Index {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	for i := range 50 {
		p := &aranea.Page{URL: weburl.MustParse(fmt.Sprintf("http://h%d.test/%d", i%4, i)), Text: []byte("silk")}
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: p.URL, Page: p}}); err != nil {
			t.Fatal(err)
		}
		if i == 20 || i == 41 {
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return x
}

// TestLevels: each page has the level of the list, also when many ask at once, when it is asked again, and when
// the list is another one.
func TestLevels(t *testing.T) {
	t.Parallel()
	x := filled(t)
	snap, err := x.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	var m Memory
	if w := m.Of(snap, nil); w != nil || w.Level(0, 0) != Normal || w.Most() != 0 || w.Rule(0, 0) != nil {
		t.Error("without a list pages have weights")
	}
	for _, text := range []string{"http://h1.test/ much more\nhttp://h2.test less\n*3$ more\n", "http://h1.test/ less"} {
		set := parse(t, text)
		want := func(seg int, doc uint32) Level {
			d, err := snap.Doc(seg, doc)
			if err != nil {
				t.Error(err)
			}
			if r := set.Of(weburl.MustParse(d.URL)); r != nil {
				return r.Level
			}
			return Normal
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				w := m.Of(snap, set)
				for range 2 {
					for seg := range snap.Segments() {
						for doc := range uint32(snap.SegmentDocs(seg)) {
							if got, want := w.Level(seg, doc), want(seg, doc); got != want {
								t.Errorf("document %d of segment %d: %v, want %v", doc, seg, got, want)
							}
						}
					}
				}
			})
		}
		all.Wait()
		kept, segments := 0, 0
		for _, c := range m.Of(snap, set).columns {
			if kept += len(c); len(c) > 0 {
				segments++
			}
		}
		if segments != 2 || kept != 3+3 {
			t.Errorf("%d numbers of %d segments are kept", kept, segments)
		}
	}
	if set := parse(t, "/a less"); m.Of(snap, set).Most() != 0 || m.Of(snap, parse(t, "/a less\n/b more")).Most() != More.Share() {
		t.Error("the most that a page gains is not that of the list")
	}
}
