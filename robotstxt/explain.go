package robotstxt

import (
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/enum"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// A Loss is the reason why a line did not decide.
type Loss uint8

// The losses. The zero loss belongs to the line that decided.
const (
	LossNone    Loss = 0 // it decides
	LossNoMatch Loss = 1 // its path does not match
	LossShorter Loss = 2 // another rule that matches is longer
	LossTie     Loss = 3 // an allow rule of the same length wins
	LossLater   Loss = 4 // a rule of the same strength precedes it
	LossWeaker  Loss = 5 // the dialect prefers the other kind of rule
	LossIgnored Loss = 6 // the dialect does not read the line
	LossEmpty   Loss = 7 // it has no path
	LossTooLong Loss = 8 // its path is longer than MaxRule, or an expression beyond MaxExpression or MaxExpressions
	LossMoot    Loss = 9 // the robots file itself is always allowed
)

var lossNames = [...]string{"decides", "no-match", "shorter", "tie", "later", "weaker", "ignored", "empty", "too-long", "moot"}

// String returns the code of the loss.
func (l Loss) String() string { return enum.Name(lossNames[:], uint8(l), "loss") }

// A Candidate is one rule of the groups that were used, with its outcome.
type Candidate struct {
	Line   int
	Column int
	Rule   string // as written, without comment
	Path   string // in comparable form, "" if it was never compared
	Length int    // the length that counts for precedence
	Allow  bool
	Why    Loss
}

// A Group is a run of lines that applies to some robots.
type Group struct {
	Line   int      // of its first User-agent line
	Agents []string // the values of its User-agent lines
	Rules  int      // number of allow and disallow lines
	Last   int      // line of its last line that has a meaning
}

// An Explanation describes how a decision was made.
type Explanation struct {
	Decision
	Target     string               // as requested
	Form       string               // as compared
	Chain      []dialect.AgentToken // the agents that were tried, in order
	Groups     []Group              // the groups that were used
	Candidates []Candidate          // the rules of the groups: the one that decides, those that match, then the others

	// Passed is the decision of the group for "*", if the robot does not obey that group because
	// it has one of its own, and the decision would be different. Otherwise it is nil.
	Passed *Decision

	// Notes are sentences about the file that String includes.
	Notes []string
}

// Groups returns the groups of a file according to a dialect.
func (f *File) Groups(d dialect.Dialect) []Group {
	var out []Group
	for _, s := range d.Spans(f.syn.Records) {
		out = append(out, f.group(&d, s))
	}
	return out
}

func (f *File) group(d *dialect.Dialect, s dialect.Span) Group {
	g := Group{Line: f.syn.Records[s.Lo].Line()}
	for _, r := range f.syn.Records[s.Lo:s.Hi] {
		if !d.Reads(r) {
			continue
		}
		g.Last = r.Line()
		switch k := r.Key(); {
		case k == syntax.KeyUserAgent:
			g.Agents = append(g.Agents, d.Value(&f.syn, r))
		case k.IsRule():
			g.Rules++
		}
	}
	return g
}

// Explain decides, and explains why each other rule lost. It is slow, because it parses the file
// again.
func (m *Matcher) Explain(target string) Explanation {
	if m == nil || !m.made {
		return Explanation{Target: target, Form: target}
	}
	e := Explanation{
		Decision: m.Decide(target), Target: target, Form: string(m.comparable(nil, target)),
		Chain: m.dialect.Chain(m.agents...),
	}
	if m.blanket != ReasonUnknown {
		return e
	}
	f := reparse(m.text, m.start)
	again := f.matcher(&m.dialect)
	again.site, again.agents = m.site, m.agents
	c := f.compile(again)
	for _, s := range c.chosen {
		e.Groups = append(e.Groups, f.group(c.d, s))
	}
	e.Passed = f.passedOver(m, target, e.Verdict)
	winner := -1
	if e.Line > 0 {
		winner = m.rank(target)
	}
	e.Candidates = c.candidates(winner, e.Form)
	return e
}

// passedOver decides by the group for "*" instead of the robot's own.
func (f *File) passedOver(m *Matcher, target string, own Verdict) *Decision {
	if m.agent == "" || m.agent == "*" {
		return nil
	}
	d := f.CompileFor(m.dialect, m.site, "*").Decide(target)
	if d.Agent != "*" || d.Verdict == own {
		return nil
	}
	return &d
}

// candidates lists the compiled rules from the strongest, first those that match, and then the
// lines that were not compiled. A line that makes several rules is listed once.
func (c *compiler) candidates(winner int, form string) []Candidate {
	var hits, misses, unread []Candidate
	compiled := map[int]bool{}
	for i := range c.draft {
		if d := &c.draft[i]; !compiled[d.line()] && c.m.pattern(i).Match(form) {
			compiled[d.line()] = true
			hits = append(hits, c.candidate(i))
			hits[len(hits)-1].Why = c.hitLoss(i, winner)
		}
	}
	for i := range c.draft {
		if d := &c.draft[i]; !compiled[d.line()] {
			compiled[d.line()] = true
			misses = append(misses, c.candidate(i))
			misses[len(misses)-1].Why = LossNoMatch
		}
	}
	for _, s := range c.chosen {
		for _, r := range c.file.syn.Records[s.Lo:s.Hi] {
			if k := r.Key(); !k.IsRule() || compiled[r.Line()] {
				continue
			}
			unread = append(unread, Candidate{
				Line: r.Line(), Column: syntax.Column(c.file.syn.Text, c.file.syn.Start, r.KeyAt()),
				Rule: c.file.syn.Text[r.KeyAt():r.ValueEnd()], Allow: r.Key() == syntax.KeyAllow, Why: c.unread(r),
			})
		}
	}
	return append(append(hits, misses...), unread...)
}

// candidate describes a rule.
func (c *compiler) candidate(rank int) Candidate {
	d := &c.draft[rank]
	t := c.m.written(d.packed)
	return Candidate{
		Line: d.line(), Column: t.Key - t.Start + 1, Rule: c.file.syn.Text[t.Key : t.Value+t.ValueLen],
		Path: c.m.pattern(rank).String(), Length: d.length, Allow: d.allow(),
	}
}

// hitLoss returns the outcome of a rule that matches.
func (c *compiler) hitLoss(rank, winner int) Loss {
	switch {
	case winner < 0:
		return LossMoot
	case rank == winner:
		return LossNone
	}
	return c.loss(c.draft[rank], c.draft[winner])
}

func (c *compiler) loss(d, winner draft) Loss {
	switch p := c.d.Precedence; {
	case p == dialect.First || p == dialect.AnyDisallow && d.empty == winner.empty:
		return LossLater
	case p == dialect.AnyDisallow, p == dialect.AnyAllow && d.allow() != winner.allow(), p == dialect.ExplicitFirst && d.exact != winner.exact:
		return LossWeaker
	case d.length != winner.length:
		return LossShorter
	case d.allow() != winner.allow():
		return LossTie
	}
	return LossLater
}

func (c *compiler) unread(r syntax.Record) Loss {
	switch v := c.value(r); {
	case !c.d.Reads(r):
		return LossIgnored
	case v == "":
		return LossEmpty
	}
	return LossTooLong
}

// maxToldLosers is how many losing rules String lists.
const maxToldLosers = 20

// String describes the decision for people, in a few lines.
func (e Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s (dialect %s)\n", e.Verdict, e.Target, e.Reason, e.Dialect)
	if e.Line > 0 {
		fmt.Fprintf(&b, "  decided by line %d, column %d: %s\n", e.Line, e.Column, e.Rule)
	}
	var chain []string
	for _, a := range e.Chain {
		chain = append(chain, string(a))
	}
	if len(chain) > 0 {
		fmt.Fprintf(&b, "  looked for: %s\n", strings.Join(chain, ", then "))
	}
	for _, note := range e.Notes {
		fmt.Fprintf(&b, "  %s\n", note)
	}
	for _, g := range e.Groups {
		fmt.Fprintf(&b, "  group of line %d: %s\n", g.Line, strings.Join(g.Agents, ", "))
	}
	if e.Form != e.Target {
		fmt.Fprintf(&b, "  compared as: %s\n", e.Form)
	}
	told, others := 0, 0
	for _, c := range e.Candidates {
		switch {
		case c.Why == LossNone || c.Why == LossNoMatch:
		case told == maxToldLosers:
			others++
		default:
			told++
			fmt.Fprintf(&b, "  line %d lost, %s: %s\n", c.Line, c.Why.sentence(), c.Rule)
		}
	}
	e.rest(&b, others)
	return b.String()
}

// rest describes the rules that are not listed, and the group for all robots.
func (e *Explanation) rest(b *strings.Builder, more int) {
	if more > 0 {
		fmt.Fprintf(b, "  %d more lost\n", more)
	}
	misses := 0
	for _, c := range e.Candidates {
		if c.Why == LossNoMatch {
			misses++
		}
	}
	switch misses {
	case 0:
	case 1:
		b.WriteString("  1 rule does not match\n")
	default:
		fmt.Fprintf(b, "  %d rules do not match\n", misses)
	}
	if p := e.Passed; p != nil && p.Line > 0 {
		fmt.Fprintf(b, "  line %d of the group for * would %s, but the robot has a group of its own: %s\n", p.Line, p.Verdict, p.Rule)
	} else if p != nil {
		fmt.Fprintf(b, "  the group for * would %s, but the robot has a group of its own\n", p.Verdict)
	}
}

// sentence describes the loss in words.
func (l Loss) sentence() string {
	switch l {
	case LossShorter:
		return "its path is shorter"
	case LossTie:
		return "of two paths of one length the allow rule wins"
	case LossLater:
		return "a rule as strong stands before it"
	case LossWeaker:
		return "the dialect puts the other kind of rule first"
	case LossIgnored:
		return "the dialect does not read the line"
	case LossEmpty:
		return "it has no path"
	case LossTooLong:
		return "its path is too long, or too many expressions stand before it"
	case LossMoot:
		return "the robots file itself is always allowed"
	}
	return l.String()
}
