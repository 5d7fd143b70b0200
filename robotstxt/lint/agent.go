package lint

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// agent checks a User-agent value.
func (z *linter) agent(l syntax.Line) {
	v := l.Value
	n := dialect.TokenLength(v)
	z.lastStar = syntax.Line{}
	if near := nearRobot(v[:n]); near != "" && (n == len(v) || v[n] == '/') {
		z.val(CheckAgentTypo, l, v[:n]+" instead of "+near, replaceValue(l, near, EffectBoth))
		return
	}
	switch {
	case v == "*":
		z.lastStar = l
	case strings.HasPrefix(v, "*"):
		z.star(l)
	case v == "" || strings.Trim(v, `"':`) != v:
		z.noToken(l)
	case n > 0 && n < len(v):
		z.longAgent(l, n)
	case n == 0:
		z.noToken(l)
	case generic(v):
		z.val(CheckAgentGeneric, l, "", nil)
	}
}

// star checks a value that begins with a star: "*FooBot*" is meant for one robot, "*bot*" for
// many that have no line of their own, "* all" for all.
func (z *linter) star(l syntax.Line) {
	name := strings.Trim(l.Value, "*")
	switch {
	case name == "" || syntax.IsSpace(name[0]):
		z.val(CheckAgentStar, l, "", replaceValue(l, "*", EffectBoth))
	case dialect.AgentToken(name).Valid() && !generic(name):
		z.val(CheckAgentStar, l, "the name is "+name, replaceValue(l, name, EffectBoth))
	default:
		z.val(CheckAgentStar, l, "", nil)
	}
}

// noToken reports a name that is not valid by RFC 9309, and how it is interpreted.
func (z *linter) noToken(l syntax.Line) {
	switch n := dialect.TokenLength(l.Value); {
	case l.Value == "":
		z.val(CheckAgentToken, l, "no name", nil)
	case n == 0:
		z.val(CheckAgentToken, l, l.Value+": nothing is left of it, so that only robots which compare whole names recognise themselves", nil)
	default:
		z.val(CheckAgentToken, l, l.Value+", read as "+l.Value[:n], nil)
	}
}

// generic reports whether a word is a part of many robots' names. In a line of its own it would
// apply to all of them: by the drafts of 1994 and 1996 a name is searched anywhere in that of a
// robot, and seed 001 warns that "bot" matches Bot, Robot, Bottom-Feeder, Spambot and
// Dont-Bother-Me.
func generic(word string) bool {
	switch strings.TrimSuffix(strings.ToLower(word), "s") {
	case "bot", "robot", "crawler", "spider", "webbot", "webcrawler", "webspider", "agent", "web", "search", "engine",
		"fetch", "fetcher", "crawl", "scanner", "archiver", "scraper", "client", "browser", "mobile", "new", "image", "video":
		return true
	}
	return false
}

// nearRobot returns the known robot whose name was misspelled by one slip, or "" if there is
// none.
func nearRobot(name string) string {
	const shortest, longest = 7, 40
	if len(name) < shortest || len(name) > longest {
		return ""
	}
	found := ""
	for _, k := range dialect.KnownAgents() {
		right := string(k.Token)
		if strings.EqualFold(name, right) {
			return ""
		}
		if len(right) >= shortest && strings.EqualFold(name[:1], right[:1]) && abs(len(right)-len(name)) < 2 &&
			slips(strings.ToLower(name), strings.ToLower(right)) == 1 {
			found = right
		}
	}
	return found
}

func abs(n int) int { return max(n, -n) }

// longAgent checks a value that continues after a name. Names with whitespace are common among
// old programs; they are several robots only if each word looks like one, and none is a part of
// many names.
func (z *linter) longAgent(l syntax.Line, n int) {
	if strings.HasPrefix(l.Value, "Mozilla/") {
		z.header(l)
		return
	}
	separated := strings.ContainsAny(l.Value, ",;") && !strings.ContainsAny(l.Value, "()")
	names := strings.FieldsFunc(l.Value, func(r rune) bool {
		return r == ',' || r == ';' || !separated && (r == ' ' || r == '\t')
	})
	several := separated
	lines := make([]string, len(names))
	for i, name := range names {
		if separated {
			name = dialect.WithoutVersion(name)
		}
		names[i], lines[i] = name, "User-agent: "+name
		several = several || robotName(name)
	}
	likely := several && !separated
	for _, name := range names {
		likely = likely && dialect.AgentToken(name).Valid() && !generic(name)
		several = several && (name == "*" || dialect.AgentToken(name).Valid()) && (separated || robotName(name)) && !generic(name)
	}
	switch {
	case several && len(names) > 1:
		z.val(CheckSeveralAgents, l, "", replaceLine(l, EffectBoth, lines...))
	case likely && len(names) > 1:
		z.val(CheckAgentList, l, "", nil)
	case (l.Value[n] == '/' || l.Value[n] == '*') && !generic(l.Value[:n]):
		z.val(CheckAgentVersion, l, "", replaceValue(l, l.Value[:n], EffectBoth))
	default:
		z.noToken(l)
	}
}

// header checks a whole User-Agent header instead of a name.
func (z *linter) header(l syntax.Line) {
	t := dialect.TokenFromUserAgent(l.Value)
	if t == "" || strings.EqualFold(string(t), "Mozilla") || generic(string(t)) {
		z.noToken(l)
		return
	}
	z.val(CheckAgentVersion, l, "the name is "+string(t), replaceValue(l, string(t), EffectBoth))
}

// robotNames reports whether a value is a list of names, at least one of which is certainly that
// of a robot.
func robotNames(s string) bool {
	names := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\t' })
	sure := false
	for _, name := range names {
		if !dialect.AgentToken(name).Valid() {
			return false
		}
		sure = sure || robotName(name)
	}
	return sure && len(names) > 1
}

// robotName reports whether a path is probably the name of a robot.
func robotName(s string) bool {
	if !dialect.AgentToken(s).Valid() || generic(s) {
		return false
	}
	if _, ok := dialect.KnownAgentByToken(dialect.AgentToken(s)); ok {
		return true
	}
	s = strings.ToLower(s)
	return strings.HasSuffix(s, "bot") || strings.HasSuffix(s, "spider") || strings.HasSuffix(s, "crawler")
}
