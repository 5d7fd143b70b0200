package missingwords

import "github.com/aranea-search/aranea/search/topk"

// A Load is what a word adds to a score at most, and its rarity.
type Load struct {
	Part, Rarity float64
	Optional     bool // a page may lack it
	Grouped      bool // a page may have another word of its group instead
	Quoted       bool // it is always required
}

// MostLacking returns the most of bound(part, rarity), where these are sums over words that a page has
// which lacks some of the needed words and groups, need of which are asked for, or one that is always
// required. bound must not fall as its arguments rise.
func MostLacking(words []Load, groups []Group, need int, bound func(part, rarity float64) float64) float64 {
	var parts, rarities []float64 // of the needed words and groups
	var strict []int              // indexes of those that are always required
	part, rarity := 0.0, 0.0      // sums over all others
	needs := func(never bool, some ...int) {
		p, r := 0.0, 0.0
		for _, i := range some {
			p, r = p+words[i].Part, r+words[i].Rarity
		}
		if parts, rarities = append(parts, p), append(rarities, r); never {
			strict = append(strict, len(parts)-1)
		}
	}
	for i, w := range words {
		switch {
		case !w.Optional:
			needs(w.Quoted, i)
		case !w.Grouped:
			part, rarity = part+w.Part, rarity+w.Rarity
		}
	}
	for _, g := range groups {
		needs(g.Strict, g.Words...)
	}
	most, all := 0.0, len(parts)
	if need > 0 {
		most = bound(part+topk.Sum(parts, need-1), rarity+topk.Sum(rarities, need-1))
	}
	for _, i := range strict {
		most = max(most, bound(part+topk.Sum(parts, all)-parts[i], rarity+topk.Sum(rarities, all)-rarities[i]))
	}
	return most
}
