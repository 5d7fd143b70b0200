// Command knownitem measures known-item search: for pages sampled over the
// languages, a query made of the page's title should return the page among the
// first three results. Titles that several pages share are left out.
//
// Floor: 7 (glue). Stability: engine.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/bench/batch"
)

type page struct{ lang, url, title string }

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "knownitem:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	set := flag.String("set", "", "set file written by realweb check")
	data := flag.String("data", "", "data folder of the crawl")
	binary := flag.String("aranea", "aranea", "the program")
	seed := flag.Uint64("seed", 20261120, "seed of the sample")
	each := flag.Int("each", 50, "pages of each language")
	langs := flag.String("langs", "en,ru,zh,pt", "languages, by commas")
	flag.Parse()
	pages, shared, err := readSet(*set)
	if err != nil {
		return err
	}
	sample := pick(pages, strings.Split(*langs, ","), *each, *seed)
	found, err := search(*binary, *data, sample)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d pages share their title with another and were left out\n", shared)
	return report(out, sample, found)
}

// readSet returns the HTML pages with titles of their own.
func readSet(name string) (pages []page, shared int, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	count := map[string]int{}
	var all []page
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		c := strings.Split(s.Text(), "\t")
		if len(c) < 6 || c[0] != "html" || c[1] != "200" || c[3] == "noindex" || strings.TrimSpace(c[5]) == "" {
			continue
		}
		lang, _, _ := strings.Cut(c[2], "-")
		p := page{lang, c[4], strings.TrimSpace(c[5])}
		count[p.title]++
		all = append(all, p)
	}
	for _, p := range all {
		if count[p.title] == 1 {
			pages = append(pages, p)
		} else {
			shared++
		}
	}
	return pages, shared, s.Err()
}

func pick(pages []page, langs []string, each int, seed uint64) []page {
	rnd := rand.New(rand.NewPCG(seed, 1))
	var out []page
	for _, lang := range langs {
		var of []page
		for _, p := range pages {
			if p.lang == lang {
				of = append(of, p)
			}
		}
		rnd.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
		out = append(out, of[:min(each, len(of))]...)
	}
	return out
}

// search returns the results of each query, best first.
func search(binary, data string, sample []page) (map[string][]string, error) {
	var titles []string
	for _, p := range sample {
		titles = append(titles, p.title)
	}
	return batch.Search(binary, []string{"--data", data}, titles)
}

func report(out io.Writer, sample []page, found map[string][]string) error {
	type tally struct{ n, first, three int }
	var order []string
	by := map[string]*tally{}
	for _, p := range sample {
		t := by[p.lang]
		if t == nil {
			t = &tally{}
			by[p.lang] = t
			order = append(order, p.lang)
		}
		t.n++
		switch i := slices.Index(found[p.title], p.url); {
		case i == 0:
			t.first++
			t.three++
		case i == 1 || i == 2:
			t.three++
		default:
			fmt.Fprintf(out, "not among the first three: %s %q\n", p.url, p.title)
		}
	}
	n, three := 0, 0
	for _, lang := range order {
		t := by[lang]
		n, three = n+t.n, three+t.three
		fmt.Fprintf(out, "%s: %d of %d first, %d among the first three\n", lang, t.first, t.n, t.three)
	}
	_, err := fmt.Fprintf(out, "all: %.1f %% of %d among the first three\n", 100*float64(three)/float64(max(n, 1)), n)
	return err
}
