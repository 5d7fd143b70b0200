package results

import (
	"net/url"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/weburl"
)

// A Result has the content of one result.
type Result struct {
	URL, Title, Lang, LangName, Date, Host, Like, Why string
	Captured                                          string   // the date of the capture, if it is of an archive
	More, From, Number                                string   // the address of more results from a site, its name, and the number of pages, "" if not known
	Subtitle                                          string   // tells the page apart from others with its title
	Format                                            string   // the format, if it is not a web page
	Note                                              string   // about a page that was never read, or with a title from elsewhere
	Section                                           Choice   // the section that the snippet is from; may be empty
	On                                                Choice   // the page that contains such a file; may be empty
	Pinned                                            string   // that the operator has pinned it to the query
	Versions                                          []Choice // other versions of the page
	Translations                                      []Choice // the page in other languages
	ListPages                                         []Choice // other pages of the list that it is of
	Copies                                            string   // the number of other pages with nearly the same text
	Missing                                           []Choice // missing words, with searches for pages that have them
	Path                                              []string
	Snippet                                           []search.Span
	Held                                              []Held // its values of the facets in use
}

// dates maps the kinds of dates of a page to their texts.
var dates = map[string]string{"published": "date.published", "modified": "date.modified", "visited": "date.visited"}

// at returns the address at which a reader opens a page.
func (m *maker) at(u weburl.URL) string {
	if m.Open != nil {
		if at := m.Open(u); at != "" {
			return at
		}
	}
	return u.String()
}

// result returns the content for a search result.
func (m *maker) result(r *search.Result) Result {
	v := Result{
		URL: m.at(r.URL), Title: show.Shorten(show.Visible(r.Title), MaxTitle), Subtitle: show.Visible(r.Subtitle), Format: r.Label(), Path: crumbs(r.URL), Lang: r.Lang,
		LangName: langName(r.Lang), Host: show.Host(r.URL.Host()),
		Like: SearchURL((&query.Node{Kind: query.Filter, Field: query.Related, Text: r.URL.String()}).String(), 1),
	}
	if !m.SearchOnly {
		v.Why = "/why?" + url.Values{"url": {r.URL.String()}, "q": {m.Query}}.Encode()
	}
	if name := dates[r.DateKind]; name != "" {
		v.Date = m.In.Text(name, "date", m.In.Date(r.Date))
	}
	if !r.Captured.IsZero() {
		v.Captured = m.In.Text("date.captured", "date", m.In.Date(r.Captured))
		if r.DateKind == "visited" {
			v.Date = ""
		}
	}
	m.moreFrom(&v, r)
	if v.Lang == "und" {
		v.Lang = ""
	}
	if r.Unread {
		v.Date, v.Lang, v.LangName, v.Like = "", "", "", ""
		v.Note = m.In.Text("results.unread")
	}
	if r.TitleFrom == answer.FromLinks {
		v.Note = m.In.Text("results.title-from-links")
	}
	if r.Pinned {
		v.Pinned = m.In.Text("results.pinned")
	}
	if r.Page != nil {
		v.On = Choice{Text: show.Shorten(show.Visible(r.Page.Title), MaxTitle), URL: m.at(r.Page.URL)}
	}
	if s := r.Section; s != nil {
		_, id, _ := strings.Cut(s.URL, "#")
		v.Section = Choice{Text: show.Shorten(show.Visible(s.Heading), MaxTitle), URL: m.at(r.URL) + "#" + id}
	}
	for _, o := range r.Versions {
		v.Versions = append(v.Versions, Choice{Text: show.Shorten(show.Visible(o.Name), MaxTitle), URL: m.at(o.URL)})
	}
	for _, o := range r.Translations {
		v.Translations = append(v.Translations, Choice{Text: tagLabel(o.Lang), URL: m.at(o.URL), Lang: o.Lang})
	}
	v.ListPages = m.listPages(r)
	if n := r.Copies - len(r.Versions) - r.Translated - r.Listed; n > 0 {
		v.Copies = m.In.Count("results.copies", n)
	}
	v.Missing, v.Held = m.missing(r), m.held(r.Facets)
	for _, sp := range r.Spans {
		v.Snippet = append(v.Snippet, search.Span{Text: show.Visible(sp.Text), Marked: sp.Marked})
	}
	return v
}

// listPages returns the other pages of the list of a result, by their numbers; if they are too many, an ellipsis stands
// for the others.
func (m *maker) listPages(r *search.Result) (out []Choice) {
	for _, p := range r.ListPages {
		out = append(out, Choice{Text: m.number(p.Number, false), URL: m.at(p.URL)})
	}
	if len(out) > 0 && r.Listed > len(out) {
		out = append(out, Choice{Text: "…"})
	}
	return out
}

// missing returns the words that a page lacks.
func (m *maker) missing(r *search.Result) []Choice {
	var out []Choice
	words, _ := r.Lacks()
	for _, word := range words {
		c := Choice{Text: show.Shorten(show.Visible(word), MaxTitle)}
		if with := m.tree.Demanding(word); with != "" {
			c.URL = SearchURL(with, 1)
		}
		out = append(out, c)
	}
	if others := len(r.Missing) - len(words); others > 0 {
		out = append(out, Choice{Text: m.In.Count("results.others-missing", others)})
	}
	return out
}

// moreFrom sets the link to the other matching pages of the site, with their number if it is
// known. A search that is narrowed to a site or host has no such link.
func (m *maker) moreFrom(v *Result, r *search.Result) {
	narrowed := m.tree.NarrowedBy(query.Site)
	if narrowed != "" && domain.Above(narrowed) == "" || m.tree.NarrowedBy(query.Host) != "" {
		return
	}
	site := r.URL.Origin().Site()
	if f := m.resp.Facets; f != nil && len(r.Missing) == 0 { // pages that lack a word are not counted
		if i := slices.IndexFunc(f.Sites, func(x facet.Value) bool { return x.Value == site }); i >= 0 {
			if f.Sites[i].Pages < 2 && !f.AtLeast {
				return // it is the only page
			}
			v.Number = m.number(f.Sites[i].Pages, f.AtLeast)
		}
	}
	v.From, v.More = show.Host(site), SearchURL(m.tree.With(query.Site, site), 1)
}
