package robotstxt

import (
	"cmp"
	"slices"
	"strings"
)

// A ruleIndex finds the strongest rule that matches a target without trying
// all of them. Rules are numbered by rank, the strongest is 0.
//
// Paths without a wildcard are sorted, and each knows its longest proper
// beginning among them: a trie folded flat. All paths that begin a target are
// then one path found by binary search and its ancestors, and the strongest of
// those is known beforehand.
//
// Paths with a wildcard are tried by rank when they are few. When they are
// many, each hangs under one sequence of three octets that it cannot match
// without, and a target tries the paths of its own sequences only.
type ruleIndex struct {
	nodes []node
	wild  []uint16             // ranks of the rules to try one by one, ascending
	grams *[gramBuckets]uint16 // first rule of each bucket as place in hung + 1
	hung  []hanging
}

// A node stands for one distinct literal path.
type node struct {
	rule   uint16 // a rule with this path
	parent uint16 // the longest proper beginning, as place + 1; 0 is none
	best   uint16 // strongest open rule of this path and its ancestors
	exact  uint16 // strongest rule that matches this very path only
}

type hanging struct{ rule, next uint16 }

const (
	noRule      = 1<<16 - 1
	maxRules    = noRule - 1
	gramBuckets = 1 << 10
	fewWild     = 16 // as many rules are tried one by one
)

func (m *Matcher) buildIndex() {
	x := &m.index
	var literal, wild []uint16
	for i := range m.rules {
		if m.pattern(i).kind == kindLiteral {
			literal = append(literal, uint16(i))
		} else {
			wild = append(wild, uint16(i))
		}
	}
	x.nodes = m.buildNodes(literal)
	if len(wild) <= fewWild {
		x.wild = wild
		return
	}
	x.grams = new([gramBuckets]uint16)
	x.hung = make([]hanging, 0, len(wild))
	var load [gramBuckets]uint16
	for _, r := range wild {
		b, ok := lightest(m.pattern(int(r)), &load)
		if !ok {
			x.wild = append(x.wild, r)
			continue
		}
		load[b]++
		x.hung = append(x.hung, hanging{rule: r, next: x.grams[b]})
		x.grams[b] = uint16(len(x.hung))
	}
}

// buildNodes sorts the literal rules and links each path to its longest proper
// beginning.
func (m *Matcher) buildNodes(literal []uint16) []node {
	slices.SortFunc(literal, func(a, b uint16) int {
		if c := strings.Compare(m.pattern(int(a)).text, m.pattern(int(b)).text); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	distinct := 0
	for i, r := range literal {
		if i == 0 || m.pattern(int(r)).text != m.pattern(int(literal[i-1])).text {
			distinct++
		}
	}
	nodes := make([]node, 0, distinct)
	for i, r := range literal {
		p := m.pattern(int(r))
		if i == 0 || p.text != m.pattern(int(literal[i-1])).text {
			nodes = append(nodes, node{rule: r, parent: m.parentOf(nodes, p.text), best: noRule, exact: noRule})
			n := &nodes[len(nodes)-1]
			if n.parent > 0 {
				n.best = nodes[n.parent-1].best
			}
		}
		n := &nodes[len(nodes)-1]
		if p.end {
			n.exact = min(n.exact, r)
		} else {
			n.best = min(n.best, r)
		}
	}
	return nodes
}

// parentOf returns the place + 1 of the longest path in nodes that begins
// text; nodes are sorted and all of them sort before text.
func (m *Matcher) parentOf(nodes []node, text string) uint16 {
	at := uint16(len(nodes))
	for at > 0 && !strings.HasPrefix(text, m.pattern(int(nodes[at-1].rule)).text) {
		at = nodes[at-1].parent
	}
	return at
}

// lightest returns the bucket of the sequence of p with the fewest rules so far.
func lightest(p pattern, load *[gramBuckets]uint16) (bucket int, ok bool) {
	if p.kind == kindGlob {
		return 0, false
	}
	for i := 0; i+2 < len(p.text); i++ {
		a, b, c := p.text[i], p.text[i+1], p.text[i+2]
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
	for _, r := range x.wild {
		if int(r) > best {
			break
		}
		if m.pattern(int(r)).match(target) {
			best = int(r)
			break
		}
	}
	if x.grams != nil && best > 0 {
		best = m.findHung(target, best)
	}
	return best
}

// findLiteral searches the folded trie.
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
	// Of the last path at or before target, the ancestors that are no longer
	// than what it shares with target begin target.
	n := &nodes[lo-1]
	text := m.literal(n.rule)
	shared := 0
	for shared < len(text) && shared < len(target) && text[shared] == target[shared] {
		shared++
	}
	for len(m.literal(n.rule)) > shared {
		if n.parent == 0 {
			return noRule
		}
		n = &nodes[n.parent-1]
	}
	best := n.best
	if len(target) == len(m.literal(n.rule)) {
		best = min(best, n.exact)
	}
	return int(best)
}

// findHung tries the rules that hang under the sequences of target, each
// bucket once.
func (m *Matcher) findHung(target string, best int) int {
	x := &m.index
	var seen [gramBuckets / 64]uint64
	for i := 0; i+2 < len(target); i++ {
		h := gram(target[i], target[i+1], target[i+2])
		at := x.grams[h]
		if at == 0 || seen[h/64]&(1<<(h%64)) != 0 {
			continue
		}
		seen[h/64] |= 1 << (h % 64)
		for at != 0 {
			e := x.hung[at-1]
			if int(e.rule) < best && m.pattern(int(e.rule)).match(target) {
				best = int(e.rule)
			}
			at = e.next
		}
	}
	return best
}
