package selector_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/extract/selector"
)

// selectedBy lists what the selectors of a list select in a page: the identifier of each element,
// each followed by the lines.
func selectedBy(t testing.TB, list []selector.Within, page string) string {
	t.Helper()
	h, err := selector.Scoped(list)
	if err != nil {
		t.Fatal(err)
	}
	var m selector.Matcher
	m.Reset(h)
	var z lexer.Lexer
	z.Reset([]byte(page))
	var out []string
	for k := z.Next(); k != lexer.End; k = z.Next() {
		switch k {
		case lexer.StartTag:
			m.Start(atom.Lookup(z.Name()), &z)
			if lines := m.Selected(); len(lines) > 0 {
				out = append(out, string(z.Written("id"))+strings.Trim(fmt.Sprint(lines), "[]"))
			}
		case lexer.EndTag:
			m.End(atom.Lookup(z.Name()))
		}
	}
	return strings.Join(out, "; ")
}

// TestWithin checks that a selector within the elements of another one sees nothing outside of them.
func TestWithin(t *testing.T) {
	t.Parallel()
	const nested = "<div class=r id=a><p id=b></p><div id=c><div class=r id=d><p id=e></p></div></div><p id=f></p></div><p id=g>"
	for _, tt := range []struct{ name, outer, inner, page, want string }{
		{"inside", ".r", "p", "<p id=a></p><div class=r id=b><p id=c></p></div><p id=d>", "b1; c2"},
		{"ancestors of it do not count", ".r", "main p", "<main><div class=r id=b><p id=c>", "b1"},
		{"nor does it itself", ".r", "div p, .r", "<div class=r id=b><p id=c>", "b1"},
		{"a child of it", ".r", ":scope > p", "<div class=r id=b><p id=c></p><div><p id=d>", "b1; c2"},
		{"itself", ".r", ":scope", "<div class=r id=b><p id=c>", "b1 2"},
		{"itself with a class", ".r", ":scope.x p", "<div class='r x' id=b><p id=c></p></div><div class=r id=d><p id=e>", "b1; c2; d1"},
		{"without content", "img", ":scope", "<img id=b><p id=c>", "b1 2"},
		{"each has its inside", ".r", "p", nested, "a1; b2; d1; e2; f2"},
		{"an inner one hides what is around it", ".r", "div p", nested, "a1; d1"},
		{"an inner one is a child all the same", ".r", "p:nth-child(2)", "<div class=r id=a><b class=r id=b></b><p id=c></p></div>", "a1; b1; c2"},
		{"but nothing follows it", ".r", ".r + p", "<div class=r id=a><b class=r id=b></b><p id=c></p></div>", "a1; b1"},
		{"siblings", ".r", "h2 + p", "<h2></h2><div class=r id=a><h2></h2><p id=b></p><p id=c></p></div>", "a1; b2"},
		{"items without end tags", "li", "a", "<ul><li id=a><a id=b>x</a><li id=c><a id=d>x</a></ul><a id=e>", "a1; b2; c1; d2"},
		{"alternatives of both", ".r, .s", "i, :scope > b", "<p class=r id=a><i id=b></i></p><p class=s id=c><b id=d></b><u><b id=e></b></u>", "a1; b2; c1; d2"},
	} {
		if got := selectedBy(t, []selector.Within{{Selector: tt.outer}, {Selector: tt.inner, In: 1}}, tt.page); got != tt.want {
			t.Errorf("%s: %s in %s: %s, want %s", tt.name, tt.inner, tt.outer, got, tt.want)
		}
	}
	two := []selector.Within{{Selector: "div"}, {Selector: "span"}, {Selector: "i", In: 1}, {Selector: "i", In: 2}}
	if got := selectedBy(t, two, "<div id=a><i id=b></i><span id=c><i id=d></i></span></div><span id=e><div id=f><i id=g>"); got != "a1; b3; c2; d3 4; e2; f1; g3 4" {
		t.Errorf("two kinds in each other: %s", got)
	}
}

// TestFaultsWithin checks that what cannot be selected within an element is refused.
func TestFaultsWithin(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"p :scope":   ":scope begins a selector, and what follows it stands inside of it, as in :scope > a, at character 9 of the selector",
		":scope + p": ":scope begins a selector, and what follows it stands inside of it, as in :scope > a, at character 8 of the selector",
		":scopes":    "of what begins with a colon only :scope, :first-child, :nth-child(N), :first-of-type and :nth-of-type(N) can be told while a page is read, at character 1 of the selector",
	} {
		if _, err := selector.PartsWithin(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := selector.Parts(":scope"); err == nil {
		t.Error("a page has a scope")
	}
	for _, list := range [][]selector.Within{
		{{Selector: "p", In: 1}},
		{{Selector: "p"}, {Selector: "p", In: 1}, {Selector: "p", In: 2}},
		{{Selector: "p"}, {Selector: "p :scope", In: 1}},
	} {
		if _, err := selector.Scoped(list); err == nil {
			t.Errorf("%v is read", list)
		}
	}
	var many []selector.Within
	for i := range selector.MaxScopes + 1 {
		many = append(many, selector.Within{Selector: "p"}, selector.Within{Selector: "b", In: 2*i + 1})
	}
	if _, err := selector.Scoped(many); err == nil {
		t.Error("there may be any number of scopes")
	}
}

// A step is a compound of a selector that is made up, with the combinator before it.
type step struct {
	relation   byte
	tag, class string
	child      int
	alike      bool // child is among those with the tag
	scope      bool
}

func (s step) String() string {
	out := s.tag
	if s.scope {
		out = ":scope"
	}
	if s.class != "" {
		out += "." + s.class
	}
	if s.child > 0 && s.alike {
		out += fmt.Sprintf(":nth-of-type(%d)", s.child)
	} else if s.child > 0 {
		out += fmt.Sprintf(":nth-child(%d)", s.child)
	}
	return out
}

// a random selector, as text and as steps.
func randomSelector(r *rand.Rand, within bool) (text string, steps []step) {
	tags, classes, relations := []string{"div", "span", "section"}, []string{"", "a", "b", "c"}, []byte(" >+~  >")
	for n := 1 + r.IntN(3); len(steps) < n; {
		s := step{tag: tags[r.IntN(3)], class: classes[r.IntN(4)]}
		switch r.IntN(4) {
		case 0:
			s.child, s.alike = 1+r.IntN(3), r.IntN(2) == 0
		case 1:
			s.tag = "*"
		}
		if len(steps) > 0 {
			s.relation = relations[r.IntN(len(relations))]
		} else if within && r.IntN(3) == 0 {
			s = step{tag: "*", scope: true, class: classes[r.IntN(4)]}
		}
		if len(steps) == 1 && steps[0].scope && (s.relation == '+' || s.relation == '~') {
			s.relation = '>'
		}
		if len(steps) > 0 {
			text += " " + string(s.relation) + " "
		}
		text += s.String()
		steps = append(steps, s)
	}
	return text, steps
}

// randomPage is a page whose elements all have end tags.
func randomPage(r *rand.Rand) string {
	var b strings.Builder
	n := 0
	var fill func(depth int)
	fill = func(depth int) {
		for range 1 + r.IntN(4) {
			tag := []string{"div", "span", "section"}[r.IntN(3)]
			fmt.Fprintf(&b, "<%s id=%d class=%q>", tag, n, []string{"a", "b", "c", "a b", "r", "r a", "x"}[r.IntN(7)])
			if n++; depth < 6 && n < 60 && r.IntN(3) > 0 {
				fill(depth + 1)
			}
			fmt.Fprintf(&b, "</%s>", tag)
		}
	}
	fill(0)
	return b.String()
}

// A tree is a page with what its elements belong to.
type tree struct {
	all    []*nethtml.Node
	owner  map[*nethtml.Node]*nethtml.Node // the innermost record around an element, not itself
	record map[*nethtml.Node]bool
}

func attr(n *nethtml.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// meets reports whether an element meets one compound.
func (s step) meets(n *nethtml.Node) bool {
	if s.tag != "*" && s.tag != n.Data || s.class != "" && !slices.Contains(strings.Fields(attr(n, "class")), s.class) {
		return false
	}
	at := 1
	for p := n.PrevSibling; p != nil; p = p.PrevSibling {
		if p.Type == nethtml.ElementNode && (!s.alike || p.Data == n.Data) {
			at++
		}
	}
	return s.child == 0 || s.child == at
}

// selects reports whether steps select an element within a record, nil for the page.
func (d *tree) selects(n, in *nethtml.Node, steps []step) bool {
	last := steps[len(steps)-1]
	if !last.meets(n) {
		return false
	}
	if last.scope {
		return n == in
	}
	if in != nil && (d.record[n] || d.owner[n] != in) {
		return false
	}
	before := steps[:len(steps)-1]
	if len(before) == 0 {
		return true
	}
	switch last.relation {
	case '>':
		return n.Parent.Type == nethtml.ElementNode && d.selects(n.Parent, in, before)
	case '+', '~':
		for p := n.PrevSibling; p != nil; p = p.PrevSibling {
			if d.selects(p, in, before) {
				return true
			}
			if last.relation == '+' {
				return false
			}
		}
		return false
	}
	for p := n.Parent; p != nil && p.Type == nethtml.ElementNode; p = p.Parent {
		if d.selects(p, in, before) {
			return true
		}
	}
	return false
}

// treeOf builds the tree of a page with the elements that steps select as records.
func treeOf(t *testing.T, page string, records []step) *tree {
	t.Helper()
	body := &nethtml.Node{Type: nethtml.ElementNode, Data: "body", DataAtom: atom.Body}
	roots, err := nethtml.ParseFragment(strings.NewReader(page), body)
	if err != nil {
		t.Fatal(err)
	}
	root := &nethtml.Node{Type: nethtml.DocumentNode}
	d := &tree{owner: map[*nethtml.Node]*nethtml.Node{}, record: map[*nethtml.Node]bool{}}
	for _, n := range roots {
		root.AppendChild(n)
	}
	for n := range root.Descendants() {
		d.all = append(d.all, n)
	}
	for _, n := range d.all {
		for p := n.Parent; p != nil && d.owner[n] == nil; p = p.Parent {
			if d.record[p] {
				d.owner[n] = p
			}
		}
		d.record[n] = d.selects(n, nil, records)
	}
	return d
}

// TestAsOnTree checks on random pages that selectors within elements select what they select on the
// tree of the page.
func TestAsOnTree(t *testing.T) {
	t.Parallel()
	found := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 1))
		page := randomPage(r)
		outer, records := randomSelector(r, false)
		if r.IntN(2) == 0 {
			outer, records = ".r", []step{{tag: "*", class: "r"}}
		}
		inner, steps := randomSelector(r, true)
		d := treeOf(t, page, records)
		var want []string
		for _, n := range d.all {
			in, lines := d.owner[n], ""
			if d.record[n] {
				in, lines = n, "1"
			}
			if in != nil && d.selects(n, in, steps) {
				lines = strings.TrimSpace(lines + " 2")
				found++
			}
			if lines != "" {
				want = append(want, attr(n, "id")+lines)
			}
		}
		if got := selectedBy(t, []selector.Within{{Selector: outer}, {Selector: inner, In: 1}}, page); got != strings.Join(want, "; ") {
			t.Fatalf("seed %d: %s in %s on %s:\n%s, want\n%s", seed, inner, outer, page, got, strings.Join(want, "; "))
		}
	}
	if found < 2000 {
		t.Errorf("only %d elements were selected", found)
	}
}

func FuzzWithin(f *testing.F) {
	f.Add(".r, .s", ":scope > a, b + i", "<p class=r><a>x</a><b></b><i></i><p class=s>")
	f.Add("li", ":scope.x p:nth-child(2)", "<ul><li class=x><p><p><li></ul></table>")
	f.Fuzz(func(t *testing.T, outer, inner, page string) {
		list := []selector.Within{{Selector: outer}, {Selector: inner, In: 1}}
		if _, err := selector.Scoped(list); err != nil {
			return
		}
		if one, two := selectedBy(t, list, page), selectedBy(t, list, page); one != two {
			t.Errorf("%s, and then %s", one, two)
		}
	})
}
