package floorplan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// A banned word is one that the project used in a special sense, or for which the glossary has
// another term.
type banned struct {
	word    *regexp.Regexp // matched against lower case with single spaces between words
	instead string
	allowed []string // phrases in which the word is standard English
	except  []string // path prefixes where it has another sense
}

// words is the table of banned words. docs/glossary.md has the terms to use instead.
var words = []banned{
	{word: regexp.MustCompile(`\bblanks?\b`), instead: "whitespace, space or empty",
		allowed: []string{"blank line", "blank identifier", "about:blank", "_blank", "leading-blanks", "blank-in-path", "blank-in-group", "wide-blank", "blank page"}},
	{word: regexp.MustCompile(`\bsigns?\b`), instead: "character",
		allowed: []string{"dollar sign", "percent sign", "plus sign", "hash sign", "minus sign", "equals sign", "at sign", "number sign", "sign in", "sign-in", "sign-on", "sign on", "sign people in", "signs people in", "signs in", "sign out", "sign-out", "signs out", "sign bit", "sign extension"},
		except:  []string{"fetch/botauth/", "fetch/client", "fetch/options", "engine/identity", "engine/network", "engine/service", "engine/settings", "cmd/aranea/crawlflags", "cmd/aranea/ask/identity", "console/bot", "console/setup/fields", "docs/identity"}},
	{word: regexp.MustCompile(`\bpaus(e|es|ed|ing)\b`), instead: "delay",
		allowed: []string{"pause and resume", "pause or resume", "pauses and resumes", "paused by the operator", "aranea pause", "stop, pause", "stop or pause", "stopped or paused", "crawls are paused", "`paused`"},
		except:  []string{"cluster/asking", "cluster/ordering", "cluster/status", "console/hosts", "console/ordering", "console/orders/", "console/status", "console/metrics", "engine/", "crawl/runreport/", "crawl/control", "crawl/crawl", "crawl/dispatch", "crawl/report", "crawl/rules", "cmd/aranea/control", "cmd/aranea/overview/status", "cmd/aranea/nodes/", "cmd/aranea/groups", "cmd/aranea/halting", "cmd/aranea/onefolder", "cmd/aranea/operators_test", "cmd/aranea/report/meter", "mcp/status", "mcp/server_test"}},
	{word: regexp.MustCompile(`\bput(s|ting)? off\b`), instead: "deferred"},
	{word: regexp.MustCompile(`\bmend(s|ed|ing)?\b`), instead: "fix"},
	{word: regexp.MustCompile(`\bsince ever\b`), instead: "from the beginning"},
	{word: regexp.MustCompile(`\bbe had\b`), instead: "available, unavailable"},
	{word: regexp.MustCompile(`\bsmall words?\b`), instead: "stop word"},
	{word: regexp.MustCompile(`\breadings\b|\b(a|one|each|every|another|other|which|own) reading\b`), instead: "dialect",
		allowed: []string{"after a reading"}},
	{word: regexp.MustCompile(`\bpark(s|ed)?\b|\bshutness\b|\bis shut\b|\bare shut\b`), instead: "blocked, closed"},
	{word: regexp.MustCompile(`\brous(e|es|ed|ing)\b`), instead: "schedule, wake"},
	{word: regexp.MustCompile(`\bguests?\b`), instead: "waiter"},
	{word: regexp.MustCompile(`\bfates?\b`), instead: "what becomes of it, in words"},
	{word: regexp.MustCompile(`\bparted\b`), instead: "separated"},
	{word: regexp.MustCompile(`\bcomes? home\b`), instead: "end, return"},
}

// lists are the pages that name the banned words.
var lists = []string{"docs/glossary.md", "docs/conventions.md"}

// natural lists the files whose strings are words of pages and languages, not of the program.
var natural = []string{"internal/demoweb/", "analyze/stop", "extract/filename/", "bench/realweb/site/"}

func TestWords(t *testing.T) {
	for path, text := range sources(t) {
		if slices.Contains(lists, path) {
			continue
		}
		for _, found := range check(t, path, text) {
			t.Error(found)
		}
	}
}

func TestWordsAreFound(t *testing.T) {
	const source = `package p

// free says whether it was free since
// ever.
func freeSinceEver(signOf int) string {
	return "Cannot be had."
}
`
	got := strings.Join(check(t, "p.go", source), "\n")
	for _, want := range []string{
		`p.go:3: "since ever"`, `p.go:5: "since ever"`, `p.go:5: "sign"`, `p.go:6: "be had"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("not found: %s in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n"); n != 3 {
		t.Errorf("%d lines more than one: %s", n, got)
	}
	const page = "A plus sign.\n\nIt can\nbe had, `be had`.\n\n```\nput off\n```\n"
	if got := check(t, "p.md", page); len(got) != 1 || !strings.HasPrefix(got[0], `p.md:3: "be had"`) {
		t.Errorf("found %q", got)
	}
}

// TestGlossary checks the form of docs/glossary.md: each term once, in order, with its meaning
// and source, and for each banned word a row with a replacement.
func TestGlossary(t *testing.T) {
	text := sources(t)["docs/glossary.md"]
	terms, not, found := strings.Cut(text, "## Words that are not used")
	if !found {
		t.Fatal("the page has no second table")
	}
	rows := table(terms)
	for i, row := range rows {
		if len(row) != 3 || slices.Contains(row, "") {
			t.Errorf("row %q", row)
		}
		if i > 0 && strings.ToLower(rows[i-1][0]) >= strings.ToLower(row[0]) {
			t.Errorf("%q stands behind %q", row[0], rows[i-1][0])
		}
	}
	if len(rows) < 50 {
		t.Errorf("%d terms", len(rows))
	}
	left := slices.Clone(words)
	for _, row := range table(not) {
		left = slices.DeleteFunc(left, func(b banned) bool { return b.word.MatchString(row[0]) })
	}
	for _, b := range left {
		t.Errorf("%s is banned and not on the page", b.word)
	}
}

// table returns the cells of the rows of the tables in a page, without headers.
func table(text string) [][]string {
	var out [][]string
	head := true
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "| ") {
			head = head && !strings.HasPrefix(line, "|-")
			continue
		}
		if head {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		out = append(out, cells)
	}
	return out
}

// sources returns the text of every Go file and page of the module by path.
func sources(t *testing.T) map[string]string {
	t.Helper()
	out := make(map[string]string)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "dist") {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" && filepath.Ext(path) != ".md" {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil || rel == filepath.Join("internal", "floorplan", "words_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 100 {
		t.Fatalf("%d files found", len(out))
	}
	return out
}

// check returns a sentence for each banned word of the file: in the comments, names and strings
// of Go, and in the prose of a page.
func check(t *testing.T, path, text string) []string {
	t.Helper()
	var out []string
	passages := page(text)
	if strings.HasSuffix(path, ".go") {
		passages = program(t, path, text)
	}
	for _, p := range passages {
		for _, found := range p.banned(path) {
			out = append(out, path+":"+found)
		}
	}
	return out
}

// A passage is a text with the line at which it begins.
type passage struct {
	line int
	text string
}

// banned returns the banned words of the passage, each after its line.
func (p passage) banned(path string) []string {
	var out []string
	flat := strings.ToLower(strings.Join(strings.Fields(p.text), " "))
	for _, b := range words {
		if slices.ContainsFunc(b.except, func(prefix string) bool { return strings.HasPrefix(path, prefix) }) {
			continue
		}
		rest := flat
		for _, phrase := range b.allowed {
			rest = strings.ReplaceAll(rest, phrase, "")
		}
		if w := b.word.FindString(rest); w != "" {
			out = append(out, strconv.Itoa(p.line)+`: "`+w+`" is not a word of this house: `+b.instead)
		}
	}
	return out
}

// program returns the comments, declared names and strings of a Go file. It omits the strings of
// tests, which may be anything.
func program(t *testing.T, path, text string) []passage {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []passage
	add := func(pos token.Pos, text string) {
		out = append(out, passage{fset.Position(pos).Line, text})
	}
	for _, group := range f.Comments {
		add(group.Pos(), group.Text())
	}
	noStrings := strings.HasSuffix(path, "_test.go") ||
		slices.ContainsFunc(natural, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Ident:
			add(n.Pos(), split(n.Name))
		case *ast.BasicLit:
			if n.Kind == token.STRING && !noStrings {
				add(n.Pos(), n.Value)
			}
		}
		return true
	})
	return out
}

// split returns the words of a camel-case name, separated by spaces.
func split(name string) string {
	var b strings.Builder
	lower := false
	for _, r := range name {
		if unicode.IsUpper(r) && lower {
			b.WriteByte(' ')
		}
		lower = !unicode.IsUpper(r)
		b.WriteRune(r)
	}
	return b.String()
}

var codeSpan = regexp.MustCompile("`[^`]*`")

// page returns the paragraphs of a Markdown page without code.
func page(text string) []passage {
	var out []passage
	code := false
	p := passage{line: 1}
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
			continue
		}
		empty := strings.TrimSpace(line) == ""
		if empty || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "- ") {
			out = append(out, p)
			p = passage{line: i + 1}
		}
		if empty || code {
			p.line = i + 2
			continue
		}
		p.text += codeSpan.ReplaceAllString(line, "") + "\n"
	}
	return append(out, p)
}
