package mirror

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// A Group is a set of mirrors, one of which is the main mirror.
type Group struct {
	Main    weburl.Origin
	Rule    string // why Main is the main mirror
	Members []Member
}

// A Member is another mirror of a group.
type Member struct {
	Origin weburl.Origin
	Why    string // why it is in the group
}

// Groups returns the groups of mirrors in the records; mirrors of mirrors are in the same group.
// Origins that the operator separated are never in one group, and no group has more than MaxGroup
// members: further ones stay alone. Records of one origin must not occur twice.
func Groups(records []*Record) []Group {
	sorted := slices.SortedFunc(slices.Values(records), func(a, b *Record) int { return cmp.Compare(a.Origin, b.Origin) })
	var sets [][]*Record
	why := map[weburl.Origin]string{}
	of := make([]int, len(sorted)) // the set of each record
	for i, r := range sorted {
		sets, of[i] = append(sets, []*Record{r}), i
	}
	for i, a := range sorted {
		for j := i + 1; j < len(sorted); j++ {
			b := sorted[j]
			reason := Judge(a, b)
			if reason == "" || of[i] == of[j] || !joinable(sets[of[i]], sets[of[j]]) {
				continue
			}
			why[a.Origin], why[b.Origin] = cmp.Or(why[a.Origin], reason), cmp.Or(why[b.Origin], reason)
			from, to := of[j], of[i]
			sets[to] = append(sets[to], sets[from]...)
			sets[from] = nil
			for k := range of {
				if of[k] == from {
					of[k] = to
				}
			}
		}
	}
	var groups []Group
	for _, set := range sets {
		if len(set) > 1 {
			groups = append(groups, group(set, why))
		}
	}
	return groups
}

// joinable reports whether two sets may be joined.
func joinable(a, b []*Record) bool {
	if len(a)+len(b) > MaxGroup {
		return false
	}
	for _, x := range a {
		for _, y := range b {
			if separated(x, y) {
				return false
			}
		}
	}
	return true
}

func group(set []*Record, why map[weburl.Origin]string) Group {
	main, rule := choose(set)
	g := Group{Main: main.Origin, Rule: rule}
	for _, r := range set {
		if r != main {
			g.Members = append(g.Members, Member{r.Origin, show.Clip(why[r.Origin], maxWhy)})
		}
	}
	return g
}

// choose returns the main mirror of a set and the rule that chose it. The order of the rules is:
// the decision of the operator; the origin that most others name in Host lines, redirect to, and
// call canonical; among hosts of several sites, the one known first, so that a copy cannot take
// over its original; then https before http, the shorter name, and alphabetical order. Statements
// of an origin about itself are not votes.
func choose(set []*Record) (*Record, string) {
	var sites []string
	for _, r := range set {
		sites = append(sites, r.Origin.Site())
	}
	slices.Sort(sites)
	strangers := len(slices.Compact(sites)) > 1
	rules := []struct {
		text string
		cmp  func(a, b *Record) int
	}{
		{"the operator chose it", votes(set, func(r, o *Record) bool { return r.Glued == o.Origin })},
		{"the Host lines of other mirrors name it", votes(set, func(r, o *Record) bool { return r.Named == o.Origin })},
		{"the home pages of other mirrors redirect to it", votes(set, func(r, o *Record) bool { return r.Home == o.Origin })},
		{"pages of other mirrors call it canonical", votes(set, func(r, o *Record) bool {
			x := r.Other(o.Origin)
			return x != nil && x.Canonicals >= needCanonicals
		})},
		{"it was known before the others", func(a, b *Record) int {
			if !strangers {
				return 0
			}
			return a.First.Compare(b.First)
		}},
		{"it is served by https", func(a, b *Record) int { return cmp.Compare(b.Origin.Scheme(), a.Origin.Scheme()) }},
		{"its name is shorter", func(a, b *Record) int { return cmp.Compare(len(a.Origin), len(b.Origin)) }},
		{"its name comes first in the alphabet", func(a, b *Record) int { return cmp.Compare(a.Origin, b.Origin) }},
	}
	order := func(a, b *Record) int {
		for _, r := range rules {
			if c := r.cmp(a, b); c != 0 {
				return c
			}
		}
		return 0
	}
	sorted := slices.SortedFunc(slices.Values(set), order)
	for _, r := range rules {
		if r.cmp(sorted[0], sorted[1]) != 0 {
			return sorted[0], r.text
		}
	}
	panic(fmt.Sprintf("two records of %s", sorted[0].Origin))
}

// votes compares records by the number of others that vote for them.
func votes(set []*Record, vote func(r, o *Record) bool) func(a, b *Record) int {
	count := func(o *Record) (n int) {
		for _, r := range set {
			if r != o && vote(r, o) {
				n++
			}
		}
		return n
	}
	return func(a, b *Record) int { return count(b) - count(a) }
}
