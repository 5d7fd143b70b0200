package lint

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// maxLintAgents is how many robots of a file are examined one by one. Files that name more are
// lists.
const maxLintAgents = 500

// groups checks groups as a whole.
func (z *linter) groups() {
	f := z.file
	v := f.Chooser(z.d)
	agents := v.Addressed()
	if len(agents) > maxLintAgents {
		agents = agents[:maxLintAgents]
		z.add(CheckUnchecked, syntax.Line{}, 0, 0, "group-twice and no-inherit: too many robots", nil)
	}
	star := f.Compile(z.d, "*")
	z.closed(v, star, agents)
	for _, a := range agents {
		c := v.Choose(a)
		switch {
		case len(c.Groups) < 2:
		case a == "*":
			z.record(CheckStarTwice, f.Syntax().Records[c.Groups[1].Lo], "")
		default:
			z.record(CheckGroupTwice, f.Syntax().Records[c.Groups[1].Lo], string(a))
		}
		if a != "*" && c.Agent != "*" && len(c.Groups) > 0 {
			z.noInherit(v.Compile(c), a, star, f.Syntax().Records[c.Groups[0].Lo])
		}
	}
}

// closed reports a site that is closed for all robots, or for all except some.
func (z *linter) closed(v *robotstxt.Chooser, star *robotstxt.Matcher, agents []dialect.AgentToken) {
	rank := closesAll(star)
	if rank < 0 {
		return
	}
	d := robotstxt.Decision{Line: star.Rule(rank).Line}
	var open []string
	for _, a := range agents {
		if own := v.Compile(v.Choose(a)); own.Agent() != "*" && closesAll(own) < 0 {
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

// closesAll returns the rank of a rule that closes every path if no rule allows any, or -1.
func closesAll(m *robotstxt.Matcher) int {
	found := -1
	for i := range m.Len() {
		r := m.Rule(i)
		if r.Allow {
			return -1
		}
		if p := r.Path; p.Kind == pattern.KindLiteral && !p.End && (p.Text == "/" || p.Text == "") || p.Text == "*" {
			found = i
		}
	}
	return found
}

// maxInheritSteps limits the rules that noInherit examines in one file.
const maxInheritSteps = 500_000

// noInherit reports a robot for which something is open that is closed for all others, although
// its group does not mention it.
func (z *linter) noInherit(own *robotstxt.Matcher, a dialect.AgentToken, star *robotstxt.Matcher, at syntax.Record) {
	if own.Allowed("/") && !star.Allowed("/") && star.Len() == 1 {
		return // closed for all and open for some is intentional
	}
	for i := range star.Len() {
		if z.steps++; z.steps >= maxInheritSteps {
			if z.steps == maxInheritSteps {
				z.add(CheckUnchecked, syntax.Line{}, 0, 0, "no-inherit: too many rules", nil)
			}
			return
		}
		p := star.Rule(i).Path
		if star.Rule(i).Allow || p.Kind != pattern.KindLiteral || p.Text == "/" {
			continue
		}
		d := own.Decide(p.Text)
		if d.Verdict == robotstxt.Allow && (d.Reason == robotstxt.ReasonNoRule || d.Rule != "" && strings.TrimRight(d.Rule, "/* ") == "Allow:") {
			z.record(CheckNoInherit, at, string(a)+" may visit "+p.Text)
			return
		}
	}
}

// record adds a finding about the key of a record.
func (z *linter) record(c Check, r syntax.Record, detail string) {
	if z.full() {
		return
	}
	start := r.KeyAt() - z.file.Syntax().Start
	z.out = append(z.out, Finding{
		Check: c, Line: r.Line(), Column: syntax.Column(z.file.Syntax().Text, z.file.Syntax().Start, r.KeyAt()),
		Start: start, End: r.ValueEnd() - z.file.Syntax().Start, Detail: detail,
	})
}

// lineAt returns a line that is neither empty nor a comment.
func (z *linter) lineAt(number int) syntax.Line {
	f := z.file
	t := syntax.TokenAt(f.Syntax().Text, f.Syntax().Start, f.Syntax().Records[z.recordAt(number)].KeyAt())
	t.Next = t.End
	for t.Next < len(f.Syntax().Text) && t.Next-t.End < 2 && syntax.IsLineEnd(f.Syntax().Text[t.Next]) && (t.Next == t.End || f.Syntax().Text[t.Next] == '\n' && f.Syntax().Text[t.End] == '\r') {
		t.Next++
	}
	l := t.Line(f.Syntax().Text, number)
	l.Offset -= f.Syntax().Start
	return l
}

// blocked finds URLs that should be open but are not.
func (z *linter) blocked() {
	agents := z.opt.Agents
	if len(agents) == 0 {
		agents = []dialect.AgentToken{"*"}
	}
	site, _, _ := robotstxt.SplitURL(z.opt.URL)
	for _, a := range agents {
		m := z.file.CompileFor(z.d, site, a)
		if len(z.opt.Agents) > 0 || closesAll(m) < 0 { // otherwise that has been reported already
			z.blockedSitemaps(m, a, z.opt.URL)
		}
		z.blockedURLs(m, site, CheckURLBlocked, z.opt.Wanted)
		z.blockedURLs(m, site, CheckResource, z.opt.Resources)
	}
}

// blockedSitemaps finds sitemaps that are closed. They are reported if they are on the host of
// the file, whether by http or by https. If that is unknown, it is assumed to be the host of the
// sitemaps, if they are all on one host. A sitemap that is closed for "*" is intended for robots
// of search engines with their own groups if they may read it.
func (z *linter) blockedSitemaps(m *robotstxt.Matcher, a dialect.AgentToken, url string) {
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
	var let []*robotstxt.Matcher
	for _, u := range all {
		_, target, ok := robotstxt.SplitURL(u)
		if !ok || own == "" || hostOf(u) != own {
			continue
		}
		d := m.Decide(target)
		if d.Verdict != robotstxt.Deny {
			continue
		}
		if a == "*" && let == nil {
			let = z.named()
		}
		if !slices.ContainsFunc(let, func(m *robotstxt.Matcher) bool { return m.Allowed(target) }) {
			z.rowFinding(CheckSitemapBlocked, d, u+", to "+who)
		}
	}
}

// named returns the rules of the known robots that have their own group and visit pages for
// public search. What only products or advertising robots may read does not count as open.
func (z *linter) named() []*robotstxt.Matcher {
	out := []*robotstxt.Matcher{}
	for _, k := range dialect.KnownAgents() {
		if k.Kind != dialect.AgentCrawler || k.IgnoresAll {
			continue
		}
		if m := z.file.Compile(z.d, k.Token); m.Agent() != "*" && m.Agent() != "" {
			out = append(out, m)
		}
	}
	return out
}

// hostOf returns the host and port of a URL, or "" if it is not one.
func hostOf(url string) string {
	site, _, _ := robotstxt.SplitURL(url)
	_, host, _ := strings.Cut(site, "://")
	return host
}

// blockedURLs finds URLs and paths of the site that are closed. A path belongs to the file's own
// site; anything else is ignored.
func (z *linter) blockedURLs(m *robotstxt.Matcher, site string, c Check, urls []string) {
	for _, u := range urls {
		at, target, ok := robotstxt.SplitURL(u)
		switch {
		case strings.HasPrefix(u, "/"):
			target = u
		case !ok || site != "" && at != site:
			continue
		}
		if d := m.Decide(target); d.Verdict == robotstxt.Deny {
			z.rowFinding(c, d, u)
		}
	}
}

// rowFinding adds a finding about the rule of a decision.
func (z *linter) rowFinding(c Check, d robotstxt.Decision, detail string) {
	if i := z.recordAt(d.Line); i < len(z.file.Syntax().Records) && z.file.Syntax().Records[i].Line() == d.Line {
		z.record(c, z.file.Syntax().Records[i], detail)
	}
}
