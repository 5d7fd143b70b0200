package robotstxt

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"
	"strings"
)

// A ruleSet is the rules that some robot obeys, from the strongest, with what
// it takes to find those that have to do with each other without asking all
// pairs: one path can cover another only if its literal beginning is a
// beginning of the other's, and two can meet only if one's is a beginning of
// the other's.
type ruleSet struct {
	m      *Matcher
	byLit  map[string][]int // literal beginning -> ranks, ascending
	lens   []int            // the lengths that literal beginnings have
	sorted []int            // ranks by literal beginning
}

// sharedSet returns the set of a matcher, the one made before if the rules are
// the same.
func sharedSet(m *Matcher, known map[string][]*ruleSet) *ruleSet {
	key := make([]byte, 0, 8*len(m.rules))
	for _, r := range m.rules {
		key = binary.LittleEndian.AppendUint64(key, uint64(r))
	}
	for _, s := range known[string(key)] {
		if s.m.arena == m.arena && s.m.dialect.Patterns == m.dialect.Patterns {
			return s
		}
	}
	s := newRuleSet(m)
	known[string(key)] = append(known[string(key)], s)
	return s
}

func newRuleSet(m *Matcher) *ruleSet {
	s := &ruleSet{m: m, byLit: map[string][]int{}}
	for i := range m.rules {
		lit := s.lit(i)
		if s.byLit[lit] == nil {
			s.lens = append(s.lens, len(lit))
		}
		s.byLit[lit] = append(s.byLit[lit], i)
		s.sorted = append(s.sorted, i)
	}
	slices.Sort(s.lens)
	s.lens = slices.Compact(s.lens)
	slices.SortFunc(s.sorted, func(i, j int) int {
		return cmp.Or(strings.Compare(s.lit(i), s.lit(j)), cmp.Compare(i, j))
	})
	return s
}

// lit returns the literal beginning of a rule.
func (s *ruleSet) lit(rank int) string {
	p := s.m.pattern(rank)
	return p.text[:p.lit]
}

func (m *Matcher) lineOf(rank int) int { return m.rules[rank].line() }

// shadowed reports whether a stronger rule matches all that rule i does.
func (z *minimiser) shadowed(s *ruleSet, i int) (by int, ok bool) {
	j := z.covering(s, i, 0, i, func(int) bool { return true })
	if j < 0 {
		return 0, false
	}
	return s.m.lineOf(j), true
}

// repeated reports whether, without rule i, its targets would be decided alike:
// by a weaker rule that matches them all, with no rule between the two that
// says the opposite of any of them.
func (z *minimiser) repeated(s *ruleSet, i int) (by int, ok bool) {
	m := s.m
	allow := m.rules[i].allow()
	j := z.covering(s, i, i+1, len(m.rules), func(j int) bool { return m.rules[j].allow() == allow })
	if j < 0 {
		return 0, allow && !z.opposed(s, i, len(m.rules))
	}
	return m.lineOf(j), !z.opposed(s, i, j)
}

// covering returns the strongest rule of those from lo to hi that covers rule
// i, is not dropped and may count, or -1.
func (z *minimiser) covering(s *ruleSet, i, lo, hi int, may func(int) bool) int {
	p := s.m.pattern(i)
	best := -1
	for _, n := range s.lens {
		if n > p.lit {
			break
		}
		if z.steps += n + 8; z.steps > maxMinimiseSteps {
			return -1
		}
		ranks := s.byLit[p.text[:n]]
		for _, j := range ranks[sort.SearchInts(ranks, lo):] {
			if j >= hi || best >= 0 && j > best {
				break
			}
			q := s.m.pattern(j)
			if z.steps += len(q.text) + len(p.text) + 8; z.steps > maxMinimiseSteps {
				return -1
			}
			if l := s.m.lineOf(j); !z.dead[l] && l != s.m.lineOf(i) && may(j) && q.covers(p) {
				best = j
				break
			}
		}
	}
	return best
}

// opposed reports whether a rule behind rule i and before rule hi says the
// opposite of some target of rule i, or may do so. What is dropped says nothing,
// unless it counts all the same.
func (z *minimiser) opposed(s *ruleSet, i, hi int) bool {
	p := s.m.pattern(i)
	lit := p.text[:p.lit]
	for _, n := range s.lens {
		if n >= len(lit) {
			break
		}
		if z.steps += n + 8; z.steps > maxMinimiseSteps {
			return true
		}
		ranks := s.byLit[lit[:n]]
		if z.anyOpposed(s, i, hi, ranks[sort.SearchInts(ranks, i+1):]) {
			return true
		}
	}
	from := sort.Search(len(s.sorted), func(k int) bool { return s.lit(s.sorted[k]) >= lit })
	for k := from; k < len(s.sorted) && strings.HasPrefix(s.lit(s.sorted[k]), lit); k++ {
		if z.anyOpposed(s, i, hi, s.sorted[k:k+1]) {
			return true
		}
	}
	return z.steps > maxMinimiseSteps
}

func (z *minimiser) anyOpposed(s *ruleSet, i, hi int, ranks []int) bool {
	m := s.m
	p := m.pattern(i)
	for _, j := range ranks {
		if z.steps++; z.steps > maxMinimiseSteps {
			return true
		}
		if j <= i || j >= hi || m.rules[j].allow() == m.rules[i].allow() || z.dead[m.lineOf(j)] && !z.visible {
			continue
		}
		q := m.pattern(j)
		if z.steps += p.meetWork(q); z.steps > maxMinimiseSteps || q.meets(p) {
			return true
		}
	}
	return false
}
