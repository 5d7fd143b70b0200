package lint

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/enum"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// MaxFindings is the most findings about lines that File returns. If there are more, a finding
// about the file as a whole says so.
const MaxFindings = 10_000

// A Finding is one thing that is wrong, odd or worth knowing.
type Finding struct {
	Check  Check
	Line   int // 0 for the file as a whole
	Column int
	Start  int    // byte offsets into File.Text
	End    int    //
	Detail string // details, "" if the check says it all
	Fix    *Fix   // nil if there is no safe one
}

// A Fix changes the text of a file so that a finding goes away.
type Fix struct {
	Edits  []Edit
	Effect Effect
}

// An Edit replaces the bytes from Start to End of File.Text.
type Edit struct {
	Start, End int
	New        string
}

// An Effect is what a fix may change. A fix without effect is safe: it changes no verdict for
// any robot and any URL, in any of the named dialects, and that holds for all such fixes of a
// file together. The other effects are what may change for some robots; for those with the
// dialect RFC9309 nothing else changes, and often nothing at all.
type Effect uint8

// The effects. The zero effect is the safest.
const (
	EffectNone   Effect = 0 // no verdict in any named dialect changes
	EffectCloses Effect = 1 // some open URLs are closed
	EffectOpens  Effect = 2 // some closed URLs are opened
	EffectBoth   Effect = 3
)

var effectNames = [...]string{"none", "closes", "opens", "both"}

// String returns "none", "closes", "opens" or "both".
func (e Effect) String() string { return enum.Name(effectNames[:], uint8(e), "effect") }

// Options are facts besides the file. The zero value is valid.
type Options struct {
	Asked     string               // the URL that was requested, if the file was found elsewhere
	URL       string               // where the file was found
	Agents    []dialect.AgentToken // robots for which Wanted and Sitemap lines are checked; "*" if empty
	Wanted    []string             // URLs or paths, from sitemaps and canonical links, that should not be closed
	Resources []string             // URLs or paths of style sheets and scripts
}

// File checks a file for mistakes and surprises, and returns them sorted by line. It uses the
// dialect RFC9309.
func File(f *robotstxt.File, opt Options) []Finding {
	z := &linter{file: f, d: dialect.RFC9309(), opt: opt, least: leastEffect(f)}
	z.wholeFile()
	for l := range f.Lines() {
		if !z.html || l.Kind == syntax.LineField && l.Key != syntax.KeyUnknown {
			z.line(l)
		}
	}
	z.endGroup()
	z.notRobots()
	z.groups()
	z.deadRules()
	z.blocked()
	if z.cut {
		z.add(CheckUnchecked, syntax.Line{}, 0, 0, "more findings than are told", nil)
	}
	slices.SortStableFunc(z.out, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Check, b.Check))
	})
	return z.out
}

// leastEffect returns the effect of any change to a file due to its encoding: a fixed file is in
// UTF-8, complete and without a byte order mark, which more robots can read.
func leastEffect(f *robotstxt.File) Effect {
	const room = robotstxt.MaxBody / 10 // the size that fixes may add
	switch {
	case syntax.StartsOddly(f.Text()), len(f.Syntax().Source) > robotstxt.MaxBody-room:
		return EffectBoth
	case f.Syntax().Encoding >= syntax.EncodingUTF16LE, f.Syntax().Truncated:
		return EffectCloses
	}
	return EffectNone
}

// Apply returns the text with the fixes of the findings applied, each completely or not at all:
// if two would change the same bytes, the one that changes more is applied, or the first if they
// change equally many. If the result is longer than MaxBody, Apply returns the original bytes,
// like Format.
func Apply(f *robotstxt.File, findings ...Finding) []byte {
	text := f.Text()
	var b strings.Builder
	at := 0
	for _, e := range compatible(findings, len(text)) {
		syntax.WriteLines(&b, text[at:e.Start])
		syntax.WriteLines(&b, e.New)
		at = e.End
	}
	syntax.WriteLines(&b, text[at:])
	return f.Fit(b.String())
}

// compatible returns, by position, the edits of the fixes that can be applied together to a text
// of n bytes.
func compatible(findings []Finding, n int) []Edit {
	fixes := make([]*Fix, 0, len(findings))
	for _, x := range findings {
		if x.Fix != nil {
			fixes = append(fixes, x.Fix)
		}
	}
	slices.SortStableFunc(fixes, func(a, b *Fix) int { return b.width() - a.width() })
	var edits []Edit
	changed := make([]bool, n+1) // bytes that an edit replaces
	inner := make([]bool, n+1)   // positions inside an edit
	insert := make([]bool, n+1)  // positions at which an edit inserts text
	for _, fix := range fixes {
		if slices.ContainsFunc(fix.Edits, func(e Edit) bool {
			return slices.Contains(changed[e.Start:e.End], true) || e.Start == e.End && inner[e.Start] ||
				e.Start < e.End && slices.Contains(insert[e.Start+1:e.End], true)
		}) {
			continue
		}
		edits = append(edits, fix.Edits...)
		for _, e := range fix.Edits {
			insert[e.Start] = insert[e.Start] || e.Start == e.End
			for i := e.Start; i < e.End; i++ {
				changed[i], inner[i] = true, inner[i] || i > e.Start
			}
		}
	}
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return edits
}

// width returns the number of bytes that the fix replaces.
func (x *Fix) width() int {
	n := 0
	for _, e := range x.Edits {
		n += e.End - e.Start
	}
	return n
}

// Prove applies the fix of one finding and compares the verdicts before and after by
// CompareFiles, on the given targets and on the witnesses of both versions.
func Prove(f *robotstxt.File, x Finding, d dialect.Dialect, targets ...string) rewrite.Diff {
	return rewrite.CompareFiles(f, robotstxt.Parse(Apply(f, x)), d, targets...)
}

// A linter iterates over the lines and keeps the state it needs of earlier ones.
type linter struct {
	file *robotstxt.File
	d    dialect.Dialect
	opt  Options
	out  []Finding

	html       bool        // the file is a web page: its lines are not checked
	inGroup    bool        // a User-agent line was read
	inAgents   bool        // no rule has been read since
	groupLine  syntax.Line // the User-agent line that opened the group
	lastLine   syntax.Line // the last line of the group
	starAbove  bool        // one of the User-agent lines of the group is "*"
	rules      int         // access rules with a path so far
	between    syntax.Key  // a group line between agents, KeyUnknown if none
	hosts      []syntax.Line
	empty      []Edit      // remove the empty lines since the last line of the group
	emptyAt    syntax.Line // the last of them
	lastStar   syntax.Line // the User-agent line directly above, if it is "*"
	steps      int         // spent in noInherit
	misread    bool        // a line of the group was meant as a rule but is not interpreted as one
	measures   int         // fixes whose effect was measured
	sitemaps   map[string]bool
	separated  map[int]part // see separated; nil until needed
	least      Effect       // of any fix
	cut        bool         // there are more than MaxFindings
	plain      bool         // every dialect understands all User-agent lines of the group
	ruled      bool         // every dialect understands a rule of the group
	strange    bool         // a line is neither empty nor a comment
	known      bool         // a line is, or was meant as, a line that robots understand
	firstDelay syntax.Line  // the first Crawl-delay after the current User-agent lines
}

func (z *linter) add(c Check, l syntax.Line, start, end int, detail string, fix *Fix) {
	if z.full() && l.Number > 0 {
		return
	}
	if fix != nil {
		fix.Effect |= z.least
		if len(fix.Edits) > 0 && fix.Edits[0].Start == 0 && syntax.StartsOddly(string(Apply(z.file, Finding{Fix: fix}))) {
			fix = nil // the new beginning would look like a byte order mark
		}
	}
	x := Finding{Check: c, Line: l.Number, Start: l.Offset + start, End: l.Offset + end, Detail: detail, Fix: fix}
	if l.Number > 0 {
		x.Column = start + 1
	}
	z.out = append(z.out, x)
}

// full reports whether no more findings about lines are accepted.
func (z *linter) full() bool {
	z.cut = z.cut || len(z.out) >= MaxFindings
	return z.cut
}

// key and val add findings about the key or the value of a line.
func (z *linter) key(c Check, l syntax.Line, detail string, fix *Fix) {
	z.add(c, l, l.Column-1, l.Column-1+len(l.Name), detail, fix)
}

func (z *linter) val(c Check, l syntax.Line, detail string, fix *Fix) {
	z.add(c, l, l.ValueAt, l.ValueAt+len(l.Value), detail, fix)
}

// replaceValue returns a fix that writes another value.
func replaceValue(l syntax.Line, value string, e Effect) *Fix {
	return &Fix{Edits: []Edit{{l.Offset + l.ValueAt, l.Offset + l.ValueAt + len(l.Value), value}}, Effect: e}
}

func replaceKey(l syntax.Line, name string, e Effect) *Fix {
	start := l.Offset + l.Column - 1
	return &Fix{Edits: []Edit{{start, start + len(l.Name), name}}, Effect: e}
}

// replaceLine returns a fix that replaces one line by others.
func replaceLine(l syntax.Line, e Effect, lines ...string) *Fix {
	end := l.End
	if end == "" {
		end = "\n"
	}
	text := ""
	for i, s := range lines {
		if i == 0 && l.Comment != "" {
			s += " " + l.Comment
		}
		text += s + end
	}
	return &Fix{Edits: []Edit{{l.Offset, l.Offset + len(l.Raw) + len(l.End), text}}, Effect: e}
}

// wholeFile checks the file as a whole.
func (z *linter) wholeFile() {
	f := z.file
	for _, url := range []string{z.opt.Asked, z.opt.URL} {
		switch CheckLocation(url) {
		case LocationCase:
			z.add(CheckFileCase, syntax.Line{}, 0, 0, url, nil)
		case LocationFolder:
			z.add(CheckFileFolder, syntax.Line{}, 0, 0, url, nil)
		}
	}
	switch f.Syntax().Encoding {
	case syntax.EncodingBOM:
		z.add(CheckMark, syntax.Line{}, 0, 0, "", &Fix{})
	case syntax.EncodingUTF16LE, syntax.EncodingUTF16BE:
		z.add(CheckUTF16, syntax.Line{}, 0, 0, f.Syntax().Encoding.String(), &Fix{})
	}
	if f.Syntax().Truncated {
		z.add(CheckTruncated, syntax.Line{}, 0, 0, "", nil)
	}
	if z.html = f.IsHTML(); z.html {
		z.add(CheckHTML, syntax.Line{}, 0, 0, "", nil)
	}
}

// line checks one line of any kind.
func (z *linter) line(l syntax.Line) {
	switch l.Kind {
	case syntax.LineEmpty:
		if z.inGroup {
			z.emptyAt = l
			z.empty = append(z.empty, Edit{l.Offset, l.Offset + len(l.Raw) + len(l.End), ""})
		}
		return
	case syntax.LineComment:
		return
	case syntax.LineJunk:
		z.bytes(l)
		z.strange = true
		if !z.meant(l) {
			z.add(CheckJunk, l, l.Column-1, len(l.Raw), "", nil)
		}
		return
	}
	z.bytes(l)
	told := z.meant(l)
	z.known = z.known || told || l.Key != syntax.KeyUnknown
	z.strange = z.strange || l.Key == syntax.KeyUnknown
	if !told {
		z.spelling(l)
	}
	if l.Key == syntax.KeyUnknown || l.Spelled > z.d.Spelling {
		z.misread = z.misread || told || l.Key.IsRule()
		return
	}
	if !told {
		z.values(l)
	}
	z.place(l)
	if told {
		z.misread = true
		return
	}
	switch l.Key {
	case syntax.KeyUserAgent:
		z.agent(l)
	case syntax.KeyAllow, syntax.KeyDisallow:
		z.rule(l)
	default:
		z.extension(l)
	}
}

// notRobots reports a file without any line that robots understand, instead of reporting all its
// lines.
func (z *linter) notRobots() {
	if z.known || !z.strange {
		return
	}
	z.out = slices.DeleteFunc(z.out, func(x Finding) bool { return x.Line > 0 })
	z.add(CheckNotRobots, syntax.Line{}, 0, 0, "", nil)
}

// bytes checks for odd bytes.
func (z *linter) bytes(l syntax.Line) {
	if i := strings.IndexByte(l.Raw, 0); i >= 0 {
		z.add(CheckNUL, l, i, i+1, "", nil)
	}
	if i := strings.IndexAny(l.Raw, "\v\u2028\u2029\u0085"); i >= 0 {
		z.add(CheckLineEnd, l, i, i+1, "", nil)
	}
	if len(l.Raw) > dialect.GoogleMaxLine {
		z.add(CheckLongLine, l, dialect.GoogleMaxLine, len(l.Raw), "", nil)
	}
	if !l.Key.IsRule() {
		return
	}
	if !utf8.ValidString(l.Value) {
		z.val(CheckBytes, l, "", nil)
	}
	if i := strings.IndexFunc(l.Value, unseen); i >= 0 {
		r, n := utf8.DecodeRuneInString(l.Value[i:])
		z.add(CheckControl, l, l.ValueAt+i, l.ValueAt+i+n, fmt.Sprintf("U+%04X", r), nil)
	}
}

// unseen reports whether a rune is a control character or a mark of writing direction (the
// Unicode property Bidi_Control). It excludes those of other checks: NUL, whitespace, and what
// some programs treat as a line end.
func unseen(r rune) bool {
	switch r {
	case 0, '\t', '\v', '\u0085':
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Bidi_Control)
}

// spelling checks a key.
func (z *linter) spelling(l syntax.Line) {
	right := l.Key.String()
	switch {
	case l.Key == syntax.KeyUnknown:
		z.key(CheckUnknownKey, l, l.Name, nil)
	case l.Spelled != syntax.SpelledRight:
		z.key(CheckTypo, l, l.Name+" instead of "+right, replaceKey(l, right, z.understood(l)))
	case len(l.Name) > 4 && l.Name == strings.ToUpper(l.Name):
		z.key(CheckKeyCase, l, capitals(l), replaceKey(l, right, EffectNone))
	}
	if l.NoColon && l.Key != syntax.KeyUnknown {
		start := l.Offset + l.Column - 1 + len(l.Name)
		z.key(CheckNoColon, l, "", &Fix{Edits: []Edit{{start, start, ":"}}, Effect: z.understood(l)})
	}
	if l.Column > 1 {
		effect := EffectNone
		if len(l.Raw) > dialect.GoogleMaxLine {
			effect = EffectBoth // a different part of it is cut off
		}
		z.add(CheckLeadingSpace, l, 0, l.Column-1, "", &Fix{Edits: []Edit{{l.Offset, l.Offset + l.Column - 1, ""}}, Effect: effect})
	}
}

// capitals returns the detail if the path of a line is in upper case like its key, or "".
func capitals(l syntax.Line) string {
	if !l.Key.IsRule() || l.Value == strings.ToLower(l.Value) || l.Value != strings.ToUpper(l.Value) {
		return ""
	}
	return l.Value + " matches URLs in capitals only"
}

// understood returns the effect of rewriting a line so that robots understand it that did not
// before.
func (z *linter) understood(l syntax.Line) Effect {
	switch {
	case l.Key == syntax.KeyUserAgent || l.Key == syntax.KeyHost || l.Key.IsRule() && (l.Value == "" || !z.ruled && !z.ruleFollows(l)):
		return EffectBoth
	case l.Key == syntax.KeyDisallow:
		return EffectCloses
	case l.Key == syntax.KeyAllow:
		return EffectOpens
	}
	return EffectNone
}

// ruleFollows reports whether the next line that affects groups is a rule in every dialect, or
// there is no such line: then the list of robots ends at the same place whether or not the
// current line is understood.
func (z *linter) ruleFollows(l syntax.Line) bool {
	for _, r := range z.file.Syntax().Records[z.recordAt(l.Number+1):] {
		if k := r.Key(); k.IsRule() || k == syntax.KeyUserAgent {
			return k.IsRule() && r.Spelling() == syntax.SpelledRight && !r.NoColon()
		}
	}
	return true
}

// recordAt returns the index of the first record at or after a line.
func (z *linter) recordAt(line int) int {
	records := z.file.Syntax().Records
	return sort.Search(len(records), func(i int) bool { return records[i].Line() >= line })
}

// plainly reports whether every dialect recognizes the key of the line.
func plainly(l syntax.Line) bool { return l.Spelled == syntax.SpelledRight && !l.NoColon }

// unquoted removes the quotes around s, including typographic ones, which need not match.
func unquoted(s string) string {
	for {
		s = strings.Trim(s, quotes+" \t\v\f")
		n := len(s)
		if n < 2 || s[0] != '"' && s[0] != '\'' || s[n-1] != s[0] {
			return s
		}
		s = s[1 : n-1]
	}
}

// quotes are the quotation marks, including those outside ASCII.
const quotes = "\u201C\u201D\u201E\u00AB\u00BB\u2018\u2019\u201A"

// values checks for mistakes that any value may have.
func (z *linter) values(l syntax.Line) {
	if t := strings.TrimFunc(l.Value, syntax.IsWideSpace); t != l.Value {
		z.val(CheckWideSpace, l, "", replaceValue(l, t, EffectBoth))
	}
	if bare := unquoted(l.Value); bare != l.Value {
		z.val(CheckQuoted, l, "", replaceValue(l, bare, EffectBoth))
	}
	if strings.HasPrefix(l.Value, ":") {
		z.val(CheckDoubleColon, l, "", replaceValue(l, strings.TrimLeft(l.Value, ": \t\v\f"), EffectBoth))
	}
}
