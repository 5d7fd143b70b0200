package search

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
)

// holeQueries ask for words in few and in many pages, joined, excluded, one after
// another, by beginning, and by what pages are.
var holeQueries = []string{
	"w1", "w2 w3", "w0 -w5", "w40", "w900", "w1500 OR w1600", `"w1 w2"`, `w0 -"w3 w1"`, "w110*", "w0 -w11*", "w0 -(w4 -w6)",
	"lang:en w7", "site:s3.test", "w1 -site:s3.test", "w1 -host:s1.test", "w2000", "w2100", "w2200", "w2300", "w2400",
}

// TestOneFlipInASegment flips one bit at a time in the only segment of an index. Every
// page that is found is one that is found without the flip, what is missing is told
// with the file, and most is still found.
func TestOneFlipInASegment(t *testing.T) {
	t.Parallel()
	whole := t.TempDir()
	grow(t, whole)
	want, left := map[string][]string{}, 0
	x := openIndex(t, whole)
	s := New(x, time.Now, Options{})
	for _, q := range holeQueries {
		var r Response
		if want[q], r = allOf(t, s, q); len(want[q]) == 0 || r.More {
			t.Fatalf("%s: %d pages of %d, more %t", q, len(want[q]), r.Total, r.More)
		}
		left += len(want[q])
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 8))
	for _, part := range segment.Parts() {
		name := "seg-00000001." + part
		data, err := os.ReadFile(filepath.Join(whole, name))
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			at, bit := rnd.IntN(len(data)), rnd.IntN(8)
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			bad := slices.Clone(data)
			bad[at] ^= 1 << bit
			if err := os.WriteFile(filepath.Join(dir, name), bad, 0o600); err != nil {
				t.Fatal(err)
			}
			found := heldAgainst(t, dir, name, want)
			if few := len(data) < 16<<10; !few && part != "idx" && 2*found < left { // else one block is much of it
				t.Errorf("%s byte %d of %d: %d pages of %d are found", name, at, len(data), found, left)
			}
		}
	}
}

// heldAgainst asks the queries of a damaged index twice, as one process, and returns
// how many pages were found.
func heldAgainst(t *testing.T, dir, name string, want map[string][]string) (found int) {
	t.Helper()
	x := openIndex(t, dir)
	defer x.Close()
	s := New(x, time.Now, Options{})
	for range 2 {
		for _, q := range holeQueries {
			got, r := allOf(t, s, q)
			for _, u := range got {
				if !slices.Contains(want[q], u) {
					t.Errorf("%s: %s finds %s", name, q, u)
				}
			}
			found += len(got)
			told := len(r.Damage) == 1 && r.Damage[0].File == name && r.More
			if r.Facets != nil && len(r.Damage) > 0 && !r.Facets.AtLeast {
				t.Errorf("%s: %s counts %d sites as if that was all", name, q, len(r.Facets.Sites))
			}
			if len(got) < len(want[q]) && !told || len(r.Damage) > 0 != r.More {
				t.Errorf("%s: %s finds %d of %d, more %t, damage %v", name, q, len(got), len(want[q]), r.More, r.Damage)
			}
		}
	}
	return found / 2
}

// grow makes an index of one segment, whose parts have several blocks.
func grow(t *testing.T, dir string) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(2, 9))
	few := rand.NewZipf(rnd, 1.2, 4, 2500)
	var leaves []leaf
	for i := range 900 {
		text := fmt.Sprintf("w%d", 2000+i%500)
		for range 100 {
			text += fmt.Sprintf(" w%d", few.Uint64())
		}
		leaves = append(leaves, leaf{url: fmt.Sprintf("http://s%d.test/%d", i%7, i), title: fmt.Sprintf("w%d n%d", i%50, i), text: text})
	}
	x := openIndex(t, dir)
	put(t, x, leaves)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
}

func openIndex(t *testing.T, dir string) *index.Index {
	t.Helper()
	x, err := index.Open(dir, index.Options{Workers: 1, FlushIdle: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// allOf returns all pages that a query finds, and its last answer.
func allOf(t *testing.T, s *Searcher, q string) (all []string, r Response) {
	t.Helper()
	for first := true; first || r.Next != ""; first = false {
		var err error
		if r, err = s.Search(t.Context(), Request{Query: q, Limit: MaxLimit, After: r.Next, Facets: true}); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		all = append(all, strings.Fields(urls(r))...)
	}
	return all, r
}
