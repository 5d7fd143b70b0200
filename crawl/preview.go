package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/listing"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// A Preview is a visit that is not stored.
type Preview struct {
	URL    weburl.URL
	Access acquire.Access // from the robots file of the URL's origin
	Now    time.Time
	// Sitemap says that the robots file names the URL as a sitemap.
	Sitemap bool
	// Fetched is the exchange, and Page what was extracted from its body; zero and nil if there
	// was no request.
	Fetched aranea.Fetched
	Page    *aranea.Page

	listed *listing.List
	// named says that the robots file names the URL as a sitemap, and that it is a web page.
	named bool
}

// Welcome reports whether a crawl would request the URL at this instant.
func (p *Preview) Welcome() bool { return rule(p.Access, p.URL, p.Now).welcome() }

// Lists reads the answer if it lists pages, and reports whether it does: then it is not read as
// a Page.
func (p *Preview) Lists() bool {
	if p.Sitemap {
		if p.listed = listing.Read(&p.Fetched); p.listed.IsWebPage(p.URL) {
			p.listed, p.named = nil, true
		}
	} else {
		p.listed = listing.Find(&p.Fetched)
	}
	return p.listed != nil
}

// Plan returns what a crawl with these options would make of the visit, by the same rules as
// Run. It knows no other page, so it does not notice that an indexed page has the same text.
func (p *Preview) Plan(opt Options) aranea.Outcome {
	v := &visited{ruling: rule(p.Access, p.URL, p.Now), fetched: p.Fetched, listed: p.listed}
	v.lease.Entry = aranea.Entry{URL: p.URL, Kind: aranea.KindPage, How: aranea.HowSeed}
	switch {
	case p.named:
		v.lease.Entry.How, v.lease.Entry.Depth = aranea.HowRobots, listedDepth
	case p.Sitemap:
		v.lease.Entry.Kind, v.lease.Entry.How, v.lease.Entry.Depth = aranea.KindSitemap, aranea.HowRobots, listedDepth
	}
	v.lease.Host = aranea.Host{Origin: p.URL.Origin()}
	f := facts{visited: v, now: p.Now, access: p.Access}
	if p.Page != nil {
		page := *p.Page
		page.Fingerprint = dedupe.Of(&page, p.Fetched.Access)
		v.page = &page
		if u := page.Canonical(); !u.IsZero() && u.Origin() == p.URL.Origin() {
			f.hidden = rule(p.Access, u, p.Now).Verdict == robotstxt.Deny
		}
	}
	return plan(opt.withDefaults(), f)
}
