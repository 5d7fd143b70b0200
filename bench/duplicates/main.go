// Command duplicates measures how well sketches tell near copies among the HTML
// pages of a folder, for example of a laid-out web (bench/realweb/lay-out.sh).
//
//	duplicates [-show N] DIR
//
// It compares every page with every other: how many runs of three words both
// share of all that either has (the Jaccard coefficient), and in how many bits
// their sketches differ. Pages with equal texts are left out: those are exact
// copies. Then it changes each page a little, as sites do, and counts how often the
// changed page is told as a near copy.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
)

func main() {
	show := flag.Int("show", 20, "pairs to print that are told as near copies and share least")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: duplicates [-show N] DIR")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *show); err != nil {
		fmt.Fprintln(os.Stderr, "duplicates:", err)
		os.Exit(1)
	}
}

func run(dir string, most int) error {
	pages, err := read(dir)
	if err != nil {
		return err
	}
	withSketch := 0
	for _, p := range pages {
		if p.sketch != 0 {
			withSketch++
		}
	}
	fmt.Printf("%d pages with different texts, %d of them with a sketch\n\n", len(pages), withSketch)
	compare(pages, most)
	change(pages)
	return nil
}

// A page is what is compared.
type page struct {
	name   string
	sketch uint64
	runs   []uint64 // distinct runs of three words, ascending
	page   *aranea.Page
}

func read(dir string) ([]page, error) {
	var out []page
	seen := map[aranea.Fingerprint]bool{}
	x := extract.New(extract.Limits{})
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(filepath.Ext(path), ".htm") {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		p, err := parse(x, path, filepath.ToSlash(rel))
		if err != nil || p == nil || seen[p.page.Fingerprint] {
			return err
		}
		seen[p.page.Fingerprint] = true
		out = append(out, *p)
		return nil
	})
	return out, err
}

func parse(x *extract.Extractor, path, rel string) (*page, error) {
	body, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	u, err := weburl.Parse("http://" + rel)
	if err != nil {
		return nil, nil //nolint:nilerr // a file whose name is no URL
	}
	p, err := x.Extract(context.Background(), extract.Document{URL: u, Header: aranea.Header{"Content-Type": {"text/html"}}, Body: body})
	if err != nil {
		return nil, err
	}
	p.Text = bytes.Clone(p.Text)
	p.Elements = slices.Clone(p.Elements)
	p.Fingerprint = dedupe.Of(&p, "")
	return &page{name: rel, sketch: dedupe.Sketch(&p), runs: runsOf(p.Text), page: &p}, nil
}

// runsOf returns numbers for the distinct runs of three words of a text.
func runsOf(text []byte) []uint64 {
	words := strings.Fields(strings.ToLower(string(text)))
	var out []uint64
	for i := 3; i <= len(words); i++ {
		h := uint64(14695981039346656037)
		for _, c := range []byte(strings.Join(words[i-3:i], " ")) {
			h = (h ^ uint64(c)) * 1099511628211
		}
		out = append(out, h)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// shared returns the Jaccard coefficient of two ascending lists.
func shared(a, b []uint64) float64 {
	i, j, both := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			i, j, both = i+1, j+1, both+1
		}
	}
	return float64(both) / float64(max(len(a)+len(b)-both, 1))
}

// compare prints a table of all pairs by the distance of their sketches.
func compare(pages []page, most int) {
	const far = 12
	bounds := [...]float64{0.95, 0.9, 0.8, 0.6, 0}
	var pairs [far + 2][len(bounds)]int
	type pair struct {
		a, b  string
		share float64
	}
	var told []pair
	for i, a := range pages {
		for _, b := range pages[:i] {
			if a.sketch == 0 || b.sketch == 0 {
				continue
			}
			d := min(dedupe.Distance(a.sketch, b.sketch), far+1)
			lens := float64(min(len(a.runs), len(b.runs))) / float64(max(len(a.runs), len(b.runs), 1))
			if d > far && lens < 0.8 {
				continue // they cannot share so much
			}
			s := shared(a.runs, b.runs)
			at := slices.IndexFunc(bounds[:], func(bound float64) bool { return s >= bound })
			pairs[d][at]++
			if d <= dedupe.MaxDistance {
				told = append(told, pair{a.name, b.name, s})
			}
		}
	}
	fmt.Println("| bits | shares 95 % | 90 % | 80 % | 60 % | less |\n|---|---|---|---|---|---|")
	for d, n := range pairs {
		name := fmt.Sprint(d)
		if d > far {
			name = "more"
		}
		fmt.Printf("| %s | %d | %d | %d | %d | %d |\n", name, n[0], n[1], n[2], n[3], n[4])
	}
	slices.SortFunc(told, func(a, b pair) int { return int((a.share - b.share) * 1e6) })
	fmt.Printf("\n%d pairs are told as near copies; those that share least:\n", len(told))
	for _, p := range told[:min(len(told), most)] {
		fmt.Printf("  %.2f %s %s\n", p.share, p.a, p.b)
	}
}

// change counts how often pages with a few other words are told.
func change(pages []page) {
	rnd := rand.New(rand.NewPCG(1, 2))
	fmt.Println("\n| words changed | told of all | of pages with 500 words and more |\n|---|---|---|")
	for _, words := range []int{1, 2, 5, 10, 20, 50} {
		var told, all, toldLong, allLong int
		for _, p := range pages {
			if p.sketch == 0 {
				continue
			}
			near := dedupe.Near(p.sketch, dedupe.Sketch(changed(p.page, words, rnd)))
			long := len(bytes.Fields(p.page.Text)) >= 500
			all++
			if long {
				allLong++
			}
			if near {
				told++
				if long {
					toldLong++
				}
			}
		}
		fmt.Printf("| %d | %d of %d | %d of %d |\n", words, told, all, toldLong, allLong)
	}
}

// changed returns a page of which some words in a row are others, of the same
// length.
func changed(p *aranea.Page, words int, rnd *rand.Rand) *aranea.Page {
	c := *p
	c.Text = bytes.Clone(p.Text)
	at := rnd.IntN(max(len(c.Text), 1))
	for ; at < len(c.Text) && words > 0; at++ {
		switch b := c.Text[at]; {
		case b == ' ' || b == '\n':
			words--
		case b >= 'a' && b <= 'z':
			c.Text[at] = 'a' + byte(rnd.IntN(26))
		}
	}
	return &c
}
