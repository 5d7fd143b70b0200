package search

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden lists anew")

// TestGoldenLists: what a fixed corpus answers to fixed queries, in order, with scores and
// the words that are missing, changes only on purpose.
func TestGoldenLists(t *testing.T) {
	t.Parallel()
	holdsGolden(t, build(t, library...), "golden.txt",
		"spider", "silk", "spider silk", `"spider silk"`, "silk spider", "steel OR spider", "silk -steel", "stronger than steel",
		"паук", "шёлк", "шелк", "aranha seda", "蛛丝", "机器人", "how does a spider build a sheet", "intitle:steel", "lang:pt",
		"spid*", "st* silk", "sipder~", "stel~ bridges", `"steel silk"~9`, "паук*", "机*", "inurl:si*", "spider silk cellar", "-house spider",
	)
}

// TestGoldenListsOfLinks: the same with what links say and how much they recommend.
func TestGoldenListsOfLinks(t *testing.T) {
	t.Parallel()
	s := withLinks(t)
	var indexed []string
	for _, p := range library {
		indexed = append(indexed, p.url)
	}
	s.opt.Signals = ranks(t, append(indexed, "http://en.test/plain", "http://en.test/other", "http://en.test/gallery"), map[string][]string{
		"http://one.test/": {"http://en.test/steel", "http://en.test/plain"}, "http://two.test/": {"http://en.test/steel"}, "http://en.test/silk": {"http://en.test/house"},
	})
	holdsGolden(t, s, "golden-links.txt",
		"spider", "silk", "spider silk", "steel OR spider", "runner", "cellar runner", "numbat", "anteater", "anteat*", "anteatre~", "maggie cheung", "portrait",
		"inanchor:numbat", "inanchor:runner spider", "site:en.test", "lang:en", "en.test/steel", "house spider runner",
	)
}

// holdsGolden compares what queries find with a list in testdata.
func holdsGolden(t *testing.T, s *Searcher, file string, queries ...string) {
	t.Helper()
	name := filepath.Join("testdata", file)
	var got bytes.Buffer
	for _, q := range queries {
		r, err := s.Search(t.Context(), Request{Query: q, ExactTotal: true})
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(r.Results, func(a, b Result) int {
			return cmp.Or(strings.Compare(fmt.Sprintf("%9.3f", b.Score), fmt.Sprintf("%9.3f", a.Score)), strings.Compare(a.URL.String(), b.URL.String()))
		})
		fmt.Fprintf(&got, "%s: %d\n", q, r.Total)
		for _, res := range r.Results {
			fmt.Fprintf(&got, "%9.3f %s", res.Score, res.URL)
			if len(res.Missing) > 0 {
				fmt.Fprintf(&got, " lacks %s", strings.Join(res.Missing, ", "))
			}
			fmt.Fprintln(&got)
		}
	}
	if *update {
		if err := os.WriteFile(name, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the lists are not those of %s; if they are meant to differ, run with -update\n%s", name, &got)
	}
}
