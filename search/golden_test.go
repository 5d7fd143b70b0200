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

// TestGoldenLists: what a fixed corpus answers to fixed queries, in order and
// with scores, changes only on purpose.
func TestGoldenLists(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	name := filepath.Join("testdata", "golden.txt")
	var got bytes.Buffer
	for _, q := range []string{
		"spider", "silk", "spider silk", `"spider silk"`, "silk spider", "steel OR spider", "silk -steel", "stronger than steel",
		"паук", "шёлк", "шелк", "aranha seda", "蛛丝", "机器人", "how does a spider build a sheet", "intitle:steel", "lang:pt",
	} {
		r, err := s.Search(t.Context(), Request{Query: q, ExactTotal: true})
		if err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(r.Results, func(a, b Result) int {
			return cmp.Or(strings.Compare(fmt.Sprintf("%9.3f", b.Score), fmt.Sprintf("%9.3f", a.Score)), strings.Compare(a.URL.String(), b.URL.String()))
		})
		fmt.Fprintf(&got, "%s: %d\n", q, r.Total)
		for _, res := range r.Results {
			fmt.Fprintf(&got, "%9.3f %s\n", res.Score, res.URL)
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
		t.Errorf("the lists are not those of %s; if they are meant to differ, run with -update\n%s", name, got.String())
	}
}
