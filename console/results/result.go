package results

import (
	"net/url"
	"slices"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/facet"
)

// A Result is what is shown of one page.
type Result struct {
	URL, Title, Lang, LangName, Date, Host, Like, Why string
	More, From, Number                                string   // the address of more from a site, its name, and how many pages there are, "" if that is not known
	Format                                            string   // names it if it is no web page
	Note                                              string   // about a page that was never read, or whose title is not its own
	On                                                Choice   // the page that such a file stands on; may be empty
	Copies                                            string   // how many pages have nearly its text
	Missing                                           []Choice // words that it lacks, with searches for pages that hold them
	Path                                              []string
	Snippet                                           []search.Span
}

func viewOf(r search.Result, tree query.Tree, q string, f *facet.Facets) Result {
	host := r.URL.Host()
	v := Result{
		URL: r.URL.String(), Title: show.Shorten(show.Visible(r.Title), MaxTitle), Format: r.Label(), Path: crumbs(r.URL), Lang: r.Lang,
		LangName: langName(r.Lang), Date: r.DateKind + " " + r.Date.UTC().Format("2 Jan 2006"), Host: show.Host(host),
		Like: SearchURL((&query.Node{Kind: query.Filter, Field: query.Related, Text: r.URL.String()}).String(), 1),
		Why:  "/why?" + url.Values{"url": {r.URL.String()}, "q": {q}}.Encode(),
	}
	v.moreFrom(r, tree, f)
	if v.Lang == "und" {
		v.Lang = ""
	}
	if r.Unread {
		v.Date, v.Lang, v.LangName, v.Like = "", "", "", ""
		v.Note = "known by links: this robot did not read it"
	}
	if r.TitleFrom == answer.FromLinks {
		v.Note = "its title is what links call it"
	}
	if r.Page != nil {
		v.On = Choice{Text: show.Shorten(show.Visible(r.Page.Title), MaxTitle), URL: r.Page.URL.String()}
	}
	if r.Copies > 0 {
		v.Copies = "and " + show.Count(r.Copies, "page") + " with nearly the same text"
	}
	words, others := r.Lacks()
	for _, m := range words {
		c := Choice{Text: show.Shorten(show.Visible(m), MaxTitle)}
		if with := tree.Demanding(m); with != "" {
			c.URL = SearchURL(with, 1)
		}
		v.Missing = append(v.Missing, c)
	}
	if others != "" {
		v.Missing = append(v.Missing, Choice{Text: others})
	}
	for _, sp := range r.Spans {
		v.Snippet = append(v.Snippet, search.Span{Text: show.Visible(sp.Text), Marked: sp.Marked})
	}
	return v
}

// moreFrom leads to the other pages of the site that match, with their number if it is
// known. A search that is narrowed to a site or host has nothing more of it.
func (v *Result) moreFrom(r search.Result, tree query.Tree, f *facet.Facets) {
	narrowed := tree.NarrowedBy(query.Site)
	if narrowed != "" && domain.Above(narrowed) == "" || tree.NarrowedBy(query.Host) != "" {
		return
	}
	site := r.URL.Origin().Site()
	if f != nil && len(r.Missing) == 0 { // pages that lack a word are not counted
		if i := slices.IndexFunc(f.Sites, func(x facet.Value) bool { return x.Value == site }); i >= 0 {
			if f.Sites[i].Pages < 2 && !f.AtLeast {
				return // it is the only one
			}
			v.Number = number(f.Sites[i].Pages, f.AtLeast)
		}
	}
	v.From, v.More = show.Host(site), SearchURL(tree.With(query.Site, site), 1)
}
