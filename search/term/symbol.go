package term

import (
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/analyze/symbol"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/weight"
)

// symbols opens the names in code among some tokens of a text, for the tokens that they begin with: a page
// that writes "row number" has not the typed form of row_number. A name that no page has makes no difference.
func (o *Opener) symbols(all []*Token, ts []analyze.QueryToken, text string) error {
	whole := []byte(text)
	for i, q := range ts {
		from, to, ok := symbol.Of(whole, q.Start, q.End)
		if !ok || !symbol.Within(whole[from:to], from, ts[len(ts)-1].End) {
			continue
		}
		t, err := o.One(segment.PrefixSymbol + string(symbol.Append(nil, whole[from:to])))
		if err != nil {
			return err
		}
		rarity := 0.0
		if t.Docs > 0 {
			rarity = weight.Rarity(o.global.Documents(o.snap.Stored()), t.Docs)
		}
		if t.rarity = o.frozen.Rarity(rarity); t.rarity > 0 {
			all[i].symbol = t
		}
	}
	return nil
}

// Typed returns how much rarer the form of a word that was typed is than its tokens, whose rarity is given: 1
// unless they are a symbol.
func Typed(ts []*Token, rarity float64) float64 {
	typed := rarity
	for _, t := range ts {
		if t.symbol != nil {
			typed = max(typed, t.symbol.rarity)
		}
	}
	if rarity <= 0 {
		return 1
	}
	return typed / rarity
}
