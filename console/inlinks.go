package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/weburl"
)

// linksPage shows the links to a URL, or the links of a page.
type linksPage struct {
	frame
	URL, Problem string
	Count        string // the number of links, in words
	Lists        []results.Choice
	Status       string
	Rows         []results.InlinkRow
	Pager        []results.Choice
}

func (s *Server) handleLinks(w http.ResponseWriter, r *http.Request) {
	v := r.URL.Query()
	text := strings.TrimSpace(v.Get("url"))
	p := linksPage{frame: s.frame(r, "Who links to a URL?"), URL: show.Visible(text)}
	if text == "" {
		s.render(w, http.StatusOK, "links", p)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), askTimeout)
	defer cancel()
	t, err := s.service.Explain(ctx, text) // it finds the scheme that is meant
	if aranea.KindOf(err) == aranea.Invalid {
		p.Problem = "That is not a URL that can be crawled. A URL starts with http:// or https:// and names a host."
		s.render(w, http.StatusBadRequest, "links", p)
		return
	}
	if err == nil {
		err = s.fillLinks(ctx, &p, t.URL, v.Get("list") == "from", pageOf(v))
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, http.StatusOK, "links", p)
}

// fillLinks adds one page of the links of a URL.
func (s *Server) fillLinks(ctx context.Context, p *linksPage, text string, from bool, page int) error {
	u, err := weburl.Parse(text)
	if err != nil {
		return err
	}
	p.URL = show.Visible(text)
	in, err := s.service.Inlinks(ctx, u)
	if err != nil {
		return err
	}
	p.Count = "Linked from " + in.String() + "."
	v := url.Values{"url": {text}}
	p.Lists = []results.Choice{
		{Text: "Links to it", URL: linksURL(text), Current: !from},
		{Text: "Links of the page", URL: linksURL(text) + "&list=from", Current: from},
	}
	if from {
		v.Set("list", "from")
	}
	links := s.service.Links(ctx, linkgraph.Filter{URL: u, From: from, Offset: (page - 1) * listSize, Limit: listSize + 1})
	rows, more, err := someRows(links, func(l *linkgraph.Link) results.InlinkRow { return results.InlinkRowOf(l, from) })
	p.Rows, p.Status, p.Pager = rows, statusOf("", "link", page, len(rows), more), turn("/links", v, page, more)
	return err
}
