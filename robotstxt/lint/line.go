package lint

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// place checks the position of a line.
func (z *linter) place(l syntax.Line) {
	switch {
	case l.Key == syntax.KeyUserAgent:
		if z.inGroup && z.inAgents {
			z.joined(l)
		} else {
			z.endGroup()
			z.groupLine, z.starAbove, z.plain, z.ruled, z.misread = l, false, true, false, false
		}
		z.firstDelay = syntax.Line{}
		z.plain = z.plain && plainly(l)
		z.starAbove = z.starAbove || z.d.Names(l.Value, "*")
		z.inGroup, z.inAgents = true, true
		z.empty, z.lastLine = nil, l
		return
	case !z.inGroup && l.Key.IsMember() && l.Key != syntax.KeyCleanParam && l.Key != syntax.KeyLicense:
		check := CheckRuleOutside
		if l.Key == syntax.KeyHost {
			check = CheckHostPlace
		}
		z.key(check, l, "", nil)
		return
	}
	if z.inGroup && l.Key.IsRule() {
		if len(z.empty) > 0 {
			z.add(CheckEmptyLineInGroup, z.emptyAt, 0, 0, "", &Fix{Edits: z.empty, Effect: EffectBoth})
		}
		z.inAgents, z.between, z.ruled = false, syntax.KeyUnknown, z.ruled || plainly(l)
		for _, h := range z.hosts {
			z.key(CheckHostPlace, h, "", nil)
		}
		z.hosts = nil
	}
	if l.Key.IsMember() {
		z.empty, z.lastLine = nil, l
		if z.inAgents {
			z.between = l.Key
		}
	}
}

// joined reports agents that share rules across a line that looks like the end of a group.
func (z *linter) joined(l syntax.Line) {
	end := l.End
	if end == "" {
		end = "\n"
	}
	fix := &Fix{Edits: []Edit{{l.Offset, l.Offset, "Disallow:" + end}}, Effect: EffectBoth}
	switch {
	case z.between != syntax.KeyUnknown && z.starAbove != z.d.Names(l.Value, "*"):
		z.key(CheckStarJoined, l, z.between.String()+" stands between", fix)
	case z.between != syntax.KeyUnknown:
		z.key(CheckAgentsJoined, l, z.between.String()+" stands between", fix)
	case len(z.empty) > 0 && !z.misread:
		z.key(CheckEmptyGroup, z.groupLine, "it shares the rules of the next group", fix)
	}
	z.between = syntax.KeyUnknown
}

// endGroup checks a group at its end.
func (z *linter) endGroup() {
	if z.inGroup && z.inAgents && !z.misread {
		l := z.lastLine
		end := l.Offset + len(l.Raw) + len(l.End)
		text := "Disallow:" + l.End
		if l.End == "" {
			text = "\nDisallow:\n"
		}
		effect := EffectNone
		if !z.plain {
			effect = EffectBoth // for some robots it belongs to the group above
		}
		z.key(CheckEmptyGroup, z.groupLine, "the file ends without a rule for it: everything is open to it", &Fix{Edits: []Edit{{end, end, text}}, Effect: effect})
	}
	z.hosts, z.between = nil, syntax.KeyUnknown
}

// rule checks a path.
func (z *linter) rule(l syntax.Line) {
	v := l.Value
	if l.Key == syntax.KeyAllow {
		z.key(CheckAllowOld, l, "", nil)
		if v == "" {
			z.key(CheckEmptyAllow, l, "", z.withoutAllow(l))
		}
	}
	if v == "" {
		return
	}
	z.size(l)
	if strings.Contains(v, "*") {
		z.val(CheckWildcardOld, l, "", nil)
	}
	if l.Comment != "" && l.ValueAt+len(v)+len(l.Comment) == len(l.Raw) {
		at := l.Offset + l.ValueAt + len(v)
		z.val(CheckFragment, l, "", &Fix{Edits: []Edit{{at, at, " "}}})
	}
	effect := EffectCloses
	if l.Key == syntax.KeyAllow {
		effect = EffectOpens
	}
	if v[0] == '/' || v[0] == '*' {
		z.path(l, effect)
		return
	}
	z.noSlash(l, effect)
}

// Limits that are errors to exceed according to Yandex' help.
const (
	maxPathYandex  = 1024
	maxRulesYandex = 2048
)

// size checks limits of length and number.
func (z *linter) size(l syntax.Line) {
	if len(l.Value) > maxPathYandex {
		z.val(CheckLongPath, l, "", nil)
	}
	if z.rules++; z.rules == maxRulesYandex+1 {
		z.key(CheckManyRules, l, "", nil)
	}
}

// withoutAllow removes an allow line without a path. If no other rule separates its group from
// the next one, it is replaced by an empty disallow line.
func (z *linter) withoutAllow(l syntax.Line) *Fix {
	if z.separated == nil {
		z.separated = separated(z.file)
	}
	switch p := z.separated[l.Number]; {
	case p.without && !p.only:
		return replaceLine(l, EffectNone)
	case p.only && !p.without && plainly(l):
		return replaceKey(l, syntax.KeyDisallow.String(), EffectNone)
	case p.without:
		return replaceLine(l, EffectBoth)
	}
	return replaceKey(l, syntax.KeyDisallow.String(), EffectBoth)
}

// A part describes whether the group of an allow line without a path has another rule: without
// is set if it has none in some dialect, only if it has one in some dialect.
type part struct{ without, only bool }

// separated returns the lines of allow rules without a path.
func separated(f *robotstxt.File) map[int]part {
	out := map[int]part{}
	for _, d := range dialect.All() {
		d.NoAllow = false
		for _, s := range d.Spans(f.Syntax().Records) {
			var empty []int
			others := false
			for _, r := range f.Syntax().Records[s.Lo:s.Hi] {
				switch {
				case !d.Reads(r) || !r.Key().IsRule():
				case r.Key() == syntax.KeyAllow && r.ValueAt() == r.ValueEnd():
					empty = append(empty, r.Line())
				default:
					others = true
				}
			}
			for _, line := range empty {
				p := out[line]
				out[line] = part{p.without || others, p.only || !others}
			}
		}
	}
	return out
}

// noSlash checks a path that begins with neither slash nor star.
func (z *linter) noSlash(l syntax.Line, effect Effect) {
	v := l.Value
	if strings.TrimFunc(v, syntax.IsWideSpace) != v || strings.ContainsAny(v[:1], `"':`) || unquoted(v) != v {
		return // reported by values
	}
	if i := expression(v); i >= 0 {
		z.add(CheckRegexp, l, l.ValueAt+i, l.ValueAt+len(v), "", nil)
		return
	}
	if _, target, ok := robotstxt.SplitURL(v); ok {
		z.foreign(CheckWholeURL, l, v, target, effect)
		return
	}
	if host, rest, _ := strings.Cut(v, "/"); field.ParseHost(host).Fault == field.HostOK && !fileName(host) {
		z.foreign(CheckHostInPath, l, "http://"+v, "/"+rest, effect)
		return
	}
	if robotName(v) {
		z.val(CheckReversed, l, v, z.turn(l))
		return
	}
	if robotNames(v) {
		z.val(CheckReversed, l, v, nil)
		return
	}
	z.val(CheckMissingSlash, l, "", z.withSlash(l, effect))
}

// foreign reports a URL instead of a path. Its path is what was meant, unless the URL is known
// to be of another site.
func (z *linter) foreign(c Check, l syntax.Line, url, path string, effect Effect) {
	bare := func(url string) string { return strings.TrimPrefix(hostOf(url), "www.") }
	if own := bare(z.opt.URL); own != "" && bare(url) != own {
		z.val(c, l, "of another site, for which the file does not speak", nil)
		return
	}
	z.val(c, l, "", replaceValue(l, path, effect))
}

// withSlash returns the fix of a path without its slash, or nil if it is unclear what was meant.
func (z *linter) withSlash(l syntax.Line, effect Effect) *Fix {
	v := l.Value
	switch {
	case strings.ContainsAny(v, " \t,;") || strings.HasPrefix(v, ".."):
		return nil
	case v[0] == '.' && fileName(strings.TrimRight(v, "*$")):
		return nil // files by type, not one without a name
	case strings.HasPrefix(v, "./"):
		v = v[1:]
	case strings.HasPrefix(v, `\`):
		v = strings.ReplaceAll(v, `\`, "/")
	default:
		v = "/" + v
	}
	return replaceValue(l, v, effect)
}

// turn returns the fix of "User-agent: *" directly followed by "Disallow: GoogleBot". If the
// group has other rules there is none, because those may be meant for all robots.
func (z *linter) turn(l syntax.Line) *Fix {
	ua := z.lastStar
	if ua.Number != l.Number-1 || ua.Number == 0 || l.Key != syntax.KeyDisallow || !z.lastRule(l) {
		return nil
	}
	return &Fix{Effect: EffectCloses, Edits: []Edit{
		{ua.Offset + ua.ValueAt, ua.Offset + ua.ValueAt + len(ua.Value), l.Value},
		{l.Offset + l.ValueAt, l.Offset + l.ValueAt + len(l.Value), "/"},
	}}
}

// lastRule reports whether no other rule, in any known spelling, follows a line in its group.
func (z *linter) lastRule(l syntax.Line) bool {
	for _, r := range z.file.Syntax().Records[z.recordAt(l.Number+1):] {
		switch k := r.Key(); {
		case k == syntax.KeyUserAgent && z.d.Recognises(r):
			return true
		case k.IsRule():
			return false
		}
	}
	return true
}

// fileName reports whether something that looks like a host is rather a file.
func fileName(s string) bool {
	switch s[strings.LastIndexByte(s, '.')+1:] {
	case "html", "htm", "php", "asp", "aspx", "jsp", "cgi", "pdf", "txt", "xml", "css", "gif", "jpg", "png", "doc", "shtml", "js", "jpeg", "zip", "swf", "svg", "docx", "xls", "json":
		return true
	}
	return false
}

// path checks a path that begins correctly.
func (z *linter) path(l syntax.Line, effect Effect) {
	v := l.Value
	if fields := strings.FieldsFunc(v, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' }); len(fields) > 1 && allPaths(fields) {
		lines := make([]string, len(fields))
		for i, p := range fields {
			lines[i] = l.Key.String() + ": " + p
		}
		if strings.HasSuffix(fields[0], "$") || z.file.Syntax().Has(syntax.KeyAllow) && z.file.Syntax().Has(syntax.KeyDisallow) {
			// What follows the first path was part of the match before; and shorter paths may
			// lose where the whole one won.
			effect = EffectBoth
		}
		fix := replaceLine(l, effect, lines...)
		if slices.ContainsFunc(fields, func(p string) bool { return strings.HasSuffix(p, ":") }) {
			fix = nil // a line end is missing, and perhaps more
		}
		z.val(CheckSeveralPaths, l, "", fix)
		return
	}
	if strings.ContainsAny(v, " \t") {
		fixed := strings.ReplaceAll(strings.ReplaceAll(v, " ", "%20"), "\t", "%09")
		z.val(CheckSpaceInPath, l, "", replaceValue(l, fixed, EffectBoth))
	}
	if i := strings.IndexByte(v, '$'); i >= 0 && i < len(v)-1 {
		z.add(CheckDollarInside, l, l.ValueAt+i, l.ValueAt+i+1, "", nil)
	}
	if i := badEscape(v); i >= 0 {
		z.add(CheckBadEscape, l, l.ValueAt+i, l.ValueAt+i+1, "", nil)
	}
	if i := strings.Index(v, "//"); i >= 0 && !strings.Contains(v[:i], "?") && !strings.HasSuffix(v[:i], ":") {
		z.add(CheckDoubleSlash, l, l.ValueAt+i, l.ValueAt+i+2, "", nil)
	}
	if i := strings.IndexByte(v, '+'); i >= 0 {
		z.add(CheckPlus, l, l.ValueAt+i, l.ValueAt+i+1, "", nil)
	}
	z.notInURLs(l)
	z.special(l)
}

// notInURLs checks for text that does not occur in URLs that a robot requests.
func (z *linter) notInURLs(l syntax.Line) {
	if i := expression(l.Value); i >= 0 {
		z.add(CheckRegexp, l, l.ValueAt+i, l.ValueAt+len(l.Value), "", nil)
		return
	}
	p, _, _ := strings.Cut(l.Value, "?")
	for _, dots := range [...]string{"/../", "/./"} {
		if i := strings.Index(p, dots); i >= 0 {
			z.add(CheckDotSegment, l, l.ValueAt+i, l.ValueAt+i+len(dots), "", nil)
			return
		}
	}
}

// expressions matches text that is common in regular expressions and rare in paths.
var expressions = regexp.MustCompile(`^/?\^|\\[.dDwWsS/?+*$-]|\[\^|\[[^\]]*[0-9a-zA-Z]-[0-9a-zA-Z][^\]]*\]|\([^()]*\|[^()]*\)|\(\.[*+]|\.\+\$?$|\.\*\$$`)

// expression returns the index at which a path looks like a regular expression, or -1. The end
// of an expression "*.*$" is a path too: all files with a dot.
func expression(s string) int {
	at := expressions.FindStringIndex(s)
	if at == nil || s[at[0]:at[1]] == ".*$" && strings.Contains(s[:at[0]], "*") {
		return -1
	}
	return at[0]
}

// special checks for rules about all scripts or style sheets and for rules that cannot match.
func (z *linter) special(l syntax.Line) {
	v := strings.TrimSuffix(strings.TrimRight(l.Value, "*"), "$")
	if l.Key == syntax.KeyDisallow && (strings.HasPrefix(v, "*.") || strings.Contains(v, "/*.")) && (strings.HasSuffix(v, ".css") || strings.HasSuffix(v, ".js")) {
		z.val(CheckResource, l, "", nil)
	}
	if l.Key == syntax.KeyDisallow && v == "/robots.txt" {
		z.val(CheckNoMatch, l, "the robots file itself is always allowed", nil)
	}
}

func allPaths(fields []string) bool {
	for _, p := range fields {
		if p[0] != '/' {
			return false
		}
	}
	return true
}

// badEscape returns the index of a percent sign without two digits, or -1.
func badEscape(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && (i+2 >= len(s) || !pattern.IsHex(s[i+1]) || !pattern.IsHex(s[i+2])) {
			return i
		}
	}
	return -1
}

// extension checks the value of another line.
func (z *linter) extension(l syntax.Line) {
	switch l.Key {
	case syntax.KeyHost:
		if h := field.ParseHost(l.Value); h.Fault != field.HostOK {
			z.val(CheckHostInvalid, l, h.Fault.String(), nil)
		} else {
			z.key(CheckHostOld, l, "", nil)
		}
		if z.inGroup {
			z.hosts = append(z.hosts, l)
		}
	case syntax.KeyCrawlDelay:
		z.delay(l)
	case syntax.KeyRequestRate:
		if _, ok := field.ParseRequestRate(l.Value); !ok {
			z.val(CheckRate, l, "", nil)
		}
	case syntax.KeyVisitTime:
		if _, ok := field.ParseWindow(l.Value); !ok {
			z.val(CheckVisitTime, l, "", nil)
		}
	case syntax.KeyCleanParam:
		if _, ok := field.ParseCleanParam(l.Value); !ok {
			z.val(CheckCleanParam, l, "", nil)
		}
	case syntax.KeyNoindex, syntax.KeyNofollow, syntax.KeyNoarchive:
		z.key(CheckPageRule, l, "", nil)
	case syntax.KeySitemap:
		z.sitemap(l)
	case syntax.KeyContentSignal, syntax.KeyContentUsage:
		z.usage(l)
	case syntax.KeyLicense:
		if _, _, ok := robotstxt.SplitURL(l.Value); !ok {
			z.val(CheckLicense, l, "", nil)
		}
	}
}

func (z *linter) sitemap(l syntax.Line) {
	if _, _, ok := robotstxt.SplitURL(l.Value); !ok {
		z.val(CheckSitemap, l, "", nil)
	}
	if name := strings.ToLower(l.Value); strings.HasSuffix(name, ".htm") || strings.HasSuffix(name, ".html") {
		z.val(CheckSitemapPage, l, "", nil)
	}
	if z.sitemaps[l.Value] {
		z.val(CheckSitemapTwice, l, "", replaceLine(l, EffectNone))
	}
	if z.sitemaps == nil {
		z.sitemaps = map[string]bool{}
	}
	z.sitemaps[l.Value] = true
}

// usage checks preferences for use.
func (z *linter) usage(l syntax.Line) {
	_, prefs := field.ParseUsage(l.Value)
	for _, p := range prefs {
		_, known := p.Allowed()
		word := l.Key == syntax.KeyContentSignal && p.Label == "use" && slices.Contains([]string{"immediate", "reference", "full"}, p.Value)
		right := "y or n"
		if l.Key == syntax.KeyContentSignal {
			right = "yes or no"
			if !slices.Contains([]string{"search", "ai-input", "ai-train", "use"}, p.Label) {
				z.val(CheckUsage, l, p.Label+" is no signal", nil)
				return
			}
		}
		if !known && !word {
			z.val(CheckUsage, l, p.Label+"="+p.Value+" is neither "+strings.Replace(right, "or", "nor", 1), nil)
			return
		}
	}
	if len(prefs) == 0 {
		z.val(CheckUsage, l, "", nil)
	}
}

func (z *linter) delay(l syntax.Line) {
	d, ok := field.ParseCrawlDelay(l.Value)
	switch {
	case !ok:
		z.val(CheckDelay, l, "", nil)
	case strings.HasSuffix(l.Value, "s"):
		z.val(CheckDelay, l, "the unit is not written", replaceValue(l, strings.TrimRight(l.Value, "s \t"), EffectNone))
	}
	if !ok || !z.inGroup {
		return
	}
	if d > longDelay {
		z.val(CheckDelayLong, l, d.String(), nil)
	}
	if first := z.firstDelay; first.Number > 0 {
		if before, _ := field.ParseCrawlDelay(first.Value); before != d {
			z.val(CheckDelayTwice, l, "line "+strconv.Itoa(first.Number)+" says "+first.Value, nil)
		}
		return
	}
	z.firstDelay = l
}

// longDelay is the longest Crawl-delay that is not reported. Bing accepts windows of 1 to 30
// seconds. Of a thousand such lines in 2,000 files of public sites, nearly all ask for five
// minutes at most; values above an hour are often clearly meant as milliseconds.
const longDelay = time.Hour
