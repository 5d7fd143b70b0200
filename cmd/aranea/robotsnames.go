package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// maxAgentName is the length in bytes of a robot's name that is taken for one.
const maxAgentName = 100

// isAgentName reports whether s may be the name of a robot. Names that no product
// token of the standard could have, with digits or blanks, are common: how a
// dialect reads them is for it to say.
func isAgentName(s string) bool {
	return s != "" && len(s) <= maxAgentName && utf8.ValidString(s) && !strings.ContainsFunc(s, show.Unsafe) && !strings.ContainsAny(s, "\n\t")
}

// agentName returns the name in what was given as one: a whole User-Agent field,
// or a name with a version, stands for the name in it. It is false for what can
// be no name.
func agentName(s string) (dialect.AgentToken, bool) {
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

// readAgents reads the names of --agent; "*" is any robot that no group names.
func readAgents(cmd *cobra.Command) ([]dialect.AgentToken, error) {
	names, _ := cmd.Flags().GetStringSlice("agent")
	if len(names) == 0 && cmd.Flags().Changed("agent") {
		names = []string{""} // a variable of the shell that is not set
	}
	for i, n := range names {
		if strings.HasPrefix(n, "Mozilla/") { // a whole field, which may hold commas
			names = append(names[:i:i], strings.Join(names[i:], ","))
			break
		}
	}
	var out []dialect.AgentToken
	for _, n := range names {
		a, ok := agentName(n)
		switch {
		case n == "*":
		case n == "":
			return nil, usage("--agent has an empty name; use \"*\" for any robot without a group of its own")
		case !ok:
			return nil, usage("--agent %q is no name of a robot: it has up to %d bytes of UTF-8 and no control characters", n, maxAgentName)
		default:
			out = append(out, a)
		}
	}
	return out, nil
}

// tellReading says how a dialect reads names that are no product tokens.
func tellReading(w io.Writer, d dialect.Dialect, agents []dialect.AgentToken) {
	for _, a := range agents {
		if a.Valid() || a == "*" {
			continue
		}
		switch read := d.Chain(a)[0]; {
		case read != a:
			fmt.Fprintf(w, "aranea: %s reads %s as %s\n", d.Name, a, read)
		case !isNamed(d, a):
			fmt.Fprintf(w, "aranea: %s finds no name in %s: only the group for \"*\" counts\n", d.Name, a)
		}
	}
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

// namedAgents returns chains of "*" and of every robot that a file names so that
// one of the dialects that readings gives for it hears it. Files of 500 KiB bound
// them.
func namedAgents(readings func(dialect.AgentToken) []dialect.Dialect, files ...*robotstxt.File) [][]dialect.AgentToken {
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
			for _, d := range readings(a) {
				if a.Valid() || isNamed(d, a) {
					out = append(out, []dialect.AgentToken{a})
					break
				}
			}
		}
	}
	return out
}
