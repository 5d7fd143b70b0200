package pattern

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/weburl"
)

func list(t testing.TB, texts ...string) (out []Pattern) {
	t.Helper()
	for _, text := range texts {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// TestLongest: the longest path decides, whether it is for all hosts or for one; of several with the same
// length the first.
func TestLongest(t *testing.T) {
	t.Parallel()
	s := NewSet(list(t, "/docs/", "https://a.test/docs/", "/docs/old/", "*.pdf$", "http://a.test:8080/", "/d*cs/x", "/docs*x", "/doc*/x", "https://b.test", "/каталог/"))
	for url, want := range map[string]int{
		"http://a.test/docs/1": 0, "https://a.test/docs/1": 0, "http://a.test/docs/old/1": 2, "http://a.test/y.pdf": 3, "http://a.test/y.pdf?a": -1,
		"http://a.test:8080/y": 4, "http://a.test:8080/docs/": 0, "http://a.test/docs/x": 5, "http://b.test/": 8, "http://b.test/docs/old/": 2,
		"http://a.test/%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3/1": 9, "http://c.test/": -1, "http://a.test/": -1,
	} {
		place, ok := s.Longest(weburl.MustParse(url))
		if !ok {
			place = -1
		}
		if place != want {
			t.Errorf("%s: pattern %d, want %d", url, place, want)
		}
	}
	if _, ok := (*Set)(nil).Longest(weburl.MustParse("http://a.test/")); ok {
		t.Error("no set has a pattern")
	}
	if _, ok := NewSet(nil).Longest(weburl.MustParse("http://a.test/")); ok {
		t.Error("the empty set has a pattern")
	}
}

// TestMost: the last pattern of as many as there may be is read, however long they are.
func TestMost(t *testing.T) {
	t.Parallel()
	texts := make([]string, Most)
	for i := range texts {
		texts[i] = fmt.Sprintf("/%0*d", MaxBytes-1, i)
	}
	if place, ok := NewSet(list(t, texts...)).Longest(weburl.MustParse("http://a.test" + texts[Most-1])); !ok || place != Most-1 {
		t.Errorf("pattern %d, %t", place, ok)
	}
}

// TestFirstOfSameLength compares with a look at each pattern by itself, for patterns many of which are
// equally long and match the same URLs.
func TestFirstOfSameLength(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 3))
	text := func(from string, n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(from[rnd.IntN(len(from))])
		}
		return b.String()
	}
	for range 200 {
		var all []Pattern
		for range 1 + rnd.IntN(12) {
			host := []string{"", "", "http://a.test", "http://b.test", "http://a.test:81"}[rnd.IntN(5)]
			all = append(all, list(t, host+"/"+text("ab/*", rnd.IntN(5)))...)
		}
		s := NewSet(all)
		for range 50 {
			u := weburl.MustParse([]string{"http://a.test/", "http://b.test/", "http://a.test:81/"}[rnd.IntN(3)] + text("ab/", rnd.IntN(6)))
			want := -1
			for i := range all {
				if _, ok := NewSet(all[i : i+1]).Longest(u); ok && (want < 0 || len(all[i].Path) > len(all[want].Path)) {
					want = i
				}
			}
			if place, ok := s.Longest(u); ok != (want >= 0) || ok && place != want {
				t.Fatalf("%s of %v: %d, %t; want %d", u, all, place, ok, want)
			}
		}
	}
}

// FuzzParse checks that every text is a pattern or refused, and that a pattern matches the URL that it is.
func FuzzParse(f *testing.F) {
	f.Add("/docs/*.pdf$")
	f.Add("https://a.test:8080/x")
	f.Add("*?print=")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil || strings.ContainsAny(p.Path, "*$") {
			return
		}
		host := p.Host
		if host == "" {
			host = "a.test"
		}
		u, err := weburl.Parse("http://" + host + p.Path)
		if err != nil || u.Target() != p.Path {
			return // it is written in another way
		}
		if _, ok := NewSet([]Pattern{p}).Longest(u); !ok && u.Path() != "/robots.txt" {
			t.Fatalf("%q does not match %s", text, u)
		}
	})
}

func BenchmarkLongest(b *testing.B) {
	for _, n := range []int{20, Most} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			texts := make([]string, n)
			for i := range texts {
				texts[i] = []string{"/docs/%d/", "https://h%d.test/", "*.x%d$"}[i%3]
				texts[i] = fmt.Sprintf(texts[i], i)
			}
			s, u := NewSet(list(b, texts...)), weburl.MustParse("http://h7.test/docs/12/a/page.html?x=1")
			b.ReportAllocs()
			for b.Loop() {
				s.Longest(u)
			}
		})
	}
}
