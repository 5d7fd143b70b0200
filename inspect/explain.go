package inspect

import (
	"bytes"
	"fmt"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
)

// Explained is an answer with its explanation.
type Explained struct {
	Answered
	Compared   string      `json:"compared,omitempty"` // the form of the target that was compared with the rules
	Chain      []string    `json:"chain,omitempty"`
	Groups     []Group     `json:"groups,omitempty"`
	Candidates []Candidate `json:"candidates,omitempty"`
	Asks       []Ask       `json:"asks,omitempty"`
	// Text describes the decision, its groups and its candidates for people, in several lines.
	Text string `json:"-"`
}

// A Group is a group of rules that applies to the robot.
type Group struct {
	Line   int      `json:"line"`
	Agents []string `json:"agents"`
}

// A Candidate is a rule of the groups that apply to the robot.
type Candidate struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Rule   string `json:"rule"`
	Path   string `json:"path,omitempty"`
	Length int    `json:"length,omitempty"`
	Allow  bool   `json:"allow"`
	Why    string `json:"why"` // "decides", or why it lost
}

// An Ask is a request of the file other than about access.
type Ask struct {
	What string `json:"what"`
	Line int    `json:"line,omitempty"` // of the file
	Text string `json:"text"`
}

// Explain answers the question with an explanation.
func (q *Question) Explain(now time.Time) Explained {
	m := q.Access.Matcher()
	var e acquire.Explanation
	switch {
	case q.answer != nil:
		m = nil // the question is not about the file
		d := q.decide()
		e = acquire.Explanation{Explanation: robotstxt.Explanation{Decision: d.Decision, Target: q.Text, Form: q.Text}, Basis: d.Basis}
	case q.Local && m != nil:
		e.Explanation = m.Explain(q.Target) // no site was asked
	default:
		e = q.Access.Explain(q.Target)
	}
	out := Explained{
		Answered: Answered{URL: q.Text, Decision: DecisionOf(acquire.Decision{Decision: e.Decision, Basis: e.Basis}), File: q.file(now)},
		Compared: e.Form, Text: e.String(),
	}
	for _, t := range e.Chain {
		out.Chain = append(out.Chain, string(t))
	}
	for _, g := range e.Groups {
		out.Groups = append(out.Groups, Group{g.Line, g.Agents})
	}
	for _, c := range e.Candidates {
		j := Candidate{Line: c.Line, Column: c.Column, Rule: c.Rule, Path: c.Path, Length: c.Length, Allow: c.Allow, Why: c.Why.String()}
		if c.Why == robotstxt.LossNone {
			j.Why = "decides"
		}
		out.Candidates = append(out.Candidates, j)
	}
	if m != nil {
		out.Asks = append(asks(m, q.Target, now), q.mirrors(m)...)
	}
	return out
}

// mirrors lists the valid Host lines of the file if they are no rules in the robot's dialect: a
// crawl takes them as evidence for mirrors in every dialect, as Yandex read them.
func (q *Question) mirrors(m *robotstxt.Matcher) (out []Ask) {
	if len(m.Hosts()) > 0 || !bytes.Contains(bytes.ToLower(q.Copy.Body), []byte("host")) {
		return nil
	}
	yandex := q.Copy.RulesFor(dialect.Yandex2003(), "", "Yandex")
	if yandex == nil {
		return nil
	}
	for _, h := range yandex.Hosts() {
		if h.Fault == field.HostOK {
			out = append(out, Ask{"main mirror", h.Line, h.String() + ", as evidence for mirrors"})
		}
	}
	return out
}

// HasAnswer reports whether a file answers the question, so that unusual properties of the file
// are relevant.
func (q *Question) HasAnswer() bool { return q.answer == nil }

// asks lists what the lines other than access rules ask of the robot, in its dialect.
func asks(m *robotstxt.Matcher, target string, now time.Time) []Ask {
	var out []Ask
	add := func(what string, line int, format string, args ...any) {
		out = append(out, Ask{what, line, fmt.Sprintf(format, args...)})
	}
	if p := m.Delay(now); p > 0 {
		add("delay", 0, "%s between two requests at this hour", p)
	}
	for _, v := range m.VisitTimes() {
		add("visits", 0, "welcome at %s UTC", v)
	}
	if at := m.NextAllowed(time.Time{}, now); at.After(now) {
		add("next visit", 0, "%s", at.UTC().Format(time.RFC3339))
	}
	if clean := m.Clean(target); clean != target {
		add("same page as", 0, "%s, by Clean-param", clean)
	}
	for _, p := range m.Usage(target) {
		add("use", p.Line, "%s=%s, by Content-Usage", p.Label, p.Value)
	}
	for _, p := range m.Signals(target) {
		add("use", p.Line, "%s=%s, by Content-Signal", p.Label, p.Value)
	}
	pages := m.PageRules(target)
	for _, r := range []struct {
		name string
		line int
	}{{"noindex", pages.Noindex}, {"nofollow", pages.Nofollow}, {"noarchive", pages.Noarchive}} {
		if r.line > 0 {
			add("page", r.line, "%s", r.name)
		}
	}
	for _, h := range m.Hosts() {
		if h.Fault != field.HostOK {
			add("main mirror", h.Line, "ignored, the name is not valid: %s", h.Fault)
			continue
		}
		add("main mirror", h.Line, "%s", h)
	}
	for _, l := range m.Licenses() {
		add("licence", 0, "%s", l)
	}
	for _, c := range m.Comments() {
		add("comment", 0, "%s", c)
	}
	return out
}
