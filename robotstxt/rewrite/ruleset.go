package rewrite

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sort"
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
)

// A ruleSet is the rules that some robot obeys, from the strongest, with an index to find
// related rules without comparing all pairs: one path can cover another only if its literal
// prefix is a prefix of the other's, and two can overlap only if one's is a prefix of the
// other's.
type ruleSet struct {
	m      *robotstxt.Matcher
	byLit  map[string][]int // literal prefix -> ranks, ascending
	lens   []int            // lengths of the literal prefixes
	sorted []int            // ranks by literal prefix
}

// sharedSet returns the set of a matcher, which is an existing one if the rules are the same.
func sharedSet(m *robotstxt.Matcher, known map[[sha256.Size]byte]*ruleSet) *ruleSet {
	key := rulesKey(m)
	if s := known[key]; s != nil {
		return s
	}
	s := newRuleSet(m)
	known[key] = s
	return s
}

// rulesKey returns the same key for matchers with the same rules.
func rulesKey(m *robotstxt.Matcher) [sha256.Size]byte {
	h := sha256.New()
	var b []byte
	for i := range m.Len() {
		r := m.Rule(i)
		b = binary.AppendUvarint(b[:0], uint64(r.Line)<<1)
		if r.Allow {
			b[0] |= 1
		}
		b = append(b, r.Path.Shape())
		b = binary.AppendUvarint(b, uint64(len(r.Path.Text)))
		h.Write(append(b, r.Path.Text...))
	}
	return [sha256.Size]byte(h.Sum(nil))
}

func newRuleSet(m *robotstxt.Matcher) *ruleSet {
	s := &ruleSet{m: m, byLit: map[string][]int{}}
	for i := range m.Len() {
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

// lit returns the literal prefix of a rule.
func (s *ruleSet) lit(rank int) string {
	p := s.m.Rule(rank).Path
	return p.Text[:p.Lit]
}

// shadowed reports whether a stronger rule matches everything that rule i does.
func (z *minimiser) shadowed(s *ruleSet, i int) (by int, ok bool) {
	j := z.covering(s, i, 0, i, func(int) bool { return true })
	if j < 0 {
		return 0, false
	}
	return s.m.Rule(j).Line, true
}

// repeated reports whether the targets of rule i would be decided in the same way without it: by
// a weaker rule that matches all of them, if no rule between the two says the opposite for any
// of them.
func (z *minimiser) repeated(s *ruleSet, i int) (by int, ok bool) {
	m := s.m
	allow := m.Rule(i).Allow
	j := z.covering(s, i, i+1, m.Len(), func(j int) bool { return m.Rule(j).Allow == allow })
	if j < 0 {
		return 0, allow && !z.opposed(s, i, m.Len())
	}
	return m.Rule(j).Line, !z.opposed(s, i, j)
}

// covering returns the strongest rule from lo to hi that covers rule i, is not dropped and
// satisfies may, or -1.
func (z *minimiser) covering(s *ruleSet, i, lo, hi int, may func(int) bool) int {
	p := s.m.Rule(i).Path
	best := -1
	for _, n := range s.lens {
		if n > p.Lit {
			break
		}
		if z.steps += n + 8; z.steps > maxMinimiseSteps {
			return -1
		}
		ranks := s.byLit[p.Text[:n]]
		for _, j := range ranks[sort.SearchInts(ranks, lo):] {
			if j >= hi || best >= 0 && j > best {
				break
			}
			q := s.m.Rule(j).Path
			if z.steps += len(q.Text) + len(p.Text) + 8; z.steps > maxMinimiseSteps {
				return -1
			}
			if l := s.m.Rule(j).Line; !z.dead[l] && l != s.m.Rule(i).Line && may(j) && q.Covers(p) {
				best = j
				break
			}
		}
	}
	return best
}

// opposed reports whether a rule after rule i and before rule hi says the opposite for some
// target of rule i, or may do so. Dropped rules do not count, unless visible is set.
func (z *minimiser) opposed(s *ruleSet, i, hi int) bool {
	p := s.m.Rule(i).Path
	lit := p.Text[:p.Lit]
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
	p := m.Rule(i).Path
	for _, j := range ranks {
		if z.steps++; z.steps > maxMinimiseSteps {
			return true
		}
		if j <= i || j >= hi || m.Rule(j).Allow == m.Rule(i).Allow || z.dead[m.Rule(j).Line] && !z.visible {
			continue
		}
		q := m.Rule(j).Path
		if z.steps += p.MeetWork(q); z.steps > maxMinimiseSteps || q.Meets(p) {
			return true
		}
	}
	return false
}
