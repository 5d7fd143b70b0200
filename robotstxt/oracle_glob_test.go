package robotstxt_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/pattern"
	"github.com/aranea-search/aranea/robotstxt/rewrite"
)

// The oracle for shell expressions follows their definition. It parses an expression into pieces
// and tries all possibilities, with memoization. It uses none of the package's code.

// A globAtom is an octet of an expression, with "\" and escapes decoded. An escaped slash stays
// three octets. special is set if it is written without either, so that it may have a special
// meaning.
type globAtom struct {
	octets  string
	value   byte
	special bool
	weight  int // for precedence
}

func globAtoms(expr string) []globAtom {
	var out []globAtom
	for len(expr) > 0 {
		n := 1
		a := globAtom{octets: expr[:1], value: expr[0], special: true, weight: 1}
		switch whole := oldDecoded(expr[:min(3, len(expr))]); {
		case expr[0] == '\\' && len(expr) > 1:
			n = 2
			a = globAtom{octets: expr[1:2], value: expr[1], weight: 2}
		case expr[0] == '%' && len(expr) > 2 && whole == "%2F":
			n = 3
			a = globAtom{octets: whole, value: '/', weight: 3}
		case expr[0] == '%' && len(expr) > 2 && len(whole) == 1:
			n = 3
			a = globAtom{octets: whole, value: whole[0], weight: 1}
		}
		out, expr = append(out, a), expr[n:]
	}
	return out
}

func (a globAtom) bare(of string) bool { return a.special && strings.Contains(of, a.octets) }

// A globPiece is a star, or one octet of a target.
type globPiece struct {
	star bool
	set  [256]bool
}

func globPieces(expr string) []globPiece {
	var out []globPiece
	atoms := globAtoms(expr)
	for i := 0; i < len(atoms); i++ {
		switch a := atoms[i]; {
		case a.bare("*"):
			out = append(out, globPiece{star: true})
		case a.bare("?"):
			out = append(out, globPiece{set: globButNot([256]bool{})})
		default:
			if a.bare("[") {
				if set, n := globBrackets(atoms[i:]); n > 0 {
					out = append(out, globPiece{set: set})
					i += n - 1
					continue
				}
			}
			for _, c := range []byte(a.octets) {
				p := globPiece{}
				p.set[c] = true
				out = append(out, p)
			}
		}
	}
	return out
}

// globBrackets parses a set; n is 0 if it has no end.
func globBrackets(atoms []globAtom) (set [256]bool, n int) {
	i, not := 1, false
	if len(atoms) > 1 && atoms[1].bare("^!") {
		i, not = 2, true
	}
	first := i
	for ; i < len(atoms); i++ {
		if atoms[i].bare("]") && i > first {
			if not {
				set = globButNot(set)
			}
			return set, i + 1
		}
		if i+2 < len(atoms) && atoms[i+1].bare("-") && !atoms[i+2].bare("]") {
			for c := range 256 {
				if atoms[i].value <= byte(c) && byte(c) <= atoms[i+2].value {
					set[byte(c)] = true
				}
			}
			i += 2
		} else if len(atoms[i].octets) == 1 {
			set[atoms[i].value] = true
		}
	}
	return set, 0
}

func globButNot(set [256]bool) [256]bool {
	for c := range set {
		set[c] = !set[c]
	}
	return set
}

// globOracle reports whether the whole target matches.
func globOracle(expr, target string) bool {
	target = oldDecoded(target)
	pieces := globPieces(expr)
	failed := make([][]bool, len(pieces))
	for i := range failed {
		failed[i] = make([]bool, len(target)+1)
	}
	var from func(i, j int) bool
	from = func(i, j int) bool {
		if i == len(pieces) {
			return j == len(target)
		}
		if failed[i][j] {
			return false
		}
		p := &pieces[i]
		switch {
		case p.star && (from(i+1, j) || j < len(target) && from(i, j+1)):
			return true
		case !p.star && j < len(target) && p.set[target[j]] && from(i+1, j+1):
			return true
		}
		failed[i][j] = true
		return false
	}
	return from(0, 0)
}

// globAgrees compares the matcher with the oracle by a file with one rule.
func globAgrees(t *testing.T, expr, target string) (matched bool) {
	t.Helper()
	m := robotstxt.Parse([]byte("User-agent: *\nRobot-version: 2.0\nDisallow: "+expr+"\n")).Compile(dialect.Conner2(), "FooBot")
	if m.Len() != 1 {
		t.Fatalf("%q is no rule", expr)
	}
	got, want := m.Decide(target).Verdict == robotstxt.Deny, globOracle(expr, target)
	if got != want {
		t.Errorf("%q on %q: %v, the oracle says %v", expr, target, got, want)
	}
	return want
}

// globCases are expected answers beside those of the oracle.
var globCases = []struct {
	expr, target string
	want         bool
}{
	{"/a?c", "/abc", true}, {"/a?c", "/ac", false}, {"/[ab]x", "/bx", true}, {"/[^ab]x", "/bx", false}, {"/[!ab]x", "/cx", true},
	{"/[a-c]*", "/bxyz", true}, {"/[]]", "/]", true}, {"/[a", "/[a", true}, {`/\*`, "/*", true}, {`/\*`, "/x", false},
	{"*a*b*", "/xaxxbxx", true}, {"/x", "/xy", false}, {`/a\`, `/a\`, true}, {"/[a-]", "/-", true}, {"*", "/", true},
	{"/[z-a]", "/m", false}, {"/[^z-a]", "/m", true}, {"/[^]]x", "/]x", false}, {"/[^]x", "/[^]x", true}, {"/[]", "/[]", true},
	{`/[a\]b]`, "/]", true}, {`/[\]-a]`, "/_", true}, {`/[Z-\]]`, "/[", true}, {"/[[]", "/[", true}, {"/[*?]", "/x", false}, {"/[*?]", "/*", true},
	{"/[a][", "/a[", true}, {"/[[[[a]", "/a", true}, {"/**x", "/abx", true}, {"/a*b?", "/ab?bc", true},
	// Escapes on both sides.
	{"/%7Ejoe/*", "/%7Ejoe/x", true}, {"/%7Ejoe/*", "/~joe/x", true}, {"/~joe/*", "/%7ejoe/x", true},
	{"/a%20b*", "/a%20bc", true}, {"/a%20b*", "/a+bc", false}, {"/*.html%3F*", "/x.html?y", true}, {"/*.html%3F*", "/x.html%3Fy", true},
	{"/*.html%3F*", "/x.htmlzy", false}, {"/%d0%b0*", "/%D0%B0x", true}, {"/%d0%b0*", "/\xd0\xb0x", true}, {"/\xd0\xb0*", "/%d0%b0x", true},
	{"/%2A?", "/*x", true}, {"/%2A?", "/yyx", false}, {"/%5Ba%5D*", "/[a]x", true}, {"/%5Ba%5D*", "/ax", false}, {"/%5C*", `/\x`, true},
	{"/a%2Fb*", "/a%2fbc", true}, {"/a%2Fb*", "/a/bc", false}, {"/a/b*", "/a%2Fbc", false}, {"/%*", "/%zz", true}, {"/%4*", "/%254", true},
	{"/%2541*", "/%2541", true}, {"/%2541*", "/A", false}, {`/\%41*`, "/%2541", true}, {`/\%41*`, "/A", false},
	{"/[%61-%63]", "/b", true}, {"/[%5D]x", "/]x", true}, {"/[a%2Dc]", "/b", false}, {"/[%5Ea]", "/a", true}, {"/[%2F]", "/%2F", false},
	{"/[%2Fa]", "/2", false}, {"/[^%2F]", "/2", true}, {"/[%7e]*", "/~x", true},
}

func TestGlob(t *testing.T) {
	t.Parallel()
	for _, tt := range globCases {
		if got := globAgrees(t, tt.expr, tt.target); got != tt.want {
			t.Errorf("%s on %s: the oracle says %v", tt.expr, tt.target, got)
		}
	}
}

// TestGlobOtherEscapes checks that a custom dialect treats the octets of an expression like
// those of other paths.
func TestGlobOtherEscapes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		escapes      dialect.Escapes
		expr, target string
		want         robotstxt.Verdict
	}{
		{dialect.EscapesRFC, "/%7Ejoe/*", "/~joe/x", robotstxt.Deny}, {dialect.EscapesRFC, "/\u00e9*", "/%c3%a9x", robotstxt.Deny}, {dialect.EscapesRFC, "/%26?", "/&x", robotstxt.Allow},
		{dialect.EscapesRFC, "/%26?", "/%26x", robotstxt.Deny}, {dialect.EscapesRFC, `/\*[%7E]$`, "/*~$", robotstxt.Deny}, {dialect.EscapesRFC, "/[%26]*", "/&", robotstxt.Allow}, {dialect.EscapesRFC, "/[%26]*", "/2", robotstxt.Allow},
		{dialect.EscapesRFC, "/[^%26]*", "/&", robotstxt.Deny},
		{dialect.EscapesGoogle, "/%7e?", "/%7Ex", robotstxt.Deny}, {dialect.EscapesGoogle, "/%7e?", "/~x", robotstxt.Allow}, {dialect.EscapesGoogle, "/\u00e9*", "/%C3%A9x", robotstxt.Deny},
		{dialect.EscapesNone, "/%7e?", "/%7ex", robotstxt.Deny}, {dialect.EscapesNone, "/%7e?", "/~x", robotstxt.Allow}, {dialect.EscapesNone, "/[%41]x", "/4x", robotstxt.Deny}, {dialect.EscapesDraft, "/[%41]x", "/4x", robotstxt.Allow},
	} {
		d := dialect.Conner2()
		d.Escapes = tt.escapes
		m := robotstxt.Parse([]byte(anybody+"Robot-version: 2.0\nDisallow: "+tt.expr+"\n")).Compile(d, "FooBot")
		if got := m.Decide(tt.target).Verdict; got != tt.want {
			t.Errorf("%s: %s on %s: %s", tt.escapes, tt.expr, tt.target, got)
		}
	}
}

// A globMaker generates expressions, and targets that they may match.
type globMaker struct{ *rand.Rand }

func (r globMaker) one(from ...string) string { return from[r.IntN(len(from))] }

func (r globMaker) expr() string {
	b := strings.Builder{}
	b.WriteString(r.one("/", "/", "*", "[/a]"))
	for range r.IntN(10) {
		switch r.IntN(12) {
		case 0, 1:
			b.WriteString("*")
		case 2:
			b.WriteString("?")
		case 3, 4:
			b.WriteString("[" + r.one("", "^", "!", "]", "^]"))
			for range 1 + r.IntN(3) {
				b.WriteString(r.member())
				if r.IntN(3) == 0 {
					b.WriteString("-" + r.member())
				}
			}
			b.WriteString(r.one("]", "]", "]", "-]", "", `\]`))
		case 5:
			b.WriteString(r.one("[", "]", "^", "-", "!", "[]", "[^", `\`, "%", "%2", "%%41"))
		default:
			b.WriteString(r.member())
		}
	}
	return b.String()
}

func (r globMaker) member() string {
	return r.one("a", "b", "c", "b", "a", "~", "%61", "%7E", "%2F", "%2A", "%3f", "%5B", "%5d", "%5C", "%2D", "\xd0", "%d0", `\a`, `\*`, `\]`, `\\`, `\%`, "%25")
}

// target fills in the expression, usually in a way that matches, and then may change an octet.
func (r globMaker) target(expr string) string {
	var b []byte
	for _, p := range globPieces(expr) {
		if p.star {
			b = append(b, r.one("", "", "a", "ab", "b/", "aab~")...)
			continue
		}
		for _, c := range []byte("abc~/\xd0%*?[]\\-2Fz^!") {
			if p.set[c] {
				b = append(b, c)
				if r.IntN(3) > 0 {
					break
				}
				b = b[:len(b)-1]
			}
		}
	}
	if len(b) > 1 && r.IntN(3) == 0 {
		b[r.IntN(len(b)-1)+1] = "abc~/-]"[r.IntN(7)]
	}
	// As written in a URL: some octets must be escaped, and others may be.
	var out strings.Builder
	for i, c := range b {
		switch {
		case c == '%' && strings.HasPrefix(string(b[i:]), "%2F"):
			out.WriteByte(c)
		case c == '%' || c == '#' || c <= ' ' || c != '/' && r.IntN(6) == 0:
			out.WriteString(escaped(c))
		default:
			out.WriteByte(c)
		}
	}
	return "/" + strings.TrimPrefix(out.String(), "/")
}

func escaped(c byte) string {
	const hex = "0123456789abcdef"
	return "%" + hex[c>>4:c>>4+1] + hex[c&15:c&15+1]
}

// TestGlobByOracle compares many expressions with the oracle.
func TestGlobByOracle(t *testing.T) {
	t.Parallel()
	r := globMaker{rand.New(rand.NewPCG(1, 2))}
	rounds := 40_000
	if testing.Short() {
		rounds /= 10
	}
	matched := 0
	for range rounds {
		expr := r.expr()
		if globAgrees(t, expr, r.target(expr)) {
			matched++
		}
		if t.Failed() {
			return
		}
	}
	if matched < rounds/4 || matched > rounds*9/10 {
		t.Errorf("%d of %d pairs match", matched, rounds)
	}
}

// TestGlobWitnesses checks that an expression that matches any target has a witness for that,
// and that its comparable form has the same meaning when it is parsed again.
func TestGlobWitnesses(t *testing.T) {
	t.Parallel()
	r := globMaker{rand.New(rand.NewPCG(5, 6))}
	shown := 0
	for range 3_000 {
		expr := r.expr()
		if !strings.ContainsAny(expr, `*?[\`) {
			continue
		}
		d := dialect.Conner2()
		p, _ := pattern.NewIn(nil, expr, &d, true)
		d.Escapes = dialect.EscapesNone
		if again, length := pattern.NewIn(nil, p.Text, &d, true); p.Kind != pattern.KindGlob || again.Text != p.Text && strings.ContainsAny(p.Text, `*?[\`) || length != len(p.Text) {
			t.Fatalf("%q is compared as %q, that as %q", expr, p.Text, again.Text)
		}
		m := robotstxt.Parse([]byte("User-agent: *\nRobot-version: 2.0\nDisallow: "+expr+"\n")).Compile(dialect.Conner2(), "FooBot")
		seen := false
		for w := range rewrite.Witnesses(m) {
			seen = seen || m.Decide(w).Verdict == robotstxt.Deny
		}
		if empty := strings.Contains(p.Text, "[^\x00-\xff]"); seen == empty {
			t.Errorf("%q, compared as %q: shown is %v", expr, p.Text, seen)
		}
		if seen {
			shown++
		}
	}
	if shown < 2_000 {
		t.Errorf("only %d expressions are shown", shown)
	}
}

// TestExtendedStandardByOracle compares files of both versions with the oracle.
func TestExtendedStandardByOracle(t *testing.T) {
	t.Parallel()
	r := globMaker{rand.New(rand.NewPCG(3, 4))}
	decided := 0
	rounds := 5_000
	if testing.Short() {
		rounds /= 5
	}
	for range rounds {
		var body strings.Builder
		var exprs []string
		for range 1 + r.IntN(3) {
			body.WriteString("User-agent: " + r.one("*", "foo", "FooBot", "other") + "\n" + r.one("", "Robot-version: 2.0\n", "Robot-version: 2\n", "Robot-version: 1\n"))
			for range r.IntN(6) {
				expr := r.expr()
				if r.IntN(3) == 0 {
					expr = "/" + r.member() + r.member()
				}
				exprs = append(exprs, expr)
				body.WriteString(r.one("Allow: ", "Disallow: ") + expr + "\n")
			}
			body.WriteString("\n")
		}
		target := r.target(r.one(append(exprs, "/")...))
		got := robotstxt.Parse([]byte(body.String())).Compile(dialect.Conner2(), "FooBot").Decide(target)
		if want := oldOracle("conner2", body.String(), "FooBot", target); got.Verdict != want {
			t.Fatalf("%q on %q: %s by line %d, the oracle says %s", body.String(), target, got.Verdict, got.Line, want)
		}
		if got.Line > 0 {
			decided++
		}
	}
	if decided < rounds/10 {
		t.Errorf("only %d of %d answers are by a rule", decided, rounds)
	}
}

// TestGlobLongRuns checks that runs across word boundaries of the bit sets are found.
func TestGlobLongRuns(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ab", 60) + strings.Repeat("a", 200) + strings.Repeat("ab~c", 60)
	for _, n := range []int{1, 2, 31, 32, 33, 62, 63, 64, 65, 126, 127, 128, 129, 200, 255, 256, 257} {
		for _, expr := range []string{
			"/*" + strings.Repeat("?", n-1) + "b*", "/*" + strings.Repeat("[^c]", n/2) + "[ab]*c", "/*" + strings.Repeat("a", n) + "[b]*",
			"/*b" + strings.Repeat("[a-b]", n/2) + "%7e*", "/*" + strings.Repeat("?", n) + "*a?%7E?", "/*[~]" + strings.Repeat("?", n) + "*[~]c",
		} {
			globAgrees(t, expr, "/"+long)
			globAgrees(t, expr, "/"+long[:n])
			globAgrees(t, expr, "/"+long[:n+1])
		}
	}
}

// FuzzDecideGlob compares the matcher with the oracle.
func FuzzDecideGlob(f *testing.F) {
	for _, tt := range globCases {
		f.Add(tt.expr, tt.target)
	}
	f.Add("/*"+strings.Repeat("a?", 40)+"b*", "/"+strings.Repeat("a", 90))
	f.Fuzz(func(t *testing.T, expr, target string) {
		if len(expr) > 150 || len(target) > 300 || strings.Contains(target, "://") || strings.ContainsAny(target, "#") {
			return // the oracle is slow and does not support whole URLs
		}
		if expr == "" || strings.ContainsAny(expr, "\r\n#") || strings.Trim(expr, " \t\v\f") != expr || strings.ContainsAny(expr, "\x00") {
			return // not a value of a line
		}
		if !strings.ContainsAny(expr, `*?[\`) || !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "/robots.txt") {
			return
		}
		globAgrees(t, expr, target)
	})
}
