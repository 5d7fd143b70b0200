package robotstxt

import (
	"slices"
	"strings"
)

// MaxRule is the length in bytes of the path of a rule that is still obeyed. No
// URL that a robot asks for is as long.
const MaxRule = 64 << 10

// Compile selects the groups for the first agent of the chain that has one, and
// those for "*" if none has (RFC 9309 section 2.2.1), merges them and prepares
// their rules as the dialect reads them. "*" need not be given.
func (f *File) Compile(d Dialect, agents ...AgentToken) *Matcher {
	return f.CompileFor(d, "", agents...)
}

// CompileFor is Compile for a file whose site is known: any URL of it, or its host
// with a port or without, which is then asked by http. Host lines and rules with
// whole URLs need it.
func (f *File) CompileFor(d Dialect, site string, agents ...AgentToken) *Matcher {
	m := &Matcher{text: f.text, start: f.start, dialect: d, site: siteOf(site), agents: slices.Clone(agents)}
	if m.blanket = f.unread(&d); m.blanket != ReasonUnknown {
		return m
	}
	f.compile(m)
	m.buildIndex()
	return m
}

// unread returns why the dialect does not read the file at all, ReasonUnknown if
// it does.
func (f *File) unread(d *Dialect) Reason {
	switch {
	case d.MaxBytes > 0 && (f.truncated || len(f.source) > d.MaxBytes):
		return ReasonTooLarge
	case d.NoUTF16 && f.encoding >= EncodingUTF16LE:
		return ReasonEncoding
	}
	return ReasonUnknown
}

// compile fills in all of m but its index and returns what it went through.
func (f *File) compile(m *Matcher) *compiler {
	c := &compiler{file: f, m: m, d: &m.dialect, spans: f.spans(&m.dialect)}
	c.choose(m.agents)
	c.collect()
	c.hosts()
	c.order()
	return c
}

// reads reports whether the dialect understands the line at all.
func (d *Dialect) reads(r record) bool {
	return d.recognises(r) && !(d.NoAllow && r.is() == KeyAllow)
}

// recognises reports whether the dialect sees what the line is about. An allow
// line ends the list of agents even where it is not obeyed.
func (d *Dialect) recognises(r record) bool {
	return r.is() != KeyUnknown && r.spelling() <= d.Spelling && !(d.NeedColon && r.flag(flagNoColon))
}

// A span is a group: a run of records that begins with a User-agent line.
type span struct{ lo, hi int }

// spans finds the groups. A group opens at a User-agent line behind a rule; any
// other line neither opens nor closes one, unless the dialect says so.
func (f *File) spans(d *Dialect) []span {
	var out []span
	open, agents, blank := false, false, false
	for i, r := range f.records {
		blank = blank || r.flag(flagBlankBefore)
		if !d.recognises(r) {
			continue
		}
		if d.BlankEndsGroup && blank && open {
			out[len(out)-1].hi = i
			open = false
		}
		blank = false
		switch k := r.is(); {
		case k == KeyUserAgent:
			if !open || !agents {
				if open {
					out[len(out)-1].hi = i
				}
				out = append(out, span{i, len(f.records)})
			}
			open, agents = true, true
		case k.rule(), d.FieldEndsAgents && k.member():
			agents = false
		}
	}
	return out
}

// A compiler holds what Compile needs while it works.
type compiler struct {
	file   *File
	m      *Matcher
	d      *Dialect
	spans  []span
	chosen []span
	glob   bool // the span at hand has Robot-version 2
	draft  []draft
	arena  []byte
	lines  groupLines
	buffer []byte // for one path at a time
	globs  int    // shell expressions so far
	forms  int    // query forms so far
	hostAt []record

	formBytes int // of their texts
}

// A draft is a rule before the rules are put in order.
type draft struct {
	packed
	length int
	empty  bool // an empty disallow line that allows everything
	exact  bool // no expression (conner2)
	host   bool // implied by Host lines
}

// choose finds the groups of the first agent of the chain that has any.
func (c *compiler) choose(agents []AgentToken) {
	for _, a := range c.d.chain(agents) {
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

// use takes those of an agent's groups that count, of which there is one at
// least.
func (c *compiler) use(a AgentToken, groups []span) {
	c.chosen = groups
	if c.d.Patterns == PatternsGlob {
		c.chosen = c.newest(c.chosen)
	}
	if c.d.FirstGroup {
		c.chosen = c.chosen[:1]
	}
	c.m.agent, c.m.has = string(a), true
	c.m.groupLine = int32(c.file.records[c.chosen[0].lo].line())
}

// names reports whether a User-agent line of the group addresses the agent.
func (c *compiler) names(s span, agent string) bool {
	for _, r := range c.file.records[s.lo:s.hi] {
		if r.is() == KeyUserAgent && c.d.reads(r) && c.d.names(c.value(r), agent) {
			return true
		}
	}
	return false
}

// newest keeps the groups of version 2, if there are any: they are written for
// robots that know it.
func (c *compiler) newest(in []span) []span {
	var out []span
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

func (c *compiler) version2(s span) bool {
	for _, r := range c.file.records[s.lo:s.hi] {
		if r.is() == KeyRobotVersion && c.d.reads(r) && strings.HasPrefix(c.value(r), "2") {
			return true
		}
	}
	return false
}

// value returns the value of a line as the dialect reads it.
func (c *compiler) value(r record) string { return c.d.value(c.file, r) }

func (d *Dialect) value(f *File, r record) string {
	lo, hi := r.value(), r.valueEnd()
	if d.MaxLine > 0 {
		begin := r.key() - column(f.text, f.start, r.key()) + 1
		hi = max(lo, min(hi, begin+d.MaxLine))
	}
	v := f.text[lo:hi]
	if d.NULEndsValue {
		if i := strings.IndexByte(v, 0); i >= 0 {
			v = v[:i]
		}
	}
	if d.TrimUnicode {
		v = strings.TrimFunc(v, isWideBlank)
	}
	return v
}

// isWideBlank reports whether r looks like nothing: blanks of Unicode and marks
// without width.
func isWideBlank(r rune) bool {
	switch r {
	case ' ', '\t', '\u00A0', '\u1680', '\u2028', '\u2029', '\u202F', '\u205F', '\u3000', '\uFEFF', '\u200B':
		return true
	}
	return r >= '\u2000' && r <= '\u200A'
}

// collect reads the lines of the chosen groups.
func (c *compiler) collect() {
	lines := 0
	for _, s := range c.chosen {
		lines += s.hi - s.lo
	}
	c.draft = make([]draft, 0, lines)
	for _, s := range c.chosen {
		c.glob = c.d.Patterns == PatternsGlob && c.version2(s)
		for _, r := range c.file.records[s.lo:s.hi] {
			if !c.d.reads(r) {
				continue
			}
			switch k := r.is(); k {
			case KeyAllow, KeyDisallow:
				c.rule(r, k == KeyAllow)
			case KeyHost:
				c.hostAt = append(c.hostAt, r)
			default:
				c.lines.extend(c.d, k, c.value(r), r.line())
			}
		}
	}
	c.fileWide()
	if c.d.DelayFromStar && c.m.has && !c.lines.delaySet {
		c.delayFromStar()
	}
}

// fileWide reads the lines that hold for all robots wherever they stand.
func (c *compiler) fileWide() {
	groups := c.spans
	for i, r := range c.file.records {
		k := r.is()
		if k != KeyCleanParam && k != KeyLicense || !c.d.reads(r) {
			continue
		}
		for len(groups) > 0 && i >= groups[0].hi {
			groups = groups[1:]
		}
		outside := len(groups) == 0 || i < groups[0].lo
		if k == KeyCleanParam || outside {
			c.lines.extendFile(c.d, k, c.value(r), r.line())
		}
	}
}

func (c *compiler) delayFromStar() {
	for _, s := range c.spans {
		if !c.names(s, "*") {
			continue
		}
		for _, r := range c.file.records[s.lo:s.hi] {
			if r.is() == KeyCrawlDelay && c.d.reads(r) {
				c.lines.extend(c.d, KeyCrawlDelay, c.value(r), r.line())
			}
		}
	}
}

// rule adds an allow or disallow line.
func (c *compiler) rule(r record, allow bool) {
	value := c.value(r)
	if value == "" {
		if !allow && c.d.EmptyAllowsAll {
			c.add(r, "", 0, true, draft{empty: true})
		}
		return
	}
	if c.d.StripSite {
		value = stripSite(value, c.m.site)
	}
	if c.d.AddSlash && value[0] != '/' && value[0] != '*' {
		value = "/" + value
	}
	if len(value) > MaxRule {
		return
	}
	p, length := newPatternIn(&c.buffer, value, c.d, c.glob)
	if c.beyond(p) {
		return
	}
	c.addPattern(r, p, length, allow)
	c.addForms(r, p.queryForms(c.d.Escapes), length, allow)
	if c.d.IndexHTML && allow {
		slash := strings.LastIndexByte(value, '/')
		if slash >= 0 && strings.HasPrefix(value[slash:], "/index.htm") {
			p, length = newPatternIn(&c.buffer, value[:slash+1]+"$", c.d, false)
			c.addPattern(r, p, length, allow)
		}
	}
}

// Limits of the query forms of all rules: they must leave room for the rules of
// any file of MaxBody bytes, and cost little when a decision tries them all. A
// rule beyond them is compared as a path only. Of 2,000 public sites the one that
// has most has three.
const (
	maxForms     = 1024
	maxFormBytes = MaxBody
)

// addForms adds the query forms of a rule, all of them or none.
func (c *compiler) addForms(r record, forms []pattern, length int, allow bool) {
	size := c.formBytes
	for _, q := range forms {
		size += len(q.text)
	}
	if c.forms+len(forms) > maxForms || size > maxFormBytes {
		return
	}
	c.forms, c.formBytes = c.forms+len(forms), size
	for _, q := range forms {
		c.addPattern(r, q, length, allow)
	}
}

func (c *compiler) addPattern(r record, p pattern, length int, allow bool) {
	c.add(r, p.text, length, allow, draft{packed: p.shape() << packedShape, exact: p.kind == kindLiteral && p.end})
}

// add stores a rule. The text of its path is kept as a part of the file where
// it is one.
func (c *compiler) add(r record, text string, length int, allow bool, d draft) {
	if len(c.draft) >= maxRules {
		return
	}
	off := r.value()
	if !strings.HasPrefix(c.file.text[off:], text) {
		if len(c.arena)+arenaPlace+len(text) > bits22 {
			return // 4 MB of escapes; no file that is no attack has them
		}
		d.packed |= packedArena
		c.arena = append(c.arena, byte(off), byte(off>>8), byte(off>>16))
		off = len(c.arena)
		c.arena = append(c.arena, text...)
	}
	if allow {
		d.packed |= packedAllow
	}
	d.packed |= packed(off) | packed(len(text))<<22 | packed(r.line())<<packedLine
	d.length, d.host = length, r.is() == KeyHost
	c.draft = append(c.draft, d)
}

// hosts adds the implied "Disallow: /" of Host lines that name other sites
// only (the Yandex proposal of 2003).
func (c *compiler) hosts() {
	if !c.d.Extensions.Has(ExtHost) {
		return
	}
	var last record
	valid, ours := false, false
	for _, r := range c.hostAt {
		h := ParseHost(c.value(r))
		h.Line = r.line()
		if len(c.lines.hosts) < MaxExtensionLines {
			c.lines.hosts = append(c.lines.hosts, h)
		}
		if h.Fault == HostOK {
			valid, last = true, r
			ours = ours || h.Is(c.m.site)
		}
	}
	if valid && !ours && c.m.site != "" {
		c.addPattern(last, pattern{text: "/", lit: 1}, 1, false)
	}
}

// order sorts the rules from the strongest to the weakest; those that are as
// strong stay in the order of the file, and what Host lines imply stands behind
// them, at the end of its group.
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
	c.m.arena = string(c.arena) // without the room to grow
	if c.lines.any() {
		c.lines.usage.finish()
		c.lines.signals.finish()
		c.lines.clean.finish()
		lines := c.lines
		c.m.more = &lines
	}
}

// weakness orders rules by the precedence of the dialect: of those that match,
// the one with the least decides.
func (c *compiler) weakness(d *draft) uint64 {
	const longest = 1 << 19
	w := uint64(longest-d.length)<<1 | bit(!d.allow())
	switch c.d.Precedence {
	case First:
		return 0
	case AnyDisallow:
		return bit(!d.empty)
	case AnyAllow:
		return bit(!d.allow())<<21 | w
	case ExplicitFirst:
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
