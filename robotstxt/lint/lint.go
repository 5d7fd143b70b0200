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

// MaxFindings is how many findings about lines Lint returns at most. If there
// are more, one about the file as a whole says so.
const MaxFindings = 10_000

// A Finding is one thing that is wrong, odd or worth knowing.
type Finding struct {
	Check  Check
	Line   int // 0 for the file as a whole
	Column int
	Start  int    // byte offsets into File.Text
	End    int    //
	Detail string // what exactly, "" if the check says it all
	Fix    *Fix   // nil if there is none that is safe to apply
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

// An Effect says what a fix changes. A fix without effect is safe: for no robot
// and no URL does it change a verdict, whichever of the named dialects the robot
// reads by, and that holds for all such fixes of a file together. The other
// effects say what may change for some robots; for those that read as RFC9309
// does nothing else changes, and often nothing at all.
type Effect uint8

// The effects. The zero effect is the safest.
const (
	EffectNone   Effect = 0 // no verdict of any named dialect changes
	EffectCloses Effect = 1 // some URLs are closed that were not
	EffectOpens  Effect = 2 // some URLs are opened that were not
	EffectBoth   Effect = 3
)

var effectNames = [...]string{"none", "closes", "opens", "both"}

// String returns "none", "closes", "opens" or "both".
func (e Effect) String() string { return enum.Name(effectNames[:], uint8(e), "effect") }

// LintOptions say what is known beside the file. The zero value is fine.
type Options struct {
	Asked     string               // the URL that was asked for, if it is not where the file was found
	URL       string               // where the file was found
	Agents    []dialect.AgentToken // robots that Wanted and Sitemap lines are checked for; "*" if empty
	Wanted    []string             // URLs or paths, from sitemaps and canonical links, that should not be closed
	Resources []string             // URLs or paths of style sheets and scripts
}

// Lint reads a file for mistakes and surprises, sorted by line. The meaning
// that counts is that of RFC9309.
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

// leastEffect is what any change does to a file, because of how it is written:
// fixed it is in UTF-8, whole and without a mark, which more robots read.
func leastEffect(f *robotstxt.File) Effect {
	const room = robotstxt.MaxBody / 10 // what fixes may add
	switch {
	case syntax.StartsOddly(f.Text()), len(f.Syntax().Source) > robotstxt.MaxBody-room:
		return EffectBoth
	case f.Syntax().Encoding >= syntax.EncodingUTF16LE, f.Syntax().Truncated:
		return EffectCloses
	}
	return EffectNone
}

// Apply returns the text with the fixes of the findings applied, each whole or
// not at all: where two would change the same bytes the one that changes more
// counts, and of two alike the first. If the result is longer than MaxBody, the
// bytes of the file come back as they are, as from Format.
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

// compatible returns, by place, the edits of the fixes that may be applied
// together to a text of n bytes.
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
	inner := make([]bool, n+1)   // borders of bytes that lie inside an edit
	insert := make([]bool, n+1)  // places at which an edit adds something
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

// width returns how many bytes the fix replaces.
func (x *Fix) width() int {
	n := 0
	for _, e := range x.Edits {
		n += e.End - e.Start
	}
	return n
}

// Prove applies the fix of one finding and compares the verdicts before and
// after as CompareFiles does, on the given targets and on the witnesses of both
// versions.
func Prove(f *robotstxt.File, x Finding, d dialect.Dialect, targets ...string) rewrite.Diff {
	return rewrite.CompareFiles(f, robotstxt.Parse(Apply(f, x)), d, targets...)
}

// A linter walks over the lines and keeps what it must know of those before.
type linter struct {
	file *robotstxt.File
	d    dialect.Dialect
	opt  Options
	out  []Finding

	html       bool        // the file is a web page: its lines are not worth a word
	inGroup    bool        // a User-agent line was read
	inAgents   bool        // no rule has been read since
	groupLine  syntax.Line // the User-agent line that opened the group
	lastLine   syntax.Line // the last line of the group
	starAbove  bool        // one of the User-agent lines of the group is "*"
	rules      int         // access rules with a path so far
	between    syntax.Key  // a group line between agents, KeyUnknown if none
	hosts      []syntax.Line
	empty      []Edit      // drop the blank lines since the last line of the group
	emptyAt    syntax.Line // the last of them
	lastStar   syntax.Line // the User-agent line right above, if it is "*"
	steps      int         // spent in noInherit
	misread    bool        // a line of the group was meant as a rule and is not read as one
	measures   int         // fixes whose effect was found out
	sitemaps   map[string]bool
	separated  map[int]part // see File.separated; nil until it is needed
	least      Effect       // of any fix
	cut        bool         // there are more than MaxFindings
	plain      bool         // all User-agent lines of the group are read by every dialect
	ruled      bool         // so is a rule of the group
	strange    bool         // a line is neither empty nor a comment
	known      bool         // a line is, or was meant as, what robots understand
	firstDelay syntax.Line  // the first Crawl-delay behind the User-agent lines at hand
}

func (z *linter) add(c Check, l syntax.Line, start, end int, detail string, fix *Fix) {
	if z.full() && l.Number > 0 {
		return
	}
	if fix != nil {
		fix.Effect |= z.least
		if len(fix.Edits) > 0 && fix.Edits[0].Start == 0 && syntax.StartsOddly(string(Apply(z.file, Finding{Fix: fix}))) {
			fix = nil // what comes first then looks like a mark
		}
	}
	x := Finding{Check: c, Line: l.Number, Start: l.Offset + start, End: l.Offset + end, Detail: detail, Fix: fix}
	if l.Number > 0 {
		x.Column = start + 1
	}
	z.out = append(z.out, x)
}

// full reports whether no more findings about lines are taken.
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

// replaceValue is a fix that writes another value.
func replaceValue(l syntax.Line, value string, e Effect) *Fix {
	return &Fix{Edits: []Edit{{l.Offset + l.ValueAt, l.Offset + l.ValueAt + len(l.Value), value}}, Effect: e}
}

func replaceKey(l syntax.Line, name string, e Effect) *Fix {
	start := l.Offset + l.Column - 1
	return &Fix{Edits: []Edit{{start, start + len(l.Name), name}}, Effect: e}
}

// replaceLine is a fix that writes other lines in place of one.
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

// wholeFile finds what is wrong with the file as a whole.
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

// line finds what is wrong with one line, whatever it is.
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

// notRobots tells of a file without any line that robots understand, instead of
// all its lines.
func (z *linter) notRobots() {
	if z.known || !z.strange {
		return
	}
	z.out = slices.DeleteFunc(z.out, func(x Finding) bool { return x.Line > 0 })
	z.add(CheckNotRobots, syntax.Line{}, 0, 0, "", nil)
}

// bytes finds odd bytes.
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

// unseen reports whether a rune is a control character or a mark of writing
// direction (the property Bidi_Control of Unicode). Those that other checks tell
// of are left out: NUL, whitespace, and what some programs take for the end of a
// line.
func unseen(r rune) bool {
	switch r {
	case 0, '\t', '\v', '\u0085':
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Bidi_Control)
}

// spelling finds what is wrong with a key.
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
			effect = EffectBoth // another part of it is cut off
		}
		z.add(CheckLeadingSpace, l, 0, l.Column-1, "", &Fix{Edits: []Edit{{l.Offset, l.Offset + l.Column - 1, ""}}, Effect: effect})
	}
}

// capitals says that the path of a line is in capitals, as its key is; "" if it is
// not.
func capitals(l syntax.Line) string {
	if !l.Key.IsRule() || l.Value == strings.ToLower(l.Value) || l.Value != strings.ToUpper(l.Value) {
		return ""
	}
	return l.Value + " matches URLs in capitals only"
}

// understood is the effect of writing a line so that all robots understand it:
// some did not before.
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

// ruleFollows reports whether the next line that has to do with groups is a
// rule that every dialect reads, or none follows: then the list of robots ends
// where it does whether or not the line at hand is understood.
func (z *linter) ruleFollows(l syntax.Line) bool {
	for _, r := range z.file.Syntax().Records[z.recordAt(l.Number+1):] {
		if k := r.Key(); k.IsRule() || k == syntax.KeyUserAgent {
			return k.IsRule() && r.Spelling() == syntax.SpelledRight && !r.NoColon()
		}
	}
	return true
}

// recordAt returns the index of the first record at or behind a line.
func (z *linter) recordAt(line int) int {
	records := z.file.Syntax().Records
	return sort.Search(len(records), func(i int) bool { return records[i].Line() >= line })
}

// plainly reports whether every dialect sees what the line is about.
func plainly(l syntax.Line) bool { return l.Spelled == syntax.SpelledRight && !l.NoColon }

// unquoted drops the quotes around s, also those of writing programs, which
// need not match.
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

// quotes are the marks of quotation beside those of ASCII.
const quotes = "\u201C\u201D\u201E\u00AB\u00BB\u2018\u2019\u201A"

// values finds what any value may suffer from.
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
