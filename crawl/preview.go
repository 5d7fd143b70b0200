package crawl

import (
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/weburl"
)

// A Preview is a visit of which nothing is stored.
type Preview struct {
	URL    weburl.URL
	Access acquire.Access // by the robots file of the URL's origin
	Now    time.Time
	// Fetched is the exchange, and Page what extraction made of its body; zero
	// and nil if no request was made.
	Fetched aranea.Fetched
	Page    *aranea.Page
}

// Welcome reports whether a crawl would ask for the URL at this instant.
func (p *Preview) Welcome() bool { return rule(p.Access, p.URL, p.Now).welcome() }

// Plan returns what a crawl with these options would make of the visit, by the
// same rules as Run. It knows no other page: text that an indexed page has too
// is not seen to be the same.
func (p *Preview) Plan(opt Options) aranea.Outcome {
	v := &visited{ruling: rule(p.Access, p.URL, p.Now), fetched: p.Fetched}
	v.lease.Entry = aranea.Entry{URL: p.URL, Kind: aranea.KindPage, How: aranea.HowSeed}
	v.lease.Host = aranea.Host{Origin: p.URL.Origin()}
	f := facts{visited: v, now: p.Now}
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
