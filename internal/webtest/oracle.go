package webtest

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// splitWithin is how long it may take until a mirror that became a separate site is recognized:
// up to 14 days until it is due for a check, usually a few days for each of two checks, which
// wait for visits of the main mirror, and a day between them.
const splitWithin = 29 * 24 * time.Hour

// mustSplit reports whether a mirror must be recognized as a separate site at an instant: it
// became one long ago, and a few pages that never change could always be compared.
func (w *Web) mustSplit(s *Site, at time.Time) bool {
	if s.Then == nil || at.Before(s.Splits.Add(splitWithin)) {
		return false
	}
	of := w.sites[s.MirrorOf]
	if len(s.Troubles)+len(of.Troubles)+len(w.spell[s.Address])+len(w.spell[s.Another]) > 0 || s.Zone || s.Login != nil || len(of.Robots) > 1 || len(of.Robots[0].Deny) > 0 {
		return false
	}
	steady := 0
	for path := range w.reach(of) {
		if p := of.Pages[path]; p.Kind == Plain && len(p.Changes)+len(p.Hides) == 0 && p.Born.IsZero() && p.Gone.IsZero() {
			steady++
		}
	}
	return steady > 3
}

// Must returns the titles that an index must contain after a complete crawl of a stable site: of
// the pages that can be reached by links from the home page, or are in its sitemap, and that do
// not ask to be left out.
func (w *Web) Must(s *Site) map[string]bool {
	titles := map[string]bool{}
	for path := range w.reach(s) {
		switch p := s.Pages[path]; p.Kind {
		case Plain, Foreign, Copy, NoFollow:
			titles[p.titleAt(w.start)] = true
		}
	}
	return titles
}

// reach returns the paths of pages that can be reached by links from the home page of a site, or
// are in its sitemap, and that its first robots file allows.
func (w *Web) reach(s *Site) map[string]bool {
	seen := map[string]bool{}
	queue := []string{"/"}
	if s.List != nil && s.Robots[0].Status == http.StatusOK {
		queue = append(queue, s.List.Paths...)
	}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		p := s.Pages[path]
		if seen[path] || p == nil || s.Robots[0].Closes(path) {
			continue
		}
		seen[path] = true
		switch p.Kind {
		case Redirect:
			queue = append(queue, p.To)
			continue
		case Picture, posing, Empty, broken:
			continue
		}
		if p.Kind != NoFollow {
			queue = append(queue, s.own(p.Links)...)
		}
	}
	return seen
}

// own returns the paths of links within the site.
func (s *Site) own(links []string) []string {
	var out []string
	for _, l := range links {
		u, err := url.Parse(l)
		if err == nil && (u.Host == "" || u.Host == s.Host) && strings.HasPrefix(u.Path, "/") {
			out = append(out, u.Path)
		}
	}
	return out
}
