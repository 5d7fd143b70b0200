package robotsmeta

import (
	"strings"
	"testing"
)

func TestFragments(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, page, want string }{
		{"noindex tag", "a<noindex>b</noindex>c", "a/open b/noindex c/open"},
		{"noindex tag in any case", "a<NoIndex>b</NOINDEX>c", "a/open b/noindex c/open"},
		{"noindex nested ends at the first end", "a<noindex>b<noindex>c</noindex>d", "a/open b/noindex c/noindex d/open"},
		{"comment form", "a<!--noindex-->b<!--/noindex-->c", "a/open b/noindex c/open"},
		{"comment form, whitespace and case", "a<!-- NoIndex -->b<!-- /noindex -->c", "a/open b/noindex c/open"},
		{"the forms do not end each other", "a<!--noindex--><noindex>b</noindex>c<!--/noindex-->d", "a/open b/noindex c/noindex d/open"},
		{"misnested", "<b>a<noindex>b</b>c</noindex>d", "a/open b/noindex c/noindex d/open"},
		{"never closed", "a<noindex>b<p>c", "a/open b/noindex c/noindex"},
		{"an end without a start", "a</noindex>b<!--/noindex-->c", "a/open b/open c/open"},
		{"googleoff index", "a<!--googleoff: index-->b<!--googleon: index-->c", "a/open b/noindex c/open"},
		{"googleoff anchor", "a<!--googleoff: anchor-->b<!--googleon: anchor-->c", "a/open b/noanchor c/open"},
		{"googleoff snippet", "a<!--googleoff: snippet-->b<!--googleon: snippet-->c", "a/open b/nosnippet c/open"},
		{"googleoff all", "a<!--GoogleOff:all-->b<!--googleon: all-->c", "a/open b/noindex,noanchor,nosnippet c/open"},
		{"googleoff all, partly on", "<!-- googleoff: all -->b<!--googleon:index-->c", "b/noindex,noanchor,nosnippet c/noanchor,nosnippet"},
		{"googleoff anchor and snippet", "<!--googleoff:anchor-->a<!--googleoff:snippet-->b", "a/noanchor b/noanchor,nosnippet"},
		{"googleoff of nothing", "<!--googleoff-->a<!--googleoff: moon-->b", "a/open b/open"},
		{"nosnippet on a div", "<div data-nosnippet>a<div>b</div>c</div>d", "a/nosnippet b/nosnippet c/nosnippet d/open"},
		{"nosnippet on a section", "<section data-nosnippet>a</section>b", "a/nosnippet b/open"},
		{"nosnippet on another element", "<p data-nosnippet>a</p>b", "a/open b/open"},
		{"nosnippet with a value", "<span x=1 DATA-NOSNIPPET='true' y>a</span>b", "a/nosnippet b/open"},
		{"nosnippet with the value false is boolean", "<span data-nosnippet=false>a</span>b", "a/nosnippet b/open"},
		{"nosnippet inside noindex", "<noindex><div data-nosnippet>a</noindex>b</div>c", "a/noindex,nosnippet b/nosnippet c/open"},
		{"nocontent", `<ul class="menu Robots-NoContent"><li>a</li></ul>b`, "a/noindex b/open"},
		{"nocontent on a paragraph without an end", "<p class=robots-nocontent>a<p>b", "a/noindex b/open"},
		{"a paragraph ends before a block", "<p class=robots-nocontent>a<b>b</b><ul><li>c</ul>", "a/noindex b/noindex c/open"},
		{"a paragraph ends with its block", "<div><p class=robots-nocontent>a</div>b", "a/noindex b/open"},
		{"a paragraph and the next one", "<p class=robots-nocontent>a<p class=robots-nocontent>b<p>c", "a/noindex b/noindex c/open"},
		{"an item without an end", "<ul><li class=robots-nocontent>a<li>b</ul>c", "a/noindex b/open c/open"},
		{"the last item", "<ul><li>a<li class=robots-nocontent>b</ul>c", "a/open b/noindex c/open"},
		{"an item with a list", "<ul><li class=robots-nocontent>a<ol><li>b<li>c</ol>d<li>e</ul>", "a/noindex b/noindex c/noindex d/noindex e/open"},
		{"a definition", "<dl><dt>a<dd class=robots-nocontent>b<dt>c</dl>", "a/open b/noindex c/open"},
		{"a cell with a table", "<table><tr><td class=robots-nocontent>a<table><tr><td>b</table>c<td>d</table>", "a/noindex b/noindex c/noindex d/open"},
		{"the last cell of a row", "<table><tr><td class=robots-nocontent>a<tr><td>b</table>", "a/noindex b/open"},
		{"a row", "<table><tr class=robots-nocontent><td>a<td>b<tr><td>c</table>", "a/noindex b/noindex c/open"},
		{"nocontent is a whole word", `<ul class="robots-nocontents"><li>a</li></ul>b`, "a/open b/open"},
		{"scripts", "a<script>if (a<b) '<noindex>'</script>b<style></style>c", "a/open b/open c/open"},
		{"a comment in a script is none", "a<script><!--noindex--></script>b", "a/open b/open"},
		{"elements without content", "<img class=robots-nocontent>a", "a/open"},
		{"a slash closes nothing", "<div data-nosnippet/>a</div>b", "a/nosnippet b/open"},
		{"an attribute that looks like a tag", `<a title="<noindex>">a</a>`, "a/open"},
		{"the first attribute of a name counts", `<ul class=a class=robots-nocontent>a</ul>`, "a/open"},
		{"odd comments", "<!-->a<!--->b<!--noindex--!>c", "a/open b/open c/noindex"},
		{"odd markup", "a<1</>b<!x>c<", "a<1/open b/open c</open"},
		{"plaintext", "<plaintext>a<noindex>", "a<noindex>/open"},
		{"plaintext has no end", "<noindex>a</noindex><PLAINTEXT>b</plaintext>c<!--noindex-->d", "a/noindex b</plaintext>c<!--noindex-->d/open"},
		{"plaintext in a closed part", "<div data-nosnippet><plaintext>a</div>b", "a</div>b/nosnippet"},
		{"a comment without an end", "a<!--noindex b<p>c", "a/open"},
		{"a comment without an end, with hyphens", "a<!-- b -- c - -> d --", "a/open"},
		{"a comment with hyphens", "a<!-- -- noindex ---- x -->b<!-- - -- -->c", "a/open b/open c/open"},
		{"a title", "<title>a<noindex>b</p></title>c", "a<noindex>b</p>/open c/open"},
		{"a title that is closed", "<noindex><TITLE>a</Title\n>b", "a/noindex b/noindex"},
		{"a longer name does not end a textarea", "<textarea>a</textareas>b</textarea x>c", "a</textareas>b/open c/open"},
		{"a name at the end of the page ends nothing", "<xmp>a<noindex>b</xmp", "a/open b/noindex"},
		{"a title without an end", "<title>a<noindex>b", "a/open b/noindex"},
		{"a textarea without an end, with other ends", "<textarea>a</p></b><noindex>b", "a/open b/noindex"},
		{"scripts without an end", "a<script>b<script>c<!--noindex-->d", "a/open b/open c/open d/noindex"},
		{"a script with an end behind a style without one", "a<style>b<script>c</script>d<style>e", "a/open b/open d/open e/open"},
		{"a frame", "a<iframe><noindex></iframe>b<noembed>c</noembed>d", "a/open b/open d/open"},
		{"the page ends in a tag", "a<div data-nosnippet", "a/open"},
		{"the page ends before a value", "a<div class=", "a/open"},
		{"the page ends in a value", "a<div class='robots-nocontent>b", "a/open"},
	}
	for _, tt := range tests {
		var got []string
		for p := range Parts(tt.page) {
			got = append(got, p.Text+"/"+p.Region.String())
			if tt.page[p.Start:p.Start+len(p.Text)] != p.Text {
				t.Errorf("%s: %+v is not at its place", tt.name, p)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, strings.Join(got, " "), tt.want)
		}
	}
}

// TestScannerCounts checks that the result is the same if a caller passes only the tags that the
// scanner needs.
func TestScannerCounts(t *testing.T) {
	t.Parallel()
	var s Scanner
	s.StartTag("p", false, "")
	if s.Counts() {
		t.Error("a plain tag counts")
	}
	s.StartTag("div", true, "")
	s.StartTag("div", false, "")
	s.EndTag("div")
	if !s.Counts() || s.Region() != NoSnippetText {
		t.Errorf("inside the outer div: %v, %s", s.Counts(), s.Region())
	}
	s.EndTag("div")
	if s.Counts() || s.Region() != 0 {
		t.Errorf("behind it: %v, %s", s.Counts(), s.Region())
	}
	s.StartTag("ul", false, "robots-nocontent")
	if !s.Counts() {
		t.Error("nocontent does not count")
	}
}

// TestPartsBrokenNames checks that a name that is not UTF-8 keeps its length; found by FuzzParts.
func TestPartsBrokenNames(t *testing.T) {
	t.Parallel()
	for p := range Parts("<A\x80>0") {
		if p.Text != "0" || p.Start != 4 {
			t.Errorf("%+v", p)
		}
		return
	}
	t.Error("the text behind a broken name is lost")
}
