package robotstxt

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/address"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// A Matcher decides for one file, one dialect and one chain of agents. It is immutable and safe
// for concurrent use. It keeps the text of the file, and about twelve bytes for each rule that
// counts. The zero Matcher and nil have no file: they postpone every target and have no other
// lines.
type Matcher struct {
	made      bool   // by a File; false for the zero Matcher
	text      string // the file's text, to which rules refer
	start     int
	arena     string // paths whose comparable form is not in text
	dialect   dialect.Dialect
	site      string
	agents    []dialect.AgentToken // as given
	agent     string
	groupLine int32
	has       bool   // a group was found
	blanket   Reason // why the file does not apply in this dialect
	rules     []packed
	index     ruleIndex
	more      *groupLines // nil if no other line of the groups has a meaning
}

// lines returns the other lines of the groups, which are empty for a nil Matcher.
func (m *Matcher) lines() *groupLines {
	if m == nil || m.more == nil {
		return &groupLines{}
	}
	return m.more
}

// A packed rule takes 8 bytes. Layout from the low bit:
//
//	offset of the path 22, its length 18, line 20, shape 2, allow 1, in arena 1
//
// The other facts in a decision are read from the line in the text: a path in the text is the
// beginning of the line's value, and one in the arena is preceded by the offset of that value in
// three bytes.
type packed uint64

const (
	packedLine  = 22 + 18
	packedShape = packedLine + 20
	packedAllow = 1 << 62
	packedArena = 1 << 63

	bits18      = 1<<18 - 1
	bits20lines = 1<<20 - 1
	bits22      = 1<<22 - 1

	arenaPlace = 3 // bytes before a path in the arena
)

func (p packed) allow() bool { return p&packedAllow != 0 }
func (p packed) line() int   { return int(p >> packedLine & bits20lines) }

// literal returns the text of a rule's path.
func (m *Matcher) literal(rank uint16) string {
	r := m.rules[rank]
	off, n := r&bits22, r>>22&bits18
	if r&packedArena != 0 {
		return m.arena[off : off+n]
	}
	return m.text[off : off+n]
}

func (m *Matcher) pattern(rank int) pattern.Pattern {
	shape := m.rules[rank] >> packedShape & 3
	p := pattern.Pattern{Text: m.literal(uint16(rank)), End: shape&1 != 0}
	switch {
	case shape < 2:
		p.Lit = len(p.Text)
	case m.dialect.Patterns == dialect.PatternsGlob:
		p.Kind = pattern.KindGlob
		p.Lit = pattern.GlobLiteral(p)
	default:
		p.Kind = pattern.KindWild
		p.Lit = strings.IndexByte(p.Text, '*')
	}
	return p
}

// matches reports whether a rule with a wildcard matches the target.
func (m *Matcher) matches(rank uint16, target string) bool {
	if m.dialect.Patterns == dialect.PatternsGlob {
		return pattern.MatchGlob(m.literal(rank), target)
	}
	return pattern.MatchWild(m.literal(rank), m.rules[rank]>>packedShape&1 != 0, target)
}

// written parses the line of a rule again.
func (m *Matcher) written(r packed) syntax.Token {
	at := int(r & bits22)
	if r&packedArena != 0 {
		b := m.arena[at-arenaPlace : at]
		at = int(b[0]) | int(b[1])<<8 | int(b[2])<<16
	}
	return syntax.TokenAt(m.text, m.start, at)
}

// Agent returns the token or "*" whose group is used, or "" if there is none.
func (m *Matcher) Agent() string {
	if m == nil {
		return ""
	}
	return m.agent
}

// Dialect returns the dialect.
func (m *Matcher) Dialect() dialect.Dialect {
	if m == nil {
		return dialect.Dialect{}
	}
	return m.dialect
}

// Len returns the number of rules that count.
func (m *Matcher) Len() int {
	if m == nil {
		return 0
	}
	return len(m.rules)
}

// Decide returns whether target, the path and query of a URL as they are sent, may be visited. A
// missing path means "/"; a fragment is ignored. Dot segments are not resolved: pass what will
// be requested. For a whole URL only its path and query count, whatever its site; acquire.Sites
// decides by URL.
//
// Decide does not allocate, unless the comparable form of the target differs from it and is
// longer than 4 KiB. In that form, octets outside ASCII and others that no URL contains take
// three bytes by the escapes of RFC 9309, so that 1,365 of them fit. Decide takes a binary
// search among the paths without wildcards, and one pass over the target for each different path
// with wildcards that shares a sequence with it: up to 25 ms for a URL of 2 KB and a file of
// MaxBody bytes that is written to be slow. A shell expression (Conner2) takes one pass for each
// 64 parts between two of its stars, and a file of them up to 35 ms, which MaxExpression and
// MaxExpressions guarantee.
func (m *Matcher) Decide(target string) Decision {
	if m == nil || !m.made {
		return Decision{}
	}
	d := Decision{Verdict: Allow, Dialect: m.dialect.Name, Agent: m.agent, GroupLine: int(m.groupLine)}
	switch {
	case address.IsRobotsTxt(target):
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
	if whole && pattern.IsPlain(target, m.dialect.Escapes) {
		return m.find(target)
	}
	return m.rankRewritten(target)
}

// rankRewritten converts the target to comparable form on the stack.
func (m *Matcher) rankRewritten(target string) int {
	var stack [pattern.StackTarget]byte
	return m.find(pattern.AsString(m.comparable(stack[:0], target)))
}

// comparable appends the comparable form of a target.
func (m *Matcher) comparable(b []byte, target string) []byte {
	target = address.Target(target)
	if i := strings.IndexByte(target, '#'); i >= 0 {
		target = target[:i]
	}
	if m.dialect.DropEmptyQuery {
		target = strings.TrimSuffix(target, "?")
	}
	if target == "" || target[0] != '/' {
		b = append(b, '/')
	}
	return pattern.AppendTarget(b, target, m.dialect.Escapes)
}

// decided fills in the decision of the rule with a rank.
func (m *Matcher) decided(rank int, d *Decision) {
	if rank >= len(m.rules) {
		d.Reason = ReasonNoRule
		return
	}
	r := m.rules[rank]
	t := m.written(r)
	d.Line, d.Column, d.Rule = r.line(), t.Key-t.Start+1, m.text[t.Key:t.Value+t.ValueLen]
	switch {
	case rank == m.index.host:
		d.Verdict, d.Reason = Deny, ReasonHost
	case r.allow():
		d.Reason = ReasonAllowRule
	default:
		d.Verdict, d.Reason = Deny, ReasonDenyRule
	}
}
