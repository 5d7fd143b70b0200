package html

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/weburl"
)

func parsed(t *testing.T, body string) aranea.Page {
	t.Helper()
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	page := aranea.Page{URL: u, Base: u}
	p := NewParser(Limits{Text: 1 << 16, Links: 100, Elements: 1000, Title: 1000, Attribute: 1000})
	p.Parse(&page, []byte(body), nil, robotsmeta.NewReader("aranea"))
	return page
}

// paths returns the blocks of a page with the containers around them.
func paths(page *aranea.Page) string {
	var out []string
	for _, e := range page.Elements {
		if !e.Kind.IsBlock() {
			continue
		}
		path := ""
		for at := int16(e.Container); at > 0; at = page.Containers[at].Parent {
			path = page.Containers[at].Name + ">" + path
		}
		s := path + string(page.Text[e.Start:e.End])
		if e.Zone != aranea.ZoneMain {
			s += "=" + e.Zone.String()
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestContainers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, body, want string }{
		{"none", "a<h1>b</h1>", "a b"},
		{"classes and identifiers", `<div class="x y-7" id=i>a</div><div id=menu>b</div><div id=n17>c</div>`, "div.x.y>a div#menu>b div>c"},
		{"what posts are filed under", `<article class="item post tag-looms no-image">a</article><article class="post-7 hentry category-news tag-x">b</article><div class="category-list tag-cloud">c</div><div class="post-list tag-a">d</div>`,
			"article.item.post.no-image>a article.post.hentry>b div.category-list.tag-cloud>c div.post-list.tag-a>d"},
		{"list items end each other", "<ul class=m><li>a<li>b<ul><li>c</ul></ul>d", "ul.m>li>a ul.m>li>b ul.m>li>ul>li>c d"},
		{"paragraphs end", "<div><p>a<p class=q>b<div>c</div></div>d", "div>p>a div>p.q>b div>div>c d"},
		{"end tags without start", "<div></p></ul>a</div></div>b", "div>a b"},
		{"a cell keeps what is around its table", "<div class=o><table><tr><td>a</div>b</table>c</div>d", "div.o>table>td>a div.o>table>td>b div.o>c d"},
		{"inner ones end with outer ones", "<div class=o><ul><li>a</div>b", "div.o>ul>li>a b"},
		{"a title has none", "<div class=x></div><title>t</title>a", "t a"},
		{"templates are inert", "<div class=x><template><div></div></template>a</div>", "div.x>a"},
		{"navigation", "<nav><ul><li>a</ul></nav><div role=Navigation>b</div>c", "nav>ul>li>a=navigation div>b=navigation c"},
		{"the pages beside", `<div class=h><p>Next: <a href=/n rel=next>b</a>, Up: <a href=/u rel=up>u</a> [<a href=/t>Contents</a>]</div><p>c<p><a href=/p rel="noopener PREV">d</a><p>e <a href=/n>f</a><p><a href=/m>g</a>`,
			"div.h>p>rel=next>Next: b, Up: u [Contents]=navigation p>c p>rel=next>d=navigation p>e f p>g"},
		{"the same at the end", "<p>Next: <a href=/n rel=next>b</a><p>c<p>Next: <a href=/n>b</a><p>Next: b", "p>rel=next>Next: b=navigation p>c p>rel=next>Next: b=navigation p>Next: b"},
		{"a link around blocks", "<a rel=prev href=/p><div>a</div><div>b</div></a><p>c", "div>rel=next>a=navigation div>rel=next>b=navigation p>c"},
		{"text beside the next page", "<p>A spider. <a rel=next href=/n>On</a><p><a rel=prev href=/p>A</a> opens<h2><a rel=next href=/n>On</a></h2><p>Next chapter：<a rel=next href=/n>b</a> →", "p>A spider. On p>A opens p>On p>rel=next>Next chapter：b →=navigation"},
		{"footers of pages and articles", "<article><footer>a</footer></article><footer>b</footer>", "article>footer>a footer>b=template"},
		{"hidden", `<div hidden>a</div><div style="color:red; display: none"><p>b</div><div style="visibility:hidden !important">c</div><div hidden=until-found style='overflow:hidden'>d</div>`, "div>a=hidden div>p>b=hidden div>c=hidden div>d"},
		{"dialogs of Bootstrap", "<div class='modal fade' id=m tabindex=-1 aria-hidden=true><div class=modal-body>a</div></div><div class='fade modal'>b</div><div class='modal fade show'>c</div><div class=modal aria-hidden=TRUE>d</div><div class=modal>e</div>",
			"div.modal.fade>div.modal-body>a=hidden div.fade.modal>b=hidden div.modal.fade.show>c div.modal>d=hidden div.modal>e"},
		{"dialogs of Semantic UI", "<div class='ui small modal' id=m><div class=header>a</div></div><div class='ui delete modal active'>b</div><div class='ui modal visible'>c</div><div class='ui segment'>d</div><div class='modal-title ui'>e</div><div class='modal fade visible'>f</div><dialog open class='ui modal'>g</dialog>",
			"div.ui.small.modal>div.header>a=hidden div.ui.delete.modal.active>b div.ui.modal.visible>c div.ui.segment>d div.modal-title.ui>e div.modal.fade.visible>f=hidden dialog.ui.modal>g"},
		{"dialogs by role", "<div role=dialog aria-hidden=true class=x>a</div><div role=dialog class=x>b</div><div class=x aria-hidden=true>c</div><div role=AlertDialog aria-hidden=true class=x>d</div>",
			"div.x>a=hidden div.x>b div.x>c div.x>d=hidden"},
		{"dialogs", "<dialog>a</dialog><dialog class=x>b</dialog><dialog open>c</dialog>", "dialog>a=hidden dialog.x>b=hidden dialog>c"},
		{"advertising", `<div class="top-ad"><p>a</div><div class="shadow add">b</div><nav><div id=ads>c</div></nav>`, "div.top-ad>p>a=advertising div.shadow.add>b nav>div#ads>c=advertising"},
	} {
		page := parsed(t, "<body>"+c.body)
		if got := paths(&page); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestSameContainer: containers with the same path are the same, on all pages.
func TestSameContainer(t *testing.T) {
	t.Parallel()
	a := parsed(t, "<body><div class=x id=1><p>a<p>b</div>")
	b := parsed(t, "<body><h1>z</h1><div class=y></div><DIV CLASS='x'><p>c</div>")
	if n := len(a.Containers); n != 3 {
		t.Errorf("%d containers, want the page, div and p", n)
	}
	if x, y := a.Containers[a.Elements[0].Container].Path, b.Containers[b.Elements[1].Container].Path; x != y {
		t.Errorf("paths %x and %x differ", x, y)
	}
}

// TestContainerLimits: hostile pages have no more containers than permitted, and every one comes
// after its parent.
func TestContainerLimits(t *testing.T) {
	t.Parallel()
	var wide strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&wide, "<div class=%s>x</div>", strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(i)))
	}
	for name, body := range map[string]string{
		"deep": strings.Repeat("<div class=a>x", 100_000), "wide": wide.String(), "long": "<div class='" + strings.Repeat("é", 1<<16) + "'>x",
	} {
		page := parsed(t, body)
		if n := len(page.Containers); n > maxContainers {
			t.Errorf("%s: %d containers", name, n)
		}
		for i, c := range page.Containers {
			if int(c.Parent) >= i || len(c.Name) > maxName {
				t.Fatalf("%s: container %d is %+v", name, i, c)
			}
		}
	}
}

// TestLanguagesOfContainers: a declared language applies to everything inside, and distinguishes
// a container from others of the same name.
func TestLanguagesOfContainers(t *testing.T) {
	t.Parallel()
	page := parsed(t, "<body><p>a<div lang=de>b<p>c<p lang=fr>d</div><div>e</div><div xml:lang=el>f</div><div lang='"+strings.Repeat("x", 99)+"'>g")
	var got []string
	paths := map[uint32]bool{}
	for _, e := range page.Elements {
		c := page.Containers[e.Container]
		got = append(got, string(page.Text[e.Start:e.End])+"="+c.Lang)
		paths[c.Path] = true
	}
	if s := strings.Join(got, " "); s != "a= b=de c=de d=fr e= f=el g=" {
		t.Error(s)
	}
	if len(paths) != 6 {
		t.Errorf("%d paths; e and g alone stand in one container", len(paths))
	}
}
