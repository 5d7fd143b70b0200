package selector_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/extract/selector"
)

// places lists the words of a page, each followed by the line of the rule that applies there.
func places(t testing.TB, r *selector.Rules, host, page string) string {
	t.Helper()
	var m selector.Matcher
	m.Reset(r.For(host))
	var z lexer.Lexer
	z.Reset([]byte(page))
	var out []string
	for {
		switch z.Next() {
		case lexer.End:
			return strings.Join(out, " ")
		case lexer.Text:
			for word := range strings.FieldsSeq(string(z.Text())) {
				if p := m.Place(); p.Line != 0 {
					word += fmt.Sprint(p.Line)
				}
				out = append(out, word)
			}
		case lexer.StartTag, lexer.SelfClosingTag:
			m.Start(atom.Lookup(z.Name()), &z)
		case lexer.EndTag:
			m.End(atom.Lookup(z.Name()))
		}
	}
}

func parse(t testing.TB, text string) *selector.Rules {
	t.Helper()
	r, err := selector.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSelectors checks that a selector selects the same elements as in a browser.
func TestSelectors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, selector, page, want string }{
		{"tag", "main", "<p>a<main>b</main>c", "a b1 c"},
		{"any", "*", "a<p>b", "a b1"},
		{"case of tags", "MAIN", "<Main>b", "b1"},
		{"class", ".x", "<p class='w x'>a<p class=X>b<p class=xx>c", "a1 b c"},
		{"classes", "p.x.w", "<p class='w x'>a<p class=x>b", "a1 b"},
		{"identifier", "#content-2", "<div id=content-2>a</div><div id=content>b", "a1 b"},
		{"reference in a value", ".a\\&b", "<p class='a&amp;b'>a", "a1"},
		{"escaped number", "#\\31 23", "<p id=123>a", "a1"},
		{"attribute", "[data-ad]", "<p data-ad>a<p data-add>b", "a1 b"},
		{"value", `[role="complementary"]`, "<p role=complementary>a<p role=main>b", "a1 b"},
		{"value without case", `[role=Main i]`, "<p role=MAIN>a", "a1"},
		{"word", "[rel~=nofollow]", "<p rel='a nofollow'>a<p rel=nofollows>b", "a1 b"},
		{"language", "[lang|=en]", "<p lang=en-GB>a<p lang=en>b<p lang=enx>c", "a1 b1 c"},
		{"beginning", "[class^='ad-']", "<p class=ad-top>a<p class='x ad-top'>b", "a1 b"},
		{"end", "[id$=_side]", "<p id=left_side>a<p id=side>b", "a1 b"},
		{"part", "[src*=ads]", "<div src=/ads/1>a</div>b", "a1 b"},
		{"empty part selects nothing", "[src*='']", "<div src=/ads/1>a", "a"},
		{"descendant", ".a .b", "<div class=a><div><p class=b>a</div></div><p class=b>b", "a1 b"},
		{"itself is no descendant", ".a .b", "<p class='a b'>a", "a"},
		{"child", ".a > .b", "<div class=a><p class=b>a<div><p class=b>b", "a1 b"},
		{"far way", "body .a > ul li", "<body><div class=a><div><ul><li>a</ul></div><ul><li>b<p>c</ul>", "a b1 c1"},
		{"next", "h2 + p", "<h2>a</h2><p>b<p>c", "a b1 c"},
		{"later", "h2 ~ p", "<p>a<h2>b</h2><div>c</div><p>d<p>e", "a b c d1 e1"},
		{"later is no child of them", "h2 ~ p", "<h2>a<p>b</h2>", "a b"},
		{"image before it", "img + p", "<p>a</p><img><p>b", "a b1"},
		{"first child", "p:first-child", "<div><p>a<p>b</div>", "a1 b"},
		{"third child", "div:nth-child(3)", "<body><div>a</div><div>b</div><div>c", "a b c1"},
		{"second of its type", "li:nth-of-type(2)", "<ul><li>a<p>x</p><li>b</ul><ol><li>c<li>d</ol>", "a x b1 c d1"},
		{"of its type among others", "nav > a:nth-of-type(2)", "<nav><b>x</b><a>a</a><i>y</i><a>b</a><a>c</a>", "x a y b1 c"},
		{"of a type that has no atom", "x-y:nth-of-type(2)", "<div><x-z>a</x-z><x-y>b</x-y><x-y>c</x-y>", "a b c1"},
		{"first of its type", "p:first-of-type", "<h1>a</h1><p>b<p>c<div><p>d", "a b1 c d1"},
		{"both places", "p:nth-child(3):nth-of-type(2)", "<div><p>a</p><b>b</b><p>c</div><p>d<p>e", "a b c1 d e1"},
		{"alternatives", "nav, .x > p", "<nav>a</nav><p>b<div class=x><p>c", "a1 b c1"},
		{"paragraph ends", "p.x", "<p class=x>a<b>b<div>c</div>d", "a1 b1 c d"},
		{"item ends", "li.x", "<ul><li class=x>a<li>b</ul>c", "a1 b c"},
		{"item in an item", "li.x", "<ul><li class=x>a<ul><li>b</ul>c<li>d", "a1 b1 c1 d"},
		{"cells", "td.x", "<table><tr><td class=x>a<td>b<tr><td>c</table>d", "a1 b c d"},
		{"row", "tr.x > td", "<table><tr class=x><td>a<p>b</table><table><tr><td>c", "a1 b1 c"},
		{"table in a cell", ".x", "<table><td class=x>a<table><td>b</table>c</div>d<td>e", "a1 b1 c1 d1 e"},
		{"end without a start", ".x", "<div class=x>a</section></span>b</div>c", "a1 b1 c"},
		{"end around", ".x", "<section><div class=x>a<b>b</section>c", "a1 b1 c"},
		{"inside a word", "span.ad", "a<span class=ad>b</span>c<span>d", "a b1 c d"},
		{"nested alike", "span.ad", "<span class=ad>a<span>b</span>c</span>d", "a1 b1 c1 d"},
	} {
		if got := places(t, parse(t, "* main "+tt.selector), "a.test", tt.page); got != tt.want {
			t.Errorf("%s: %s on %s: %s, want %s", tt.name, tt.selector, tt.page, got, tt.want)
		}
	}
}

const file = `# what is where
example.org      main         article.body, #content
  example.org	template  .share
*                advertising  [data-ad]
shop.example.org main         .product
example.org      main         .share .quote
пример.рф        navigation   .menu
`

// TestHosts checks that rules apply to the hosts they name and to subdomains, that the rule of
// the innermost element wins, and that the last in the file wins for one element.
func TestHosts(t *testing.T) {
	t.Parallel()
	r := parse(t, file)
	const page = "a<div data-ad>b</div><article class=body>c<p class=share>d<b class=quote>e</b></p>f<p class=product>g</article><p class=menu>h"
	for host, want := range map[string]string{
		"example.org":           "a b4 c2 d3 e6 f2 g2 h",
		"www.example.org":       "a b4 c2 d3 e6 f2 g2 h",
		"shop.example.org":      "a b4 c2 d3 e6 f2 g5 h",
		"example.com":           "a b4 c d e f g h",
		"notexample.org":        "a b4 c d e f g h",
		"xn--e1afmkfd.xn--p1ai": "a b4 c d e f g h7",
	} {
		if got := places(t, r, host, page); got != want {
			t.Errorf("%s: %s, want %s", host, got, want)
		}
	}
	if got := places(t, parse(t, "* main p\n* template p.x"), "a.test", "<p class=x>a<p>b"); got != "a2 b1" {
		t.Errorf("two rules for one element: %s", got)
	}
	if got := places(t, nil, "example.org", page); strings.ContainsAny(got, "0123456789") {
		t.Errorf("without rules: %s", got)
	}
	var lines []string
	r.For("shop.example.org").Lines(func(line int, z aranea.Zone, s string) bool {
		lines = append(lines, fmt.Sprintf("%d %s %s", line, z, s))
		return true
	})
	if got := strings.Join(lines, "; "); got != "2 main article.body, #content; 3 template .share; 4 advertising [data-ad]; 5 main .product; 6 main .share .quote" {
		t.Error(got)
	}
}

// TestFaults checks that all wrong lines are reported, each with its fault.
func TestFaults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"example.org main":                         "line 1: a rule is a host, a zone and a selector",
		"#\n\nhttp://a.test/ main p":               `line 3: "http://a.test/" is no name of a host; write example.org, or * for all`,
		"a.test middle p":                          `line 1: "middle" is no zone; it is one of main, template, navigation, links, advertising, hidden`,
		"a.test main p:hover":                      "line 1: of what begins with a colon only :first-child, :nth-child(N), :first-of-type and :nth-of-type(N) can be told while a page is read, at character 2 of the selector",
		"a.test main p:nth-child(2n)":              "line 1: :nth-child() takes one number from 1 on, at character 2 of the selector",
		"a.test main p#a#b":                        "line 1: an element has one #id, and this would be a second one, at character 4 of the selector",
		"a.test main p:nth-of-type(0)":             "line 1: :nth-of-type() takes one number from 1 on, at character 2 of the selector",
		"a.test main .x:nth-of-type(2)":            "line 1: :nth-of-type needs the name of the element before it, as in li:nth-of-type(2), at character 3 of the selector",
		"a.test main p:first-child.x:nth-child(2)": "line 1: an element has one place among the children, and this would be a second one, at character 16 of the selector",
		"a.test main p >":                          "line 1: a tag, .class, #id or [attribute] is missing, at character 4 of the selector",
		"a.test main , p":                          "line 1: a tag, .class, #id or [attribute] is missing, at character 1 of the selector",
		"a.test main p{x}":                         "line 1: '{' is not understood, at character 2 of the selector",
		"a.test main [a='b]":                       "line 1: the quotation mark is not closed, at character 7 of the selector",
		"a.test main [a?b]":                        "line 1: = or ] is missing, at character 3 of the selector",
		"a.test main .":                            "line 1: a name is missing, at character 2 of the selector",
		"a.test main p\\":                          "line 1: a backslash stands alone, at character 3 of the selector",
		"a.test main é>é.\na.test main p\nx y":     "line 1: a name is missing, at character 5 of the selector\nline 3: a rule is a host, a zone and a selector",
		"a.test main " + strings.Repeat("p ", 65):  "line 1: the selector has more than 64 parts, at character 130 of the selector",
		"a.test main " + strings.Repeat("p", 2001): "line 1: the selector has more than 2000 bytes",
		strings.Repeat("a.test main "+strings.Repeat("p ", 60)+"\n", 9): "the selectors for a.test have 540 parts; 512 are the limit",
		strings.Repeat("a", selector.MaxFile+1):                         "the file has more than 1048576 bytes",
		"a.test main " + strings.Repeat("x", 0) + "\xff":                "line 1: the selector is no text",
	} {
		if _, err := selector.Parse(text); err == nil || err.Error() != want {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

// TestChanged checks that changes of a file are reported by host.
func TestChanged(t *testing.T) {
	t.Parallel()
	before := parse(t, file).Digests()
	now := parse(t, strings.Replace(strings.Replace(file, "# what", "\n# what", 1), ".product", ".products", 1)).Digests()
	for host, want := range map[string]bool{"shop.example.org": true, "a.shop.example.org": true, "example.org": false, "b.test": false} {
		if got := selector.Changed(before, now, host); got != want {
			t.Errorf("%s: %v, want %v", host, got, want)
		}
	}
	if !selector.Changed(before, nil, "b.test") || selector.Changed(nil, nil, "b.test") {
		t.Error("the rules of all hosts do not count")
	}
}

// TestBounds checks that a hostile page with the worst selectors is read to its end, and that
// elements beyond the limit of depth count as part of the one around them.
func TestBounds(t *testing.T) {
	t.Parallel()
	r := parse(t, "* main "+strings.Repeat("div ", 40)+".x\n* template .deep")
	page := "<div class=deep>" + strings.Repeat("<div>", 5000) + "a" + strings.Repeat("</div>", 5000) + "b</div>c"
	if got := places(t, r, "a.test", page); got != "a2 b2 c" {
		t.Error(got)
	}
}

func FuzzRules(f *testing.F) {
	f.Add(file, "<div data-ad>b</div><article class=body>c<p class=share>d<b class=quote>e</b></p>f")
	f.Add("* main td:nth-of-type(2) ~ x:first-of-type", "<table><tr><td><td><x><x></table><td>")
	f.Add("* main a > b + c ~ d:nth-child(2)[x^='y\\41 ' i]", "<table><tr><td><p><li><a></table></a><svg><option><option>")
	f.Fuzz(func(t *testing.T, text, page string) {
		r, err := selector.Parse(text)
		if err != nil {
			return
		}
		if one, two := places(t, r, "www.example.org", page), places(t, r, "www.example.org", page); one != two {
			t.Errorf("%s, and then %s", one, two)
		}
		if selector.Changed(r.Digests(), parse(t, text).Digests(), "www.example.org") {
			t.Error("the same rules are others")
		}
	})
}

func BenchmarkMatcher(b *testing.B) {
	r := parse(b, file)
	page := []byte(strings.Repeat("<div class=a><p class=share>a<b>b</b><ul><li><a href=x>c</a><li>d</ul></div>", 100))
	var m selector.Matcher
	var z lexer.Lexer
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		m.Reset(r.For("example.org"))
		z.Reset(page)
		for k := z.Next(); k != lexer.End; k = z.Next() {
			switch k {
			case lexer.StartTag:
				m.Start(atom.Lookup(z.Name()), &z)
			case lexer.EndTag:
				m.End(atom.Lookup(z.Name()))
			}
		}
	}
}

// TestFaultsEnd checks that hosts with too many parts are reported in order up to a limit, each
// by its name, and that the rules for all hosts are not copied for them.
func TestFaultsEnd(t *testing.T) {
	t.Parallel()
	file := strings.Repeat("* main p\n", 600)
	for i := range 1000 {
		file += fmt.Sprintf("h%03d.test main p\n", i)
	}
	_, err := selector.Parse(file)
	if err == nil {
		t.Fatal("there are too many parts, and no fault")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 20 || lines[1] != "the selectors for h000.test have 601 parts; 512 are the limit" {
		t.Errorf("%d faults: %s", len(lines), err)
	}
}

// A tag counts the calls for its values.
type tag struct {
	values map[string]string
	names  int
	asked  map[string]int
}

func (t *tag) Name() []byte {
	t.names++
	return []byte("div")
}

func (t *tag) Written(name string) []byte {
	if t.asked[name]++; t.values[name] == "" {
		return nil
	}
	return []byte(t.values[name])
}

// hostile returns many rules that test the same attributes.
func hostile(t testing.TB) *selector.Rules {
	var rules strings.Builder
	for i := range 100 {
		fmt.Fprintf(&rules, "* main div.a%d#b%d\n* main .a%d.c%d\n* main [class~=d%d]\n* main [title~='E%d' i]\n", i, i, i, i, i, i)
	}
	return parse(t, rules.String())
}

// TestValuesOnce checks that an attribute is read once for each tag, however many selectors use
// it.
func TestValuesOnce(t *testing.T) {
	t.Parallel()
	var m selector.Matcher
	m.Reset(hostile(t).For("a.test"))
	for range 3 {
		x := &tag{asked: map[string]int{}, values: map[string]string{"class": "a1 a2 c99", "id": "b7", "title": "x &amp; e7"}}
		if m.Start(atom.Div, x); x.names != 1 || x.asked["class"] != 1 || x.asked["title"] != 1 || x.asked["id"] != 1 {
			t.Errorf("asked for the name %d times, for attributes %v", x.names, x.asked)
		}
		if line := m.Place().Line; line != 32 {
			t.Errorf("the rule of line %d holds", line)
		}
	}
}

// A longTag has one value for all attributes.
type longTag []byte

func (t longTag) Name() []byte          { return []byte("br") }
func (t longTag) Written(string) []byte { return t }

// TestHostilePage checks that the memory that long values of a page cost is limited by MaxValue
// for each tag, whatever the rules are.
func TestHostilePage(t *testing.T) {
	r := hostile(t).For("a.test")
	written := longTag(bytes.Repeat([]byte("X&amp; "), 1<<20))
	var m selector.Matcher
	m.Reset(r)
	m.Start(atom.Br, written) // allocates the buffers
	const tags = 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range tags {
		m.Start(atom.Br, written)
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / tags; got > 8*selector.MaxValue {
		t.Errorf("%d bytes for each tag", got)
	}
}

// TestLongValues checks that text after the limit selects nothing.
func TestLongValues(t *testing.T) {
	t.Parallel()
	r := parse(t, "* main .far\n* template .near")
	fill := strings.Repeat("x ", selector.MaxValue/2)
	if got := places(t, r, "a.test", "<p class='near "+fill+"far'>a<p class='"+fill+"far'>b"); got != "a2 b" {
		t.Error(got)
	}
}
