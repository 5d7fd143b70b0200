package paging

import "github.com/aranea-search/aranea/analyze"

// Frozen is what the score of a page depends on besides the page and the query, in
// the order in which it is asked for. The first who asks fills it in; all later ones
// get the same. A nil value freezes nothing.
type Frozen struct {
	rarities []float32
	langs    [][]analyze.Lang
	whole    bool // it was filled in: what is not there is never added
	at, of   int  // rarities and langs that were handed out
	short    bool // more was asked for than there is
}

// Rarity returns the frozen rarity of the next word, whose rarity is v now. It is as fine
// as a cursor keeps it, even where nothing is frozen: so a page has one score.
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

// Languages returns the frozen languages of the next word, which are those that now
// returns if nothing is frozen yet.
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

// End tells that all was asked for. It is an error if that is not what was frozen.
func (f *Frozen) End() error {
	if f == nil {
		return nil
	}
	if f.short || f.at != len(f.rarities) || f.of != len(f.langs) {
		return Refused(ErrUnread)
	}
	f.at, f.of, f.whole = 0, 0, true
	return nil
}
