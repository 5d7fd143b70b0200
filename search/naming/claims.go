package naming

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/weburl"
)

// mostRanked is how many pages of a site are looked at for the one that most others link to.
const mostRanked = 1 << 12

// ofSeed is the popularity that a site with a seed counts as having: that of the most popular one.
const ofSeed = 255

// A claim is what a word names of one site: the terms of its hosts, or that of the site alone if that is
// among them.
type claim struct {
	site  string
	terms []string
}

// claimed returns the sites and hosts that a word names for the searcher. Only those with
// pages that the searcher may see count, so that nobody learns of others by what a word names or does not
// name. Anybody can call hosts and pages as they like, so sites are weighed against each other: one of
// which too many hosts are named has none, and of the others those count that are known: of too many, those
// with a seed, and if these are too many none.
func (a *Asker) claimed(w domain.Word) ([]string, error) {
	claims, err := a.claims(w)
	if err == nil && len(claims) > domain.MostNamed {
		claims, err = a.seeded(claims)
	}
	if err == nil && len(claims) <= domain.MostNamed {
		claims, err = a.known(claims)
	}
	if err != nil || len(claims) > domain.MostNamed {
		return nil, err
	}
	return hostsOf(claims), nil
}

// claims returns what a word names of sites with pages that the searcher may see.
func (a *Asker) claims(w domain.Word) ([]claim, error) {
	terms, err := domain.Named(a.Snap, w)
	if err == nil && (a.Guard != nil || len(terms) > domain.MostNamed) {
		terms, err = a.open(terms)
	}
	if err != nil {
		return nil, err
	}
	return bySite(terms), nil
}

// hostsOf returns the sites and hosts of claims, none of too many.
func hostsOf(claims []claim) (out []string) {
	for _, c := range claims {
		for _, t := range c.terms {
			out = append(out, strings.TrimPrefix(t, domain.SiteTerm))
		}
	}
	if len(out) > domain.MostNamed {
		return nil
	}
	return out
}

// open returns those of some sites and hosts that have pages which the searcher may see.
func (a *Asker) open(terms []string) (out []string, err error) {
	for _, t := range terms {
		first, err := a.first(t)
		if err != nil {
			return nil, err
		}
		if len(first) > 0 {
			out = append(out, t)
		}
	}
	return out, nil
}

// bySite returns what the terms of sites and hosts claim, without the sites of which too many hosts do.
func bySite(terms []string) (out []claim) {
	for _, t := range terms {
		site := siteOf(t)
		i := slices.IndexFunc(out, func(c claim) bool { return c.site == site })
		if i < 0 {
			i, out = len(out), append(out, claim{site: site})
		}
		out[i].terms = append(out[i].terms, t)
	}
	for i, c := range out {
		if whole := domain.SiteTerm + c.site; slices.Contains(c.terms, whole) {
			out[i].terms = []string{whole}
		}
	}
	return slices.DeleteFunc(out, func(c claim) bool { return len(c.terms) > domain.MostNamed })
}

// siteOf returns the site of a host, given by its term.
func siteOf(term string) string {
	return weburl.Origin("http://" + strings.TrimPrefix(term, domain.SiteTerm)).Site()
}

// A known is what is known of a site: how popular it is among all, and how many others link to the page
// of it that most link to, both from 0 to 255. A stranger has neither without the links of others.
type known struct{ popular, linked uint8 }

// known returns those of some sites that have a seed, or that links recommend at least half as much, by
// logarithms, as any other of them.
func (a *Asker) known(claims []claim) ([]claim, error) {
	if len(claims) < 2 {
		return claims, nil
	}
	all := make([]known, len(claims))
	for i, c := range claims {
		k, err := a.about(c.site)
		if err != nil {
			return nil, err
		}
		all[i] = k
	}
	return recommended(claims, all), nil
}

// recommended returns those of some sites of which enough is known, given what is known of each.
func recommended(claims []claim, all []known) (out []claim) {
	best := known{}
	for _, k := range all {
		best = known{max(best.popular, k.popular), max(best.linked, k.linked)}
	}
	for i, k := range all {
		if k.popular == ofSeed || k.popular >= best.popular/2 && k.linked >= best.linked/2 {
			out = append(out, claims[i])
		}
	}
	return out
}

// seeded returns those of some sites that have a seed: strangers make as many sites as they like.
func (a *Asker) seeded(claims []claim) (out []claim, err error) {
	for _, c := range claims {
		first, err := a.first(domain.SiteTerm + c.site)
		if err != nil {
			return nil, err
		}
		if a.isSeed(first) {
			out = append(out, c)
		}
	}
	return out, nil
}

// isSeed reports whether the pages of a site that are nearest to a seed are seeds themselves.
func (a *Asker) isSeed(first []contest.Spot) bool {
	return len(first) > 0 && a.Snap.Depth(first[0].Seg, first[0].Doc) == 0
}

// about returns what is known of a site.
func (a *Asker) about(site string) (k known, err error) {
	term := domain.SiteTerm + site
	first, err := a.first(term)
	if err != nil {
		return k, err
	}
	if a.Ranks != nil {
		err = a.visit(term, mostRanked, func(seg int, doc uint32) bool {
			l := a.Ranks.Levels(seg, doc)
			k.popular, k.linked = max(k.popular, l.Site), max(k.linked, l.Sites)
			return true
		})
	}
	if a.isSeed(first) {
		k.popular = ofSeed
	}
	return k, err
}
