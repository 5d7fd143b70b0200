package robotstxt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
)

// A ruleIndex finds the strongest rule that matches a target without trying all rules. Rules are
// numbered by rank, from 0 for the strongest.
//
// Paths without a wildcard are sorted, and each has a link to its longest proper prefix among
// them, which makes a flattened trie. All paths that are prefixes of a target are then one path
// found by binary search and its ancestors. Paths that must equal the whole target are sorted
// separately.
//
// A few paths with wildcards are tried by rank. If there are many, each is assigned to one
// sequence of three octets that every match must contain, and for a target only the paths of its
// own sequences are tried.
type ruleIndex struct {
	nodes []node
	exact []uint16                 // rules with a literal path that must equal the target, by path
	wild  []uint16                 // ranks of the rules that are tried one by one, ascending
	grams *[gramBuckets + 1]uint16 // start of the rules of each bucket in hung
	hung  []uint16                 // rules by bucket, ascending in each
	host  int                      // the rule implied by Host lines, or noRule
}

// A node is one distinct literal path.
type node struct {
	rule   uint16 // the strongest rule with this path
	parent uint16 // index of the longest proper prefix + 1; 0 for none
}

const (
	noRule      = 1<<16 - 1
	maxRules    = noRule - 1
	gramBuckets = 1 << 10
	fewWild     = 16 // up to this number of rules, all are tried one by one
)

func (m *Matcher) buildIndex() {
	x := &m.index
	var open, wild []uint16
	for i, r := range m.rules {
		switch r >> packedShape & 3 {
		case 0:
			open = append(open, uint16(i))
		case 1:
			x.exact = append(x.exact, uint16(i))
		default:
			wild = append(wild, uint16(i))
		}
	}
	m.sortPaths(x.exact)
	x.exact = exactly(x.exact)
	x.nodes = m.buildNodes(open)
	if len(wild) > fewWild {
		wild = m.strongest(wild)
	}
	if len(wild) <= fewWild {
		x.wild = exactly(wild)
		return
	}
	m.hang(wild)
}

// strongest keeps only the first by rank of rules with the same path, which match the same
// targets: whatever the precedence, no other one decides. An explanation still lists them all.
func (m *Matcher) strongest(wild []uint16) []uint16 {
	type path struct {
		text string
		end  bool
	}
	seen := make(map[path]bool, min(len(wild), 1<<10))
	out := wild[:0]
	for _, r := range wild {
		p := path{m.literal(r), m.rules[r]>>packedShape&1 != 0}
		if !seen[p] {
			seen[p] = true
			out = append(out, r)
		}
	}
	return out
}

// exactly returns s clipped to its length.
func exactly(s []uint16) []uint16 {
	if len(s) == 0 {
		return nil
	}
	return append(make([]uint16, 0, len(s)), s...)
}

// hang distributes rules over the buckets of their sequences.
func (m *Matcher) hang(wild []uint16) {
	x := &m.index
	var load [gramBuckets]uint16
	buckets := make([]uint16, 0, len(wild))
	hung := wild[:0:0]
	for _, r := range wild {
		b, ok := lightest(m.pattern(int(r)), &load)
		if !ok {
			x.wild = append(x.wild, r)
			continue
		}
		load[b]++
		hung, buckets = append(hung, r), append(buckets, uint16(b))
	}
	x.grams = new([gramBuckets + 1]uint16)
	for b, n := range load {
		x.grams[b+1] = x.grams[b] + n
	}
	x.hung = make([]uint16, len(hung))
	for i := len(hung) - 1; i >= 0; i-- {
		b := buckets[i]
		load[b]--
		x.hung[x.grams[b]+load[b]] = hung[i]
	}
}

// sortPaths sorts rules by path, with the strongest of equal ones first.
func (m *Matcher) sortPaths(rules []uint16) {
	slices.SortFunc(rules, func(a, b uint16) int {
		if c := strings.Compare(m.literal(a), m.literal(b)); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
}

// buildNodes sorts the literal rules and links each path to its longest proper prefix.
func (m *Matcher) buildNodes(literal []uint16) []node {
	m.sortPaths(literal)
	distinct := 0
	for i, r := range literal {
		if i == 0 || m.literal(r) != m.literal(literal[i-1]) {
			distinct++
		}
	}
	nodes := make([]node, 0, distinct)
	for i, r := range literal {
		if text := m.literal(r); i == 0 || text != m.literal(literal[i-1]) {
			nodes = append(nodes, node{rule: r, parent: m.parentOf(nodes, text)})
		}
	}
	return nodes
}

// parentOf returns the index + 1 of the longest path in nodes that is a prefix of text. nodes
// are sorted, and all of them sort before text.
func (m *Matcher) parentOf(nodes []node, text string) uint16 {
	at := uint16(len(nodes))
	for at > 0 && !strings.HasPrefix(text, m.literal(nodes[at-1].rule)) {
		at = nodes[at-1].parent
	}
	return at
}

// lightest returns that bucket of a sequence of p that has the fewest rules so far.
func lightest(p pattern.Pattern, load *[gramBuckets]uint16) (bucket int, ok bool) {
	if p.Kind == pattern.KindGlob {
		return 0, false
	}
	for i := 0; i+2 < len(p.Text); i++ {
		a, b, c := p.Text[i], p.Text[i+1], p.Text[i+2]
		if a == '*' || b == '*' || c == '*' {
			continue
		}
		if h := gram(a, b, c); !ok || load[h] < load[bucket] {
			bucket, ok = h, true
		}
	}
	return bucket, ok
}

func gram(a, b, c byte) int {
	return int((uint32(a)*0x9E3779B1 ^ uint32(b)*0x85EBCA6B ^ uint32(c)*0xC2B2AE35) >> 22)
}

// find returns the rank of the strongest rule that matches, or noRule.
func (m *Matcher) find(target string) int {
	best := m.findLiteral(target)
	x := &m.index
	if len(x.exact) > 0 {
		best = min(best, m.findExact(target))
	}
	for _, r := range x.wild {
		if int(r) > best {
			break
		}
		if m.matches(r, target) {
			best = int(r)
			break
		}
	}
	if x.grams != nil && best > 0 {
		best = m.findHung(target, best)
	}
	return best
}

// findLiteral searches the flattened trie.
func (m *Matcher) findLiteral(target string) int {
	nodes := m.index.nodes
	lo, hi := 0, len(nodes)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if m.literal(nodes[mid].rule) <= target {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return noRule
	}
	// Let n be the last path at or before target: those of its ancestors that are not longer
	// than its common prefix with target are prefixes of target.
	n := &nodes[lo-1]
	text := m.literal(n.rule)
	shared := 0
	for shared < len(text) && shared < len(target) && text[shared] == target[shared] {
		shared++
	}
	best := uint16(noRule)
	for {
		if n.rule < best && len(m.literal(n.rule)) <= shared {
			best = n.rule
		}
		if n.parent == 0 {
			return int(best)
		}
		n = &nodes[n.parent-1]
	}
}

// findExact searches the paths that must equal the whole target.
func (m *Matcher) findExact(target string) int {
	exact := m.index.exact
	lo, hi := 0, len(exact)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if m.literal(exact[mid]) < target {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(exact) && m.literal(exact[lo]) == target {
		return int(exact[lo])
	}
	return noRule
}

// findHung tries the rules assigned to the sequences of target, each bucket once.
func (m *Matcher) findHung(target string, best int) int {
	x := &m.index
	var seen [gramBuckets / 64]uint64
	for i := 0; i+2 < len(target); i++ {
		h := gram(target[i], target[i+1], target[i+2])
		lo, hi := x.grams[h], x.grams[h+1]
		if lo == hi || seen[h/64]&(1<<(h%64)) != 0 {
			continue
		}
		seen[h/64] |= 1 << (h % 64)
		for _, r := range x.hung[lo:hi] {
			if int(r) >= best {
				break
			}
			if m.matches(r, target) {
				best = int(r)
				break
			}
		}
	}
	return best
}
