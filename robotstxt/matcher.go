package robotstxt

import (
	"strings"
	"time"
)

// A Matcher answers for one file, one dialect and one chain of agents. It is
// immutable and safe for concurrent use.
type Matcher struct {
	text      string // the file's text; rules point into it
	start     int
	arena     string // paths whose comparable form is not a part of text
	dialect   Dialect
	site      string
	agents    []AgentToken // as asked for
	agent     string
	groupLine int
	has       bool   // a group was found
	blanket   Reason // the file says nothing to this dialect, and why
	rules     []packed
	index     ruleIndex

	delay    time.Duration
	delaySet bool
	rates    []RequestRate
	visits   []Window
	comments []string
	version  string
	hosts    []Host
	clean    []CleanParam
	pages    []pageRule
	usage    []usageRule
	signals  []usageRule
	licenses []string
}

// A packed rule takes 16 bytes. Layout from the low bit:
//
//	where: line 20, offset of the key 20, length of the rule as written 20, flags 4
//	shape: offset of the path 24, length 20, literal length 18, kind 2
//
// The end flag lies in where beside the others.
type packed struct{ where, shape uint64 }

const (
	ruleAllow   = 1 << 0
	ruleHost    = 1 << 1
	ruleInArena = 1 << 2

	bits18 = 1<<18 - 1
	bits24 = 1<<24 - 1
)

func (p packed) allow() bool { return p.where>>60&ruleAllow != 0 }

// packShape packs all of a pattern but the place of its text. The top bit of
// kind says that the match must reach the end.
func packShape(p pattern) uint64 {
	return uint64(len(p.text))<<24 | uint64(p.lit)<<44 | uint64(shapeKind(p))<<62
}

// The four shapes that fit in two bits: an open literal, a literal to the end,
// an open or closed path with wildcards. A shell expression always reaches the
// end and is told apart by the dialect.
func shapeKind(p pattern) uint8 {
	k := uint8(0)
	if p.kind != kindLiteral {
		k = 2
	}
	if p.end || p.kind == kindGlob {
		k++
	}
	return k
}

// literal returns the text of a rule's path.
func (m *Matcher) literal(rank uint16) string {
	r := &m.rules[rank]
	off := r.shape & bits24
	n := r.shape >> 24 & bits20
	if r.where>>60&ruleInArena != 0 {
		return m.arena[off : off+n]
	}
	return m.text[off : off+n]
}

func (m *Matcher) pattern(rank int) pattern {
	r := &m.rules[rank]
	k := uint8(r.shape >> 62)
	p := pattern{text: m.literal(uint16(rank)), lit: int(r.shape >> 44 & bits18), end: k&1 != 0}
	if k >= 2 {
		p.kind = kindWild
		if m.dialect.Patterns == PatternsGlob {
			p.kind = kindGlob
		}
	}
	return p
}

// Agent returns the token or "*" whose group is used, "" if there is none.
func (m *Matcher) Agent() string { return m.agent }

// Dialect returns the dialect.
func (m *Matcher) Dialect() Dialect { return m.dialect }

// Len returns the number of rules that count.
func (m *Matcher) Len() int { return len(m.rules) }

// Decide answers whether target, the path and query of a URL as they are sent,
// may be visited. A missing path is "/"; a fragment, if any, is not looked at.
// Dot segments are not resolved: the caller sends what it asks for.
//
// It does not allocate, unless the target is longer than 4 KiB and has to be
// rewritten to be compared. It takes a binary search among the paths without
// wildcards, and time linear in the target for each path with wildcards that
// shares a sequence with it.
func (m *Matcher) Decide(target string) Decision {
	d := Decision{Verdict: Allow, Dialect: m.dialect.Name, Agent: m.agent, GroupLine: m.groupLine}
	switch {
	case isRobotsTxt(target):
		d.Reason = ReasonRobotsTxt
	case m.blanket != ReasonUnknown:
		d.Reason = m.blanket
	case !m.has:
		d.Reason = ReasonNoGroup
	case len(m.rules) == 0:
		d.Reason = ReasonNoRule
	default:
		m.decided(m.rank(target), &d)
	}
	return d
}

// Allowed reports whether the verdict of Decide is Allow.
func (m *Matcher) Allowed(target string) bool { return m.Decide(target).Verdict == Allow }

// rank returns the rank of the rule that decides, or noRule.
func (m *Matcher) rank(target string) int {
	whole := target != "" && target[0] == '/' && strings.IndexByte(target, '#') < 0 && !m.dialect.DropEmptyQuery
	if whole && isPlain(target, m.dialect.Escapes) {
		return m.find(target)
	}
	return m.rankRewritten(target)
}

// rankRewritten brings the target to comparable form on the stack.
func (m *Matcher) rankRewritten(target string) int {
	var stack [stackTarget]byte
	return m.find(asString(m.comparable(stack[:0], target)))
}

// comparable appends the comparable form of a target.
func (m *Matcher) comparable(b []byte, target string) []byte {
	if i := strings.IndexByte(target, '#'); i >= 0 {
		target = target[:i]
	}
	if m.dialect.DropEmptyQuery {
		target = strings.TrimSuffix(target, "?")
	}
	if target == "" || target[0] != '/' {
		b = append(b, '/')
	}
	return appendTarget(b, target, m.dialect.Escapes)
}

// decided fills in what the rule of a rank says.
func (m *Matcher) decided(rank int, d *Decision) {
	if rank >= len(m.rules) {
		d.Reason = ReasonNoRule
		return
	}
	where := m.rules[rank].where
	key := int(where >> 20 & bits20)
	d.Line = int(where & bits20)
	d.Column = column(m.text, m.start, key)
	d.Rule = m.text[key : key+int(where>>40&bits20)]
	switch {
	case where>>60&ruleHost != 0:
		d.Verdict, d.Reason = Deny, ReasonHost
	case where>>60&ruleAllow != 0:
		d.Reason = ReasonAllowRule
	default:
		d.Verdict, d.Reason = Deny, ReasonDenyRule
	}
}

// isRobotsTxt reports whether the target is the robots file itself.
func isRobotsTxt(target string) bool {
	const name = "/robots.txt"
	return strings.HasPrefix(target, name) && (len(target) == len(name) || target[len(name)] == '?' || target[len(name)] == '#')
}
