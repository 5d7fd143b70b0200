package dialect

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// An AgentToken is a product token: the name by which a robot is addressed in
// robots files (RFC 9309 section 2.2.1).
type AgentToken string

// Valid reports whether t consists only of letters, hyphens and underscores, as the standard
// requires.
func (t AgentToken) Valid() bool { return t != "" && TokenLength(string(t)) == len(t) }

// TokenLength returns how many leading bytes of s are valid in a token.
func TokenLength(s string) int {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && s[i] != '-' && s[i] != '_' {
			return i
		}
	}
	return len(s)
}

// TokenFromUserAgent extracts the product token from a User-Agent header: the name before "/" in
// "Name/1.0 (...)", or the one after "compatible;" in the old form "Mozilla/5.0 (compatible;
// Name/1.0; ...)". Of a name of several words, such as "Yahoo! Slurp", it is the word that is in
// the catalogue, otherwise the first; so is it of a header like that of a browser, such as
// "Mozilla/3.0 (Slurp/si; ...)". It returns "" if there is none.
func TokenFromUserAgent(header string) AgentToken {
	s := strings.TrimSpace(header)
	name := s
	if i := indexFold(s, "compatible;"); i >= 0 && strings.HasPrefix(s, "Mozilla/") {
		s = strings.TrimSpace(s[i+len("compatible;"):])
		name = s
	}
	if end := strings.IndexAny(s, "/;()"); end >= 0 && !strings.HasPrefix(s, "Mozilla/") {
		name = s[:end]
	}
	if t := knownIn(name); t != "" {
		return t
	}
	return AgentToken(s[:TokenLength(s)])
}

// knownIn returns the first word of s that is the token of a robot in the catalogue, or such a
// token with a version; "" if none is. In "like Googlebot" it is not.
func knownIn(s string) AgentToken {
	last := ""
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t;(),", r) }) {
		t := AgentToken(WithoutVersion(w))
		if _, known := KnownAgentByToken(t); known && t.Valid() && !strings.EqualFold(last, "like") {
			return t
		}
		last = w
	}
	return ""
}

func indexFold(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if strings.EqualFold(s[i:i+len(sub)], sub) {
			return i
		}
	}
	return -1
}

// Names reports whether a User-agent value applies to the agent.
func (d *Dialect) Names(value, agent string) bool {
	if agent == "*" {
		if d.Agents == AgentByToken && len(value) > 1 {
			return value[0] == '*' && syntax.IsSpace(value[1])
		}
		return value == "*"
	}
	switch d.Agents {
	case AgentExact:
		return strings.EqualFold(value, agent)
	case AgentInName, AgentLiberal:
		value, agent = WithoutVersion(value), WithoutVersion(agent)
		if value == "" || value == "*" || agent == "" {
			return false
		}
		return indexFold(agent, value) >= 0 || d.Agents == AgentLiberal && indexFold(value, agent) >= 0
	}
	n := TokenLength(value)
	return n > 0 && strings.EqualFold(value[:n], agent)
}

// WithoutVersion removes "/1.0" from a name.
func WithoutVersion(s string) string {
	name, _, _ := strings.Cut(s, "/")
	return strings.TrimSpace(name)
}

// KnownAgentByToken finds a robot in the catalogue, ignoring case.
func KnownAgentByToken(t AgentToken) (KnownAgent, bool) {
	for _, a := range KnownAgents() {
		if strings.EqualFold(string(a.Token), string(t)) {
			return a, true
		}
	}
	return KnownAgent{}, false
}

// Chain returns the tokens whose groups the agents obey in this dialect, in order: each agent
// with its fallbacks in the catalogue, and "*" at the end unless an agent ignores it. A name
// with a version or a whole User-Agent header stands for the token in it.
func (d Dialect) Chain(agents ...AgentToken) []AgentToken { return d.chain(agents) }

func (d *Dialect) chain(agents []AgentToken) []AgentToken {
	out := make([]AgentToken, 0, len(agents)+2)
	all := true
	for _, a := range agents {
		if a == "*" {
			continue
		}
		a = d.token(a)
		out = append(out, a)
		if !d.Catalogue {
			continue
		}
		if k, ok := KnownAgentByToken(a); ok {
			out = append(out, k.Fallback...)
			all = all && !k.IgnoresAll
		}
	}
	if all {
		out = append(out, "*")
	}
	return out
}

// token returns the token in a given name. In the old standards names may contain anything, so
// the old dialects treat only a clear header as one; where whole values are compared, a name
// with digits is valid.
func (d *Dialect) token(a AgentToken) AgentToken {
	whole := false
	switch d.Agents {
	case AgentInName, AgentLiberal:
		whole = !strings.HasPrefix(string(a), "Mozilla/")
	case AgentExact:
		whole = !strings.ContainsAny(string(a), "/(; ")
	}
	if a.Valid() || whole {
		return a
	}
	if t := TokenFromUserAgent(string(a)); t != "" {
		return t
	}
	return a
}
