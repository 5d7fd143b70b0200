package trap

import (
	"slices"
	"strings"
	"time"
)

// A blog may have its posts a second time, to print them or for phones, at /post/print/ or /post?amp=1, and links to
// share them that leave for another site. The kinds of such addresses are named as those of feeds are (FeedsOf).

// aboutBelow is what the evidence on a kind of such addresses says before its name, and belowEnd behind it.
const (
	aboutBelow = " of the addresses "
	belowEnd   = ", each named by a page and like it,"
)

// BelowOf returns the kind of an address that has all of the target which names it, and more: as FeedsOf, but of one
// without a query that has one, whatever the path, "/**?share=facebook", without the value if that is a number.
func BelowOf(page, target string) string {
	path, query, asks := strings.Cut(target, "?")
	if path != page || !asks {
		return FeedsOf(page, target)
	}
	key, value, _ := strings.Cut(query, "=")
	switch {
	case key == "" || strings.ContainsAny(query, "&;") || len(query)+len(anyPath) > maxName:
		return ""
	case isNumber(value):
		return anyPath + "?" + key
	case isWord(value):
		return anyPath + "?" + query
	}
	return ""
}

// anyPath stands for any path before a query in the name of a kind.
const anyPath = "/**"

// SawBelow records the first visit to an address of a kind, and whether it shows no page but the one that names it,
// or leads out of the crawl, and reports whether there is something new to store. One address that shows a page of its
// own ends the verdict on its kind for good: a kind may be the language into which few pages were translated by now.
func (b *Book) SawBelow(kind string, own bool, now time.Time) bool {
	none := func(v *View) bool { return v.Open == 0 }
	return b.sawNamed(kind, own, now, none, aboutBelow+kind+belowEnd+" show that page or lead to none")
}

// BelowIn returns the kind of addresses that the evidence is about, or "".
func BelowIn(evidence string) string {
	_, behind, ok := strings.Cut(evidence, aboutBelow)
	name, _, ends := strings.Cut(behind, belowEnd)
	if !ok || !ends {
		return ""
	}
	return name
}

// JudgesBelow reports whether there is a verdict on such addresses.
func (b *Book) JudgesBelow() bool {
	return slices.ContainsFunc(b.Views, func(v View) bool { return BelowIn(v.Why) != "" })
}

// AdviseBelow returns why an address of a kind brings nothing, or "" if there is no evidence, or if it is one of the
// few that are visited all the same.
func (b *Book) AdviseBelow(kind, target string) string {
	i := slices.IndexFunc(b.Views, func(v View) bool { return v.Name == kind })
	if i < 0 || kind == "" || sum(target)%sampleOf == 0 || BelowIn(b.Views[i].Why) == "" {
		return ""
	}
	return b.Views[i].Why
}

// StandsBelow reports whether evidence is about such addresses, and still holds.
func (b *Book) StandsBelow(evidence string) bool {
	kind := BelowIn(evidence)
	return kind != "" && slices.ContainsFunc(b.Views, func(v View) bool { return v.Name == kind && v.Why != "" })
}
