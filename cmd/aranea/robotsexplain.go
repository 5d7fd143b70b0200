package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/field"
)

// An explainJSON is one line of "aranea robots explain --json".
type explainJSON struct {
	testJSON
	Compared   string          `json:"compared,omitempty"`
	Chain      []string        `json:"chain,omitempty"`
	Groups     []groupJSON     `json:"groups,omitempty"`
	Candidates []candidateJSON `json:"candidates,omitempty"`
	Asks       []askJSON       `json:"asks,omitempty"`
}

type groupJSON struct {
	Line   int      `json:"line"`
	Agents []string `json:"agents"`
}

type candidateJSON struct {
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Rule   string `json:"rule"`
	Path   string `json:"path,omitempty"`
	Length int    `json:"length,omitempty"`
	Allow  bool   `json:"allow"`
	Why    string `json:"why"` // "decides", or why it lost
}

// An askJSON is something that the file asks beside access.
type askJSON struct {
	What string `json:"what"`
	Line int    `json:"line,omitempty"` // of the file
	Text string `json:"text"`
}

// answerExplain tells how the decision on one URL came about.
func answerExplain(w io.Writer, q robotsQuestion, asJSON bool) error {
	m := q.access.Matcher()
	var e acquire.Explanation
	switch {
	case q.answer != nil:
		m = nil // the file asks nothing of what it was not asked about
		d := q.decide()
		e = acquire.Explanation{Explanation: robotstxt.Explanation{Decision: d.Decision, Target: q.text, Form: q.text}, Basis: d.Basis}
	case q.local && m != nil:
		e.Explanation = m.Explain(q.target) // nothing was asked of anybody
	default:
		e = q.access.Explain(q.target)
	}
	if asJSON {
		out := explainJSON{testJSON: testJSON{URL: q.text, decisionJSON: newDecisionJSON(acquire.Decision{Decision: e.Decision, Basis: e.Basis}), File: newFileJSON(q.siteRobots)}}
		out.explain(e)
		if m != nil {
			out.Asks = asks(m, q.target, time.Now())
		}
		return writeJSON(w, out)
	}
	var b strings.Builder
	b.WriteString(e.String())
	if note := copyNote(&q.copy); note != "" && q.answer == nil {
		fmt.Fprintf(&b, "  %s\n", note)
	}
	if q.hops > 0 {
		fmt.Fprintf(&b, "  found at %s, %s on\n", q.url, show.Count(q.hops, "redirect"))
	}
	if m != nil {
		for _, a := range asks(m, q.target, time.Now()) {
			fmt.Fprintf(&b, "  %s: %s", a.What, a.Text)
			if a.Line > 0 {
				fmt.Fprintf(&b, " (line %d)", a.Line)
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, show.Text(b.String()))
	return err
}

func (out *explainJSON) explain(e acquire.Explanation) {
	out.Compared = e.Form
	for _, t := range e.Chain {
		out.Chain = append(out.Chain, string(t))
	}
	for _, g := range e.Groups {
		out.Groups = append(out.Groups, groupJSON{g.Line, g.Agents})
	}
	for _, c := range e.Candidates {
		j := candidateJSON{Line: c.Line, Column: c.Column, Rule: c.Rule, Path: c.Path, Length: c.Length, Allow: c.Allow, Why: c.Why.String()}
		if c.Why == robotstxt.LossNone {
			j.Why = "decides"
		}
		out.Candidates = append(out.Candidates, j)
	}
}

// asks lists what the lines beyond access rules ask of the robot, as the
// dialect reads them.
func asks(m *robotstxt.Matcher, target string, now time.Time) []askJSON {
	var out []askJSON
	add := func(what string, line int, format string, args ...any) {
		out = append(out, askJSON{what, line, fmt.Sprintf(format, args...)})
	}
	if p := m.Pause(now); p > 0 {
		add("pause", 0, "%s between two requests at this hour", p)
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
