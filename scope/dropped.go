package scope

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// dropped is what Rules remember of seeds that the operator dropped.
type dropped struct {
	urls   map[weburl.URL]bool
	before reach // with them and with where they led
}

// Without returns a copy of the rules that remember seeds which were dropped, and where these had
// led to; r must not have these seeds. It does not change r.
func (r Rules) Without(seeds, led []weburl.URL) Rules {
	d := &dropped{urls: make(map[weburl.URL]bool, len(seeds)), before: r.reach.with(seeds, true).with(led, false)}
	for _, u := range seeds {
		d.urls[u] = true
	}
	r.dropped = d
	return r
}

// Drops reports whether seeds were dropped.
func (r Rules) Drops() bool { return r.dropped != nil }

// Dropped reports whether a known URL is a seed that was dropped.
func (r Rules) Dropped(e *aranea.Entry) bool {
	return r.dropped != nil && r.dropped.urls[e.URL]
}

// maxLeading is the number of URLs that are followed back to a seed: more than redirects in a row
// and sitemaps of sitemaps are followed.
const maxLeading = 20

// Known returns the verdict on a known URL. What was left out as a folder that a program wrote stays so, unless
// a pattern names it. A dropped seed counts as found by a link, and as a
// sitemap it is out of scope. In mode list, what a dropped seed leads to or lists is out of scope as
// well; lookup returns the entries of the URLs that lead to it.
func (r Rules) Known(e *aranea.Entry, lookup func(weburl.ID) (aranea.Entry, bool, error)) (Verdict, error) {
	how := e.How
	if how == aranea.HowSeed && r.Dropped(e) {
		how = aranea.HowAnchor
	}
	v := r.Decide(e.URL, int(e.Depth), how)
	switch {
	case v.OK && e.Reason == aranea.ScopeGenerated && how != aranea.HowSeed && !r.Names(e.URL):
		return no(e.Reason, e.Detail), nil
	case !v.OK || r.dropped == nil || r.named[e.URL]:
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
	if r.dropped == nil {
		return Verdict{OK: true}, nil
	}
	before := r
	before.reach = r.dropped.before
	if !before.Decide(e.URL, int(e.Depth), e.How).OK {
		return Verdict{OK: true}, nil
	}
	return r.Known(e, lookup)
}

// LeftOut returns why a known URL is left out although it was visited or queued: by the patterns of
// the operator, by a folder that answers for its host, or because a seed was dropped. For all others
// the verdict is OK.
func (r Rules) LeftOut(e *aranea.Entry, lookup func(weburl.ID) (aranea.Entry, bool, error)) (Verdict, error) {
	if r.Drops() {
		if v, err := r.Lost(e, lookup); err != nil || !v.OK {
			return v, err
		}
	}
	if r.Selects() && e.Kind == aranea.KindPage {
		if v := r.Decide(e.URL, int(e.Depth), e.How); IsFinal(v.Reason) {
			return v, nil
		}
	}
	return Verdict{OK: true}, nil
}
