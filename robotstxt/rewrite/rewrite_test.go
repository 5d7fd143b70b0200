package rewrite

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/robotstxt/internal/robotstest"
	"github.com/aranea-search/aranea/robotstxt/syntax"
)

func TestFormat(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"keys and whitespace", "USER-AGENT :*\r\n  disallow:/x   # why\r\nAllow:\r\n", "User-agent: *\nDisallow: /x # why\nAllow:\n"},
		{"blank lines", "\n\nUser-agent: a\nDisallow: /\n\n\n\nUser-agent: b\nDisallow: /\n\n", "User-agent: a\nDisallow: /\n\nUser-agent: b\nDisallow: /\n"},
		{"a line between groups", "User-agent: a\nDisallow: /\nUser-agent: b\nDisallow: /\n", "User-agent: a\nDisallow: /\n\nUser-agent: b\nDisallow: /\n"},
		{"mistakes stay", "Useragent: *\nDisallow /x\nwhat is this\n", "Useragent: *\nDisallow /x\nwhat is this\n"},
		{"a comment", "#  c \t\n", "#  c\n"},
		{"no line end", "User-agent:*", "User-agent: *\n"},
		{"odd start", "\xEF\xBB\xBF\xEF\xBB\xBFx: y", "#\n\xEF\xBB\xBFx: y\n"},
		{"nothing", "\n\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := string(Format(robotstxt.Parse([]byte(tt.in)))); got != tt.want {
				t.Errorf("%q becomes %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	network := "# by the network\nUser-agent: *\nContent-Signal: search=yes,ai-train=no\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: CCBot\nDisallow: /\n"
	own := "User-agent: *\nDisallow: /private/ # keep out\nSitemap: https://a.org/s.xml\n\nUser-agent: gptbot\nDisallow: /\n"
	const want = "# by the network\nSitemap: https://a.org/s.xml\n\n" +
		"User-agent: *\nContent-Signal: search=yes,ai-train=no\nAllow: /\nDisallow: /private/ # keep out\n\n" +
		"User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n"
	if got, ok := Merge(robotstxt.Parse([]byte(network)), robotstxt.Parse([]byte(own))); !ok || string(got) != want {
		t.Errorf("merged:\n%s\nwant:\n%s", got, want)
	}
	// The beginning of the result must not be taken for the mark of an encoding.
	odd := robotstxt.Parse([]byte("\n\xEFUser-agent: *\nUser-agent: FooBot\nDisallow: /x\n"))
	if text, ok := Merge(odd, robotstxt.Parse(nil)); !ok || robotstxt.Parse(text).Compile(dialect.RFC9309(), "*").Decide("/x").Verdict != odd.Compile(dialect.RFC9309(), "*").Decide("/x").Verdict {
		t.Errorf("merged: %q", text)
	}
	// Nor is a result returned of which robots would only read a part.
	long := func(letter string) *robotstxt.File {
		return robotstxt.Parse([]byte("User-agent: " + letter + "\nDisallow: /" + strings.Repeat(letter, 60_000) + strings.Repeat("\nAllow: /"+strings.Repeat(letter, 20_000), 10)))
	}
	if text, ok := Merge(long("a"), long("b")); !ok || len(text) < 120_000 {
		t.Errorf("%d bytes, %v", len(text), ok)
	}
	big := func(letter string) *robotstxt.File {
		var b strings.Builder
		b.WriteString("User-agent: " + letter + "\n")
		for i := range 20_000 {
			fmt.Fprintf(&b, "Disallow: /%s/%d\n", letter, i)
		}
		return robotstxt.Parse([]byte(b.String()))
	}
	if text, ok := Merge(big("a"), big("b")); ok || text != nil {
		t.Errorf("%d bytes are given", len(text))
	}
}

func TestMinimise(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in, want string
		dialect        dialect.Dialect
	}{
		{"inside a closed folder", anybody + "Disallow: /a\nDisallow: /a/b\n", anybody + "Disallow: /a\n", dialect.RFC9309()},
		{"twice", anybody + "Disallow: /a\nDisallow: /a\n", anybody + "Disallow: /a\n", dialect.RFC9309()},
		{"an exception between", anybody + "Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n", anybody + "Disallow: /a\nAllow: /a/b\nDisallow: /a/b/c\n", dialect.RFC9309()},
		{"an exception elsewhere", anybody + "Disallow: /a\nAllow: /x/b\nDisallow: /a/b/c\n", anybody + "Disallow: /a\n", dialect.RFC9309()},
		{"a wildcard covers", anybody + "Disallow: /*.gif$\nDisallow: /a/*.gif$\n", anybody + "Disallow: /*.gif$\n", dialect.RFC9309()},
		{"a wildcard that may meet", anybody + "Disallow: /a\nAllow: /*b\nDisallow: /a/c\n", anybody + "Disallow: /a\nAllow: /*b\nDisallow: /a/c\n", dialect.RFC9309()},
		{"the last rule of a group stays", "User-agent: a\nAllow: /\nUser-agent: b\nDisallow: /\n", "User-agent: a\nAllow: /\nUser-agent: b\nDisallow: /\n", dialect.RFC9309()},
		{"needed by another robot", "User-agent: a\nUser-agent: b\nDisallow: /x/y\nDisallow: /z\nUser-agent: a\nDisallow: /x\n", "User-agent: a\nUser-agent: b\nDisallow: /x/y\nDisallow: /z\nUser-agent: a\nDisallow: /x\n", dialect.RFC9309()},
		{"first match: a later one never decides", anybody + "Disallow: /a\nAllow: /a/b\n", anybody + "Disallow: /a\n", dialect.Draft1996()},
		{"an end of line that runs into an empty line", anybody + "Disallow: /a\rDisallow: /a\n\nDisallow: /b\n", anybody + "Disallow: /a\r\n\nDisallow: /b\n", dialect.Standard1994()},
		{"not read, not touched", anybody + "Disalow: /a\nDisallow: /a\n", anybody + "Disalow: /a\nDisallow: /a\n", dialect.RFC9309Strict()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			x := Minimise(robotstxt.Parse([]byte(tt.in)), tt.dialect)
			got, dropped := x.Text, x.Dropped
			if string(got) != tt.want {
				t.Errorf("%q becomes %q, want %q (%v)", tt.in, got, tt.want, dropped)
			}
		})
	}
}

// TestRewriteHostile checks that rules made to be slow to compare are not.
func TestRewriteHostile(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(anybody)
	for i := range 900 {
		key := "Disallow: /"
		if i%2 == 0 {
			key = "Allow: /"
		}
		b.WriteString(key + strings.Repeat("*a", 200) + strings.Repeat("b", i) + "\n")
	}
	f := robotstxt.Parse([]byte(b.String()))
	if dropped := Minimise(f, dialect.RFC9309()).Dropped; len(dropped) > 900 {
		t.Errorf("%d rules dropped", len(dropped))
	}
	n := 0
	for range Witnesses(f.Compile(dialect.RFC9309())) {
		n++
	}
	if n == 0 || n > MaxWitnesses {
		t.Errorf("%d witnesses", n)
	}
}

// FuzzRewrite checks that formatting changes no decision of any dialect and is idempotent, that
// a merged file decides like the two concatenated, and that a minimized file decides as before.
func FuzzRewrite(f *testing.F) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for range 40 {
		f.Add([]byte(robotstest.File(robotstest.Choices(rnd.IntN, 14))), []byte("User-agent: FooBot\nDisallow: /x*y\nAllow: /xy$\n"))
	}
	f.Fuzz(func(t *testing.T, body, other []byte) {
		if len(body)+len(other) <= 700 {
			holdsRewrite(t, body, other)
		}
	})
}

// holdsRewrite checks the properties of FuzzRewrite for two files.
func holdsRewrite(t *testing.T, body, other []byte) {
	t.Helper()
	file, second := robotstxt.Parse(body), robotstxt.Parse(other)
	if file.Encoding() < syntax.EncodingUTF16LE {
		sameFormat(t, file)
	}
	if second.Encoding() < syntax.EncodingUTF16LE && !syntax.StartsOddly(second.Text()) {
		both := robotstxt.Parse([]byte(file.Text() + "\nUser-agent: nobody\nDisallow:\nUser-agent: nobody\nDisallow:\n" + second.Text()))
		if !syntax.StartsOddly(file.Text()) {
			text, _ := Merge(file, second)
			sameVerdicts(t, "merge", both, robotstxt.Parse(text), dialect.RFC9309())
		}
	}
	for _, d := range dialect.All() {
		if d.NoUTF16 && file.Encoding() >= syntax.EncodingUTF16LE || syntax.StartsOddly(file.Text()) {
			continue
		}
		sameVerdicts(t, "minimise for "+d.Name, file, robotstxt.Parse(Minimise(file, d).Text), d)
	}
}

func sameFormat(t *testing.T, file *robotstxt.File) {
	t.Helper()
	once := Format(file)
	again := robotstxt.Parse(once)
	if twice := string(Format(again)); twice != string(once) {
		t.Fatalf("formatted twice: %q, once: %q", twice, once)
	}
	for _, d := range dialect.All() {
		sameVerdicts(t, "format", file, again, d)
	}
}

func sameVerdicts(t *testing.T, what string, a, b *robotstxt.File, d dialect.Dialect) {
	t.Helper()
	if bytes.Equal(a.Bytes(), b.Bytes()) {
		return // nothing was rewritten
	}
	for _, agent := range []dialect.AgentToken{"FooBot", "A", "b", "Yandex", "GPTBot"} {
		if x := Compare(a.Compile(d, agent), b.Compile(d, agent), nil); !x.Same() {
			t.Fatalf("%s, %s for %s: %+v\nbefore: %q\nafter: %q", what, d.Name, agent, x.Changes[0], a.Text(), b.Text())
		}
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	body := "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b\nDisallow: /z\nDesallow: /a/b/c\nAllow:\n"
	e := robotstxt.Parse([]byte(body)).Compile(dialect.RFC9309(), "OwnBot", "Aranea").Explain("/a/%62")
	want := map[int]robotstxt.Loss{2: robotstxt.LossShorter, 3: robotstxt.LossNone, 4: robotstxt.LossTie, 5: robotstxt.LossNoMatch, 6: robotstxt.LossEmpty, 7: robotstxt.LossEmpty}
	want[6] = robotstxt.LossIgnored
	for _, c := range e.Candidates {
		if want[c.Line] != c.Why {
			t.Errorf("line %d: %s, want %s", c.Line, c.Why, want[c.Line])
		}
		delete(want, c.Line)
	}
	delete(want, 0)
	if len(want) > 0 {
		t.Errorf("lines %v are not told", want)
	}
	const text = `allow /a/%62: allow-rule (dialect rfc9309)
  decided by line 3, column 1: Allow: /a/b
  looked for: OwnBot, then Aranea, then *
  group of line 1: *
  compared as: /a/b
  line 4 lost, of two paths of one length the allow rule wins: Disallow: /a/b
  line 2 lost, its path is shorter: Disallow: /a
  line 6 lost, the dialect does not read the line: Desallow: /a/b/c
  line 7 lost, it has no path: Allow:
  1 rule does not match
`
	if got := e.String(); got != text {
		t.Errorf("told:\n%s", got)
	}
	long := robotstxt.Parse([]byte(anybody+"Disallow: /"+strings.Repeat("x", robotstxt.MaxRule)+"\n")).Compile(dialect.RFC9309(), "FooBot").Explain("/x")
	if len(long.Candidates) != 1 || long.Candidates[0].Why != robotstxt.LossTooLong || len(long.Groups) != 1 || long.Groups[0].Rules != 1 {
		t.Errorf("a path that is too long: %d candidates, groups %+v", len(long.Candidates), long.Groups)
	}
	for _, tt := range []struct {
		d    dialect.Dialect
		line int
		why  robotstxt.Loss
	}{{dialect.Draft1996(), 3, robotstxt.LossLater}, {dialect.BaiduObserved(), 2, robotstxt.LossWeaker}, {dialect.Standard1994(), 3, robotstxt.LossIgnored}} {
		e := robotstxt.Parse([]byte(body)).Compile(tt.d, "FooBot").Explain("/a/b")
		for _, c := range e.Candidates {
			if c.Line == tt.line && c.Why != tt.why {
				t.Errorf("%s: line %d: %s, want %s", tt.d.Name, c.Line, c.Why, tt.why)
			}
		}
	}
}

// TestExplainPassed checks that the group for all robots is reported exactly where its decision
// would differ.
func TestExplainPassed(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte("User-agent: FooBot\nDisallow: /x\n\nUser-agent: *\nDisallow: /a\n\nUser-agent: BarBot\nDisallow: /\n"))
	for _, tt := range []struct {
		agent  dialect.AgentToken
		target string
		line   int
		verb   robotstxt.Verdict
		told   string
	}{
		{"FooBot", "/a", 5, robotstxt.Deny, "  line 5 of the group for * would deny, but the robot has a group of its own: Disallow: /a\n"},
		{"BarBot", "/b", 0, robotstxt.Allow, "  the group for * would allow, but the robot has a group of its own\n"},
		{"FooBot", "/b", 0, 0, ""},
		{"BarBot", "/a", 0, 0, ""},
		{"OtherBot", "/a", 0, 0, ""},
	} {
		e := f.Compile(dialect.RFC9309(), tt.agent).Explain(tt.target)
		if tt.told == "" {
			if e.Passed != nil || strings.Contains(e.String(), "group for *") {
				t.Errorf("%s on %s: %+v", tt.agent, tt.target, e.Passed)
			}
			continue
		}
		if e.Passed == nil || e.Passed.Line != tt.line || e.Passed.Verdict != tt.verb || !strings.Contains(e.String(), tt.told) {
			t.Errorf("%s on %s: %+v in\n%s", tt.agent, tt.target, e.Passed, e)
		}
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	before := robotstxt.Parse([]byte(anybody + "Disallow: /a\nDisallow: /b*x\n")).Compile(dialect.RFC9309())
	after := robotstxt.Parse([]byte(anybody + "Disallow: /a/\nDisallow: /b*x\nDisallow: /c$\n")).Compile(dialect.RFC9309())
	d := Compare(before, after, nil)
	has := map[string]bool{}
	for _, c := range d.Changes {
		has[c.Target] = c.Opens()
	}
	if opens, ok := has["/a"]; !ok || !opens {
		t.Errorf("/a is opened: %v", has)
	}
	if opens, ok := has["/c"]; !ok || opens {
		t.Errorf("/c is closed: %v", has)
	}
	if d.Opened == 0 || d.Closed == 0 || d.Same() {
		t.Errorf("counts %d, %d", d.Opened, d.Closed)
	}
	clauses := d.Clauses()
	if len(clauses) < 2 || clauses[0].Targets < clauses[1].Targets {
		t.Errorf("clauses %+v", clauses)
	}
	given := Compare(before, after, func(yield func(string) bool) { yield("/a/x") })
	if given.Asked != 1 || !given.Same() {
		t.Errorf("given targets: %+v", given)
	}
}

func TestCompareDialects(t *testing.T) {
	t.Parallel()
	f := robotstxt.Parse([]byte(anybody + "Disallow: /*.gif$\nAllow: /a\nDisallow: /\n"))
	all := CompareDialects(f, []dialect.Dialect{dialect.RFC9309(), dialect.Standard1994(), dialect.Draft1996()}, "", nil, "FooBot")
	found := ""
	for _, x := range all {
		if x.Target == "/a" {
			for _, d := range x.Decisions {
				found += d.Verdict.String() + " "
			}
		}
	}
	if strings.TrimSpace(found) != "allow deny allow" {
		t.Errorf("/a: %q in %+v", found, all)
	}
}

// anybody begins a group for all robots.
const anybody = "User-agent: *\n"
