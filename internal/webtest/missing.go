package webtest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// missing is how a site answers for missing pages.
type missing uint8

// The ways to answer for missing pages.
const (
	honest  missing = iota // with status 404
	excuses                // with status 200 and a page that says so
	welcome                // with status 200 and the same page for all, which does not
)

// drawMissing draws how a site answers for missing pages.
func (w *Web) drawMissing(rnd *rand.Rand) missing {
	if !w.opt.Faults.has(Denying) || rnd.IntN(2) == 0 {
		return honest
	}
	return []missing{excuses, welcome}[rnd.IntN(2)]
}

// missing answers for a missing page.
func (s *Site) missing(target string) Answer {
	switch s.Missing {
	case excuses:
		text := fmt.Sprintf("<title>Page not found</title><h1>Page not found</h1><p>The page %s does not exist on %s, or does not exist any more; perhaps it is to be found elsewhere.", target, s.Host)
		return pageAnswer(http.StatusOK, Unsure, "text/html", []byte(text))
	case welcome:
		text := fmt.Sprintf("<title>Welcome</title><p>Welcome to %s, where all sorts of pages are to be found by whoever looks for them with patience and care.", s.Host)
		return pageAnswer(http.StatusOK, Unsure, "text/html", []byte(text))
	}
	return pageAnswer(http.StatusNotFound, Drop, "text/html", []byte("<title>Not here</title><p>There is no such page."))
}

// has reports whether a host had a page at a target at any time.
func (w *Web) has(host, path string) bool {
	s := w.resolve(host)
	return s != nil && s.Pages[path] != nil
}

// AlwaysHas reports whether a host has a page at a path that never disappears.
func (w *Web) AlwaysHas(host, path string) bool {
	if !w.has(host, path) {
		return false
	}
	p := w.resolve(host).Pages[path]
	return p.Born.IsZero() && p.Gone.IsZero()
}

// Same reports whether two host names have, or had, the same pages, and a robot need not know
// otherwise at an instant.
func (w *Web) Same(a, b string, at time.Time) bool {
	one, other := w.resolve(a), w.resolve(b)
	if one == nil || other == nil || w.mustSplit(one, at) || w.mustSplit(other, at) {
		return false
	}
	return one.original() == other.original()
}

// original returns the name of the site with the original pages.
func (s *Site) original() string {
	if s.MirrorOf != "" {
		return s.MirrorOf
	}
	return s.Host
}
