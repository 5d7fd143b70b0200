// Package collapse puts ranked results into the order in which they are shown: near copies, other versions of a page,
// its translations and other pages of a list are folded under the best of them, and further results of one site are
// moved after those of others.
//
// Floor: 4 (acts). Stability: engine. It is pure: it gets what is known of the results, the
// best first.
package collapse

import (
	"math"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/search/versions"
)

// An Item is what decides where a result is shown.
type Item struct {
	Sketch uint64 // of its text, 0 if it has none
	Lang   analyze.Lang
	Site   uint32
	Page   uint32 // that it is one of several versions of, or list that it is one of several pages of; 0 if of none
	Work   uint32 // that it is a translation or version of; 0 if of none
	Known  uint8  // how popular its site is among all
	Score  float64
}

// A Place is the origin of a shown result.
type Place struct {
	At     int // its index among the items
	Copies int // near copies, versions, translations and pages of its list folded under it
	// Versions are the indexes of those that are other versions of the page, its translations, or other pages of its
	// list.
	Versions []int
}

// Options say how to arrange. The zero value changes nothing.
type Options struct {
	Fold    bool // fold near copies, versions, translations, and pages of a list
	PerSite int  // further results of a site come after others that are nearly as good; 0 for no limit
	First   int  // how many results are spread by site
	Whole   int  // the results before this one still come before all others
}

// Of arranges results.
func Of(items []Item, o Options) []Place {
	out := places(items, o.Fold)
	if o.PerSite > 0 {
		head, whole, of := out[:min(len(out), o.First)], 0, map[uint32]int{}
		for whole < len(head) && head[whole].At < o.Whole {
			whole++
		}
		spread(items, head[:whole], o.PerSite, of)
		spread(items, head[whole:], o.PerSite, of)
	}
	return out
}

// Reach returns how many of the results must be known for the first want shown ones to be
// final, even if worse results are added; false if there are too few.
func Reach(items []Item, o Options, want int) (int, bool) {
	var room [32]int // enough for the usual case
	kept, stand := room[:0], 0
	var translated []int // those that are folded as translations
	for i, it := range items {
		if o.Fold {
			under := slices.IndexFunc(kept, func(at int) bool { return IsCopy(items[at], it) })
			if under >= 0 && isTranslation(items[kept[under]], it) {
				translated = append(translated, i)
			}
			if under >= 0 || isOfList(items, translated, it) {
				continue
			}
		}
		if kept = append(kept, i); o.PerSite > 0 {
			of := 0
			for _, at := range kept {
				if items[at].Site == it.Site {
					of++
				}
			}
			if of > o.PerSite {
				continue
			}
		}
		if stand++; stand == want {
			return i + 1, true
		}
	}
	return len(items), stand >= want
}

// versionBits is in how many bits of 64 the sketches of two versions of a page may differ; what differs
// more was written anew. docs/ranking.md tells how it was chosen.
const versionBits = 20

// singleBits is in how many bits the sketches of two lists of the same pages may differ: those of an author and of a
// tag have headings of their own.
const singleBits = 14

// IsCopy reports whether b is folded under the better result a: they have nearly the same text, in one
// language, or are one page in two versions or languages, or two pages of one list. Anybody can make a page with the
// sketch of another one and the words that are asked for, so the page of a site is not folded under that of a site
// which is not half as well known.
func IsCopy(a, b Item) bool {
	if isVersion(a, b) {
		return versions.IsList(a.Page) || a.Sketch == 0 || b.Sketch == 0 || dedupe.Distance(a.Sketch, b.Sketch) <= versionBits
	}
	if isTranslation(a, b) {
		return true
	}
	if a.Page == versions.SingleList && b.Page == versions.SingleList && a.Site == b.Site {
		return a.Sketch != 0 && b.Sketch != 0 && dedupe.Distance(a.Sketch, b.Sketch) <= singleBits
	}
	if a.Site != b.Site && int(b.Known) > 2*int(a.Known) {
		return false
	}
	return a.Sketch != 0 && b.Sketch != 0 && a.Lang == b.Lang && dedupe.Near(a.Sketch, b.Sketch)
}

// isVersion reports whether two results are one page, perhaps in two versions, or pages of one list.
func isVersion(a, b Item) bool {
	return a.Page != 0 && a.Page != versions.SingleList && a.Page == b.Page && a.Site == b.Site
}

// isTranslation reports whether two results are one page in two languages.
func isTranslation(a, b Item) bool { return a.Work != 0 && a.Work == b.Work && a.Site == b.Site }

// isOfList reports whether a result is a page of the list that one of some others is of: these are folded under a page
// of the list in another language, which therefore stands for all pages of both lists.
func isOfList(items []Item, others []int, it Item) bool {
	return versions.IsList(it.Page) && slices.ContainsFunc(others, func(at int) bool { return isVersion(items[at], it) })
}

// places returns the places of results, without those that are folded under a better one.
func places(items []Item, folds bool) []Place {
	out := make([]Place, 0, len(items))
next:
	for i, it := range items {
		if folds && (it.Sketch != 0 || it.Page != 0 || it.Work != 0) {
			for at, p := range out {
				if IsCopy(items[p.At], it) || isOfList(items, p.Versions, it) {
					if out[at].Copies++; isVersion(items[p.At], it) || isTranslation(items[p.At], it) {
						out[at].Versions = append(out[at].Versions, i)
					}
					continue next
				}
			}
		}
		out = append(out, Place{At: i})
	}
	return out
}

// nearlyAs is the share of a score that counts as nearly as good. docs/ranking.md tells how it
// was chosen.
const nearlyAs = 0.75

// spread moves results of a site beyond the first most after those of other sites that are
// nearly as good. count has the number of earlier results by site.
func spread(items []Item, places []Place, most int, count map[uint32]int) {
	left := slices.Clone(places)
	for n := range places {
		at := next(items, left, most, count)
		places[n] = left[at]
		count[items[left[at].At].Site]++
		left = slices.Delete(left, at, at+1)
	}
}

// next returns which of the remaining results comes next.
func next(items []Item, left []Place, most int, count map[uint32]int) int {
	best := items[left[0].At]
	if count[best.Site] < most {
		return 0
	}
	least := best.Score - (1-nearlyAs)*math.Abs(best.Score)
	for i, p := range left {
		it := items[p.At]
		if it.Score < least {
			break
		}
		if count[it.Site] < most {
			return i
		}
	}
	return 0
}
