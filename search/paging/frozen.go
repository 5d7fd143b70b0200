package paging

import "github.com/aranea-search/aranea/analyze"

// Frozen is what the score of a page depends on besides the page and the query, in the order in
// which it is asked for. The first search fills it in; all later ones get the same values. nil
// freezes nothing.
type Frozen struct {
	rarities []float32
	langs    [][]analyze.Lang
	names    [][]string // by word: the sites that it names
	whole    bool       // it was filled in, and nothing is added
	at, of   int        // rarities and languages handed out so far
	named    int        // words that were asked for their sites so far
	short    bool       // more was asked for than was frozen
}

// Rarity returns the frozen rarity of the next word, whose rarity is v now. It is rounded as in
// a cursor even if nothing is frozen, so that a page has only one score.
func (f *Frozen) Rarity(v float64) float64 {
	if f == nil {
		return float64(float32(v))
	}
	f.at++
	switch {
	case f.at <= len(f.rarities):
	case f.whole:
		f.short = true
		return v
	default:
		f.rarities = append(f.rarities, float32(v))
	}
	return float64(f.rarities[f.at-1])
}

// Languages returns the frozen languages of the next word, or those that now returns if nothing
// is frozen yet.
func (f *Frozen) Languages(now func() []analyze.Lang) []analyze.Lang {
	if f == nil {
		return now()
	}
	f.of++
	switch {
	case f.of <= len(f.langs):
	case f.whole:
		f.short = true
		return nil
	default:
		f.langs = append(f.langs, now())
	}
	return f.langs[f.of-1]
}

// Named returns the frozen sites that the next word names, or those that now returns if nothing is frozen
// yet: what comes to have a name, or loses it, while a list is read moves no page of the list.
func (f *Frozen) Named(now func() ([]string, error)) ([]string, error) {
	if f == nil {
		return now()
	}
	f.named++
	switch {
	case f.named <= len(f.names):
	case f.whole:
		f.short = true
		return nil, nil
	default:
		sites, err := now()
		if f.names = append(f.names, sites); err != nil {
			return nil, err
		}
	}
	return f.names[f.named-1], nil
}

// End says that nothing more is asked for. It is an error if that differs from what was frozen.
func (f *Frozen) End() error {
	if f == nil {
		return nil
	}
	if f.short || f.at != len(f.rarities) || f.of != len(f.langs) || f.named != len(f.names) {
		return Refused(ErrUnread)
	}
	f.at, f.of, f.named, f.whole = 0, 0, 0, true
	return nil
}
