package console

import (
	"net/http"
	"net/url"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// What is said if the records cannot be read.
const (
	duringCrawl = "The records cannot be read while another process is crawling. Ask when it has ended."
	unreadable  = "The records cannot be read. The command aranea explain says why."
)

type whyPage struct {
	frame
	URL, Problem string
	Host         string // address of the page on the URL's host, if it is known
	Trail        *Trail
	Facts        []Fact // with the address of the page that explains URL
	Events       []eventView
}

// eventView is an event with its instant for people and for programs, and the
// address of the explanation of its code.
type eventView struct{ At, Instant, Code, Text, URL string }

func (s *Server) handleWhy(w http.ResponseWriter, r *http.Request) {
	text := r.URL.Query().Get("url")
	p := whyPage{frame: s.frame("Why is a page in or out? – Aranea", ""), URL: show.Visible(text)}
	code := http.StatusOK
	switch {
	case s.sites == nil:
		p.Problem = duringCrawl
		if text != "" {
			code = http.StatusServiceUnavailable
		}
	case text != "":
		code = p.explain(s.sites, text)
	}
	s.render(w, code, "why", p)
}

// explain fills in the trail of a URL and returns the status of the answer.
func (p *whyPage) explain(sites Sites, text string) int {
	t, err := Explain(sites, text)
	switch {
	case aranea.KindOf(err) == aranea.Invalid:
		p.Problem = "That is not a URL that can be crawled. A URL starts with http:// or https:// and names a host."
		return http.StatusBadRequest
	case err != nil:
		p.Problem = unreadable
		return http.StatusInternalServerError
	}
	p.Trail = &t
	if u, err := parseURL(t.URL); err == nil {
		if _, known, err := sites.Host(u.Origin()); err == nil && known {
			p.Host = hostURL(u.Origin())
		}
	}
	for _, f := range t.Facts {
		f.Text = show.Visible(f.Text)
		switch {
		case f.Name == "Reason":
			f.URL = reasonURL(f.Text)
		case f.URL != "":
			f.URL = "/why?" + url.Values{"url": {f.URL}}.Encode()
		}
		p.Facts = append(p.Facts, f)
	}
	for _, e := range t.Events {
		p.Events = append(p.Events, eventView{when(e.At), e.At.UTC().Format(time.RFC3339), e.Code, show.Visible(e.Text), reasonURL(e.Code)})
	}
	return http.StatusOK
}
