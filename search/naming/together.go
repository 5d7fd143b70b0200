package naming

import (
	"slices"

	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/domain"
)

// tell returns what a word names in this index, for chosen: of too many sites those with a seed come first,
// and one more than may be named says that they are too many.
func (a *Asker) tell(w domain.Word) ([]collection.Claim, error) {
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
		told := collection.Claim{Site: c.site, Hosts: hostsOf([]claim{c}), Seed: k.popular == ofSeed, Popular: k.popular, Linked: k.linked}
		out = append(out, told)
	}
	return out, err
}

// hear notes what a word names in this index.
func (a *Asker) hear(w domain.Word) error {
	claims, err := a.tell(w)
	if err == nil && len(claims) > 0 {
		a.Heard.Named[w.Form] = claims
	}
	return err
}

// Chosen returns the sites and hosts that a word names, by what all indexes of a collection say, as claimed
// does for one.
func Chosen(told []collection.Claim) []string {
	if len(told) > domain.MostNamed {
		told = slices.DeleteFunc(slices.Clone(told), func(c collection.Claim) bool { return !c.Seed })
	}
	if len(told) > domain.MostNamed {
		return nil
	}
	var claims []claim
	var all []known
	for _, c := range told {
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
