package results

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/engine/chains"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
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
		{linkcheck.Chains, "/chains", "Redirects", "Leads to", "links#redirects-in-several-steps-loops-and-dead-ends"},
		{linkcheck.Alternates, "/alternates", "Versions in other languages", "Version", "links#versions-in-other-languages"},
		{linkcheck.Sitemaps, "/sitemaps", "Sitemaps", "In its place", "links#what-sitemaps-list"},
		{linkcheck.Canonicals, "/canonicals", "Canonical links", "Canonical", "links#canonical-links"},
	}
}

// OfAlternates reports whether the rows have languages.
func (p *FaultPage) OfAlternates() bool { return p.Check == linkcheck.Alternates }

// FilterOf returns what the parameters of the page select; faults that there are not do not count.
func (p *FaultPage) FilterOf(v url.Values) linkcheck.FaultFilter {
	f := linkcheck.FaultFilter{Check: p.Check, Host: strings.TrimSpace(v.Get("host"))}
	for _, fault := range p.Check.Faults() {
		if slices.Contains(v["fault"], fault) {
			f.Faults = append(f.Faults, fault)
		}
	}
	return f
}

// Choices returns a choice for each fault of which there are some, and one for all that are not for
// information.
func (p *FaultPage) Choices(n *linkcheck.FaultCounts, f linkcheck.FaultFilter) []Choice {
	of := func(text string, current bool, faults ...string) Choice {
		q := linkcheck.FaultFilter{Host: f.Host, Faults: faults}
		return Choice{Text: text, URL: strings.TrimSuffix(p.Path+"?"+q.Query().Encode(), "?"), Current: current}
	}
	choices := []Choice{of("All faults", len(f.Faults) == 0)}
	for _, fault := range p.Check.Faults() {
		current := slices.Contains(f.Faults, fault)
		if n.Faults[fault] > 0 || current {
			choices = append(choices, of(fault+" ("+show.Number(n.Faults[fault])+")", current, fault))
		}
	}
	return choices
}

// A FaultRow is a fault in a list.
type FaultRow struct {
	Fault, URL, Text, Lang string
	To, ToURL              string // the other page, or where it leads, "" for none; no ToURL if that is no address of the web
	Status                 string
	Reason, ReasonURL      string // of what is not in the index
	Detail                 string // of other faults
	LeadsTo, By            string
	Way                    []string // between the page and To
}

// faultTexts say what the faults are.
var faultTexts = map[string]string{
	linkcheck.NotIndexed: "is not in the index", linkcheck.NoReturn: "does not name the page in return",
	linkcheck.OtherLanguage: "says that its language is another one", linkcheck.TwoTargets: "is the second one for its language",
	linkcheck.NoLanguage: "has a language that is none", linkcheck.NoDefault: "no version is x-default", linkcheck.NoSelf: "the page is not among them",
	linkcheck.ListedMoved: "redirects", linkcheck.ListedBroken: "is missing or fails", linkcheck.ListedDenied: "is denied by a robots file",
	linkcheck.ListedNoIndex: "asks not to be indexed", linkcheck.ListedCanonical: "names another page as canonical", linkcheck.ListedCopy: "is a copy",
	linkcheck.NotPublic: "names an address that visitors do not have", linkcheck.OtherHost: "names a page of another host", linkcheck.OnlyHint: "is in the index beside the page that it names",
	chains.Loop: "leads back, or on without end", chains.DeadEnd: "leads to what is missing or closed", chains.Long: "leads on in several steps",
	linkcheck.Unlisted: "is in no sitemap", linkcheck.ListedUnvisited: "was not visited yet", linkcheck.UnreadSitemap: "is a sitemap that was not read",
}

// canonicalTexts say the same of canonical links, where the page and the one that it names have faults.
var canonicalTexts = map[string]string{
	linkcheck.NotIndexed: "the named page is not in the index", linkcheck.TwoTargets: "the link is not the only one",
	linkcheck.ClosedButNamed: "the page itself asks not to be indexed",
}

// isOfWeb reports whether a text is a URL that may be known.
func isOfWeb(u string) bool {
	_, err := weburl.Parse(u)
	return err == nil
}

// RowOf returns a row for a fault, whose reason is explained at an address.
func (p *FaultPage) RowOf(x *linkcheck.Fault, reasonURL string) FaultRow {
	text := faultTexts[x.Fault]
	if p.Check == linkcheck.Canonicals {
		text = cmp.Or(canonicalTexts[x.Fault], text)
	}
	row := FaultRow{Fault: text, URL: WhyURL(x.URL.String()), Text: brief(x.URL.String()), Lang: show.Visible(x.Lang)}
	to, leadsTo := x.To, x.LeadsTo
	if p.Check == linkcheck.Chains || p.Check == linkcheck.Sitemaps && to == "" {
		to, leadsTo = leadsTo, "" // it stands in the place of the page
	}
	if row.To = brief(to); isOfWeb(to) {
		row.ToURL = WhyURL(to)
	}
	if steps := x.Steps(); len(steps) > 1 {
		for _, step := range steps[:len(steps)-1] {
			row.Way = append(row.Way, brief(step))
		}
	}
	if x.Status > 0 {
		row.Status = strconv.Itoa(x.Status)
	}
	if x.Reason != "" {
		row.Reason, row.ReasonURL = show.Visible(x.Reason), reasonURL
	} else {
		row.Detail = show.Visible(x.Detail)
	}
	if leadsTo != "" {
		row.LeadsTo = "leads to " + brief(leadsTo)
	}
	if x.By != "" {
		row.By = "named by " + brief(x.By)
	}
	return row
}
