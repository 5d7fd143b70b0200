package query

import (
	"fmt"
	"strings"
	"testing"
)

// shape prints a tree with every group marked.
func shape(n *Node) string {
	switch n.Kind {
	case Word:
		return n.Text + tail(n)
	case Phrase:
		return fmt.Sprintf("%q", n.Text) + tail(n)
	case Filter:
		return fmt.Sprintf("%v=%s", n.Field, n.Text) + tail(n)
	}
	parts := make([]string, len(n.Nodes))
	for i, c := range n.Nodes {
		parts[i] = shape(c)
	}
	return fmt.Sprintf("%v[%s]", n.Kind, strings.Join(parts, " "))
}

// tail marks what stands behind a word or phrase.
func tail(n *Node) string {
	out := ""
	if n.Prefix {
		out = "…"
	}
	if n.Ranged {
		out += "↕"
	}
	if n.Edits > 0 {
		out += fmt.Sprintf("±%d", n.Edits)
	}
	if n.Distance > 0 {
		out += fmt.Sprintf("↔%d", n.Distance)
	}
	return out
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, shape, back, hints string }{
		{"empty", "", "all[]", "", ""},
		{"whitespace", " \t\u3000", "all[]", "", ""},
		{"word", "go", "go", "go", ""},
		{"words", " go   compiler ", "and[go compiler]", "go compiler", ""},
		{"phrase", `"exact  order" x`, `and["exact order" x]`, `"exact order" x`, ""},
		{"other quotes", "«a b» „c d“ 「e」", `and["a b" "c d" "e"]`, `"a b" "c d" "e"`, ""},
		{"apostrophe is no quote", "don't 'x'", "and[don't 'x']", "don't 'x'", ""},
		{"a quote for Hebrew gershayim", `צה"ל "דו"ח שנתי" ארה״ב`, `and[צה"ל "דו\"ח שנתי" ארה״ב]`, `צה"ל "דו"ח שנתי" ארה״ב`, ""},
		{"a quotation behind a Hebrew preposition", `ב"ידיעות אחרונות" מ"כים`, `and[ב "ידיעות אחרונות" מ"כים]`, `ב "ידיעות אחרונות" מ"כים`, ""},
		{"a quote behind a Hebrew letter", `בית "ספר" לא"`, `and[בית "ספר" לא]`, `בית "ספר" לא`, "open-quote empty-phrase"},
		{"open quote", `a "b c`, `and[a "b c"]`, `a "b c"`, "open-quote"},
		{"empty quotes", `a ""`, "a", "a", "empty-phrase"},
		{"exclusion", `a -bb -"c d" -site:x.org`, `and[a not[bb] not["c d"] not[site=x.org]]`, `a -bb -"c d" -site:x.org`, ""},
		{"NOT", "a NOT bb NOT c", "and[a not[bb] not[c]]", "a -bb NOT c", ""},
		{"a minus before one letter is an option of a program", "tar -x -9 (-j OR k) -я -zx", "and[tar x 9 or[j k] not[я] not[zx]]", "tar x 9 (j OR k) -я -zx", "option option option"},
		{"the brackets of a call", "os.getcwd() print()x inurl:a() ()", "and[os.getcwd print x inurl=a]", "os.getcwd print x inurl:a", "empty-phrase"},
		{"NOT at the end", "a NOT", "a", "a", ""},
		{"minus alone", "a - b --", "and[a b]", "a b", ""},
		{"minus inside a word", "a-b", "a-b", "a-b", ""},
		{"an option of a program is text", "--verbose -- x ---", "and[verbose x]", "verbose x", ""},
		{"two exclusions cancel", "a NOT -bb", "and[a bb]", "a bb", ""},
		{"only exclusions", "-aa -bb", "and[not[aa] not[bb]]", "-aa -bb", "only-exclusions"},
		{"or", "a OR b|c", "or[a b c]", "a OR b OR c", ""},
		{"a bar between spaces is punctuation", "QBitArray | Qt Core", "and[QBitArray Qt Core]", "QBitArray Qt Core", ""},
		{"two bars are or", "a || b||c | d", "or[a b and[c d]]", "a OR b OR c d", ""},
		{"two bars at the end", "a ||", "a", "a", "dangling-or"},
		{"two ands are what words do", "a && b", "and[a b]", "a b", ""},
		{"or binds less than words", "a b OR c d", "or[and[a b] and[c d]]", "a b OR c d", ""},
		{"or binds less than operators", "a OR b site:x", "or[a and[b site=x]]", "a OR b site:x", ""},
		{"small or is a word", "a or b", "and[a or b]", "a or b", ""},
		{"AND is what words do", "a AND b", "and[a b]", "a b", ""},
		{"a star is a beginning", "spid* x** s* 蛛*", "and[spid… x s 蛛…]", "spid* x s 蛛*", "wildcard wildcard"},
		{"a weight", `"a b"^2 (c d)^0.5 ("e") ^2 "f"^x "g"^1x`, `and["a b" c d "e" ^2 "f" ^x "g" ^1x]`, `"a b" c d "e" ^2 "f" ^x "g" ^1x`, "weight weight"},
		{"a star alone", "* spider", "spider", "spider", "wildcard"},
		{"a star in front", "*ider *OR *a:b", "and[ider *OR *a:b]", "ider *OR *a:b", "wildcard wildcard wildcard"},
		{"a star inside is text", "a*b", "a*b", "a*b", ""},
		{"a star inside a word", "m*tion *** 2*3", "and[m*tion 2*3]", "m*tion 2*3", "wildcard wildcard"},
		{"marks of others", "!vim vim^2 != x^2 a! ^a", "and[!vim vim^2 != x^2 a! ^a]", "!vim vim^2 != x^2 a! ^a", "foreign foreign"},
		{"a star in quotes is text", `"spid*"`, `"spid*"`, `"spid*"`, ""},
		{"beginnings behind operators", `intitle:spid* inurl:a* site:x*`, "and[intitle=spid… inurl=a* site=x*]", `intitle:spid* inurl:"a*" site:x*`, ""},
		{"a quoted star behind an operator", `intitle:"spid*"`, "intitle=spid*", `intitle:"spid*"`, ""},
		{"spelled alike", "spider~ cat~ spider~1 ab~ a~b", "and[spider±2 cat±1 spider±1 ab~ a~b]", "spider~2 cat~1 spider~1 ab~ a~b", ""},
		{"three letters are too many", "vim~9 spider~3", "and[vim~9 spider~3]", "vim~9 spider~3", "fuzzy fuzzy"},
		{"near", `"a b"~3 c`, "and[\"a b\"↔3 c]", `"a b"~3 c`, ""},
		{"near without a distance", `"a b"~ c "d e"~0`, "and[\"a b\" c \"d e\"]", `"a b" c "d e"`, "distance"},
		{"too far", `"a b"~99`, "\"a b\"↔50", `"a b"~50`, "far"},
		{"too far for a number", `"a b"~99999999999999999999`, "\"a b\"↔50", `"a b"~50`, "far"},
		{"no distance", `"a b"~3x`, "and[\"a b\" ~3x]", `"a b" ~3x`, ""},
		{"a distance apart from its phrase", `"a b" ~3 +~4`, "\"a b\"", `"a b"`, "distance distance"},
		{"dates", "after:2025 before:2026-02 before:2026-02-28", "and[after=2025 before=2026-02 before=2026-02-28]", "after:2025 before:2026-02 before:2026-02-28", ""},
		{"no dates", `before:lunch after:2025-13 after:"last year"`, "and[before:lunch after:2025-13 \"last year\"]", `before:lunch after:2025-13 "last year"`, "date date date"},
		{"more operators", `inbody:x inheading:"a b" inanchor:y filetype:pdf link:https://a.org/b?c=d related:a.org/e`,
			"and[inbody=x inheading=a b inanchor=y filetype=pdf link=https://a.org/b?c=d related=a.org/e]", `inbody:x inheading:"a b" inanchor:y filetype:pdf link:https://a.org/b?c=d related:a.org/e`, ""},
		{"names elsewhere", "ext:pdf intext:x", "and[filetype=pdf inbody=x]", "filetype:pdf inbody:x", ""},
		{"a home folder is text", "~x ~", "and[~x ~]", "~x ~", ""},
		{"group", "(a OR b) c", "and[or[a b] c]", "(a OR b) c", ""},
		{"excluded group", "x -(a b)", "and[x not[and[a b]]]", "x -(a b)", ""},
		{"excluded group of one", "x -(-aa)", "and[x aa]", "x aa", ""},
		{"needless groups", "((a)) (b (c))", "and[a b c]", "a b c", ""},
		{"full width signs", "（a｜b） －cc site：x.org", "and[or[a b] not[cc] site=x.org]", "(a OR b) -cc site:x.org", ""},
		{"open group", "(a b", "and[a b]", "a b", "parenthesis"},
		{"stray closing", "a) b", "and[a b]", "a b", "parenthesis"},
		{"empty group", "a ()", "a", "a", "empty-phrase"},
		{"dangling or", "OR a OR OR b |", "or[a b]", "a OR b", "dangling-or"},
		{"or alone", "OR", "all[]", "", "dangling-or"},
		{"words that join alone", "AND", "all[]", "", "nothing"},
		{"what excludes alone", " NOT ", "all[]", "", "nothing"},
		{"a minus and nothing", "-", "all[]", "", "nothing"},
		{"no words", " \t", "all[]", "", ""},
		{"operators", `site:a.org host:b.c intitle:x inurl:/y lang:pt`,
			"and[site=a.org host=b.c intitle=x inurl=/y lang=pt]", `site:a.org host:b.c intitle:x inurl:/y lang:pt`, ""},
		{"a site with a folder", `site:https://a.org/b/c/ -host:a.org/d site:*.a.org/e/*`,
			"and[site=a.org/b/c not[host=a.org/d] site=a.org/e]",
			`site:a.org/b/c -host:a.org/d site:a.org/e`, ""},
		{"a site with a slash", "site:https://a.org/ link:a.org/b", "and[site=https://a.org/ link=a.org/b]", "site:https://a.org/ link:a.org/b", ""},
		{"operator in capitals", "Site:a.org", "site=a.org", "site:a.org", ""},
		{"quoted value", `intitle:"a b" c`, "and[intitle=a b c]", `intitle:"a b" c`, ""},
		{"value with a port", "host:a.org:8080", "host=a.org:8080", "host:a.org:8080", ""},
		{"no value", "site: a", "a", "a", "no-value"},
		{"unknown operator", "foo:bar a", "and[foo:bar a]", "foo:bar a", "unknown-operator"},
		{"an address is text", "https://a.org/x", "https://a.org/x", "https://a.org/x", ""},
		{"a time and code are text", "12:30 std::vector FileType::clone a:b", "and[12:30 std::vector FileType::clone a:b]", "12:30 std::vector FileType::clone a:b", ""},
		{"a colon before a value in quotes", `intitle:":x" facet:"::"`, "and[intitle=:x facet=::]", `intitle:":x" facet:"::"`, ""},
		{"ranges", "facet:price=10..20 -facet:Price=..-5 facet:released=2024.. a", "and[facet=price=10..20↕ not[facet=Price=..-5↕] facet=released=2024..↕ a]", "facet:price=10..20 -facet:Price=..-5 facet:released=2024.. a", ""},
		{"a range in quotes is a value", `facet:price="10..20" facet:"price=10.." facet:x=a`, "and[facet=price=10..20 facet=price=10.. facet=x=a]", `facet:"price=10..20" facet:"price=10.." facet:x=a`, ""},
		{"no ranges", "facet:a=20..10 facet:b=x..y facet:c=.. intitle:1..2", "and[facet=a=20..10 facet=b=x..y facet=c=.. intitle=1..2]", `facet:"a=20..10" facet:"b=x..y" facet:"c=.." intitle:1..2`, "range range range"},
		{"plus", "+a ++b C++", "and[a b C++]", "a b C++", ""},
		{"plus before an operator", "+site:x +-aa +OR", "and[site=x not[aa]]", "site:x -aa", "dangling-or"},
		{"broken bytes", "a\xffb\x00c", "and[a b c]", "a b c", ""},
		{"Chinese", "搜索引擎 爬虫", "and[搜索引擎 爬虫]", "搜索引擎 爬虫", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tree := Parse(c.text)
			var hints []string
			for _, h := range tree.Hints {
				hints = append(hints, h.Code.String())
				if h.String() == "" {
					t.Errorf("hint %v has no sentence", h.Code)
				}
			}
			if got := shape(tree.Root); got != c.shape {
				t.Errorf("shape %s, want %s", got, c.shape)
			}
			if got := tree.String(); got != c.back {
				t.Errorf("prints %s, want %s", got, c.back)
			}
			if got := strings.Join(hints, " "); got != c.hints {
				t.Errorf("hints %s, want %s", got, c.hints)
			}
		})
	}
}

func TestParseLimits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		code       HintCode
		words      int
	}{
		{"bytes", strings.Repeat("я", MaxBytes), HintTooLong, 1},
		{"clauses", strings.Repeat("a ", MaxClauses+5), HintTooManyClauses, MaxClauses},
		{"depth", strings.Repeat("(a OR (b ", 20) + "c" + strings.Repeat("))", 20), HintTooDeep, MaxClauses},
		{"exclusions", strings.Repeat("-(a ", 50), HintTooDeep, MaxClauses},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tree := Parse(c.text)
			found := false
			for _, h := range tree.Hints {
				found = found || h.Code == c.code
			}
			if !found {
				t.Errorf("hints %v lack %v", tree.Hints, c.code)
			}
			if words, _ := measure(tree.Root); words != c.words {
				t.Errorf("%d words, want %d", words, c.words)
			}
		})
	}
}

// measure returns the number of leaves and the depth of a tree.
func measure(n *Node) (leaves, depth int) {
	if len(n.Nodes) == 0 {
		return 1, 1
	}
	for _, c := range n.Nodes {
		l, d := measure(c)
		leaves, depth = leaves+l, max(depth, d+1)
	}
	return leaves, depth
}

func TestFind(t *testing.T) {
	t.Parallel()
	tree := Parse("-site:a.org (x site:b.org) lang:pt")
	if got := tree.Find(Site); got != "b.org" {
		t.Errorf("site %q, want b.org", got)
	}
	if got := tree.Find(InURL); got != "" {
		t.Errorf("inurl %q, want none", got)
	}
	if tree.Empty() || !Parse("()").Empty() {
		t.Error("Empty is wrong")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`a -(b OR "c d") site:x`, "((((((((((a", `+"x`, "-－-x:y", "OR|OR", "NOT NOT a", `"a b"~3"c"~`, "ab*~ ab~* x~1~2", "+~3 before:x after:\"2025\"", `intitle:"a*" inurl:a**`, "（｜）：", `intitle:"`, `צה"ל "דו"ח"`, "+site:", "++-a", "facet:a=1..2 -facet:b=..x facet:\"c=1..\" facet:a=\"1\"..2", `inurl:":a"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree := Parse(text)
		leaves, depth := measure(tree.Root)
		if leaves > MaxClauses || depth > 3*MaxDepth+4 {
			t.Fatalf("%d leaves, depth %d", leaves, depth)
		}
		printed := tree.String()
		if len(printed) > MaxBytes { // printing may add spaces and quotes
			return
		}
		again := Parse(printed)
		if got := again.String(); got != printed {
			t.Fatalf("%q prints %q, which prints %q", text, printed, got)
		}
		if a, b := shape(tree.Root), shape(again.Root); a != b {
			t.Fatalf("%q reads %s, its print %q reads %s", text, a, printed, b)
		}
		bare, _ := tree.Unquoted()
		if leaves, _ := measure(bare.Root); leaves > MaxClauses || len(bare.String()) > MaxBytes {
			return // the rest is left out of what is offered
		}
		if printed, again := bare.String(), Parse(bare.String()); again.String() != printed || shape(again.Root) != shape(bare.Root) {
			t.Fatalf("%q without quotes is %q, which reads %s", text, printed, shape(again.Root))
		}
	})
}

func ExampleParse() {
	tree := Parse(`robots -"user agent" (txt OR exclusion) site:example.org`)
	fmt.Println(tree)
	fmt.Println(Parse("color:red").Hints[0])
	// Output:
	// robots -"user agent" (txt OR exclusion) site:example.org
	// "color:" is not an operator and was searched as text.
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Parse(`go compiler -"type system" (fast OR small) site:example.org`)
	}
}
