package html

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

// headingIDs returns the headings of a page with their identifiers: "text=id".
func headingIDs(page *aranea.Page) string {
	var out []string
	ids := page.HeadingIDs
	for _, e := range page.Elements {
		if !e.Kind.IsHeading() {
			continue
		}
		s := string(page.Text[e.Start:e.End])
		if len(ids) > 0 && ids[0].Start == e.Start {
			s, ids = s+"="+ids[0].ID, ids[1:]
		}
		out = append(out, s)
	}
	if len(ids) > 0 {
		out = append(out, fmt.Sprintf("without a heading: %v", ids))
	}
	return strings.Join(out, ", ")
}

// TestHeadingIDs reads headings as the usual generators of documentation write them.
func TestHeadingIDs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"its own", "<h1 id=a>A</h1>x<h2 ID='b&amp;c'>B</h2>", "A=a, B=b&c"},
		{"of a link in it", "<h2><a id=a href='#a'></a>A</h2><h3><a name=b>B</a></h3>", "A=a, B=b"},
		{"of a span in it", "<h2><span class=x id=a>A</span> <span id=no>[edit]</span></h2>", "A [edit]=a"},
		{"not of a button behind its words", "<h1>A <button id=no>Copy</button></h1><h2>B</h2><h3><button id=c>C</button></h3>", "A, B, C=c"},
		{"its own before others", "<div id=no><a name=no></a><h2 id=a><a id=no>A</a></h2></div>", "A=a"},
		{"of a link right before it", "<p>x</p>\n<a name=a></a>\n<h2>A</h2>", "A=a"},
		{"of a link before it, behind text", "x <a name=a></a> <h2>A</h2>", "A=a"},
		{"of a link around it", "<a id=a><h2>A</h2></a>", "A=a"},
		{"of the section that it begins", "<section id=a>\n<h2>A</h2>x</section><section id=b><h2>B</h2></section>", "A=a, B=b"},
		{"of the innermost", "<div id=no><section id=a><div><div><h2>A</h2></div></div></section></div>", "A=a"},
		{"a section with few words before it", "<section id=a><span>1.7.0</span> <a href=x>source</a><a href='#a'></a><h2>A</h2></section>", "A=a"},
		{"a section with many words before it", "<section id=no>" + strings.Repeat("x", maxSince+1) + "<h2>A</h2></section>", "A"},
		{"a section that does not begin with it", "<div id=no>x<h2>A</h2></div>", "A"},
		{"a section that ended", "<div id=no></div><h2>A</h2>", "A"},
		{"a section that ended within", "<div id=no><div></div><div></div></div><h2>A</h2>", "A"},
		{"a section with others in it", "<div id=a><div></div><div><h2>A</h2></div></div>", "A=a"},
		{"only the first heading of a section", "<div id=a><h2>A</h2><h2>B</h2></div>", "A=a, B"},
		{"a picture between them", "<div id=no><img alt=words><h2>A</h2></div>", "A"},
		{"a heading without words", "<h2 id=no><img src=x></h2><h2>A</h2>", "A"},
		{"twice the same", "<h2 id=a>A</h2><h2 id=a>B</h2><h2 id=c>C</h2>", "A=a, B, C=c"},
		{"empty", "<h2 id=''>A</h2><h2 id>B</h2><h2><a name=''>C</a></h2>", "A, B, C"},
		{"a name of what is no link", "<h2 name=no>A</h2><form name=no><h2>B</h2></form>", "A, B"},
		{"words that a URL has to escape", "<h2 id='a b'>A</h2><h2 id=при>B</h2>", "A=a b, B=при"},
		{"no text", "<h2 id='a&#7;'>A</h2><h2 id='b\xff'>B</h2><h2 id='c\u0085'>C</h2><h2 id='a:~:text=x'>D</h2>", "A, B, C, D"},
		{"too long", "<h2 id=" + strings.Repeat("a", maxIdentifier+1) + ">A</h2><h2 id=b>B</h2>", "A, B=b"},
		{"in a document of its own", "<iframe srcdoc='<h2 id=no>A</h2>'></iframe><h2 id=b>B</h2>", "A, B=b"},
		{"in a template", "<template><a id=no></a></template><h2>A</h2><svg><g id=no></svg><h2>B</h2>", "A, B"},
		{"closed to the index", "<noindex><h2 id=no>x</h2></noindex><h2 id=b>B</h2>", "B=b"},
		{"in the head", "<meta id=no><link id=no><script id=no></script><style id=no></style><h1>A</h1>", "A"},
		{"read again", "<h2 id=a>A</h2><textarea><h2 id=b>B</h2><div id=c><h2>C", "A=a, B=b, C=c"},
		{"no heading", "<p id=no>x<li id=no>y<td id=no>z", ""},
		{"heading of two blocks", "<h2 id=a>A<div>B</div></h2><h2>C</h2>", "A=a, B, C"},
	} {
		page := parsed(t, tt.body)
		if got := headingIDs(&page); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestDefinitionIDs reads definitions as generators of documentation write them.
func TestDefinitionIDs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"its own", `<dl><dt class=sig id=os.getcwd><span>os.</span>getcwd()<a class=headerlink href=#os.getcwd>¶</a></dt><dd id=no>x</dd></dl>`, "os.getcwd()=os.getcwd"},
		{"of a link in it", `<dl><dt><span class=term><a id=a></a>A</span></dt><dd>x</dd><dt><a name=b>B</a><dd><a name=no></a>y</dl>`, "A=a B=b"},
		{"of several for one description", "<dl><dt id=a>A<dt id=b>B<dd id=no>x<dt>C<dd id=no>y</dl>", "A=a B=b"},
		{"not of what stands before it", "<dl id=no><a id=no></a><dt>A<dd>x</dl>", ""},
		{"a heading behind it", "<dl><dt id=a>A<dd>x</dl><section id=b><h2>B</h2></section>", "A=a B=b"},
		{"a heading in a description", "<dl><dt id=a>A<dd><h3 id=b>B</h3>x</dl>", "A=a B=b"},
		{"without words", "<dl><dt id=no><dd>x<dt id=b>B</dl>", "B=b"},
		{"the same as a heading", "<h2 id=a>A</h2><dl><dt id=a>B<dd>x</dl>", "A=a"},
		{"entries of an index", `<dl><dt id=no>Blur, <a href=blur.html>The filter</a></dt><dt id=no2><a id=no3 href=x.html>A</a> - <a id=no4>member</a><dd>x<dt id=b>B<dd>x<dt id=c>C</dl>`, "B=b C=c"},
		{"of an index", `<h1 id=a>Index</h1><dl><dt id=no>Blur, <a href=x>The filter</a><dt id=no2>Colour<dd><dl><dt id=no3>of text, <a href=y>Text</a></dl></dl>`, "Index=a"},
		{"with links behind a name", "<dl><dt id=a>A(<a href=x>X</a>, <a href=y>Y</a>) <a href=z>source</a><dd>x<dt id=b>B <a href=z>source</a></dl>", "A(X, Y) source=a B source=b"},
		{"with links to itself", "<dl><dt id=a><a href=#a>A</a><dt id=b><a href='http://a.test/#b'>B</a></dl>", "A=a B=b"},
		{"closed to the index", "<dl><noindex><dt id=no>x</dt></noindex><dt id=b>B</dt></dl>", "B=b"},
	} {
		page := parsed(t, tt.body)
		var out []string
		for _, h := range page.HeadingIDs {
			line, _, _ := strings.Cut(string(page.Text[h.Start:]), "\n")
			out = append(out, line+"="+h.ID)
		}
		if got := strings.Join(out, " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestHeadingIDLimits: a page with more identifiers than the limit keeps the first ones, and the
// next page has its own.
func TestHeadingIDLimits(t *testing.T) {
	t.Parallel()
	p := NewParser(Limits{Text: 1 << 20, Links: 10, Elements: 100_000, Title: 100, Attribute: 100})
	var body strings.Builder
	for n := range maxIdentifiers + 5 {
		fmt.Fprintf(&body, "<h2 id=a%d>x</h2>", n)
	}
	page := pageWith(t, p, body.String())
	if n := len(page.HeadingIDs); n != maxIdentifiers || page.HeadingIDs[n-1].ID != fmt.Sprintf("a%d", n-1) {
		t.Errorf("%d identifiers", n)
	}
	page = pageWith(t, p, "<h2 id=a1>x</h2><h2>y</h2>")
	if got := headingIDs(&page); got != "x=a1, y" {
		t.Errorf("then %s", got)
	}
}

// FuzzHeadingIDs: each identifier is the only one of a heading, short, and text.
func FuzzHeadingIDs(f *testing.F) {
	f.Add("<h2 id=a>A</h2><a name=b></a><h3>B</h3><section id=c><h4>C")
	f.Add("<title><h2 id=a>x</h2><textarea><h2 id=a>y<div id=b><h2>")
	f.Add("<noindex><h1 id=a>x</noindex>y</h1><iframe srcdoc='<h1 id=c>'>")
	f.Fuzz(func(t *testing.T, body string) {
		page := parsed(t, body)
		headings, seen := map[uint32]bool{}, map[string]bool{}
		for _, e := range page.Elements {
			if e.Kind.IsHeading() {
				headings[e.Start] = true
			}
		}
		for _, h := range page.HeadingIDs {
			if !headings[h.Start] || seen[h.ID] || h.ID == "" || len(h.ID) > maxIdentifier || !utf8.ValidString(h.ID) {
				t.Errorf("%q at %d", h.ID, h.Start)
			}
			headings[h.Start], seen[h.ID] = false, true
		}
	})
}
