package naming

import (
	"slices"

	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/domain"
)

// named returns what a word names in this index, for chosen: of too many sites those with a seed come first,
// and one more than may be named says that they are too many.
func (a *Asker) named(w domain.Word) ([]collection.Claim, error) {
	claims, err := a.claims(w)
	if err == nil && len(claims) > domain.MostNamed {
		var seeds []claim
		seeds, err = a.seeded(claims)
		others := slices.DeleteFunc(claims, func(c claim) bool {
			return slices.ContainsFunc(seeds, func(s claim) bool { return s.site == c.site })
		})
		claims = slices.Concat(seeds, others)
		claims = claims[:min(len(claims), domain.MostNamed+1)]
	}
	var out []collection.Claim
	for _, c := range claims {
		k, aerr := a.about(c.site)
		if aerr != nil {
			return nil, aerr
		}
		said := collection.Claim{Site: c.site, Hosts: hostsOf([]claim{c}), Seed: k.popular == ofSeed, Popular: k.popular, Linked: k.linked}
		out = append(out, said)
	}
	return out, err
}

// collect notes what a word names in this index.
func (a *Asker) collect(w domain.Word) error {
	claims, err := a.named(w)
	if err == nil && len(claims) > 0 {
		a.Local.Named[w.Form] = claims
	}
	return err
}

// Chosen returns the sites and hosts that a word names, by what all indexes of a collection say, as claimed
// does for one.
func Chosen(global []collection.Claim) []string {
	if len(global) > domain.MostNamed {
		global = slices.DeleteFunc(slices.Clone(global), func(c collection.Claim) bool { return !c.Seed })
	}
	if len(global) > domain.MostNamed {
		return nil
	}
	var claims []claim
	var all []known
	for _, c := range global {
		of := claim{site: c.Site}
		for _, host := range c.Hosts {
			of.terms = append(of.terms, domain.SiteTerm+host)
		}
		k := known{c.Popular, c.Linked}
		if c.Seed {
			k.popular = ofSeed
		}
		claims, all = append(claims, of), append(all, k)
	}
	if len(claims) > 1 {
		claims = recommended(claims, all)
	}
	return hostsOf(claims)
}
