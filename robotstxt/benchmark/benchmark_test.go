package benchmark

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/jimsmart/grobotstxt"
	temoto "github.com/temoto/robotstxt"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

var corpus = flag.String("corpus", "../testdata/corpus", "a folder of robots files")

const agent = "FooBot"

// small returns a file like that of most sites.
func small() []byte {
	return []byte("# all robots\nUser-agent: *\nDisallow: /private/\nDisallow: /*.pdf$\nAllow: /private/open\n" +
		"Disallow: /search?\nDisallow: /cgi-bin/\nDisallow: /tmp/\nCrawl-delay: 2\n\n" +
		"User-agent: BadBot\nUser-agent: WorseBot\nDisallow: /\n\nSitemap: https://example.org/sitemap.xml\n")
}

// large returns a file with 2,000 rules, a quarter of them with wildcards, and some with
// escapes.
func large() []byte {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for i := range 2000 {
		switch {
		case i%4 == 0:
			fmt.Fprintf(&b, "Disallow: /*/item-%d/*.html$\n", i)
		case i%20 == 1:
			fmt.Fprintf(&b, "Allow: /shop/%%D0%%B0%%D0%%B1/%d/\n", i)
		case i%7 == 0:
			fmt.Fprintf(&b, "Allow: /shop/section%d/page%d\n", i%50, i)
		default:
			fmt.Fprintf(&b, "Disallow: /shop/section%d/list%d/\n", i%50, i)
		}
	}
	return []byte(b.String())
}

// wiki returns a file with 35 disallowed robots and 600 long paths with escapes.
func wiki() []byte {
	var b strings.Builder
	b.WriteString("# robots of an encyclopedia\n")
	for i := range 35 {
		fmt.Fprintf(&b, "User-agent: Grabber%c%c\nDisallow: /\n\n", 'a'+i%26, 'a'+i/26)
	}
	b.WriteString("User-agent: *\nAllow: /w/api.php?action=mobileview&\nDisallow: /w/\nDisallow: /wiki/Special:\n")
	for i := range 600 {
		fmt.Fprintf(&b, "Disallow: /wiki/Wikipedia%%3AArticles_for_deletion%%2FPage_%d\n", i)
	}
	return []byte(b.String())
}

var files = []struct {
	name string
	body []byte
}{{"small", small()}, {"large", large()}, {"wiki", wiki()}}

var targets = []struct{ name, path string }{
	{"miss", "/docs/guide/chapter-12/page.html?id=17"},
	{"hit", "/shop/section7/list1907/x?y=z"},
	{"wild", "/a/item-1996/x.html"},
}

func BenchmarkParse(b *testing.B) {
	for _, f := range files {
		b.Run("aranea/"+f.name, func(b *testing.B) {
			b.SetBytes(int64(len(f.body)))
			for b.Loop() {
				robotstxt.Parse(f.body)
			}
		})
		b.Run("aranea-compiled/"+f.name, func(b *testing.B) {
			b.SetBytes(int64(len(f.body)))
			for b.Loop() {
				robotstxt.Parse(f.body).Compile(dialect.RFC9309(), agent)
			}
		})
		b.Run("grobotstxt/"+f.name, func(b *testing.B) {
			b.SetBytes(int64(len(f.body)))
			for b.Loop() {
				grobotstxt.Parse(string(f.body), silent{})
			}
		})
		b.Run("temoto/"+f.name, func(b *testing.B) {
			b.SetBytes(int64(len(f.body)))
			for b.Loop() {
				if _, err := temoto.FromBytes(f.body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// silent is a parse handler that does nothing.
type silent struct{}

func (silent) HandleRobotsStart()                      {}
func (silent) HandleRobotsEnd()                        {}
func (silent) HandleUserAgent(int, string)             {}
func (silent) HandleAllow(int, string)                 {}
func (silent) HandleDisallow(int, string)              {}
func (silent) HandleSitemap(int, string)               {}
func (silent) HandleUnknownAction(int, string, string) {}

// BenchmarkDecide decides by a compiled file. grobotstxt does not compile: each decision parses
// the file again.
func BenchmarkDecide(b *testing.B) {
	for _, f := range files {
		m := robotstxt.Parse(f.body).Compile(dialect.RFC9309(), agent)
		data, err := temoto.FromBytes(f.body)
		if err != nil {
			b.Fatal(err)
		}
		group := data.FindGroup(agent)
		text := string(f.body)
		for _, t := range targets {
			b.Run("aranea/"+f.name+"/"+t.name, func(b *testing.B) {
				for b.Loop() {
					m.Decide(t.path)
				}
			})
			b.Run("temoto/"+f.name+"/"+t.name, func(b *testing.B) {
				for b.Loop() {
					group.Test(t.path)
				}
			})
			b.Run("grobotstxt/"+f.name+"/"+t.name, func(b *testing.B) {
				for b.Loop() {
					grobotstxt.AgentAllowed(text, agent, "http://example.org"+t.path)
				}
			})
		}
	}
}

func read(tb testing.TB) [][]byte {
	names, err := filepath.Glob(filepath.Join(*corpus, "*.txt"))
	if err != nil || len(names) == 0 {
		tb.Fatalf("no robots files in %s: %v", *corpus, err)
	}
	var out [][]byte
	for _, name := range names {
		body, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, body)
	}
	return out
}

// BenchmarkCorpusParse parses all files of the corpus.
func BenchmarkCorpusParse(b *testing.B) {
	bodies := read(b)
	size := 0
	for _, body := range bodies {
		size += len(body)
	}
	run := func(name string, parse func([]byte)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, body := range bodies {
					parse(body)
				}
			}
		})
	}
	run("aranea", func(body []byte) { robotstxt.Parse(body) })
	run("aranea-compiled", func(body []byte) { robotstxt.Parse(body).Compile(dialect.RFC9309(), agent) })
	run("grobotstxt", func(body []byte) { grobotstxt.Parse(string(body), silent{}) })
	run("temoto", func(body []byte) { _, _ = temoto.FromBytes(body) }) // it refuses some files
}

// BenchmarkCorpusDecide makes one decision for each file of the corpus in turn; the result is
// per decision.
func BenchmarkCorpusDecide(b *testing.B) {
	var ms []*robotstxt.Matcher
	for _, body := range read(b) {
		ms = append(ms, robotstxt.Parse(body).Compile(dialect.RFC9309(), agent))
	}
	n := 0
	for b.Loop() {
		ms[n%len(ms)].Decide(targets[n%len(targets)].path)
		n++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
}

// TestResident compares the memory of a compiled file with its size: at most one and a half
// times as much, plus the fixed part of a matcher. For the corpus it reports the same for all
// files together.
func TestResident(t *testing.T) {
	const fixed = 700 // bytes of a matcher without rules
	for _, f := range files {
		const copies = 200
		var bodies [][]byte
		for range copies {
			bodies = append(bodies, f.body)
		}
		each := float64(resident(bodies)) / copies
		t.Logf("%s: %d bytes, resident %.0f, %.2f times", f.name, len(f.body), each, each/float64(len(f.body)))
		if each > 1.5*float64(len(f.body))+fixed {
			t.Errorf("%s: %.0f bytes stay in memory for a file of %d", f.name, each, len(f.body))
		}
	}
	bodies := read(t)
	size := 0
	for _, body := range bodies {
		size += len(body)
	}
	all := resident(bodies)
	t.Logf("corpus: %d files, %d bytes, resident %d, %.2f times, %d beside the text of each file",
		len(bodies), size, all, float64(all)/float64(size), (int(all)-size)/len(bodies))
}

// resident returns the heap size of the matchers of the files in bytes.
func resident(bodies [][]byte) uint64 {
	var before, after runtime.MemStats
	kept := make([]*robotstxt.Matcher, len(bodies))
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i, body := range bodies {
		kept[i] = robotstxt.Parse(body).Compile(dialect.RFC9309(), agent)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	return after.HeapAlloc - before.HeapAlloc
}
