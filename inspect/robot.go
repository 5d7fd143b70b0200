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

// A Robot is who a robots file is asked about: the dialect it speaks and its
// names, of which the first that has a group counts.
type Robot struct {
	Dialect dialect.Dialect
	Agents  []dialect.AgentToken // empty is any robot without a group of its own
}

// AutoDialect stands for the dialect of the first agent.
const AutoDialect = "auto"

// DialectFor returns the dialect of a name, or for AutoDialect that of the
// first agent if it is known. It is false for a name that is not known.
func DialectFor(name string, agents []dialect.AgentToken) (dialect.Dialect, bool) {
	if name != AutoDialect {
		return dialect.ByName(name)
	}
	if len(agents) == 0 {
		return dialect.ByName("")
	}
	k, ok := dialect.KnownAgentByToken(agents[0])
	if !ok { // a name of several words, say
		k, _ = dialect.KnownAgentByToken(dialect.TokenFromUserAgent(string(agents[0])))
	}
	return dialect.ByName(k.Dialect)
}

// MaxAgentName is the length in bytes of a robot's name that is taken for one.
const MaxAgentName = 100

// isAgentName reports whether s may be the name of a robot. Names that no product
// token of the standard could have, with digits or whitespace, are common: how a
// dialect reads them is for it to say.
func isAgentName(s string) bool {
	return s != "" && len(s) <= MaxAgentName && utf8.ValidString(s) && !strings.ContainsFunc(s, show.Unsafe) && !strings.ContainsAny(s, "\n\t")
}

// AgentName returns the name in what was given as one: a whole User-Agent field,
// or a name with a version, stands for the name in it. It is false for what can
// be no name.
func AgentName(s string) (dialect.AgentToken, bool) {
	if i := strings.Index(strings.ToLower(s), "compatible;"); i >= 0 && strings.HasPrefix(s, "Mozilla/") {
		s = s[i+len("compatible;"):]
	}
	s = withoutVersion(s)
	return dialect.AgentToken(s), isAgentName(s)
}

// withoutVersion cuts off what follows a name in a User-Agent field.
func withoutVersion(s string) string {
	if i := strings.IndexAny(s, "/;()"); i >= 0 {
		s = s[:i]
	}
	return strings.Trim(s, " ")
}

// Notes says how the dialect reads names that are no product tokens.
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

// Hints says what is known of the first name: whether its owner says that it
// obeys robots files, and, if the dialect was not chosen on purpose, that it
// speaks another one.
func (r Robot) Hints(chosen bool) (out []string) {
	if len(r.Agents) == 0 {
		return nil
	}
	k, ok := dialect.KnownAgentByToken(r.Agents[0])
	if ok && k.Obeys != dialect.ObeysRules {
		out = append(out, fmt.Sprintf("does %s obey robots files, by its owner's words? %s (%s)", k.Token, k.Obeys, k.Source))
	}
	if ok && k.Dialect != r.Dialect.Name && !chosen {
		out = append(out, fmt.Sprintf("%s is asked for by the dialect %s; add --dialect auto to read as it does (%s)", k.Token, r.Dialect.Name, k.Dialect))
	}
	return out
}

// isNamed reports whether a group that names the robot as it is written speaks to
// it in the dialect.
func isNamed(d dialect.Dialect, a dialect.AgentToken) bool {
	return robotstxt.Parse([]byte("User-agent: "+string(a)+"\nDisallow: /\n")).Compile(d, a).Agent() != ""
}

// writtenName returns the robot's name in a User-agent value, as it is written. Of
// a list, and of what can be no name, it is the product token at the start.
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

// NamedAgents returns chains of "*" and of every robot that a file names so that
// one of the dialects that speaks gives for it hears it. Files of 500 KiB bound
// them.
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
