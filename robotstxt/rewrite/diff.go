package rewrite

import (
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// MaxChanges is how many changes a Diff keeps; all are counted.
const MaxChanges = 10_000

// A Change is a target on which two matchers differ.
type Change struct {
	Target        string
	Before, After robotstxt.Decision
}

// Opens reports whether the target was not allowed before and is now.
func (c Change) Opens() bool { return c.After.Verdict == robotstxt.Allow }

// A Diff is the set of targets on which two matchers differ.
type Diff struct {
	Asked   int // number of targets that were compared
	Opened  int // number of these that were not allowed before and are allowed now
	Closed  int // number of these that were allowed before and are not now
	Changes []Change

	// Robots is the number of robots that CompareFiles compared, in which all robots that no
	// file names count as one. LeftOut is the number of named robots that it did not compare
	// because the files are too large.
	Robots, LeftOut int
}

// Same reports whether no compared target differed.
func (d Diff) Same() bool { return d.Opened+d.Closed == 0 }

// Compare returns the targets on which the verdicts of two matchers differ. Without targets it
// uses the witnesses of both, which are made from their paths.
func Compare(before, after *robotstxt.Matcher, targets iter.Seq[string]) Diff {
	if targets == nil {
		targets = witnessesOf(before, after)
	}
	var out Diff
	for t := range targets {
		out.Asked++
		a, b := before.Decide(t), after.Decide(t)
		if a.Verdict == b.Verdict {
			continue
		}
		if b.Verdict == robotstxt.Allow {
			out.Opened++
		} else {
			out.Closed++
		}
		if len(out.Changes) < MaxChanges {
			out.Changes = append(out.Changes, Change{Target: t, Before: a, After: b})
		}
	}
	return out
}

// Limits of CompareFiles: on robots, in dialects in which the groups of each must be searched
// among all names, and on work, in rules read and targets compared.
const (
	maxComparedAgents = 300
	maxComparedWork   = 3_000_000
)

// CompareFiles compares two versions of a file for every robot that either one names and for all
// others, on the given targets and on the witnesses of both versions. Robots that use the same
// groups in both versions are compared once, and one of them is reported. If the files are too
// large, or name more than 300 robots in a dialect that finds names within names, some robots
// may be left out, but never those without a name; Diff.LeftOut is their number. The decisions
// of a change include the group that was used. If no robot is left out, the result proves that a
// fix, Format or Minimise changes only what it claims.
func CompareFiles(before, after *robotstxt.File, d dialect.Dialect, targets ...string) Diff {
	var out Diff
	a, b := before.Chooser(d), after.Chooser(d)
	seen, pairs := map[string]bool{}, map[string]bool{}
	work := 0
	for _, agent := range append(a.Addressed(), b.Addressed()...) {
		key := strings.ToLower(string(agent))
		if seen[key] {
			continue
		}
		seen[key] = true
		search := a.SearchWork(agent) + b.SearchWork(agent)
		if agent != "*" && search > 0 && (len(seen) > maxComparedAgents || work+search > maxComparedWork) {
			out.LeftOut++
			continue
		}
		work += search
		x, y := a.Choose(agent), b.Choose(agent)
		pair := spansKey(x.Groups) + "|" + spansKey(y.Groups)
		if !pairs[pair] {
			if agent != "*" && work > maxComparedWork {
				out.LeftOut++
				continue
			}
			pairs[pair] = true
			m, n := a.Compile(x), b.Compile(y)
			found := compareBoth(m, n, targets)
			work += m.Len() + n.Len() + found.Asked
			out.add(found)
		}
		out.Robots++
	}
	return out
}

func compareBoth(before, after *robotstxt.Matcher, targets []string) Diff {
	return Compare(before, after, func(yield func(string) bool) {
		for _, t := range targets {
			if !yield(t) {
				return
			}
		}
		for t := range witnessesOf(before, after) {
			if !yield(t) {
				return
			}
		}
	})
}

func (d *Diff) add(x Diff) {
	d.Asked, d.Opened, d.Closed = d.Asked+x.Asked, d.Opened+x.Opened, d.Closed+x.Closed
	if room := MaxChanges - len(d.Changes); len(x.Changes) > room {
		x.Changes = x.Changes[:room]
	}
	d.Changes = append(d.Changes, x.Changes...)
}

// witnessesOf yields the witnesses of several matchers, without duplicates.
func witnessesOf(ms ...*robotstxt.Matcher) iter.Seq[string] {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		for _, m := range ms {
			for t := range Witnesses(m) {
				if seen[t] {
					continue
				}
				seen[t] = true
				if !yield(t) {
					return
				}
			}
		}
	}
}

// A Clause is a pair of rules that makes two matchers differ, with the targets on which it does.
type Clause struct {
	Before, After robotstxt.Decision // for the first target
	Targets       int
	Example       string
}

// Clauses groups the changes by the two lines that decide them, the most frequent first.
func (d Diff) Clauses() []Clause {
	type key struct {
		before, after   int
		reasonB, reason robotstxt.Reason
	}
	at := map[key]int{}
	var out []Clause
	for _, c := range d.Changes {
		k := key{c.Before.Line, c.After.Line, c.Before.Reason, c.After.Reason}
		i, ok := at[k]
		if !ok {
			i = len(out)
			at[k] = i
			out = append(out, Clause{Before: c.Before, After: c.After, Example: c.Target})
		}
		out[i].Targets++
		if len(c.Target) < len(out[i].Example) {
			out[i].Example = c.Target
		}
	}
	slices.SortStableFunc(out, func(a, b Clause) int { return b.Targets - a.Targets })
	return out
}

// A Disagreement is a target with the decision of each dialect.
type Disagreement struct {
	Target    string
	Decisions []robotstxt.Decision // in the order of the dialects
}

// CompareDialects compiles one file in several dialects and returns the targets on which the
// verdicts differ, at most MaxChanges. Without targets it uses the witnesses of all.
func CompareDialects(f *robotstxt.File, dialects []dialect.Dialect, site string, targets iter.Seq[string], agents ...dialect.AgentToken) []Disagreement {
	ms := make([]*robotstxt.Matcher, len(dialects))
	for i, d := range dialects {
		ms[i] = f.CompileFor(d, site, agents...)
	}
	if targets == nil {
		targets = witnessesOf(ms...)
	}
	var out []Disagreement
	for t := range targets {
		ds := make([]robotstxt.Decision, len(ms))
		differ := false
		for i, m := range ms {
			ds[i] = m.Decide(t)
			differ = differ || ds[i].Verdict != ds[0].Verdict
		}
		if differ && len(out) < MaxChanges {
			out = append(out, Disagreement{Target: t, Decisions: ds})
		}
	}
	return out
}
