package scope

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A dropping is what Rules remember of seeds that the operator dropped.
type dropping struct {
	urls   map[weburl.URL]bool
	before Rules // those that also have the dropped seeds
}

// Without returns a copy of the rules that remember seeds which were dropped; r must not have these
// seeds. before are the rules with them and with where they led. It does not change r.
func (r Rules) Without(dropped []weburl.URL, before Rules) Rules {
	urls := make(map[weburl.URL]bool, len(dropped))
	for _, u := range dropped {
		urls[u] = true
	}
	r.dropping = &dropping{urls: urls, before: before}
	return r
}

// Drops reports whether seeds were dropped.
func (r Rules) Drops() bool { return r.dropping != nil }

// Dropped reports whether a known URL is a seed that was dropped.
func (r Rules) Dropped(e *aranea.Entry) bool {
	return r.dropping != nil && r.dropping.urls[e.URL]
}

// maxLeading is the number of URLs that are followed back to a seed: more than redirects in a row
// and sitemaps of sitemaps are followed.
const maxLeading = 20

// Known returns the verdict on a known URL. A dropped seed counts as found by a link, and as a
// sitemap it is out of scope. In mode list, what a dropped seed leads to or lists is out of scope as
// well; lookup returns the entries of the URLs that lead to it.
func (r Rules) Known(e *aranea.Entry, lookup func(weburl.ID) (aranea.Entry, bool, error)) (Verdict, error) {
	how := e.How
	if how == aranea.HowSeed && r.Dropped(e) {
		how = aranea.HowAnchor
	}
	v := r.Decide(e.URL, int(e.Depth), how)
	switch {
	case !v.OK || r.dropping == nil || r.named[e.URL]:
		return v, nil
	case e.How == aranea.HowSeed && e.Kind == aranea.KindSitemap && r.Dropped(e):
		return no(aranea.ScopeDropped, "a sitemap that was a seed"), nil
	case !r.IsList():
		return v, nil
	}
	from := *e
	for range maxLeading {
		if !Lists(from.How) {
			return v, nil
		}
		next, known, err := lookup(from.FoundOn)
		switch {
		case err != nil || !known || r.named[next.URL]:
			return v, err
		case r.Dropped(&next):
			return no(aranea.ScopeDropped, next.URL.String()+" was a seed"), nil
		}
		from = next
	}
	return v, nil
}

// Lost is Known for a URL that only a dropped seed brought into scope. For all others the verdict is
// OK.
func (r Rules) Lost(e *aranea.Entry, lookup func(weburl.ID) (aranea.Entry, bool, error)) (Verdict, error) {
	if r.dropping == nil || !r.dropping.before.Decide(e.URL, int(e.Depth), e.How).OK {
		return Verdict{OK: true}, nil
	}
	return r.Known(e, lookup)
}
