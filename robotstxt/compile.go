package robotstxt

import (
	"slices"
	"strings"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/internal/address"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// Compile selects the groups for the first agent of the chain that has one, or those for "*" if
// none has (RFC 9309 section 2.2.1), merges them and compiles their rules by the dialect. "*"
// need not be given: without agents, the groups for "*" are used. A name in a variable of type
// string is converted by dialect.AgentToken(name).
func (f *File) Compile(d dialect.Dialect, agents ...dialect.AgentToken) *Matcher {
	return f.CompileFor(d, "", agents...)
}

// CompileFor is Compile for a file whose site is known: any URL of it, or its host with or
// without port, which means http. Host lines and rules with whole URLs need the site.
func (f *File) CompileFor(d dialect.Dialect, site string, agents ...dialect.AgentToken) *Matcher {
	m := f.matcher(&d)
	m.site, m.agents = address.Of(site), slices.Clone(agents)
	if m.blanket = f.unread(&d); m.blanket != ReasonUnknown {
		return m
	}
	f.compile(m)
	m.buildIndex()
	return m
}

// matcher returns a matcher of the file without rules.
func (f *File) matcher(d *dialect.Dialect) *Matcher {
	return &Matcher{made: true, text: f.syn.Text, start: f.syn.Start, dialect: *d}
}

// unread returns why the dialect does not read the file at all, or ReasonUnknown if it does.
func (f *File) unread(d *dialect.Dialect) Reason {
	switch {
	case d.MaxBytes > 0 && (f.syn.Truncated || len(f.syn.Source) > d.MaxBytes):
		return ReasonTooLarge
	case d.NoUTF16 && f.syn.Encoding >= syntax.EncodingUTF16LE:
		return ReasonEncoding
	}
	return ReasonUnknown
}

// compile fills in all of m except its index, and returns the compiler it used.
func (f *File) compile(m *Matcher) *compiler {
	c := &compiler{file: f, m: m, d: &m.dialect, spans: m.dialect.Spans(f.syn.Records)}
	c.choose(m.agents)
	c.collect()
	c.hosts()
	c.order()
	return c
}

// A compiler is the state of Compile.
type compiler struct {
	file   *File
	m      *Matcher
	d      *dialect.Dialect
	spans  []dialect.Span
	chosen []dialect.Span
	glob   bool // the current span has Robot-version 2
	draft  []draft
	arena  []byte
	lines  groupLines
	buffer []byte // buffer for one path at a time
	globs  int    // number of shell expressions so far
	forms  int    // number of query forms so far
	hostAt []syntax.Record

	formBytes int // bytes of their texts
}

// A draft is a rule before the rules are sorted.
type draft struct {
	packed
	length int
	empty  bool // an empty disallow line, which allows everything
	exact  bool // not an expression (conner2)
	host   bool // implied by Host lines
}

// choose finds the groups of the first agent of the chain that has any.
func (c *compiler) choose(agents []dialect.AgentToken) {
	for _, a := range c.d.Chain(agents...) {
		for _, s := range c.spans {
			if c.names(s, string(a)) {
				c.chosen = append(c.chosen, s)
			}
		}
		if len(c.chosen) > 0 {
			c.use(a, c.chosen)
			return
		}
	}
}

// use sets the agent's groups that count, which are at least one.
func (c *compiler) use(a dialect.AgentToken, groups []dialect.Span) {
	c.chosen = groups
	if c.d.Patterns == dialect.PatternsGlob {
		c.chosen = c.newest(c.chosen)
	}
	if c.d.FirstGroup {
		c.chosen = c.chosen[:1]
	}
	c.m.agent, c.m.has = string(a), true
	c.m.groupLine = int32(c.file.syn.Records[c.chosen[0].Lo].Line())
}

// names reports whether a User-agent line of the group addresses the agent.
func (c *compiler) names(s dialect.Span, agent string) bool {
	for _, r := range c.file.syn.Records[s.Lo:s.Hi] {
		if r.Key() == syntax.KeyUserAgent && c.d.Reads(r) && c.d.Names(c.value(r), agent) {
			return true
		}
	}
	return false
}

// newest keeps only the groups of version 2, if there are any, because they are written for
// robots that support it.
func (c *compiler) newest(in []dialect.Span) []dialect.Span {
	var out []dialect.Span
	for _, s := range in {
		if c.version2(s) {
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return in
	}
	return out
}

func (c *compiler) version2(s dialect.Span) bool {
	for _, r := range c.file.syn.Records[s.Lo:s.Hi] {
		if r.Key() == syntax.KeyRobotVersion && c.d.Reads(r) && strings.HasPrefix(c.value(r), "2") {
			return true
		}
	}
	return false
}

// value returns the value of a line according to the dialect.
func (c *compiler) value(r syntax.Record) string { return c.d.Value(&c.file.syn, r) }

// collect reads the lines of the chosen groups.
func (c *compiler) collect() {
	lines := 0
	for _, s := range c.chosen {
		lines += s.Hi - s.Lo
	}
	c.draft = make([]draft, 0, lines)
	for _, s := range c.chosen {
		c.glob = c.d.Patterns == dialect.PatternsGlob && c.version2(s)
		for _, r := range c.file.syn.Records[s.Lo:s.Hi] {
			if !c.d.Reads(r) {
				continue
			}
			switch k := r.Key(); k {
			case syntax.KeyAllow, syntax.KeyDisallow:
				c.rule(r, k == syntax.KeyAllow)
			case syntax.KeyHost:
				c.hostAt = append(c.hostAt, r)
			default:
				c.lines.extend(c.d, k, c.value(r), r.Line())
			}
		}
	}
	c.fileWide()
	if c.d.DelayFromStar && c.m.has && !c.lines.delaySet {
		c.delayFromStar()
	}
}

// fileWide reads the lines that apply to all robots wherever they are in the file.
func (c *compiler) fileWide() {
	groups := c.spans
	for i, r := range c.file.syn.Records {
		k := r.Key()
		if k != syntax.KeyCleanParam && k != syntax.KeyLicense || !c.d.Reads(r) {
			continue
		}
		for len(groups) > 0 && i >= groups[0].Hi {
			groups = groups[1:]
		}
		outside := len(groups) == 0 || i < groups[0].Lo
		if k == syntax.KeyCleanParam || outside {
			c.lines.extendFile(c.d, k, c.value(r), r.Line())
		}
	}
}

func (c *compiler) delayFromStar() {
	for _, s := range c.spans {
		if !c.names(s, "*") {
			continue
		}
		for _, r := range c.file.syn.Records[s.Lo:s.Hi] {
			if r.Key() == syntax.KeyCrawlDelay && c.d.Reads(r) {
				c.lines.extend(c.d, syntax.KeyCrawlDelay, c.value(r), r.Line())
			}
		}
	}
}

// rule adds an allow or disallow line.
func (c *compiler) rule(r syntax.Record, allow bool) {
	value := c.value(r)
	if value == "" {
		if !allow && c.d.EmptyAllowsAll {
			c.add(r, "", 0, true, draft{empty: true})
		}
		return
	}
	if c.d.StripSite {
		value = address.Strip(value, c.m.site)
	}
	if c.d.AddSlash && value[0] != '/' && value[0] != '*' {
		value = "/" + value
	}
	if len(value) > MaxRule {
		return
	}
	p, length := pattern.NewIn(&c.buffer, value, c.d, c.glob)
	if c.beyond(p) {
		return
	}
	c.addPattern(r, p, length, allow)
	c.addForms(r, p.QueryForms(c.d.Escapes), length, allow)
	if c.d.IndexHTML && allow {
		slash := strings.LastIndexByte(value, '/')
		if slash >= 0 && strings.HasPrefix(value[slash:], "/index.htm") {
			p, length = pattern.NewIn(&c.buffer, value[:slash+1]+"$", c.d, false)
			c.addPattern(r, p, length, allow)
		}
	}
}

// Limits on the query forms of all rules: they must leave room for the rules of any file of
// MaxBody bytes, and be cheap when a decision tries them all. Rules beyond them are compared
// only as paths. Of 2,000 public sites, the one with the most has three.
const (
	maxForms     = 1024
	maxFormBytes = MaxBody
)

// addForms adds either all query forms of a rule or none.
func (c *compiler) addForms(r syntax.Record, forms []pattern.Pattern, length int, allow bool) {
	size := c.formBytes
	for _, q := range forms {
		size += len(q.Text)
	}
	if c.forms+len(forms) > maxForms || size > maxFormBytes {
		return
	}
	c.forms, c.formBytes = c.forms+len(forms), size
	for _, q := range forms {
		c.addPattern(r, q, length, allow)
	}
}

func (c *compiler) addPattern(r syntax.Record, p pattern.Pattern, length int, allow bool) {
	c.add(r, p.Text, length, allow, draft{packed: packed(p.Shape()) << packedShape, exact: p.Kind == pattern.KindLiteral && p.End})
}

// add adds a rule. It refers to the text of the file for the path if that contains its
// comparable form.
func (c *compiler) add(r syntax.Record, text string, length int, allow bool, d draft) {
	if len(c.draft) >= maxRules {
		return
	}
	off := r.ValueAt()
	if !strings.HasPrefix(c.file.syn.Text[off:], text) {
		if len(c.arena)+arenaPlace+len(text) > bits22 {
			return // 4 MB of escapes; only attacks have so many
		}
		d.packed |= packedArena
		c.arena = append(c.arena, byte(off), byte(off>>8), byte(off>>16))
		off = len(c.arena)
		c.arena = append(c.arena, text...)
	}
	if allow {
		d.packed |= packedAllow
	}
	d.packed |= packed(off) | packed(len(text))<<22 | packed(r.Line())<<packedLine
	d.length, d.host = length, r.Key() == syntax.KeyHost
	c.draft = append(c.draft, d)
}

// hosts adds the implied "Disallow: /" of Host lines that only name other sites (the Yandex
// proposal of 2003).
func (c *compiler) hosts() {
	if !c.d.Extensions.Has(dialect.ExtHost) {
		return
	}
	var last syntax.Record
	valid, ours := false, false
	for _, r := range c.hostAt {
		h := field.ParseHost(c.value(r))
		h.Line = r.Line()
		if len(c.lines.hosts) < MaxExtensionLines {
			c.lines.hosts = append(c.lines.hosts, h)
		}
		if h.Fault == field.HostOK {
			valid, last = true, r
			ours = ours || h.Is(c.m.site)
		}
	}
	if valid && !ours && c.m.site != "" {
		c.addPattern(last, pattern.Pattern{Text: "/", Lit: 1}, 1, false)
	}
}

// order sorts the rules from the strongest to the weakest. Rules of the same strength keep the
// order of the file, and rules implied by Host lines come after them, at the end of their group.
func (c *compiler) order() {
	keys := make([]uint64, len(c.draft))
	for i := range c.draft {
		d := &c.draft[i]
		keys[i] = c.weakness(d)<<17 | bit(d.host)<<16 | uint64(i)
	}
	slices.Sort(keys)
	sorted := make([]draft, len(keys))
	rules := make([]packed, len(keys))
	c.m.index.host = noRule
	for rank, key := range keys {
		d := c.draft[key&(1<<16-1)]
		sorted[rank], rules[rank] = d, d.packed
		if d.host {
			c.m.index.host = rank
		}
	}
	c.draft, c.m.rules = sorted, rules
	c.m.arena = string(c.arena) // clipped to its length
	if c.lines.any() {
		c.lines.usage.finish()
		c.lines.signals.finish()
		c.lines.clean.finish()
		lines := c.lines
		c.m.more = &lines
	}
}

// weakness orders rules by the precedence of the dialect: of the rules that match, the one with
// the lowest weakness decides.
func (c *compiler) weakness(d *draft) uint64 {
	const longest = 1 << 19
	w := uint64(longest-d.length)<<1 | bit(!d.allow())
	switch c.d.Precedence {
	case dialect.First:
		return 0
	case dialect.AnyDisallow:
		return bit(!d.empty)
	case dialect.AnyAllow:
		return bit(!d.allow())<<21 | w
	case dialect.ExplicitFirst:
		return bit(!d.exact)<<21 | w
	}
	return w
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// beyond reports whether the rule is a shell expression that exceeds the limits.
func (c *compiler) beyond(p pattern.Pattern) bool {
	if p.Kind != pattern.KindGlob {
		return false
	}
	if len(p.Text) > pattern.MaxExpression || c.globs >= pattern.MaxExpressions {
		return true
	}
	c.globs++
	return false
}
