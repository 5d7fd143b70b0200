package inspect

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// A Robot is the robot of a question: its dialect and its names, of which the first that has a
// group counts.
type Robot struct {
	Dialect dialect.Dialect
	Agents  []dialect.AgentToken // empty means any robot without a group of its own
}

// AutoDialect means the dialect of the first agent.
const AutoDialect = "auto"

// DialectFor returns the dialect with the given name, or for AutoDialect that of the first agent
// if it is known. It returns false for an unknown name.
func DialectFor(name string, agents []dialect.AgentToken) (dialect.Dialect, bool) {
	if name != AutoDialect {
		return dialect.ByName(name)
	}
	if len(agents) == 0 {
		return dialect.ByName("")
	}
	k, _ := known(agents[0])
	return dialect.ByName(k.Dialect)
}

// known finds a robot in the catalogue by its token, or by that in a name of several words.
func known(a dialect.AgentToken) (dialect.KnownAgent, bool) {
	if k, ok := dialect.KnownAgentByToken(a); ok {
		return k, true
	}
	return dialect.KnownAgentByToken(dialect.TokenFromUserAgent(string(a)))
}

// MaxAgentName is the maximum length of a robot's name in bytes.
const MaxAgentName = 100

// isAgentName reports whether s may be the name of a robot. Names with digits or whitespace,
// which are not product tokens of the standard, are common; the dialect decides how to interpret
// them.
func isAgentName(s string) bool {
	return s != "" && len(s) <= MaxAgentName && utf8.ValidString(s) && !strings.ContainsFunc(s, show.Unsafe) && !strings.ContainsAny(s, "\n\t")
}

// AgentName returns the name in s, which may be a whole User-Agent field or a name with a
// version. It returns false if s cannot be a name.
func AgentName(s string) (dialect.AgentToken, bool) {
	if t := InBrowserField(s); t != "" {
		return t, true
	}
	if i := strings.Index(strings.ToLower(s), "compatible;"); i >= 0 && strings.HasPrefix(s, "Mozilla/") {
		s = s[i+len("compatible;"):]
	}
	s = withoutVersion(s)
	return dialect.AgentToken(s), isAgentName(s)
}

// InBrowserField returns the known robot in a User-Agent field that otherwise looks like that of
// a browser, such as "Mozilla/3.0 (Slurp/si; ...)"; "" if there is none.
func InBrowserField(s string) dialect.AgentToken {
	t := dialect.TokenFromUserAgent(s)
	if !strings.HasPrefix(s, "Mozilla/") || strings.Contains(strings.ToLower(s), "compatible;") || t == "Mozilla" {
		return ""
	}
	return t
}

// withoutVersion removes what follows a name in a User-Agent field.
func withoutVersion(s string) string {
	if i := strings.IndexAny(s, "/;()"); i >= 0 {
		s = s[:i]
	}
	return strings.Trim(s, " ")
}

// Notes describes how the dialect interprets names that are not product tokens.
func (r Robot) Notes() (out []string) {
	for _, a := range r.Agents {
		if a.Valid() || a == "*" {
			continue
		}
		switch read := r.Dialect.Chain(a)[0]; {
		case read != a:
			out = append(out, fmt.Sprintf("%s reads %s as %s", r.Dialect.Name, a, read))
		case !isNamed(r.Dialect, a):
			out = append(out, fmt.Sprintf("%s finds no name in %s: only the group for \"*\" counts", r.Dialect.Name, a))
		}
	}
	return out
}

// Hints returns what is known about the first name: whether its owner says that it obeys robots
// files, and, if the dialect was not chosen explicitly, that it uses another one.
func (r Robot) Hints(chosen bool) (out []string) {
	if len(r.Agents) == 0 {
		return nil
	}
	k, ok := known(r.Agents[0])
	if ok && k.Obeys != dialect.ObeysRules {
		out = append(out, fmt.Sprintf("does %s obey robots files, by its owner's words? %s (%s)", k.Token, k.Obeys, k.Source))
	}
	if ok && k.Dialect != r.Dialect.Name && !chosen {
		out = append(out, fmt.Sprintf("%s is asked for by the dialect %s; add --dialect auto to read as it does (%s)", k.Token, r.Dialect.Name, k.Dialect))
	}
	return out
}

// isNamed reports whether a group with the robot's name in this spelling applies to it in the
// dialect.
func isNamed(d dialect.Dialect, a dialect.AgentToken) bool {
	return robotstxt.Parse([]byte("User-agent: "+string(a)+"\nDisallow: /\n")).Compile(d, a).Agent() != ""
}

// writtenName returns the robot's name in a User-agent value, in its spelling. For a list, and
// for an invalid name, it returns the product token at the start.
func writtenName(value string) dialect.AgentToken {
	if name := withoutVersion(value); isAgentName(name) && !strings.Contains(name, ",") {
		return dialect.AgentToken(name)
	}
	n := 0
	for n < len(value) && dialect.AgentToken(value[:n+1]).Valid() {
		n++
	}
	return dialect.AgentToken(value[:n])
}

// NamedAgents returns chains of "*" and of every robot that a file names such that the group
// applies in one of the dialects that speaks returns for the robot. The number is bounded by
// files of 500 KiB.
func NamedAgents(speaks func(dialect.AgentToken) []dialect.Dialect, files ...*robotstxt.File) [][]dialect.AgentToken {
	seen := map[string]bool{}
	out := [][]dialect.AgentToken{{"*"}}
	for _, f := range files {
		for l := range f.Lines() {
			if l.Key != syntax.KeyUserAgent {
				continue
			}
			a := writtenName(l.Value)
			key := strings.ToLower(string(a))
			if a == "" || a == "*" || seen[key] {
				continue
			}
			seen[key] = true
			for _, d := range speaks(a) {
				if a.Valid() || isNamed(d, a) {
					out = append(out, []dialect.AgentToken{a})
					break
				}
			}
		}
	}
	return out
}
