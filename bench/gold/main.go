// Command gold measures how well the main text of single pages is told from the
// rest, on collections of pages of which people have marked it. Nothing is learned
// of their sites: each is one page of its own.
//
//	gold (segments | articles | readability) DIR
//
// segments takes DIR with evaldata.json and the folders eval and cache, as in the
// folder tests of adbar/trafilatura: texts that must be found in the main text, and
// texts that must not. articles takes ground-truth.json and html, as in
// scrapinghub/article-extraction-benchmark: the whole text, compared by runs of four
// words. readability takes folders with source.html and expected.html, as
// test/test-pages of mozilla/readability: the same.
//
// With --worst it prints the pages on which most was missed.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/bench/cost"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

func main() {
	worst := flag.Int("worst", 0, "print so many of the pages that were told worst")
	flag.Parse()
	if flag.NArg() != 2 {
		flag.Usage()
		os.Exit(2)
	}
	read := map[string]func(string) ([]sample, error){"segments": segments, "articles": articles, "readability": readability}[flag.Arg(0)]
	if read == nil {
		flag.Usage()
		os.Exit(2)
	}
	samples, err := read(flag.Arg(1))
	if err == nil {
		err = measure(samples, *worst)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "gold:", err)
		os.Exit(1)
	}
}

// A sample is a page with what is known of its main text.
type sample struct {
	name, url string
	body      []byte
	judge     func(text string) counts
}

// counts are what of the main text was found, what else, and what was missed.
type counts struct {
	found, wrong, missed float64
	detail               []string
}

// A scored sample is one that was judged, once by its main text and once by
// everything that counts as much as its words or half of that.
type scored struct {
	name             string
	main, searchable counts
}

// measure judges all samples.
func measure(samples []sample, worst int) error {
	x := extract.New(extract.Limits{})
	var all []scored
	var took, longest time.Duration
	for _, s := range samples {
		u, err := weburl.Parse(s.url)
		if err != nil {
			u, err = weburl.Parse("http://page.invalid/" + s.name)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		began, err := cost.Processor()
		if err != nil {
			return err
		}
		page, err := x.Extract(context.Background(), extract.Document{URL: u, Header: aranea.Header{"Content-Type": {"text/html"}}, Body: s.body})
		if err != nil {
			return err
		}
		(*zone.Profile)(nil).Label(&page)
		end, err := cost.Processor()
		if err != nil {
			return err
		}
		d := end - began
		took, longest = took+d, max(longest, d)
		all = append(all, scored{
			s.name,
			s.judge(textOf(&page, aranea.ZoneMain)),
			s.judge(textOf(&page, aranea.ZoneMain, aranea.ZoneLinks)),
		})
	}
	n := len(samples)
	fmt.Printf("%d pages, %.1f ms of processor time a page, the longest %d ms\n", n, took.Seconds()*1000/float64(n), longest.Milliseconds())
	report("main text", all, func(s *scored) *counts { return &s.main })
	report("not template", all, func(s *scored) *counts { return &s.searchable })
	slices.SortFunc(all, func(a, b scored) int {
		return cmp.Compare(b.main.missed+b.main.wrong, a.main.missed+a.main.wrong)
	})
	for _, s := range all[:min(worst, n)] {
		fmt.Printf("%s: %.2f found, %.2f wrong, %.2f missed; searchable %.2f missed\n", s.name, s.main.found, s.main.wrong, s.main.missed, s.searchable.missed)
		for _, d := range s.main.detail {
			fmt.Println("   ", d)
		}
	}
	return nil
}

// textOf returns the text of the blocks of some zones; a heading of the first level
// and what has no zone count with main.
func textOf(p *aranea.Page, zones ...aranea.Zone) string {
	var b strings.Builder
	for _, e := range p.Elements {
		switch e.Kind {
		case aranea.ElementTitle, aranea.ElementDescription, aranea.ElementKeywords, aranea.ElementAlt, aranea.ElementFallback:
			continue
		}
		if e.Kind.IsBlock() && slices.Contains(zones, e.Zone) {
			b.Write(p.Text[e.Start:e.End])
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// report prints the sums, and the means over the pages.
func report(name string, all []scored, of func(*scored) *counts) {
	var sum counts
	precision, recall := mean{}, mean{}
	for i := range all {
		c := of(&all[i])
		sum.found, sum.wrong, sum.missed = sum.found+c.found, sum.wrong+c.wrong, sum.missed+c.missed
		precision.add(c.found, c.wrong)
		recall.add(c.found, c.missed)
	}
	p, r := share(sum.found, sum.wrong), share(sum.found, sum.missed)
	fmt.Printf("%-14s all: P %.3f R %.3f F %.3f; mean of pages: P %.3f R %.3f F %.3f\n", name, p, r, harmonic(p, r),
		precision.value(), recall.value(), harmonic(precision.value(), recall.value()))
}

func share(part, rest float64) float64 {
	if part+rest == 0 {
		return 0
	}
	return part / (part + rest)
}

func harmonic(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// A mean is one over the pages that have something to judge.
type mean struct {
	sum float64
	n   int
}

func (m *mean) add(part, rest float64) {
	if part+rest > 0 {
		m.sum, m.n = m.sum+share(part, rest), m.n+1
	}
}

func (m *mean) value() float64 { return m.sum / float64(max(m.n, 1)) }
