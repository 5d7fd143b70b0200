package results

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/internal/show"
)

// A FaultPage is a page about the faults of a check.
type FaultPage struct {
	Check       linkcheck.Check
	Path, Title string
	// Other is what the column with the other page is called, and Help where the documentation tells what
	// is a fault.
	Other, Help string
}

// FaultPages returns the pages of all checks.
func FaultPages() []FaultPage {
	return []FaultPage{
		{linkcheck.Alternates, "/alternates", "Versions in other languages", "Version", "links#versions-in-other-languages"},
		{linkcheck.Sitemaps, "/sitemaps", "Sitemaps", "In its place", "links#what-sitemaps-list"},
		{linkcheck.Canonicals, "/canonicals", "Canonical links", "Canonical", "links#canonical-links"},
	}
}

// OfAlternates reports whether the rows have languages.
func (p *FaultPage) OfAlternates() bool { return p.Check == linkcheck.Alternates }

// FilterOf returns what the parameters of the page select; a fault that there is not stands for all.
func (p *FaultPage) FilterOf(v url.Values) linkcheck.FaultFilter {
	f := linkcheck.FaultFilter{Check: p.Check, Host: strings.TrimSpace(v.Get("host")), Fault: v.Get("fault")}
	if !p.Check.Has(f.Fault) {
		f.Fault = ""
	}
	return f
}

// Choices returns a choice for each fault of which there are some, and one for all that are not for
// information.
func (p *FaultPage) Choices(n *linkcheck.FaultCounts, f linkcheck.FaultFilter) []Choice {
	of := func(text, fault string) Choice {
		q := linkcheck.FaultFilter{Host: f.Host, Fault: fault}
		return Choice{Text: text, URL: strings.TrimSuffix(p.Path+"?"+q.Query().Encode(), "?"), Current: fault == f.Fault}
	}
	choices := []Choice{of("All faults", "")}
	for _, fault := range p.Check.Faults() {
		if n.Faults[fault] > 0 || fault == f.Fault {
			choices = append(choices, of(fault+" ("+show.Number(n.Faults[fault])+")", fault))
		}
	}
	return choices
}

// A FaultRow is a fault in a list.
type FaultRow struct {
	Fault, URL, Text, Lang string
	To, ToURL              string // the other page, "" for none
	Status                 string
	Reason, ReasonURL      string // of what is not in the index
	Detail                 string // of other faults
	LeadsTo, By            string
}

// faultTexts say what the faults are.
var faultTexts = map[string]string{
	linkcheck.NotIndexed: "is not in the index", linkcheck.NoReturn: "does not name the page in return",
	linkcheck.OtherLanguage: "says that its language is another one", linkcheck.TwoTargets: "is the second one for its language",
	linkcheck.NoLanguage: "has a language that is none", linkcheck.NoDefault: "no version is x-default", linkcheck.NoSelf: "the page is not among them",
	linkcheck.ListedMoved: "redirects", linkcheck.ListedBroken: "is missing or fails", linkcheck.ListedDenied: "is denied by a robots file",
	linkcheck.ListedNoIndex: "asks not to be indexed", linkcheck.ListedCanonical: "names another page as canonical", linkcheck.ListedCopy: "is a copy",
	linkcheck.OtherHost: "names a page of another host", linkcheck.OnlyHint: "is in the index beside the page that it names",
	linkcheck.Unlisted: "is in no sitemap", linkcheck.ListedUnvisited: "was not visited yet", linkcheck.UnreadSitemap: "is a sitemap that was not read",
}

// canonicalTexts say the same of canonical links, where the page and the one that it names have faults.
var canonicalTexts = map[string]string{
	linkcheck.NotIndexed: "the named page is not in the index", linkcheck.TwoTargets: "the link is not the only one",
	linkcheck.ClosedButNamed: "the page itself asks not to be indexed",
}

// RowOf returns a row for a fault, whose reason is explained at an address.
func (p *FaultPage) RowOf(x *linkcheck.Fault, reasonURL string) FaultRow {
	text := faultTexts[x.Fault]
	if p.Check == linkcheck.Canonicals {
		text = cmp.Or(canonicalTexts[x.Fault], text)
	}
	row := FaultRow{Fault: text, URL: WhyURL(x.URL.String()), Text: brief(x.URL.String()), Lang: show.Visible(x.Lang)}
	if x.To != "" {
		row.To, row.ToURL = brief(x.To), WhyURL(x.To)
	}
	if x.Status > 0 {
		row.Status = strconv.Itoa(x.Status)
	}
	if x.Reason != "" {
		row.Reason, row.ReasonURL = show.Visible(x.Reason), reasonURL
	} else {
		row.Detail = show.Visible(x.Detail)
	}
	if x.LeadsTo != "" {
		row.LeadsTo = "leads to " + brief(x.LeadsTo)
	}
	if x.By != "" {
		row.By = "named by " + brief(x.By)
	}
	return row
}
