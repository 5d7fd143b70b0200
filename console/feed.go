package console

import (
	"encoding/xml"
	"net/http"
	"strings"
	"time"

	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
)

// feedSize is how many pages a feed has.
const feedSize = 30

// An atomFeed is what RFC 4287 wants of a feed.
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Author  string   `xml:"author>name"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary,omitempty"`
}

// handleFeed answers with the pages that match a query, the newest first, as an
// Atom feed (RFC 4287).
func (s *Server) handleFeed(w http.ResponseWriter, r *http.Request) {
	q := queryOf(r)
	if q == "" {
		s.refuse(w, r, http.StatusBadRequest, "A feed needs a query: /feed?q=words")
		return
	}
	resp, err := s.search(r.Context(), search.Request{Query: q, Limit: feedSize, Sort: search.ByDate, Access: s.access(r)})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	data, err := xml.MarshalIndent(feedOf(baseURL(r), q, &resp), "", " ")
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/atom+xml; charset=utf-8")
	_, _ = w.Write(append([]byte(xml.Header), data...)) // a reader who hangs up loses the rest
}

// feedOf makes the feed of a query on the server at a base address.
func feedOf(base, q string, resp *search.Response) atomFeed {
	self := base + results.FeedURL(q)
	f := atomFeed{
		ID: self, Title: show.Visible(q) + " – Aranea", Updated: time.Unix(0, 0).UTC().Format(time.RFC3339),
		Links: []atomLink{{"self", "application/atom+xml", self}, {"alternate", "text/html", base + results.SortedURL(q, 1, search.ByDate)}},
	}
	for i, res := range resp.Results {
		at := res.Date.UTC().Format(time.RFC3339)
		if i == 0 {
			f.Updated = at
		}
		f.Entries = append(f.Entries, atomEntry{
			ID: res.URL.String(), Title: show.Visible(res.Title), Updated: at, Author: res.URL.Host(),
			Link: atomLink{Href: res.URL.String()}, Summary: show.Visible(res.Snippet),
		})
	}
	return f
}

// queryOf returns the query of a request, in UTF-8 and bounded.
func queryOf(r *http.Request) string {
	q := strings.TrimSpace(strings.ToValidUTF8(r.URL.Query().Get("q"), " "))
	if len(q) > maxQuery {
		q = strings.ToValidUTF8(q[:maxQuery], "")
	}
	return q
}
