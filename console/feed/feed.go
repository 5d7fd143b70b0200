// Package feed converts search results to an Atom feed (RFC 4287).
//
// Floor: 6 (faces), a part of console. Stability: engine. It is pure: it makes no requests.
package feed

import (
	"encoding/xml"
	"fmt"
	"time"

	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/search"
)

// Size is how many pages a feed has.
const Size = 30

// MediaType is the media type of a feed.
const MediaType = "application/atom+xml"

// A document has the elements of a feed in RFC 4287.
type document struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Links   []link   `xml:"link"`
	Entries []entry  `xml:"entry"`
}

type link struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type entry struct {
	ID      string `xml:"id"`
	Title   string `xml:"title"`
	Updated string `xml:"updated"`
	Author  string `xml:"author>name"`
	Link    link   `xml:"link"`
	Summary string `xml:"summary,omitempty"`
}

// Of returns the feed of a query with the pages of a response, which is ordered by date. The feed
// is served below the URL base, by a search with the name site.
func Of(base, site, query string, resp *search.Response) ([]byte, error) {
	self := base + results.FeedURL(query)
	d := document{
		ID: self, Title: show.Visible(query) + " – " + site, Updated: time.Unix(0, 0).UTC().Format(time.RFC3339),
		Links: []link{{"self", MediaType, self}, {"alternate", "text/html", base + results.SortedURL(query, 1, search.ByDate)}},
	}
	for i, res := range resp.Results {
		at := res.Date.UTC().Format(time.RFC3339)
		if i == 0 {
			d.Updated = at
		}
		d.Entries = append(d.Entries, entry{
			ID: res.URL.String(), Title: show.Visible(res.Called()), Updated: at, Author: res.URL.Host(),
			Link: link{Href: res.URL.String()}, Summary: show.Visible(res.Snippet),
		})
	}
	data, err := xml.MarshalIndent(d, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write the feed: %w", err)
	}
	return append([]byte(xml.Header), data...), nil
}
