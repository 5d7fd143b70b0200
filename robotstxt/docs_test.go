package robotstxt_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
)

var update = flag.Bool("update", false, "rewrite the tables in docs/robots")

const docs = "../docs"

// TestDialectsPage compares the tables of docs/robots/dialects.md with the code.
func TestDialectsPage(t *testing.T) {
	t.Parallel()
	checkTables(t, "dialects.md", map[string]string{"dialects": dialectTable(t), "policies": policyTable(t), "agents": agentTable()})
}

// TestTrapsPage compares the table of docs/robots/traps.md with the tests.
func TestTrapsPage(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("| case | file | target | default | other dialects |\n|---|---|---|---|---|\n")
	code := func(s string) string {
		s = strings.Trim(strconv.Quote(s), `"`)
		return "`` " + strings.NewReplacer(`\n`, " ⏎ ", `\r`, " ⏎ ", `|`, "\\|", `\"`, `"`).Replace(s) + " ``"
	}
	for _, tt := range trapCases {
		var but []string
		for _, d := range dialect.All() {
			if v, ok := tt.but[d.Name]; ok && v != tt.want {
				but = append(but, d.Name+" "+v.String())
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", tt.name, code(tt.body), code(tt.target), tt.want, orDash(strings.Join(but, ", ")))
	}
	checkTables(t, "traps.md", map[string]string{"traps": b.String()})
}

// checkTables compares the tables between marks in a page with the expected ones, or writes
// them.
func checkTables(t *testing.T, name string, tables map[string]string) {
	t.Helper()
	page := filepath.Join(docs, "robots", name)
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for name, table := range tables {
		begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
		head, rest, ok := strings.Cut(text, begin)
		old, tail, ok2 := strings.Cut(rest, end)
		if !ok || !ok2 {
			t.Fatalf("no place for %s in %s", name, page)
		}
		if old != table && !*update {
			t.Errorf("the table of %s is out of date; run go test ./robotstxt -run Page -update", name)
		}
		text = head + begin + table + end + tail
	}
	if *update {
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "-"
}

// dialectTable returns a table with a row for each switch and a column for each dialect.
func dialectTable(t *testing.T) string {
	t.Helper()
	shown := "Name Policy " // these have tables of their own
	rows := []struct {
		name, field string
		of          func(dialect.Dialect) string
	}{
		{"agent match", "Agents", func(d dialect.Dialect) string { return d.Agents.String() }},
		{"several groups", "FirstGroup", func(d dialect.Dialect) string { return map[bool]string{false: "merged", true: "first"}[d.FirstGroup] }},
		{"a blank line ends a group", "EmptyLineEndsGroup", func(d dialect.Dialect) string { return yes(d.EmptyLineEndsGroup) }},
		{"any field ends the agents", "FieldEndsAgents", func(d dialect.Dialect) string { return yes(d.FieldEndsAgents) }},
		{"catalogue of fallbacks", "Catalogue", func(d dialect.Dialect) string { return yes(d.Catalogue) }},
		{"spelling accepted", "Spelling", func(d dialect.Dialect) string { return d.Spelling.String() }},
		{"colon needed", "NeedColon", func(d dialect.Dialect) string { return yes(d.NeedColon) }},
		{"whitespace of Unicode is trimmed", "TrimUnicode", func(d dialect.Dialect) string { return yes(d.TrimUnicode) }},
		{"what decides", "Precedence", func(d dialect.Dialect) string { return d.Precedence.String() }},
		{"patterns", "Patterns", func(d dialect.Dialect) string { return d.Patterns.String() }},
		{"escapes", "Escapes", func(d dialect.Dialect) string { return d.Escapes.String() }},
		{"allow lines", "NoAllow", func(d dialect.Dialect) string { return yes(!d.NoAllow) }},
		{"empty disallow allows all", "EmptyAllowsAll", func(d dialect.Dialect) string { return yes(d.EmptyAllowsAll) }},
		{"trailing star is free", "TrailingStarIsFree", func(d dialect.Dialect) string { return yes(d.TrailingStarIsFree) }},
		{"index.html opens the folder", "IndexHTML", func(d dialect.Dialect) string { return yes(d.IndexHTML) }},
		{"`private` is read as `/private`", "AddSlash", func(d dialect.Dialect) string { return yes(d.AddSlash) }},
		{"a URL of the site is read as its path", "StripSite", func(d dialect.Dialect) string { return yes(d.StripSite) }},
		{"`/x?` is `/x`", "DropEmptyQuery", func(d dialect.Dialect) string { return yes(d.DropEmptyQuery) }},
		{"NUL ends a value", "NULEndsValue", func(d dialect.Dialect) string { return yes(d.NULEndsValue) }},
		{"UTF-16 is read", "NoUTF16", func(d dialect.Dialect) string { return yes(!d.NoUTF16) }},
		{"line is cut at", "MaxLine", func(d dialect.Dialect) string { return bytesOr(d.MaxLine) }},
		{"larger files open the site", "MaxBytes", func(d dialect.Dialect) string { return bytesOr(d.MaxBytes) }},
		{"extensions", "Extensions", func(d dialect.Dialect) string { return orDash(strings.ReplaceAll(d.Extensions.String(), ",", ", ")) }},
		{"delay of `*` inherited", "DelayFromStar", func(d dialect.Dialect) string { return yes(d.DelayFromStar) }},
		{"delay is a window", "DelayIsWindow", func(d dialect.Dialect) string { return yes(d.DelayIsWindow) }},
	}
	var b strings.Builder
	header(&b, "switch")
	for _, r := range rows {
		shown += r.field + " "
		fmt.Fprintf(&b, "| %s |", r.name)
		for _, d := range dialect.All() {
			fmt.Fprintf(&b, " %s |", r.of(d))
		}
		b.WriteByte('\n')
	}
	allShown(t, reflect.TypeFor[dialect.Dialect](), shown)
	return b.String()
}

// allShown checks that a table has every field of a struct.
func allShown(t *testing.T, of reflect.Type, shown string) {
	t.Helper()
	for _, f := range reflect.VisibleFields(of) {
		if !slices.Contains(strings.Fields(shown), f.Name) {
			t.Errorf("the table of docs/robots/dialects.md has no row for %s.%s", of.Name(), f.Name)
		}
	}
}

func header(b *strings.Builder, first string) {
	fmt.Fprintf(b, "| %s |", first)
	for _, d := range dialect.All() {
		fmt.Fprintf(b, " %s |", d.Name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(dialect.All())) + "\n")
}

func bytesOr(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%d bytes", n)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// policyTable returns a table with a row for each field of a policy.
func policyTable(t *testing.T) string {
	t.Helper()
	shown := ""
	rows := []struct {
		name, field string
		of          func(dialect.Policy) string
	}{
		{"401, 403", "Refused", func(p dialect.Policy) string { return p.Refused.String() }},
		{"other 4xx", "Missing", func(p dialect.Policy) string { return p.Missing.String() }},
		{"429", "Throttled", func(p dialect.Policy) string { return p.Throttled.String() }},
		{"5xx", "Failing", func(p dialect.Policy) string { return p.Failing.String() }},
		{"no answer, a broken one", "NoAnswer", func(p dialect.Policy) string { return p.NoAnswer.String() }},
		{"more than five redirects", "Redirects", func(p dialect.Policy) string { return p.Redirects.String() }},
		{"2xx but 200", "OnlyOK Strange", func(p dialect.Policy) string {
			return map[bool]string{false: "read", true: p.Strange.String()}[p.OnlyOK]
		}},
		{"a web page over old rules", "HTMLKeepsOld", func(p dialect.Policy) string {
			return map[bool]string{false: "read", true: "outage, in the end as other 4xx"}[p.HTMLKeepsOld]
		}},
		{"copy lives at most", "MaxAge", func(p dialect.Policy) string { return p.MaxAge.String() }},
		{"copy lives by default", "DefaultAge", func(p dialect.Policy) string { return p.DefaultAge.String() }},
		{"outage: all stops for", "Hold", func(p dialect.Policy) string { return p.Hold.String() }},
		{"outage: last copy until", "StaleFor", func(p dialect.Policy) string { return p.StaleFor.String() }},
		{"outage without a copy", "NoCopy", func(p dialect.Policy) string { return p.NoCopy.String() }},
		{"a very long outage", "Late", func(p dialect.Policy) string { return p.Late.String() }},
	}
	var b strings.Builder
	header(&b, "event")
	for _, r := range rows {
		shown += r.field + " "
		fmt.Fprintf(&b, "| %s |", r.name)
		for _, d := range dialect.All() {
			fmt.Fprintf(&b, " %s |", r.of(d.Policy))
		}
		b.WriteByte('\n')
	}
	allShown(t, reflect.TypeFor[dialect.Policy](), shown)
	return b.String()
}

func agentTable() string {
	var b strings.Builder
	b.WriteString("| token | owner | kind | obeys | dialect | groups it looks for, in order | source |\n|---|---|---|---|---|---|---|\n")
	for _, a := range dialect.KnownAgents() {
		d, _ := dialect.ByName(a.Dialect)
		d.Catalogue = true
		var chain []string
		for _, t := range d.Chain(a.Token) {
			chain = append(chain, "`"+string(t)+"`")
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s |\n", a.Token, a.Owner, a.Kind, a.Obeys, a.Dialect, strings.Join(chain, ", "), a.Source)
	}
	return b.String()
}

// TestPagesNameEveryCode checks that each code has a heading.
func TestPagesNameEveryCode(t *testing.T) {
	t.Parallel()
	page := func(name string) string {
		data, err := os.ReadFile(filepath.Join(docs, "robots", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	reasons := page("reasons.md")
	for _, r := range robotstxt.Reasons() {
		if !strings.Contains(reasons, "| `"+r.String()+"` |") {
			t.Errorf("docs/robots/reasons.md does not explain %s", r)
		}
	}
	for i := range int(acquire.EventWebPage) + 1 {
		if !strings.Contains(reasons, "| `"+acquire.Event(i).String()+"` |") {
			t.Errorf("docs/robots/reasons.md does not explain %s", acquire.Event(i))
		}
	}
	for i := range int(acquire.StageLate) + 1 {
		if !strings.Contains(reasons, "| `"+acquire.Stage(i).String()+"` |") {
			t.Errorf("docs/robots/reasons.md does not explain %s", acquire.Stage(i))
		}
	}
	for i := range int(robotstxt.LossMoot) + 1 {
		if !strings.Contains(reasons, "| `"+robotstxt.Loss(i).String()+"` |") {
			t.Errorf("docs/robots/reasons.md does not explain %s", robotstxt.Loss(i))
		}
	}
}

// TestListedTestsExist checks that every test named in a list exists, and that every test named
// after a seed or a clause is listed.
func TestListedTestsExist(t *testing.T) {
	t.Parallel()
	tests := map[string]string{} // code of the tests, by named package
	in := func(pkg string) string {
		if code, ok := tests[pkg]; ok {
			return code
		}
		var code strings.Builder
		var names []string
		for _, above := range []string{"", "*", "*/*"} { // packages are at most two levels deep
			found, err := filepath.Glob(filepath.Join("..", above, pkg, "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, found...)
		}
		if len(names) == 0 {
			t.Fatalf("no tests in %s", pkg)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			code.Write(data)
		}
		tests[pkg] = code.String()
		return tests[pkg]
	}
	var lists strings.Builder
	for _, name := range []string{"seeds.md", "robots/rfc9309.md", "robots/traps.md"} {
		data, err := os.ReadFile(filepath.Join(docs, name))
		if err != nil {
			t.Fatal(err)
		}
		lists.Write(data)
	}
	listed := regexp.MustCompile("`([a-z]+)\\.((?:Test|Fuzz|Example|Benchmark)\\w*)`").FindAllStringSubmatch(lists.String(), -1)
	if len(listed) < 20 {
		t.Fatalf("only %d tests are listed", len(listed))
	}
	for _, m := range listed {
		if !strings.Contains(in(m[1]), "func "+m[2]+"(") {
			t.Errorf("%s.%s is listed and does not exist", m[1], m[2])
		}
	}
	// A case of another package, quoted by the beginning of its name.
	quoted := regexp.MustCompile(`\b([a-z]+) "(seed [^"]+)"`).FindAllStringSubmatch(lists.String(), -1)
	if len(quoted) < 5 {
		t.Fatalf("only %d cases are quoted", len(quoted))
	}
	for _, m := range quoted {
		if !strings.Contains(in(m[1]), `"`+m[2]) {
			t.Errorf("%s has no case %q, which is listed", m[1], m[2])
		}
	}
	for _, m := range regexp.MustCompile(`func (Test(?:Seed|RFC|Trap)s?\d\w*)\(`).FindAllStringSubmatch(in("robotstxt")+in("robotsmeta"), -1) {
		if !strings.Contains(lists.String(), "."+m[1]+"`") {
			t.Errorf("%s is not listed", m[1])
		}
	}
}

// TestReadmeIsAnExample checks that the Go code in the README that uses the package is in an
// example, which is run.
func TestReadmeIsAnExample(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_task_test.go")
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for i, block := range strings.Split(string(readme), "```") {
		code, ok := strings.CutPrefix(block, "go\n")
		if i%2 == 0 || !ok || !strings.Contains(code, "robotstxt.") {
			continue
		}
		found = true
		if want := "\t" + strings.ReplaceAll(strings.TrimSuffix(code, "\n"), "\n", "\n\t") + "\n"; !strings.Contains(string(example), want) {
			t.Errorf("this code of the README is in no example:\n%s", code)
		}
	}
	if !found {
		t.Error("the README has no code of the package")
	}
}
