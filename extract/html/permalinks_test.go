package html

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// blocks returns the kinds and texts of the blocks of a page, with its spans in brackets.
func blocks(page *aranea.Page) string {
	var out []string
	for _, e := range page.Elements {
		s := e.Kind.String() + ":" + string(page.Text[e.Start:e.End])
		if !e.Kind.IsBlock() {
			s = "[" + s + "]"
		}
		out = append(out, s)
	}
	return strings.Join(out, "|")
}

// TestPermalinks reads permalinks as the usual generators write them, and what only looks like
// one.
func TestPermalinks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, body, want string }{
		{"Sphinx, behind a heading", "<section id=a><h2>Boil water<a class=headerlink href=#a title=Link>¶</a></h2>", "h2:Boil water"},
		{"Sphinx, in a definition", "<dl><dt id=m.f><code>m.f</code>(x)<a class=headerlink href=#m.f>¶</a></dt><dd>x</dd>", "list-item:m.f(x)|list-item:x"},
		{"MkDocs, with words", "<h2 id=a>Boil water<a class=headerlink href=#a title=x>Permanent link</a></h2>", "h2:Boil water"},
		{"a class of its own", "<h2 id=a>Boil water <a class=permalink href=#a>&para;</a></h2>", "h2:Boil water"},
		{"Docusaurus, a space without width", "<h2 class=anchor id=a>Boil water<a href=#a class=hash-link aria-label=Direct>\u200b</a></h2>", "h2:Boil water"},
		{"Starlight, behind a heading, words that are read aloud", "<h2 id=a>Boil water</h2><a class=x href=#a><span aria-hidden=true><svg></svg></span><span class=sr-only>Section titled “Boil water”</span></a><p>Now.", "h2:Boil water|text:Now."},
		{"words that are read aloud and a symbol", "<h2 id=a>Boil water <a href=#a>#<span class=visually-hidden>Link to it</span></a></h2>", "h2:Boil water"},
		{"a heading of words that are read aloud", "<h2 id=a><a href=#a><span class=sr-only>Boil water</span></a></h2>", "[unshown:Boil water]|[anchor:Boil water]|h2:Boil water"},
		{"before a heading's text", "<h2 id=a><a class=anchor href=#a aria-hidden=true>#</a> Boil water</h2>", "h2:Boil water"},
		{"Doxygen, the identifier before the heading", "<a id=a></a><h2><span class=permalink><a href=#a>&#9670;&#160;</a></span>f()</h2>", "h2:f()"},
		{"rustdoc, beside the heading", "<section id=a><a href=#a class=anchor>§</a><h4>fn f()</h4></section>", "h4:fn f()"},
		{"of a paragraph, as in an RFC", "<p id=s-1>Water boils.<a href=#s-1 class=pilcrow>¶</a></p>", "text:Water boils."},
		{"with its own identifier", "<h2>Boil water<span><a class=mark href=#a id=a>#</a></span></h2>", "h2:Boil water"},
		{"escaped", "<h2 id=кипяток>Кипяток<a href=#%D0%BA%D0%B8%D0%BF%D1%8F%D1%82%D0%BE%D0%BA>#</a></h2>", "h2:Кипяток"},
		{"between words", "<h2 id=a>Boil<a href=#a>#</a>water</h2>", "h2:Boil water"},
		{"bold", "<h2 id=a>Boil <b>water</b><b><a href=#a><b>¶</b></a></b></h2>", "[bold:water]|h2:Boil water"},
		{"bold begins with it", "<p id=a><b><a href=#a>¶</a>Boil</b> water", "[bold:Boil]|text:Boil water"},
		{"to a script", "<h1>Crate a <a href='javascript:void(0)'>[−]</a></h1>", "h1:Crate a"},
		{"to the top", "<h2>Boil water <a href=#>↑</a></h2>", "h2:Boil water"},
		{"mdBook, all of the heading", "<h2 id=a><a class=header href=#a>Boil water</a></h2>", "[anchor:Boil water]|h2:Boil water"},
		{"all of the heading, an operator", "<h3 id=a>\n<a class=header href=#a>&amp;&amp;</a>\n</h3><p>And.", "h3:&&|text:And."},
		{"a heading with nothing but a picture", "<h3 id=a><a href=#a>#</a><img src=x alt=water></h3><h3>B</h3>", "alt:water|h3:#|h3:B"},
		{"words", "<h4 id=m.max>fn <a href=#m.max>max</a>(a)</h4>", "[anchor:max]|h4:fn max(a)"},
		{"a number", "<h2 id=s-1><a href=#s-1>1.</a> Water</h2>", "[anchor:1.]|h2:1. Water"},
		{"a number of a line", "<pre><span class=l><a href=#7 id=7>7</a>    fn f() {}</span>\n<span><a href=#L8 id=L8>8</a>    8</span></pre>", "text:fn f() {} 8"},
		{"another number", "<p id=p7>See <a href=#p7>17</a> and <a href=#p7>7.1</a></p>", "[anchor:17]|[anchor:7.1]|text:See 17 and 7.1"},
		{"a number that a heading has", "<h2 id=7><a href=#7>7</a> Water</h2>", "[anchor:7]|h2:7 Water"},
		{"another place of the page", "<p id=a>See <a href=#note>*</a></p>", "[anchor:*]|text:See *"},
		{"another page", "<p id=a>See <a href=/b#a>*</a></p>", "[anchor:*]|text:See *"},
		{"an identifier far before", "<i id=a></i>" + strings.Repeat("<i id=x></i>", nearby) + "<p>See <a href=#a>*</a></p>", "[anchor:*]|text:See *"},
		{"long", "<p id=a>x <a href=#a>" + strings.Repeat("=", maxSymbol+1) + "</a></p>", "[anchor:" + strings.Repeat("=", maxSymbol+1) + "]|text:x " + strings.Repeat("=", maxSymbol+1)},
		{"several blocks", "<div id=a><a href=#a><p>x</p><p>¶</p></a></div>", "[anchor:x]|text:x|[anchor:¶]|text:¶"},
	} {
		page := parsed(t, tt.body)
		if got := blocks(&page); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestPermalinksKeepIdentifiers: a heading whose permalink is left out has its identifier, also
// the one before it.
func TestPermalinksKeepIdentifiers(t *testing.T) {
	t.Parallel()
	page := parsed(t, "<section id=a><a href=#a>§</a><h2>A</h2></section><h2><a id=b href=#b>#</a>B</h2><h3 id=c><a href=#c>+</a></h3>")
	if got := headingIDs(&page); got != "A=a, B=b, +=c" {
		t.Errorf("%s", got)
	}
}

// FuzzPermalinks: elements are parts of the text, whatever is left out of it.
func FuzzPermalinks(f *testing.F) {
	f.Add("<h2 id=a>A<a href=#a>¶</a></h2><b><a href=#>#<ruby>*<rt>x</a></ruby><big>+")
	f.Add("<div data-nosnippet><h2 id=a><a href=#a><b>#</a></h2><textarea><a href=#a>*</a><p>x")
	f.Add("<span class=lineno>1<h2>A<i class=mw-editsection>x<i>y</i><button>b</h2></button><a class=headerlink>z<a>w")
	f.Add("<a href=javascript:x><noindex>*</a></noindex><template><a href=#>*</template></a><svg><span class=linenos></svg>x</span>y")
	f.Fuzz(func(t *testing.T, body string) {
		page := parsed(t, body)
		end := uint32(0) // of the last block
		for _, e := range page.Elements {
			if e.Start >= e.End || int(e.End) > len(page.Text) || e.Start < end {
				t.Fatalf("%s from %d to %d of %q, behind %d", e.Kind, e.Start, e.End, page.Text, end)
			}
			if e.Kind.IsBlock() {
				end = e.End
			}
		}
	})
}
