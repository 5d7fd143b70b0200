package trap

import (
	"slices"
	"strings"
)

const (
	pairsFrom    = 3       // parameters of a family that is judged by its pairs, too
	pairSampleOf = 1 << 10 // of so many URLs that are left out for their pairs, one is visited
	needBrought  = 2       // pages of a family that brought something, so that its pairs do not count
	anyOthers    = "&**"   // behind the two parameters in the name of a pair
)

// pairsOf returns the pairs of parameters of a family: the families of all URLs that have two parameters in
// common, whatever else they have, such as "/r/issues?label=*&sort=*&**". There are none of a family with
// less than three parameters, which is one itself. A list with n filters has a family for each combination of
// them, but n(n-1)/2 pairs.
func pairsOf(family string) (pairs []string) {
	path, query, _ := strings.Cut(family, "?")
	if strings.Count(query, "&")+1 < pairsFrom {
		return nil
	}
	keys := strings.Split(query, "&")
	for i, p := range keys {
		keys[i], _, _ = strings.Cut(p, "=")
	}
	if keys = slices.Compact(keys); len(keys) < pairsFrom {
		return nil
	}
	for i, a := range keys {
		for _, b := range keys[i+1:] {
			pairs = append(pairs, path+"?"+a+"=*&"+b+"=*"+anyOthers)
		}
	}
	return pairs
}

// isPair reports whether a family is a pair of parameters.
func (r *Repeat) isPair() bool { return strings.HasSuffix(r.Family, anyOthers) }

// enough returns how many of so many pages a verdict on a family needs: half for a pair, as nothing is left
// out for one alone.
func (r *Repeat) enough(pages uint32) uint32 {
	if r.isPair() {
		return pages / 2
	}
	return pages
}

// pairsText returns what a page says to those who judge its pairs: a list at its own path is something new
// only if pages of its family brought something. So the other filters of a list lead to nothing, but its
// further pages do.
func (b *Book) pairsText(t Text) Text {
	for _, list := range t.Lists {
		if b.repeat(FamilyOf(list), false).brings() {
			t.Leads = append(t.Leads[:len(t.Leads):len(t.Leads)], list)
		}
	}
	t.Lists = nil
	return t
}

// brings reports whether some pages of a family, and not few for those that did not, said something new or
// led to more than other filters of their list.
func (r *Repeat) brings() bool {
	return r != nil && r.New+r.Beyond >= needBrought && (r.New*endsOf > r.Old || r.Beyond*endsOf > r.Ends+r.Leads-r.Beyond)
}

// whyPairs returns why all pairs of a family are left out, or "" if some are not, or if it has none.
func (b *Book) whyPairs(family string) (why string) {
	for _, pair := range pairsOf(family) {
		r := b.repeat(pair, false)
		if r == nil || r.Why == "" {
			return ""
		}
		why = r.Why
	}
	return why
}

// whyOfPairs returns why a family is left out for its pairs, or "": the pages of each pair repeat others,
// and its own, if any was visited, brought nothing either.
func (b *Book) whyOfPairs(family string) string {
	if r := b.repeat(family, false); r != nil && (r.Allowed || r.brings()) {
		return ""
	}
	return b.whyPairs(family)
}

// forgetLists forgets which pages led to nothing but lists at their own path, of the families that share the
// path of a pair whose verdict changed: these lists may be left out now, or visited.
func (b *Book) forgetLists(pair string) {
	path, _, _ := strings.Cut(pair, "?")
	for i := range b.Repeats {
		if r := &b.Repeats[i]; strings.HasPrefix(r.Family, path+"?") && !r.isPair() {
			r.Leads = min(r.Leads, r.Beyond)
			r.told = min(r.told, r.Leads)
		}
	}
}
