package mirror

import (
	"cmp"
	"fmt"
	"slices"
	"time"

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

// A rule compares two records by what may make one of them the main mirror.
type rule struct {
	text string
	cmp  func(a, b *Record) int
}

// choose returns the main mirror of a set and the rule that chose it: what the operator decided, or else
// the main mirror of one of its sites. Anybody can copy a site, under many names that all point to each
// other. So among sites only what a site says of itself counts, that it has moved to another one; of the
// others, the one with a seed, and the one known first; a site to which others moved has what speaks for these.
func choose(set []*Record) (*Record, string) {
	operator := rule{"the operator chose it", votes(set, func(r, o *Record) bool { return r.Glued == o.Origin })}
	if slices.ContainsFunc(set[1:], func(r *Record) bool { return operator.cmp(set[0], r) != 0 }) {
		return best(set, append([]rule{operator}, within(set)...))
	}
	sites := map[string][]*Record{}
	for _, r := range set {
		sites[r.Origin.Site()] = append(sites[r.Origin.Site()], r)
	}
	if len(sites) == 1 {
		return best(set, within(set))
	}
	var mains []*Record
	for _, all := range sites {
		main, _ := best(all, within(all))
		mains = append(mains, main)
	}
	stay, of := remaining(mains, sites)
	if len(stay) > 1 {
		return best(stay, append([]rule{
			{"its site has a seed", func(a, b *Record) int { return value(of[b].seed) - value(of[a].seed) }},
			{"it was known before the others", func(a, b *Record) int { return of[a].first.Compare(of[b].first) }},
			{"its site has a seed", func(a, b *Record) int { return value(b.Seed) - value(a.Seed) }}, // of those that name each other
			{"it was known before the others", func(a, b *Record) int { return a.First.Compare(b.First) }},
		}, within(stay)...))
	}
	for _, r := range within(set)[:statements] {
		if slices.ContainsFunc(mains, func(o *Record) bool { return o != stay[0] && r.cmp(stay[0], o) < 0 }) {
			return stay[0], r.text
		}
	}
	return stay[0], "other mirrors name its site"
}

func value(b bool) int {
	if b {
		return 1
	}
	return 0
}

// A claim is what speaks for a site among others: also what speaks for those that moved to it.
type claim struct {
	seed  bool
	first time.Time
}

// remaining returns the main mirrors of sites that say of no other site that it is the main one, and their
// claims. Sites that name each other, directly or by way of others, all remain, unless one of them names
// a site that does not name it in turn.
func remaining(mains []*Record, sites map[string][]*Record) (stay []*Record, of map[*Record]claim) {
	led := map[*Record][]*Record{}
	for _, r := range mains {
		led[r] = reached(r, mains, sites)
	}
	of = map[*Record]claim{}
	for _, r := range mains {
		if slices.ContainsFunc(led[r], func(o *Record) bool { return !slices.Contains(led[o], r) }) {
			continue
		}
		c := claim{r.Seed, r.First}
		for _, o := range mains {
			if slices.Contains(led[o], r) {
				c.seed = c.seed || o.Seed
				if o.First.Before(c.first) {
					c.first = o.First
				}
			}
		}
		stay, of[r] = append(stay, r), c
	}
	return stay, of
}

// reached returns the main mirrors of sites to which the statements of one lead, one after another, and
// itself.
func reached(from *Record, mains []*Record, sites map[string][]*Record) []*Record {
	all := []*Record{from}
	for i := 0; i < len(all); i++ {
		for _, o := range mains {
			if !slices.Contains(all, o) && names(all[i], sites[o.Origin.Site()]) {
				all = append(all, o)
			}
		}
	}
	return all
}

// names reports whether a record says of one of others that it is the main mirror.
func names(r *Record, others []*Record) bool {
	return slices.ContainsFunc(others, func(o *Record) bool { return declares(r, o) != "" })
}

// statements is how many of the rules within a site, the first, are about what mirrors say.
const statements = 3

// within returns the rules for the mirrors of one site, in their order: the one that most others name in
// Host lines, redirect to, and call canonical; then https before http, the shorter name, and alphabetical
// order. Statements of an origin about itself are not votes.
func within(set []*Record) []rule {
	return []rule{
		{"the Host lines of other mirrors name it", votes(set, func(r, o *Record) bool { return r.Named == o.Origin })},
		{"the home pages of other mirrors redirect to it", votes(set, func(r, o *Record) bool { return r.Home == o.Origin })},
		{"pages of other mirrors call it canonical", votes(set, func(r, o *Record) bool {
			x := r.Other(o.Origin)
			return x != nil && x.Canonicals >= needCanonicals
		})},
		{"it is served by https", func(a, b *Record) int { return cmp.Compare(b.Origin.Scheme(), a.Origin.Scheme()) }},
		{"its name is shorter", func(a, b *Record) int { return cmp.Compare(len(a.Origin), len(b.Origin)) }},
		{"its name comes first in the alphabet", func(a, b *Record) int { return cmp.Compare(a.Origin, b.Origin) }},
	}
}

// best returns the first of some records by rules, and the rule by which it is before the second.
func best(set []*Record, rules []rule) (*Record, string) {
	sorted := slices.SortedFunc(slices.Values(set), func(a, b *Record) int {
		for _, r := range rules {
			if c := r.cmp(a, b); c != 0 {
				return c
			}
		}
		return 0
	})
	if len(sorted) == 1 {
		return sorted[0], ""
	}
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
