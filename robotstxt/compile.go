package robotstxt

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// An AgentToken is a product token: the name by which a robot is addressed in
// robots files (RFC 9309 section 2.2.1).
type AgentToken string

// Valid reports whether t consists of letters, hyphens and underscores only,
// as the standard demands.
func (t AgentToken) Valid() bool { return t != "" && tokenLength(string(t)) == len(t) }

// tokenLength returns how many leading bytes of s may stand in a token.
func tokenLength(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && s[i] != '-' && s[i] != '_' {
			return i
		}
	}
	return len(s)
}

// A rule is a compiled allow or disallow line.
type rule struct {
	pattern  pattern
	allow    bool
	priority int // octets of the path as written (RFC 9309 section 2.2.2)
	line     int // index into File.lines
}

// A Matcher answers for one file, one dialect and one chain of agents. It is
// immutable and safe for concurrent use.
type Matcher struct {
	file    *File
	dialect Dialect
	agent   string
	rules   []rule // longest first, allow before disallow of equal length
	index   ruleIndex
	delay   time.Duration
	has     bool // a group was found
}

// Compile selects the groups for the first agent of the chain that has one, and
// for "*" if none has (RFC 9309 section 2.2.1), merges them, and prepares their
// rules.
func (f *File) Compile(d Dialect, agents ...AgentToken) *Matcher {
	m := &Matcher{file: f, dialect: d}
	for _, a := range append(agents, "*") {
		if f.collect(m, string(a)) {
			m.agent, m.has = string(a), true
			break
		}
	}
	slices.SortStableFunc(m.rules, func(a, b rule) int {
		if a.priority != b.priority {
			return b.priority - a.priority
		}
		if a.allow != b.allow {
			if a.allow {
				return -1
			}
			return 1
		}
		return 0
	})
	m.index = indexRules(m.rules)
	return m
}

// collect adds the rules of all groups that name the agent and reports whether
// there is one.
func (f *File) collect(m *Matcher, agent string) bool {
	found, current, open := false, false, false
	for i := range f.lines {
		l := &f.lines[i]
		if l.Typo && !m.dialect.Typos {
			continue
		}
		switch l.Key {
		case KeyUserAgent:
			if !open {
				current = false
			}
			open = true
			if m.dialect.names(l.Value, agent) {
				current, found = true, true
			}
		case KeyAllow, KeyDisallow:
			open = false
			if current {
				m.add(i, l)
			}
		case KeyCrawlDelay:
			if current {
				m.setDelay(l.Value)
			}
		}
	}
	return found
}

// names reports whether a User-agent value addresses the agent.
func (d Dialect) names(value, agent string) bool {
	if agent == "*" {
		return value == "*" || d.TypedAgents && strings.HasPrefix(value, "* ")
	}
	if d.TypedAgents {
		value = value[:tokenLength(value)]
	}
	return strings.EqualFold(value, agent)
}

func (m *Matcher) add(line int, l *Line) {
	if l.Value == "" {
		return // an empty rule matches nothing that another rule does not decide
	}
	allow := l.Key == KeyAllow
	m.rules = append(m.rules, rule{
		pattern: compilePattern(l.Value, m.dialect), allow: allow, priority: len(l.Value), line: line,
	})
	if m.dialect.IndexHTML && allow {
		for _, name := range []string{"/index.html", "/index.htm"} {
			if dir, ok := strings.CutSuffix(l.Value, name); ok {
				m.rules = append(m.rules, rule{
					pattern: compilePattern(dir+"/$", m.dialect), allow: true, priority: len(dir) + 2, line: line,
				})
			}
		}
	}
}

// setDelay keeps the largest readable Crawl-delay; seconds may have a fraction.
func (m *Matcher) setDelay(value string) {
	s, err := strconv.ParseFloat(strings.TrimSuffix(value, "s"), 64)
	if err != nil || s < 0 || s > maxDelaySeconds {
		return
	}
	m.delay = max(m.delay, time.Duration(s*float64(time.Second)))
}

// maxDelaySeconds bounds a Crawl-delay value that is believed: ten years.
const maxDelaySeconds = 10 * 365 * 86400

// CrawlDelay returns the pause that the group asks for, 0 if it does not.
func (m *Matcher) CrawlDelay() time.Duration { return m.delay }

// Agent returns the token or "*" whose group is used, "" if there is none.
func (m *Matcher) Agent() string { return m.agent }

// Decide answers whether target, the path and query of a URL as they are sent,
// may be visited. It does not allocate unless the target holds escapes. The work for one call is bounded by the
// length of the target times the length of the longest pattern, for each
// pattern with a wildcard that shares the target's start.
func (m *Matcher) Decide(target string) Decision {
	d := Decision{Verdict: Allow, Dialect: m.dialect.Name, Agent: m.agent}
	path := target
	if i := strings.IndexByte(path, '?'); i >= 0 {
		path = path[:i]
	}
	switch {
	case path == "/robots.txt":
		d.Reason = ReasonRobotsTxt
		return d
	case !m.has:
		d.Reason = ReasonNoGroup
		return d
	}
	if !clean(target) {
		target = normalize(target, m.dialect.DecodeUnreserved)
	}
	i := m.index.find(m.rules, target)
	if i < 0 {
		d.Reason = ReasonNoRule
		return d
	}
	r := &m.rules[i]
	l := &m.file.lines[r.line]
	d.Line, d.Column = l.Number, l.Column
	d.Reason = ReasonAllowRule
	if !r.allow {
		d.Verdict, d.Reason = Deny, ReasonDenyRule
	}
	return d
}

// Text returns the rule that decided d as it is written, without comment, or
// "".
func (m *Matcher) Text(d Decision) string {
	i, ok := slices.BinarySearchFunc(m.file.lines, d.Line, func(l Line, n int) int { return l.Number - n })
	if d.Line == 0 || !ok {
		return ""
	}
	return m.file.lines[i].Name + ": " + m.file.lines[i].Value
}
