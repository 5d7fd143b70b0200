package webtest

import (
	"net/http"
	"net/url"
	"strings"
)

// Must returns the titles that an index must hold once a crawl of a stable site
// has come to its end: of the pages that links lead to from the home page, or
// that its sitemap lists, and that nobody asked to leave out.
func (w *Web) Must(s *Site) map[string]bool {
	titles := map[string]bool{}
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
		case Plain, Foreign, Copy, NoFollow:
			titles[p.titleAt(w.start)] = true
		case Redirect:
			queue = append(queue, p.To)
			continue
		case Picture, Posing, Empty:
			continue
		}
		if p.Kind != NoFollow {
			queue = append(queue, s.own(p.Links)...)
		}
	}
	return titles
}

// own returns the paths of links that stay on the site.
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
