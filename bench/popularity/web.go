package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
)

// A web is sites that link to each other as those of the real one do: few are linked to by very many, most by
// hardly any.
type web struct {
	pages map[string]string // their markup, by host and path
	hosts []string
}

// Shape of the web.
const (
	vocabulary = 4000
	leastWords = 40  // of a page
	mostWords  = 240 // of a page
	ownLinks   = 4   // of a page to others of its site, beside its start page
	farLinks   = 3   // of a page to other sites, on average
	mostPages  = 60  // of a site
	perDraw    = 1.0 // the exponent of how often a site is linked to, by its place
)

// newWeb draws a web of a number of sites.
func newWeb(sites int, seed uint64) *web {
	r := rand.New(rand.NewPCG(seed, 1))
	w := &web{pages: map[string]string{}}
	sizes := make([]int, sites)
	for i := range sites {
		w.hosts = append(w.hosts, fmt.Sprintf("s%d.test", i))
		sizes[i] = 2 + int(float64(mostPages-2)*math.Pow(r.Float64(), 3))
	}
	known := newDraw(sites, perDraw, r) // how well known the sites are has nothing to do with their numbers
	places := r.Perm(sites)
	words := newDraw(vocabulary, 1, r)
	for i, host := range w.hosts {
		for p := range sizes[i] {
			var b strings.Builder
			fmt.Fprintf(&b, "<html lang=en><title>%s %s of %s</title><p>", word(words.next()), word(words.next()), host)
			for range leastWords + r.IntN(mostWords-leastWords) {
				b.WriteString(word(words.next()) + " ")
			}
			b.WriteString(`<p><a href="/">start</a> `)
			for range ownLinks {
				fmt.Fprintf(&b, `<a href="%s">more</a> `, path(r.IntN(sizes[i])))
			}
			if p == 0 {
				for q := range sizes[i] {
					fmt.Fprintf(&b, `<a href="%s">page %d</a> `, path(q), q)
				}
			}
			for range r.IntN(2*farLinks + 1) {
				to := places[known.next()]
				page := 0
				if r.IntN(2) == 0 {
					page = int(float64(sizes[to]) * math.Pow(r.Float64(), 2))
				}
				fmt.Fprintf(&b, `<a href="http://%s%s">%s</a> `, w.hosts[to], path(page), "see this")
			}
			w.pages[host+path(p)] = b.String()
		}
	}
	return w
}

func path(page int) string {
	if page == 0 {
		return "/"
	}
	return fmt.Sprintf("/p%d", page)
}

// word returns a word of the vocabulary.
func word(n int) string { return fmt.Sprintf("w%dx", n) }

// ServeHTTP serves the pages.
func (w *web) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	page, ok := w.pages[r.Host+r.URL.Path]
	if !ok {
		http.NotFound(out, r)
		return
	}
	out.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(out, page)
}

// A draw draws numbers, the first ones more often by a power of their place.
type draw struct {
	r   *rand.Rand
	sum []float64
}

func newDraw(n int, power float64, r *rand.Rand) *draw {
	d := &draw{r: r}
	all := 0.0
	for i := range n {
		all += 1 / math.Pow(float64(i+1), power)
		d.sum = append(d.sum, all)
	}
	return d
}

func (d *draw) next() int {
	x := d.r.Float64() * d.sum[len(d.sum)-1]
	lo, hi := 0, len(d.sum)-1
	for lo < hi {
		if mid := (lo + hi) / 2; d.sum[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
