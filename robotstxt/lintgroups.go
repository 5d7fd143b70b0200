package robotstxt

import (
	"slices"
	"strings"
)

// maxLintAgents is how many robots of a file are looked at one by one. Files
// that name more are lists.
const maxLintAgents = 500

// groups finds what is wrong with groups as a whole.
func (z *linter) groups() {
	f := z.file
	spans := f.spans(&z.d)
	agents := f.addressed(&z.d, spans)
	if len(agents) > maxLintAgents {
		agents = agents[:maxLintAgents]
		z.add(CheckUnchecked, Line{}, 0, 0, "group-twice and no-inherit: too many robots", nil)
	}
	star := f.Compile(z.d, "*")
	v := newVersion(f, &z.d)
	z.closed(v, star, agents)
	for _, a := range agents {
		c := v.choose(a)
		if len(c.chosen) > 1 {
			z.record(CheckGroupTwice, f.records[c.chosen[1].lo], string(a))
		}
		if a != "*" && c.m.agent != "*" && len(c.chosen) > 0 {
			z.noInherit(v.compile(c), a, star, f.records[c.chosen[0].lo])
		}
	}
}

// closed tells of a site that is closed altogether, or to all robots but some.
func (z *linter) closed(v *version, star *Matcher, agents []AgentToken) {
	rank := star.closesAll()
	if rank < 0 {
		return
	}
	d := Decision{Line: star.lineOf(rank)}
	var open []string
	for _, a := range agents {
		if own := v.compile(v.choose(a)); own.agent != "*" && own.closesAll() < 0 {
			open = append(open, string(a))
		}
	}
	const most = 3
	switch n := len(open); {
	case n == 0:
		z.rowFinding(CheckClosed, d, "")
	case n > most:
		z.rowFinding(CheckClosedOthers, d, strings.Join(open[:most], ", ")+" and others are let in")
	default:
		z.rowFinding(CheckClosedOthers, d, "let in: "+strings.Join(open, ", "))
	}
}

// closesAll returns the rank of a rule that closes every path, if no rule
// allows any; otherwise -1.
func (m *Matcher) closesAll() int {
	found := -1
	for i, r := range m.rules {
		if r.allow() {
			return -1
		}
		if p := m.pattern(i); p.kind == kindLiteral && !p.end && (p.text == "/" || p.text == "") || p.text == "*" {
			found = i
		}
	}
	return found
}

// maxInheritSteps bounds the rules that noInherit asks for in one file.
const maxInheritSteps = 500_000

// noInherit tells of a robot for which something is open that is closed to all
// others, although its group says nothing of it.
func (z *linter) noInherit(own *Matcher, a AgentToken, star *Matcher, at record) {
	if own.Allowed("/") && !star.Allowed("/") && len(star.rules) == 1 {
		return // closed to all, open to some: that is a plan
	}
	for i := range star.rules {
		if z.steps++; z.steps >= maxInheritSteps {
			if z.steps == maxInheritSteps {
				z.add(CheckUnchecked, Line{}, 0, 0, "no-inherit: too many rules", nil)
			}
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
	if z.full() {
		return
	}
	start := r.key() - z.file.start
	z.out = append(z.out, Finding{
		Check: c, Line: r.line(), Column: column(z.file.text, z.file.start, r.key()),
		Start: start, End: r.valueEnd() - z.file.start, Detail: detail,
	})
}

// lineAt returns a line that is not blank and not a comment.
func (z *linter) lineAt(number int) Line {
	f := z.file
	t := tokenAt(f.text, f.start, f.records[z.recordAt(number)].key())
	t.next = t.end
	for t.next < len(f.text) && t.next-t.end < 2 && isLineEnd(f.text[t.next]) && (t.next == t.end || f.text[t.next] == '\n' && f.text[t.end] == '\r') {
		t.next++
	}
	l := t.line(f.text, number)
	l.Offset -= f.start
	return l
}

// blocked finds URLs that should be open and are not.
func (z *linter) blocked() {
	agents := z.opt.Agents
	if len(agents) == 0 {
		agents = []AgentToken{"*"}
	}
	site, _, _ := SplitURL(z.opt.URL)
	for _, a := range agents {
		m := z.file.CompileFor(z.d, site, a)
		if len(z.opt.Agents) > 0 || m.closesAll() < 0 { // else that is told already
			z.blockedSitemaps(m, a, z.opt.URL)
		}
		z.blockedURLs(m, site, CheckURLBlocked, z.opt.Wanted)
		z.blockedURLs(m, site, CheckResource, z.opt.Resources)
	}
}

// blockedSitemaps finds sitemaps that are closed. They are told if they lie on
// the host of the file, whether by http or by https. Where that is not known, it
// is taken for the host of the sitemaps, if they all lie on one. A sitemap that is
// closed to "*" is kept for the robots of search engines that have a group of
// their own, if they may read it.
func (z *linter) blockedSitemaps(m *Matcher, a AgentToken, url string) {
	all := z.file.Sitemaps()
	own := hostOf(url)
	for _, u := range all {
		h := hostOf(u)
		if url == "" && h != "" && own != "" && h != own {
			return
		}
		if url == "" && h != "" {
			own = h
		}
	}
	who := string(a)
	if a == "*" {
		who = "all robots without a group of their own"
	}
	var let []*Matcher
	for _, u := range all {
		_, target, ok := SplitURL(u)
		if !ok || own == "" || hostOf(u) != own {
			continue
		}
		d := m.Decide(target)
		if d.Verdict != Deny {
			continue
		}
		if a == "*" && let == nil {
			let = z.named()
		}
		if !slices.ContainsFunc(let, func(m *Matcher) bool { return m.Allowed(target) }) {
			z.rowFinding(CheckSitemapBlocked, d, u+", to "+who)
		}
	}
}

// named returns the rules of the known robots that have a group of their own and
// visit pages for all to find. What only products or advertisements may read is
// not open.
func (z *linter) named() []*Matcher {
	out := []*Matcher{}
	for _, k := range KnownAgents() {
		if k.Kind != AgentCrawler || k.IgnoresAll {
			continue
		}
		if m := z.file.Compile(z.d, k.Token); m.agent != "*" && m.has {
			out = append(out, m)
		}
	}
	return out
}

// hostOf returns the host and port of a URL, "" if it is none.
func hostOf(url string) string {
	site, _, _ := SplitURL(url)
	_, host, _ := strings.Cut(site, "://")
	return host
}

// blockedURLs finds URLs and paths of the site that are closed. A path is one of
// the file's own site; what is neither is left out.
func (z *linter) blockedURLs(m *Matcher, site string, c Check, urls []string) {
	for _, u := range urls {
		at, target, ok := SplitURL(u)
		switch {
		case strings.HasPrefix(u, "/"):
			target = u
		case !ok || site != "" && at != site:
			continue
		}
		if d := m.Decide(target); d.Verdict == Deny {
			z.rowFinding(c, d, u)
		}
	}
}

// rowFinding adds a finding about the rule of a decision.
func (z *linter) rowFinding(c Check, d Decision, detail string) {
	if i := z.recordAt(d.Line); i < len(z.file.records) && z.file.records[i].line() == d.Line {
		z.record(c, z.file.records[i], detail)
	}
}
