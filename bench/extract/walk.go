package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze/prior"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/charset"
	"github.com/aranea-search/aranea/weburl"
)

// The stages that a walk times apart.
const (
	tellCharset  = iota // from what the page says and from each of its bytes: whether they are UTF-8
	decodeText          // that is not UTF-8
	extractPage         // both included
	tellLanguage        // what is usual on the host looked up and counted
	numStages
)

// A walk reads pages as a crawl does: the hosts take turns, each body is copied into the
// same buffer as by the reader of the network, and the language of a page is told right
// behind its extraction, with the usual language of the pages of its host that came before.
type walk struct {
	pages   []webPage
	url     weburl.URL
	x       *extract.Extractor
	buf     []byte
	best    [numStages][]time.Duration // of each page, in any round
	utf8    []bool                     // which pages are
	tick    time.Duration              // what asking for the time takes
	decoded int                        // so that no stage is left out by the compiler
}

func newWalk(pages []webPage) (*walk, error) {
	u, err := weburl.Parse("http://site.test/page.html")
	w := &walk{pages: takingTurns(pages), url: u, x: extract.New(extract.Limits{}), utf8: make([]bool, len(pages)), tick: clock()}
	for s := range w.best {
		w.best[s] = make([]time.Duration, len(pages))
	}
	return w, err
}

// takingTurns returns pages in the order of a crawl that asks each host in its turn.
func takingTurns(pages []webPage) (out []webPage) {
	hosts := map[string][]webPage{}
	for _, p := range pages {
		hosts[p.host] = append(hosts[p.host], p)
	}
	names := slices.Sorted(maps.Keys(hosts))
	for len(out) < len(pages) {
		for _, h := range names {
			if left := hosts[h]; len(left) > 0 {
				out, hosts[h] = append(out, left[0]), left[1:]
			}
		}
	}
	return out
}

// clock returns what it takes to ask for the time.
func clock() time.Duration {
	const times = 1 << 20
	start := time.Now()
	for range times - 1 {
		time.Since(start)
	}
	return time.Since(start) / times
}

// round reads all pages once. Of each page and stage the least time of all rounds counts:
// it is free of what else the machine and the collector did.
func (w *walk) round() error {
	field := aranea.Header{"Content-Type": {"text/html"}}
	hosts := map[string]*prior.Record{}
	for i, p := range w.pages {
		site := hosts[p.host]
		if site == nil {
			site = new(prior.Record)
			hosts[p.host] = site
		}
		w.buf = append(w.buf[:0], p.body...)

		start := time.Now()
		text := charset.Tell(w.buf, "", "", true)
		known := time.Now()
		w.decoded += len(text.Decode())
		decoded := time.Now()
		page, err := w.x.Extract(context.Background(), extract.Document{URL: w.url, Header: field, Body: w.buf})
		extracted := time.Now()
		if lang := document.Language(&page, site.Likely()); lang != "und" {
			site.Add(lang)
		}
		told := time.Now()
		if err != nil {
			return err
		}
		w.utf8[i] = text.Encoding == nil
		w.least(tellCharset, i, known.Sub(start))
		w.least(decodeText, i, decoded.Sub(known))
		w.least(extractPage, i, extracted.Sub(decoded))
		w.least(tellLanguage, i, told.Sub(extracted))
	}
	return nil
}

// least counts what a stage of a page took if it is the least so far.
func (w *walk) least(stage, page int, took time.Duration) {
	took = max(took-w.tick, 1)
	if best := &w.best[stage][page]; *best == 0 || took < *best {
		*best = took
	}
}

// print prints what the stages took of all pages, and of those in UTF-8 and in others.
func (w *walk) print() {
	fmt.Printf("as in a crawl, each page right behind its copying, the clock's %v taken off:\n", w.tick)
	for _, kind := range []struct {
		name string
		has  func(i int) bool
	}{
		{"all", func(int) bool { return true }},
		{"in UTF-8", func(i int) bool { return w.utf8[i] }},
		{"in others", func(i int) bool { return !w.utf8[i] }},
	} {
		var sums [numStages]time.Duration
		n := 0
		for i := range w.pages {
			if !kind.has(i) {
				continue
			}
			n++
			for s := range sums {
				sums[s] += w.best[s][i]
			}
		}
		each := func(stage int) float64 { return float64(sums[stage].Nanoseconds()) / 1000 / float64(max(n, 1)) }
		told := each(tellCharset) + each(tellLanguage)
		fmt.Printf("%6d pages %-9s extraction %6.1f µs/page, of it charset %5.2f and decoding %5.2f, then language %5.2f; charset and language %4.2f %% of extraction\n", n, kind.name,
			each(extractPage), each(tellCharset), each(decodeText), each(tellLanguage), 100*told/max(each(extractPage), 1))
	}
}
