package robotstxt

import "strings"

// groups finds what is wrong with groups as a whole.
func (z *linter) groups() {
	f := z.file
	spans := f.spans(&z.d)
	agents := f.addressed(&z.d, spans)
	const most = 500 // robots; files that name more are lists, and say so everywhere
	if len(agents) > most {
		agents = agents[:most]
	}
	star := f.Compile(z.d, "*")
	for _, a := range agents {
		c := compiler{file: f, m: &Matcher{dialect: z.d}, d: &z.d, spans: spans}
		c.choose([]AgentToken{a})
		if len(c.chosen) > 1 {
			z.record(CheckGroupTwice, f.records[c.chosen[1].lo], string(a))
		}
		if a != "*" && c.m.agent != "*" && len(c.chosen) > 0 {
			z.noInherit(f, a, star, f.records[c.chosen[0].lo])
		}
	}
}

// maxInheritSteps bounds the rules that noInherit asks for in one file.
const maxInheritSteps = 500_000

// noInherit tells of a robot for which something is open that is closed to all
// others, although its group says nothing of it.
func (z *linter) noInherit(f *File, a AgentToken, star *Matcher, at record) {
	own := f.Compile(z.d, a)
	if own.Allowed("/") && !star.Allowed("/") && len(star.rules) == 1 {
		return // closed to all, open to some: that is a plan
	}
	for i := range star.rules {
		if z.steps++; z.steps > maxInheritSteps {
			return
		}
		p := star.pattern(i)
		if star.rules[i].allow() || p.kind != kindLiteral || p.text == "/" {
			continue
		}
		d := own.Decide(p.text)
		if d.Verdict == Allow && (d.Reason == ReasonNoRule || d.Rule != "" && strings.TrimRight(d.Rule, "/* ") == "Allow:") {
			z.record(CheckNoInherit, at, string(a)+" may visit "+p.text)
			return
		}
	}
}

// record adds a finding about the key of a record.
func (z *linter) record(c Check, r record, detail string) {
	if len(z.out) >= MaxFindings {
		return
	}
	start := r.key() - z.file.start
	z.out = append(z.out, Finding{
		Check: c, Line: r.line(), Column: column(z.file.text, z.file.start, r.key()),
		Start: start, End: r.valueEnd() - z.file.start, Detail: detail,
	})
}

// deadRules finds rules that decide nothing. Only those that Google's parser
// does not need either may go: it takes fewer spellings of a path for equal.
func (z *linter) deadRules() {
	dropped := newMinimiser(z.file, z.d).run()
	if len(dropped) == 0 {
		return
	}
	g := Google()
	g.Catalogue, g.NoUTF16 = false, false
	both := map[int]bool{}
	for _, x := range newMinimiser(z.file, g).run() {
		both[x.Line] = true
	}
	z.lintDead(dropped, both)
}

func (z *linter) lintDead(dropped []Dropped, both map[int]bool) {
	byLine := map[int]Dropped{}
	for _, x := range dropped {
		byLine[x.Line] = x
	}
	for l := range z.file.Lines() {
		x, ok := byLine[l.Number]
		// An allow rule that says what holds anyway is a comment in rule's
		// clothes, and a path that matches nothing is told of elsewhere.
		if !ok || x.By == 0 || l.Value == "" || l.Value[0] != '/' && l.Value[0] != '*' {
			continue
		}
		detail, fix := x.String(), replaceLine(l, EffectNone)
		if !both[l.Number] {
			detail, fix = detail+", but not to robots that compare paths as they are written", nil
		}
		z.add(CheckDeadRule, l, l.Column-1, l.value+len(l.Value), detail, fix)
	}
}

// blocked finds URLs that should be open and are not.
func (z *linter) blocked() {
	agents := z.opt.Agents
	if len(agents) == 0 {
		agents = []AgentToken{"*"}
	}
	site, _, known := SplitURL(z.opt.URL)
	for _, a := range agents {
		m := z.file.CompileFor(z.d, site, a)
		if known {
			z.blockedURLs(m, site, CheckSitemapBlocked, z.file.Sitemaps())
		}
		z.blockedURLs(m, site, CheckURLBlocked, z.opt.Wanted)
		z.blockedURLs(m, site, CheckResource, z.opt.Resources)
	}
}

func (z *linter) blockedURLs(m *Matcher, site string, c Check, urls []string) {
	for _, u := range urls {
		at, target, ok := SplitURL(u)
		if !ok || site != "" && at != site {
			continue
		}
		if d := m.Decide(target); d.Verdict == Deny {
			z.rowFinding(c, d, u)
		}
	}
}

// rowFinding adds a finding about the rule of a decision.
func (z *linter) rowFinding(c Check, d Decision, detail string) {
	for _, r := range z.file.records {
		if r.line() == d.Line {
			z.record(c, r, detail)
			return
		}
	}
}
