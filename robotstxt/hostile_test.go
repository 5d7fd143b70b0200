package robotstxt

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/field"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// inUTF16 returns s in UTF-16 little-endian, without a byte order mark.
func inUTF16(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

// TestExplainReadsTheDecodedText checks that an explanation uses the lines that decide, for
// files that would be parsed differently from their UTF-8 form: with two byte order marks, and
// with a form longer than MaxBody.
func TestExplainReadsTheDecodedText(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"two marks":     "\xFF\xFE" + inUTF16("\uFEFFUser-agent: *\nDisallow: /x\n"),
		"grows decoded": "\xFF\xFE" + inUTF16("User-agent: *\n#"+strings.Repeat("\u3042", 200<<10)+"\nDisallow: /x\n"),
	} {
		f := Parse([]byte(body))
		if f.Truncated() {
			t.Fatalf("%s: the file is cut", name)
		}
		m := f.Compile(dialect.RFC9309(), "FooBot")
		e := m.Explain("/x")
		if e.Decision != m.Decide("/x") {
			t.Errorf("%s: explained as %+v", name, e.Decision)
		}
		told := false
		for _, c := range e.Candidates {
			told = told || c.Why == LossNone && c.Line == e.Line && c.Rule == e.Rule
		}
		if told != (e.Line > 0) || len(f.Groups(dialect.RFC9309())) != len(e.Groups) {
			t.Errorf("%s: line %d decides, candidates %+v", name, e.Line, e.Candidates)
		}
	}
}

// lines repeats a line with its number in it, up to MaxBody.
func lines(format string) string {
	var b strings.Builder
	b.WriteString(anybody)
	for i := 0; b.Len() < MaxBody-2*len(format); i++ {
		fmt.Fprintf(&b, format+"\n", i)
	}
	return b.String()
}

// TestHostileUsage checks that the work for a question about Content-Usage is limited, whatever
// a file contains.
func TestHostileUsage(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range 64 {
		fmt.Fprintf(&many, " l%d-%%[1]d=n", i)
	}
	for name, body := range map[string]string{
		"labels":             lines("Content-Usage:" + many.String()),
		"labels for a path":  lines("Content-Usage: /x/*/" + many.String()),
		"paths":              lines("Content-Usage: /x/%d a=n"),
		"wild paths":         lines("Content-Usage: /x/*%d*y a=n"),
		"wild paths to end":  lines("Content-Usage: /x/*%d$ a=n"),
		"wild paths, labels": lines("Content-Usage: /*%[1]d*" + many.String()),
		"stars":              lines("Content-Usage: /" + strings.Repeat("*a", 300) + "*%d a=n"),
		"one path":           lines("Content-Usage: /x a=n,b=%d"),
		"one long path":      anybody + "Content-Usage: /" + strings.Repeat("x", 400<<10) + " a=n\n",
	} {
		m := Parse([]byte(body)).Compile(dialect.RFC9309(), "FooBot")
		u := m.lines().usage
		wild, prefs := 0, 0
		for _, p := range u.paths {
			prefs = max(prefs, len(p.prefs))
			wild += p.pattern.Stars()
		}
		got := m.Usage("/x/1/y")
		if len(got) > MaxUsageLabels || prefs > MaxUsageLabels || wild > MaxUsageWild || len(u.paths) > MaxExtensionLines || u.pathAt != nil {
			t.Errorf("%s: %d paths, %d wild, %d preferences at one, %d in the answer", name, len(u.paths), wild, prefs, len(got))
		}
		if name == "one path" && (len(u.paths) != 1 || len(got) != 2 || got[0] != field.Preference{Label: "a", Value: "n", Line: 2}) {
			t.Errorf("%s: %d paths, answer %v", name, len(u.paths), got)
		}
		if name == "one long path" && len(m.Usage("/other")) > 0 {
			t.Error("a path that is too long holds for every target")
		}
	}
}

// TestUsageOfOnePath checks that lines with the same path are combined: a restricting value
// wins, then a granting one, then the first, and a longer path without labels still hides a
// shorter one.
func TestUsageOfOnePath(t *testing.T) {
	t.Parallel()
	m := Parse([]byte(anybody+"Content-Usage: /a search=y, ai=foo\nContent-Usage: search=n, bots=y\nContent-Usage: /a search=n, bots=n\n"+
		"Content-Usage: /a search=n, ai=y\nContent-Usage: /a* ai=n\nContent-Usage: /b/\n")).Compile(dialect.RFC9309(), "FooBot")
	for target, want := range map[string]string{
		"/a": "[{ai n 6}]", "/c": "[{search n 3} {bots y 3}]", "/b/": "[]",
	} {
		if got := fmt.Sprint(m.Usage(target)); got != want {
			t.Errorf("%s: %s, want %s", target, got, want)
		}
	}
	m = Parse([]byte(anybody+"Content-Usage: /a search=y, ai=foo\nContent-Usage: /a search=n\nContent-Usage: /a search=n, ai=y\n")).Compile(dialect.RFC9309(), "FooBot")
	if got := fmt.Sprint(m.Usage("/a")); got != "[{search n 3} {ai y 4}]" {
		t.Errorf("/a: %s", got)
	}
}

// TestHostileClean checks that the work for cleaning a target is limited, whatever a file
// contains.
func TestHostileClean(t *testing.T) {
	t.Parallel()
	names := "Clean-param: n%[1]d" + strings.Repeat("&n%[1]dx", 30)
	for name, body := range map[string]string{
		"names":            lines("Clean-param: a&n%[1]d&m%[1]d"),
		"names for a path": lines("Clean-param: n%[1]d&m%[1]d /x"),
		"paths":            lines("Clean-param: a /x/%d"),
		"wild paths":       lines("Clean-param: a&b /*%d*y"),
		"stars":            lines("Clean-param: a /" + strings.Repeat("*a", 200) + "*%d"),
		"repeats":          lines(names),
		"one line again":   lines("Clean-param: a&b&a /x*#%d"),
	} {
		m := Parse([]byte(body)).Compile(dialect.RFC9309(), "FooBot")
		c := m.lines().clean
		listed, paired, wild := 0, 0, 0
		for _, l := range m.CleanParams() {
			listed += len(l.Names)
		}
		for _, p := range c.paths {
			paired += len(p.names)
			wild += p.pattern.Stars()
		}
		if listed != paired || paired > MaxCleanNames || len(c.names) > MaxCleanNames || len(c.paths) > MaxCleanNames || wild > MaxCleanWild || c.pairs != nil {
			t.Errorf("%s: %d names listed, %d kept, %d paths, %d wildcards", name, listed, paired, len(c.paths), wild)
		}
		if name == "one line again" && (len(c.lines) != 1 || paired != 2) {
			t.Errorf("%s: lines %v", name, c.lines)
		}
		if name == "names" && (paired != MaxCleanNames || m.Clean("/x?a=1&n5=2&b=3") != "/x?b=3") {
			t.Errorf("%s: %d names, cleaned %s", name, paired, m.Clean("/x?a=1&n5=2&b=3"))
		}
	}
}

func BenchmarkHostileClean(b *testing.B) {
	target := "/" + strings.Repeat("a", 500) + "?" + strings.Repeat("a=b&c&", 250)
	for name, body := range map[string]string{
		"names": lines("Clean-param: n%[1]d&m%[1]d"), "paths": lines("Clean-param: a /" + strings.Repeat("a", 100) + "%d"),
		"scan": lines("Clean-param: a /*a*ab%d"), "stars": lines("Clean-param: a /" + strings.Repeat("*a", 200) + "*%d"),
	} {
		b.Run(name, func(b *testing.B) {
			m := Parse([]byte(body)).Compile(dialect.RFC9309(), "FooBot")
			for b.Loop() {
				m.Clean(target)
			}
		})
	}
}

// TestHostileRules checks that a path with wildcards is tried once however often a file has it,
// in every dialect, and that this changes neither the rule that decides nor the list in an
// explanation.
func TestHostileRules(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	body.WriteString(anybody)
	const paths, times = 2 * fewWild, 5
	for i := range paths * times {
		key, end := "Allow", ""
		if i%3 == 0 {
			key = "Disallow"
		}
		if i%paths%2 == 0 {
			end = "$"
		}
		fmt.Fprintf(&body, "%s: /*a%d*b%s\n", key, i%paths/2, end)
	}
	for _, d := range append(dialect.All(), oddDialects()...) {
		m := Parse([]byte(body.String())).CompileFor(d, "http://a.ru", "FooBot")
		x := &m.index
		if tried := len(x.wild) + len(x.hung); d.Patterns == dialect.PatternsWild && tried != paths {
			t.Errorf("%s: %d of %d rules are tried, want %d", d.Name, tried, m.Len(), paths)
		}
		for i := range paths {
			target := fmt.Sprintf("/xa%db", i/2)
			if i%2 == 0 {
				target += "c"
			}
			e := m.Explain(target)
			var want Decision
			if m.decided(m.Scan(target), &want); want.Line != e.Line {
				t.Errorf("%s: %s is decided by line %d, a scan says %d", d.Name, target, e.Line, want.Line)
			}
			if len(e.Candidates) != paths*times {
				t.Errorf("%s: %d candidates", d.Name, len(e.Candidates))
			}
		}
	}
}

// TestHostileQueryForms checks that query forms of many rules with wildcards and escapes leave
// room for all rules, and are few enough to be tried for each target.
func TestHostileQueryForms(t *testing.T) {
	t.Parallel()
	body := lines("Disallow: /" + strings.Repeat("*a", 16) + "%%3A%d")
	rules := strings.Count(body, "Disallow")
	m := Parse([]byte(body+"Disallow: /secret\n")).Compile(dialect.RFC9309(), "FooBot")
	if d := m.Decide("/secret/x"); d.Verdict != Deny || m.Len() < rules+1 || m.Len() > rules+1+maxForms {
		t.Errorf("%d rules of %d lines: %s, %s", m.Len(), rules+1, d.Verdict, d.Reason)
	}
	if e := m.Explain("/secret/x"); len(e.Candidates) != rules+1 || e.Candidates[0].Why != LossNone {
		t.Errorf("%d candidates, %+v", len(e.Candidates), e.Candidates[0])
	}
	if d := m.Decide("/?" + strings.Repeat("a", 16) + ":1"); d.Verdict != Deny {
		t.Errorf("a rule in a query: %s", d.Reason)
	}
}

// TestHostileFormsOfOtherLines checks that query forms of other lines are few and short,
// whatever a file contains, and that the lines themselves are kept.
func TestHostileFormsOfOtherLines(t *testing.T) {
	t.Parallel()
	d := dialect.RFC9309()
	d.Extensions |= dialect.ExtPageRules
	wild := strings.Repeat("*a", 3) + "%%3A%d"
	for name, format := range map[string]string{"pages": "Noindex: /" + wild, "usage": "Content-Usage: /" + wild + " search=n", "clean": "Clean-param: x%[1]d /" + wild[:len(wild)-2] + "%[1]d"} {
		m := Parse([]byte(lines(format))).Compile(d, "FooBot")
		g := m.lines()
		forms, kept := 0, len(g.pages)+len(g.usage.paths)+len(g.clean.paths)
		for _, p := range g.pages {
			forms += len(p.pattern.Query)
		}
		for _, p := range g.usage.paths {
			forms += len(p.pattern.Query)
		}
		for _, p := range g.clean.paths {
			forms += len(p.pattern.Query)
		}
		if forms == 0 || forms > MaxUsageWild || kept < 80 {
			t.Errorf("%s: %d forms of %d lines", name, forms, kept)
		}
	}
	long, _ := pattern.NewPath("/*"+strings.Repeat("a", 2<<10)+"%3A", &d)
	if long.Query != nil {
		t.Errorf("a long path has %d forms", len(long.Query))
	}
}

// TestHostileLines checks how many lines of each other kind a matcher keeps.
func TestHostileLines(t *testing.T) {
	t.Parallel()
	d := oddDialects()[0]
	d.MaxLine = 0
	for _, tt := range []struct {
		line string
		kept func(*Matcher) int
		most int
	}{
		{"Request-rate: 1/%d", func(m *Matcher) int { return len(m.RequestRates()) }, MaxTimedLines},
		{"Request-rate: 1/60#%d", func(m *Matcher) int { return len(m.RequestRates()) }, 1},
		{"Visit-time: 0000-%04d", func(m *Matcher) int { return len(m.VisitTimes()) }, MaxTimedLines},
		{"Visit-time: 0600-0845 #%d", func(m *Matcher) int { return len(m.VisitTimes()) }, 1},
		{"Comment: %d", func(m *Matcher) int { return len(m.Comments()) }, MaxExtensionLines},
		{"License: %d", func(m *Matcher) int { return len(m.Licenses()) }, MaxExtensionLines},
		{"Host: h%d.ru", func(m *Matcher) int { return len(m.Hosts()) }, MaxExtensionLines},
		{"Noindex: /%d*x", func(m *Matcher) int { return len(m.lines().pages) }, MaxExtensionLines},
	} {
		m := Parse([]byte(lines(tt.line))).CompileFor(d, "http://a.ru", "FooBot")
		if n := tt.kept(m); n != tt.most {
			t.Errorf("%s: %d are kept, want %d", tt.line, n, tt.most)
		}
		m.NextAllowed(noon, noon)
		m.PageRules("/1/x")
	}
}

func BenchmarkHostileRules(b *testing.B) {
	abc := "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
	// stars returns rules whose numbers are written with stars between the digits.
	digits := func(head string, base int, tail string) string {
		var body strings.Builder
		body.WriteString(anybody)
		for i := 1; body.Len() < MaxBody-1000; i++ {
			body.WriteString(head)
			for n := i; n > 0; n /= base {
				body.WriteString("*" + abc[n%base:n%base+1])
			}
			body.WriteString(tail + "\n")
		}
		return body.String()
	}
	a2k, all := "/"+strings.Repeat("a", 2000), "/"+strings.Repeat(abc, 31)
	back := []byte(abc)
	slices.Reverse(back)
	some := strings.Repeat(string(back), 3)
	for _, tt := range []struct{ name, body, target string }{
		{"same-short", anybody + strings.Repeat("allow:*ab\n", 50_000), a2k},
		{"same-long", anybody + strings.Repeat("allow:"+strings.Repeat("*a", 8)+"*b\n", 20_000), a2k},
		{"two-letters", digits("allow:", 2, "*!"), "/" + strings.Repeat("ab", 1000)},
		{"all-letters", digits("allow:", len(abc), "*!"), all},
		{"all-letters-end", digits("allow:", len(abc), "$"), all + "!"},
		{"sequence", digits("allow:*aaaa", len(abc), "*!"), all + "aaaa" + all[:1000]},
		{"scan-2", digits("allow:", len(abc), "*ab"), "/ab" + some + a2k},
		{"scan-3", digits("allow:", len(abc), "*aab"), "/aab" + some + a2k},
		{"scan-8", digits("allow:", len(abc), "*aaaaaaab"), "/aaaaaaab" + some + a2k},
		{"scan-64", digits("allow:", len(abc), "*"+strings.Repeat("a", 64)+"b"), "/" + strings.Repeat("a", 64) + "b" + some + a2k},
		{"query-forms", lines("allow:/*g*h*i*j*k*l*m*n%%3A%d"), "/?" + strings.Join(strings.Split("ghijklmn:", ""), strings.Repeat("0123456789", 20))},
		{"numbers", lines("allow:*abc*%d"), "/" + strings.Repeat("abc", 600)},
		{"near", lines("allow:*%daaaaaab"), a2k + "123456789"},
		{"repeated", lines("allow:*aaaaaaaaab%d"), "/" + strings.Repeat("aaaaaaaaab", 200)},
		{"letters", lines("allow:" + strings.Repeat("*a", 200) + "*b%d"), a2k},
		{"literal", lines("allow:/" + strings.Repeat("a", 50) + "%d"), a2k},
	} {
		b.Run(tt.name, func(b *testing.B) {
			m := Parse([]byte(tt.body)).Compile(dialect.RFC9309(), "FooBot")
			for b.Loop() {
				if m.Decide(tt.target).Line > 0 {
					b.Fatal("a rule matches")
				}
			}
			b.ReportMetric(float64(m.Len()), "rules")
		})
	}
}

// hostileGlobs returns expressions of the dialect conner2 that are slow for a target of 2 KB:
// single ones, and files of them that differ by a number.
func hostileGlobs() map[string]string {
	one := func(expr string) string { return "User-agent: *\nRobot-version: 2.0\nAllow: " + expr + "\n" }
	file := func(expr string) string {
		return strings.Replace(lines("Allow: "+expr), "\n", "\nRobot-version: 2.0\n", 1)
	}
	set := "[" + strings.Repeat("z", 120) + "a-b]"
	wide := "[^\x80-\xff]"
	return map[string]string{
		"one-letters":   one("*" + strings.Repeat("a", 400) + "b*"),
		"one-open":      one("/*" + strings.Repeat("[", 400) + "c"),
		"one-sets":      one("/*" + strings.Repeat(set, 3) + "c*"),
		"one-any":       one("/*" + strings.Repeat("?", 1000) + "c*"),
		"one-escapes":   one("/*" + strings.Repeat("%61?", 200) + "c*"),
		"one-short":     one("*a?[b-d]c*"),
		"one-long":      one("/*" + strings.Repeat("a?", 30<<10) + "c*"),
		"file-letters":  file("*" + strings.Repeat("a", 400) + "b%d*"),
		"file-open":     file("/*" + strings.Repeat("[", 400) + "c%d"),
		"file-sets":     file("/*" + strings.Repeat(set, 3) + "c%d*"),
		"file-short":    file("*a?%d*"),
		"file-64":       file("*" + strings.Repeat("a?", 30) + "%04d*"),
		"file-65":       file("*" + strings.Repeat("a?", 30) + "%05d*"),
		"file-129":      file("*" + strings.Repeat("a?", 62) + "%05d*"),
		"file-257":      file("*" + strings.Repeat("a?", 126) + "%05d*"),
		"file-1000":     file("*" + strings.Repeat("a?", 498) + "%04d*"),
		"file-wide":     file("*" + strings.Repeat(wide, 50) + "%d*"),
		"file-segments": file("*" + strings.Repeat(wide+"*", 50) + "a?%d*"),
		"file-pieces":   file("*" + strings.Repeat("a?*", 80) + "?%d*"),
		"file-singles":  file("*" + strings.Repeat("?*", 120) + "?%d*"),
	}
}

// TestHostileGlob checks how many shell expressions are kept, whatever a file contains, that
// deciding by them does not allocate, and that rules beyond the limits are reported as such.
func TestHostileGlob(t *testing.T) {
	target := "/" + strings.Repeat("a", 2000)
	for name, body := range hostileGlobs() {
		m := Parse([]byte(body)).Compile(dialect.Conner2(), "FooBot")
		longest := 0
		for i := range m.rules {
			longest = max(longest, len(m.pattern(i).Text))
		}
		if m.Len() > pattern.MaxExpressions || longest > pattern.MaxExpression {
			t.Errorf("%s: %d expressions, one of %d bytes", name, m.Len(), longest)
		}
		if strings.HasPrefix(name, "file") {
			continue
		}
		if n := testing.AllocsPerRun(10, func() { m.Decide(target) }); n > 0 {
			t.Errorf("%s: %.0f allocations to decide", name, n)
		}
	}
	fits, over := "/*"+strings.Repeat("%61", pattern.MaxExpression-2), "/b*"+strings.Repeat("%62", pattern.MaxExpression-2)
	path := "/" + strings.Repeat("b", 2*pattern.MaxExpression)
	var body strings.Builder
	for _, rule := range []string{fits, over, path} {
		body.WriteString("Disallow: " + rule + "\n")
	}
	for i := range pattern.MaxExpressions {
		fmt.Fprintf(&body, "Disallow: /c%d/?\n", i)
	}
	body.WriteString("Disallow: /late\n")
	m := Parse([]byte(anybody+"Robot-version: 2.0\n"+body.String())).Compile(dialect.Conner2(), "FooBot")
	for target, want := range map[string]Verdict{
		"/" + strings.Repeat("a", pattern.MaxExpression): Deny, "/b" + strings.Repeat("b", pattern.MaxExpression): Allow, path: Deny,
		fmt.Sprintf("/c%d/x", pattern.MaxExpressions-2): Deny, fmt.Sprintf("/c%d/x", pattern.MaxExpressions-1): Allow, "/late": Deny,
	} {
		if d := m.Decide(target); d.Verdict != want {
			t.Errorf("%.20s of %d bytes: %s by line %d", target, len(target), d.Verdict, d.Line)
		}
	}
	var tooLong []int
	for _, c := range m.Explain("/").Candidates {
		if c.Why == LossTooLong {
			tooLong = append(tooLong, c.Line)
		}
	}
	if want := []int{4, 5 + pattern.MaxExpressions}; !slices.Equal(tooLong, want) {
		t.Errorf("lines %v are told as too long, want %v", tooLong, want)
	}
}

// BenchmarkHostileGlob measures the cost of shell expressions, which only the dialect conner2
// supports.
func BenchmarkHostileGlob(b *testing.B) {
	target := "/" + strings.Repeat("a", 2000)
	bodies := hostileGlobs()
	for _, name := range slices.Sorted(maps.Keys(bodies)) {
		b.Run(name, func(b *testing.B) {
			m := Parse([]byte(bodies[name])).Compile(dialect.Conner2(), "FooBot")
			for b.Loop() {
				if m.Decide(target).Line > 0 {
					b.Fatal("a rule matches")
				}
			}
			b.ReportMetric(float64(m.Len()), "rules")
		})
	}
}

func BenchmarkHostileUsage(b *testing.B) {
	var many strings.Builder
	for i := range 64 {
		fmt.Fprintf(&many, " l%d=n", i)
	}
	target := "/" + strings.Repeat("a", 2000)
	for name, body := range map[string]string{
		"labels": lines("Content-Usage: /*a%d*" + many.String()), "match": lines("Content-Usage: /*" + strings.Repeat("*a", 100) + "*b%d x=n"),
		"one": lines("Content-Usage: %d" + many.String()), "ties": lines("Content-Usage: /*a*" + strings.Repeat("*", 6) + many.String() + "x%d"),
		"scan": lines("Content-Usage: /*a*ab%d x=n"), "literal": lines("Content-Usage: /" + strings.Repeat("a", 300) + "%d x=n"),
	} {
		b.Run(name, func(b *testing.B) {
			m := Parse([]byte(body)).Compile(dialect.RFC9309(), "FooBot")
			for b.Loop() {
				m.Usage(target)
			}
		})
	}
}

// anybody begins a group for all robots.
const anybody = "User-agent: *\n"

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// oddDialects returns dialects with combinations of switches that no named dialect has.
func oddDialects() []dialect.Dialect {
	odd := dialect.Dialect{
		Name: "odd", Spelling: syntax.SpelledWide, TrimUnicode: true, NULEndsValue: true, MaxLine: 20, AddSlash: true, StripSite: true,
		DropEmptyQuery: true, FieldEndsAgents: true, Precedence: dialect.AnyAllow, Escapes: dialect.EscapesDraft, IndexHTML: true,
		TrailingStarIsFree: true, Extensions: 1<<11 - 1, DelayFromStar: true, Catalogue: true,
	}
	first, glob := odd, odd
	first.Name, first.Precedence, first.Escapes, first.EmptyLineEndsGroup = "odd first", dialect.First, dialect.EscapesGoogle, true
	glob.Name, glob.Patterns, glob.Precedence, glob.Escapes = "odd glob", dialect.PatternsGlob, dialect.ExplicitFirst, dialect.EscapesRFC
	return []dialect.Dialect{odd, first, glob, {}}
}
