package robotstxt_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

// The oracle follows the text of RFC 9309, with the mistakes that Google tolerates, line by line
// and octet by octet, without any of the package's code.

// An oracleUnit is one octet of the comparable form, the wildcard, or, in a rule, the escape of
// a delimiter. Any other octet that stays escaped is three units: a wildcard may end inside an
// escape, because octets are compared as written.
type oracleUnit struct {
	octet byte
	kind  oracleKind
}

type oracleKind uint8

const (
	oracleOctet oracleKind = iota
	oracleStar
	oracleEscape    // in a rule: three octets in a path, one in a query
	oracleEscapedIn // the same after a "?" of the rule, where it can only be one octet
)

const oracleHex = "0123456789ABCDEF"

// oracleUnits converts a path to units; in a rule "*" is the wildcard.
func oracleUnits(s string, rule bool) []oracleUnit {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
	var out []oracleUnit
	octet := func(c byte) { out = append(out, oracleUnit{octet: c}) }
	escape := func(c byte) {
		octet('%')
		octet(oracleHex[c/16])
		octet(oracleHex[c%16])
	}
	digit := func(c byte) int { return strings.IndexByte(oracleHex, strings.ToUpper(string(rune(c)))[0]) }
	query := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) && s[i+1] < 0x80 && s[i+2] < 0x80 && digit(s[i+1]) >= 0 && digit(s[i+2]) >= 0 {
			o := byte(digit(s[i+1])*16 + digit(s[i+2]))
			delimiter := strings.IndexByte(":/?@[]", o) >= 0
			switch {
			case strings.IndexByte(safe, o) >= 0, !rule && query && delimiter:
				octet(o)
			case delimiter && rule && query:
				out = append(out, oracleUnit{o, oracleEscapedIn})
			case delimiter && rule:
				out = append(out, oracleUnit{o, oracleEscape})
			default:
				escape(o)
			}
			i += 2
			continue
		}
		switch {
		case c == '*' && rule:
			out = append(out, oracleUnit{kind: oracleStar})
		case c == '*' || c == '$' || c <= ' ' || c > '~' || strings.IndexByte("\"<>\\^`{|}", c) >= 0:
			escape(c)
		default:
			query = query || c == '?'
			octet(c)
		}
	}
	return out
}

// oracleLength counts octets; an escape that may be in a path counts as three.
func oracleLength(units []oracleUnit) int {
	n := len(units)
	for _, u := range units {
		if u.kind == oracleEscape {
			n += 2
		}
	}
	return n
}

// oracleMatch follows all possibilities at once: at[i] is set if the rule so far can end before
// target[i].
func oracleMatch(rule []oracleUnit, end bool, target []oracleUnit) bool {
	query := slices.Index(target, oracleUnit{octet: '?'})
	if query < 0 {
		query = len(target)
	}
	// reads reports whether the target continues with octets at i.
	reads := func(i int, octets ...byte) bool {
		for k, c := range octets {
			if i+k >= len(target) || target[i+k].octet != c {
				return false
			}
		}
		return true
	}
	at := make([]bool, len(target)+1)
	at[0] = true
	for _, unit := range rule {
		next := make([]bool, len(target)+1)
		for i, here := range at {
			if !here {
				continue
			}
			o := unit.octet
			switch unit.kind {
			case oracleStar:
				for j := i; j <= len(target); j++ {
					next[j] = true
				}
			case oracleOctet:
				if reads(i, o) {
					next[i+1] = true
				}
			case oracleEscape, oracleEscapedIn:
				if i < query && reads(i, '%', oracleHex[o/16], oracleHex[o%16]) {
					next[i+3] = true
				}
				if i > query && reads(i, o) {
					next[i+1] = true
				}
			}
		}
		at = next
	}
	if end {
		return at[len(target)]
	}
	return slices.Contains(at, true)
}

func oracleLines(body string) []string {
	for _, bom := range []string{"\xEF\xBB\xBF", "\xEF\xBB", "\xEF"} {
		if strings.HasPrefix(body, bom) {
			body = body[len(bom):]
			break
		}
	}
	body = strings.ReplaceAll(body, "\r\n", "\n")
	return strings.FieldsFunc(strings.ReplaceAll(body, "\r", "\n"), func(r rune) bool { return r == '\n' })
}

// oracleField splits a line into a key, "user-agent", "allow" or "disallow",
// and a value.
func oracleField(line string) (key, value string) {
	const whitespace = " \t\v\f"
	line, _, _ = strings.Cut(line, "#")
	line = strings.Trim(line, whitespace)
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(whitespace, r) })
		if len(words) != 2 {
			return "", ""
		}
		name, value = words[0], words[1]
	}
	name = strings.Trim(name, whitespace)
	for _, k := range [][]string{
		{"user-agent", "user-agent", "useragent", "user agent"},
		{"allow", "allow"},
		{"disallow", "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"},
	} {
		for _, spelled := range k[1:] {
			if len(name) >= len(spelled) && strings.EqualFold(name[:len(spelled)], spelled) && isASCII(name[:len(spelled)]) {
				return k[0], strings.Trim(value, whitespace)
			}
		}
	}
	return "", ""
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 })
}

// oracleAgent reports whether a User-agent value names the agent.
func oracleAgent(value, agent string) bool {
	if agent == "*" {
		return value == "*" || strings.HasPrefix(value, "* ") || strings.HasPrefix(value, "*\t") ||
			strings.HasPrefix(value, "*\v") || strings.HasPrefix(value, "*\f")
	}
	n := 0
	for n < len(value) && strings.IndexByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_", value[n]) >= 0 {
		n++
	}
	return strings.EqualFold(value[:n], agent)
}

// oracle returns the verdict on target.
func oracle(body, agent, target string) robotstxt.Verdict {
	path, _, _ := strings.Cut(target, "#")
	if name, _, _ := strings.Cut(path, "?"); name == "/robots.txt" {
		return robotstxt.Allow
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	units := oracleUnits(path, false)
	for _, name := range []string{agent, "*"} {
		found, mine, agents := false, false, false
		best, verdict := -1, robotstxt.Allow
		for _, line := range oracleLines(body) {
			key, value := oracleField(line)
			switch key {
			case "user-agent":
				if !agents {
					mine = false
				}
				agents = true
				mine = mine || oracleAgent(value, name)
				found = found || mine
			case "allow", "disallow":
				agents = false
				if !mine || value == "" {
					continue
				}
				text, end := strings.CutSuffix(value, "$")
				rule := oracleUnits(text, true)
				length := oracleLength(rule)
				if end {
					length++
				}
				if (length > best || length == best && key == "allow") && oracleMatch(rule, end, units) {
					best, verdict = length, robotstxt.Deny
					if key == "allow" {
						verdict = robotstxt.Allow
					}
				}
			}
		}
		if found {
			return verdict
		}
	}
	return robotstxt.Allow
}

// FuzzDecide compares the compiled matcher with the oracle.
func FuzzDecide(f *testing.F) {
	for _, s := range [][2]string{
		{"User-agent: *\nDisallow: /x\n", "/x"},
		{"user-agent: FooBot\rallow: /a*b$\rdisallow: *\r", "/axb"},
		{"User agent : *\nDisallow /%7e*%2a$$\n", "/~x*$"},
		{"User-agent: *\n\nDisalow: /\xd0\xb0?q=%3a%2f\nAllow: /*?", "/%d0%B0?q=:/"},
		{"\xEF\xBB\xBFUser-agent: * x\nDisallow: /a\x00b\n", "/a%00b"},
		{"User-agent: FooBot/1\nAllow: /**x*$\nDisallow:\nDisallow: /", "/yx"},
		{"User-agent: *\nDisallow: /*%5Bc%5d*x\nAllow: *a*%3f?%3a", "/s?f%5Bc]=x"},
		{"User-agent: *\nDisallow: /abc*\nDisallow: /ab\nAllow: /abcd$\nDisallow: /abcde", "/abcd"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, body, target string) {
		if len(body) > 300 || len(target) > 60 || strings.Count(body, "*") > 12 || strings.Contains(target, "://") {
			return // the oracle is slow and does not support whole URLs
		}
		file := robotstxt.Parse([]byte(body))
		if file.Encoding() >= syntax.EncodingUTF16LE {
			return
		}
		want := oracle(body, "FooBot", target)
		got := file.Compile(dialect.RFC9309(), "FooBot").Decide(target)
		if got.Verdict != want {
			t.Errorf("%q on %q: %s by line %d, the oracle says %s", body, target, got.Verdict, got.Line, want)
		}
	})
}

// FuzzParse checks properties that hold for every input in every dialect.
func FuzzParse(f *testing.F) {
	f.Add([]byte("User-agent: *\nDisallow: /x\n"), "/x")
	f.Add([]byte("\xEF\xBB\xBFUser agent : a\r\rAllow /*%zz$#"), "/%")
	f.Add([]byte("User-agent: *\nRobot-version: 2.0\nDisallow: /[a-z]*\\"), "/b")
	f.Add([]byte("U\x00s\x00e\x00r\x00-\x00a\x00:\x00*\x00\n\x00"), "/")
	f.Add([]byte("\xFF\xFE"+inUTF16("\uFEFFUser-agent: *\nDisallow: /x\n")), "/x")
	f.Add([]byte("\xFF\xFE"+inUTF16("User-agent: *\nAllow: /\u3042*\nDisallow: /\nClean-param: a&b /\u3042\n")), "/%E3%81%82?a=1&c")
	f.Fuzz(func(t *testing.T, body []byte, target string) {
		file := robotstxt.Parse(body)
		if !file.Truncated() && string(file.Bytes()) != string(body) {
			t.Fatal("bytes are lost")
		}
		var text strings.Builder
		number := 0
		for l := range file.Lines() {
			number++
			if l.Number != number || l.Column < 1 || l.Column > len(l.Raw)+1 || l.Offset != text.Len() {
				t.Fatalf("line %d: %+v", number, l)
			}
			text.WriteString(l.Raw + l.End)
		}
		if text.String() != file.Text() {
			t.Fatal("lines do not add up to the text")
		}
		for _, d := range append(dialect.All(), oddDialects()...) {
			m := file.CompileFor(d, "http://a.ru", "FooBot")
			got := m.Decide(target)
			if got.Verdict == robotstxt.Postpone || got.Line > number {
				t.Fatalf("%s: decision %+v", d.Name, got)
			}
			m.NextAllowed(noon, noon)
			m.Clean(target)
			m.Usage(target)
			m.Signals(target)
			m.PageRules(target)
			fuzzExplain(t, file, m, target)
			if rank := m.Scan(target); got.Line > 0 != (rank < robotstxt.NoRule) {
				t.Fatalf("%s: the index says %+v, a scan rule %d", d.Name, got, rank)
			} else if got.Line > 0 {
				if want := m.Rule(rank).Line; want != got.Line {
					t.Fatalf("%s: the index says line %d, a scan line %d", d.Name, got.Line, want)
				}
			}
		}
	})
}

// fuzzExplain checks that exactly one candidate of an explanation is the line that decides, and
// that witnesses are targets.
func fuzzExplain(t *testing.T, f *robotstxt.File, m *robotstxt.Matcher, target string) {
	t.Helper()
	e := m.Explain(target)
	winners := 0
	for _, c := range e.Candidates {
		if c.Why == robotstxt.LossNone && c.Line == e.Line {
			winners++
		}
	}
	if e.Decision != m.Decide(target) || e.Line > 0 && winners != 1 || e.String() == "" {
		t.Fatalf("%s: explanation %+v", m.Dialect().Name, e)
	}
	if groups := f.Groups(m.Dialect()); len(groups) < len(e.Groups) {
		t.Fatalf("%s: %d groups, %d were used", m.Dialect().Name, len(groups), len(e.Groups))
	}
	left := 100
	for w := range rewrite.Witnesses(m) {
		if m.Decide(w).Verdict == robotstxt.Postpone || w[0] != '/' {
			t.Fatalf("%s: witness %q", m.Dialect().Name, w)
		}
		if left--; left == 0 {
			break
		}
	}
}

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

// inUTF16 returns s in UTF-16 little-endian, without a byte order mark.
func inUTF16(s string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}
