package results

import (
	"net/url"
	"strconv"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/linkgraph"
)

// A LinkRow is a broken or moved link in a list.
type LinkRow struct {
	URL, Text, Reason, ReasonURL, Status, LeadsTo string // of the target
	Outside                                       bool   // the target is not visited
	Page, PageURL, Anchor                         string // of the link
	Kind                                          string // of the link, "" for an ordinary one
	Also, AlsoURL                                 string // the other pages that have it
}

// LinksURL returns the address of the page about the links to a URL.
func LinksURL(u string) string { return "/links?" + url.Values{"url": {u}}.Encode() }

// brief returns a URL as it stands in a list.
func brief(text string) string { return show.Shorten(show.Visible(show.URL(text)), MaxTitle) }

// LinkRowOf returns a row for a link, whose reason is explained at an address.
func LinkRowOf(l *linkcheck.Link, reasonURL string) LinkRow {
	target := l.To.String()
	if l.Fragment != "" {
		target += "#" + l.Fragment
	}
	row := LinkRow{
		URL: WhyURL(l.To.String()), Text: brief(target), Reason: show.Visible(l.Reason), ReasonURL: reasonURL,
		Page: brief(l.From.String()), PageURL: WhyURL(l.From.String()), Anchor: show.Visible(l.Anchor),
	}
	if l.Status > 0 {
		row.Status = strconv.Itoa(l.Status)
	}
	if l.LeadsTo != "" {
		row.LeadsTo = "leads to " + brief(l.LeadsTo)
		if l.Redirects > 1 {
			row.LeadsTo += " by " + show.Count(l.Redirects, "redirect")
		}
		if l.Permanent {
			row.LeadsTo += ", permanent"
		} else {
			row.LeadsTo += ", temporary"
		}
	}
	if l.Kind != aranea.HowAnchor.String() {
		row.Kind = show.Visible(l.Kind)
	}
	row.Outside = l.Outside
	if l.Pages > 1 {
		row.AlsoURL = LinksURL(l.To.String())
		row.Also = "and on " + show.Count(l.Pages-1, "more page")
	}
	return row
}

// An OrphanRow is an orphan page in a list.
type OrphanRow struct{ URL, Text, How, FoundOn, FoundOnURL string }

// OrphanRowOf returns a row for a page.
func OrphanRowOf(o *linkcheck.Orphan) OrphanRow {
	row := OrphanRow{URL: WhyURL(o.URL.String()), Text: brief(o.URL.String()), How: o.How}
	if o.FoundOn != "" {
		row.FoundOn, row.FoundOnURL = brief(o.FoundOn), WhyURL(o.FoundOn)
	}
	return row
}

// An InlinkRow is a link in a list of those to a URL, or of a page.
type InlinkRow struct{ URL, Text, Anchor, Kind string }

// InlinkRowOf returns a row for a link, with its other end.
func InlinkRowOf(l *linkgraph.Link, from bool) InlinkRow {
	other := l.From
	if from {
		other = l.To
	}
	row := InlinkRow{
		URL: WhyURL(other.String()), Text: brief(other.String()),
		Anchor: show.Visible(l.Anchor), Kind: l.Kind,
	}
	if l.Lang != "" {
		row.Kind += " " + show.Visible(l.Lang)
	}
	if l.NoFollow {
		row.Kind += ", nofollow"
	}
	if l.Zone != "" {
		row.Kind += ", zone " + l.Zone
	}
	return row
}
