package inspect

import (
	"fmt"
	"iter"
	"slices"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

// A Difference is the effect of a new version of a robots file on the robots for which it is the
// same.
type Difference struct {
	Agents []string // "*" means all robots that the files do not name
	rewrite.Diff
}

// Compared summarizes the effects of a new version of a file.
type Compared struct {
	Differences []Difference
	// Robots is the number of compared robots, and Asked the total number of questions, of which
	// Opened and Closed have another answer.
	Robots, Asked, Opened, Closed int
}

// A Comparison configures which robots and URLs are compared.
type Comparison struct {
	// Dialect is a known name, or AutoDialect for each robot's own.
	Dialect string
	// Agents is one robot with its names; nil means every robot that a file names, and all
	// others.
	Agents  []dialect.AgentToken
	Site    string           // of the file, as robotstxt.SplitURL returns it; "" for any
	Targets iter.Seq[string] // nil means samples generated from the rules
}

// robot returns a chain of agents with its dialect.
func (c *Comparison) robot(chain []dialect.AgentToken) Robot {
	d, _ := DialectFor(c.Dialect, chain) // the default for an unknown robot
	return Robot{d, chain}
}

// named returns the chains of agents to compare.
func (c *Comparison) named(speaks func(dialect.AgentToken) []dialect.Dialect, files ...*robotstxt.File) [][]dialect.AgentToken {
	if c.Agents != nil {
		return [][]dialect.AgentToken{c.Agents}
	}
	return NamedAgents(speaks, files...)
}

// Notes describes how the dialect interprets the given names.
func (c *Comparison) Notes() []string { return c.robot(c.Agents).Notes() }

// Versions compares two versions of a file.
func (c *Comparison) Versions(before, after *robotstxt.File) Compared {
	var out Compared
	own := func(a dialect.AgentToken) []dialect.Dialect {
		return []dialect.Dialect{c.robot([]dialect.AgentToken{a}).Dialect}
	}
	for _, chain := range c.named(own, before, after) {
		by := c.robot(chain).Dialect
		d := rewrite.Compare(before.CompileFor(by, c.Site, chain...), after.CompileFor(by, c.Site, chain...), c.Targets)
		out.Asked, out.Opened, out.Closed, out.Robots = out.Asked+d.Asked, out.Opened+d.Opened, out.Closed+d.Closed, out.Robots+1
		if !d.Same() {
			out.add(string(chain[0]), d)
		}
	}
	return out
}

// add adds a robot's difference to the robots that have the same one.
func (c *Compared) add(agent string, d rewrite.Diff) {
	same := func(a, b rewrite.Change) bool {
		return a.Target == b.Target && a.Before.Line == b.Before.Line && a.After.Line == b.After.Line &&
			a.Before.Verdict == b.Before.Verdict && a.After.Verdict == b.After.Verdict
	}
	for i := range c.Differences {
		g := &c.Differences[i]
		if g.Closed == d.Closed && g.Opened == d.Opened && slices.EqualFunc(g.Changes, d.Changes, same) {
			g.Agents = append(g.Agents, agent)
			return
		}
	}
	c.Differences = append(c.Differences, Difference{[]string{agent}, d})
}

// Dialects yields, for each robot by its first name, where the dialects disagree about a file.
func (c *Comparison) Dialects(file *robotstxt.File, list []dialect.Dialect) iter.Seq2[string, []rewrite.Disagreement] {
	return func(yield func(string, []rewrite.Disagreement) bool) {
		all := func(dialect.AgentToken) []dialect.Dialect { return list }
		for _, chain := range c.named(all, file) {
			if !yield(string(chain[0]), rewrite.CompareDialects(file, list, c.Site, c.Targets, chain...)) {
				return
			}
		}
	}
}

// A DisagreementKind is a set of URLs on which dialects disagree because of the same lines.
type DisagreementKind struct {
	Example string // the shortest URL
	Targets int
	First   rewrite.Disagreement
}

// KindsOf groups disagreements, the most frequent kind first.
func KindsOf(found []rewrite.Disagreement) []DisagreementKind {
	at := map[string]int{}
	var kinds []DisagreementKind
	for _, x := range found {
		key := ""
		for _, d := range x.Decisions {
			key += fmt.Sprint(d.Line, d.Verdict, d.Reason, " ")
		}
		i, ok := at[key]
		if !ok {
			i = len(kinds)
			at[key] = i
			kinds = append(kinds, DisagreementKind{Example: x.Target, First: x})
		}
		kinds[i].Targets++
		if len(x.Target) < len(kinds[i].Example) {
			kinds[i].Example = x.Target
		}
	}
	slices.SortStableFunc(kinds, func(a, b DisagreementKind) int { return b.Targets - a.Targets })
	return kinds
}
