package menu_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/extract/menu"
)

// TestPages: addresses stand in data, or in markup that is written; parts of longer strings are
// none.
func TestPages(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ script, want string }{
		"data":              {`var m={children:[{text:"Tools",url:"tools.html"},{text:"All",url:'all/index.htm#a'}]}`, "tools.html all/index.htm#a"},
		"arrays":            {"var T =\n[\n  [ \"Saw\", \"d1/saw.html\", null ],\n  [ \"Axe\", \"d1/axe.html\", \"axe\" ]\n];", "d1/saw.html d1/axe.html"},
		"JSON":              {`[{"href":"\/guide\/a.html"},{"href":"/guide/b"}]`, "/guide/a.html"},
		"markup":            {`document.write('<li><a HREF="a.html">A</a><li><a href="/b/">B</a>')`, "a.html /b/"},
		"escaped markup":    {`w("<a href=\"c.php?x=1\">C</a>")`, "c.php?x=1"},
		"template":          {"el.innerHTML = `<ul>\n<li><a href=\"d.html\">D</a>\n<li><a href=\"${root}e.html\">E</a></ul>`", "d.html"},
		"in parts":          {`go("a"+".html"); go(root + "b.html"); go("c.html" + hash); w('<a href="' + x + '">')`, ""},
		"comments":          {"// see \"a.html\"\n/* 'b.html' */ x='c.html' // 'd.html'", "c.html"},
		"other files":       {`["a.js","b.png","c.css",".html","/","x/.html","d.json"]`, ""},
		"other schemes":     {`["mailto:a.html","javascript:go('x.html')","HTTPS://a.test/x.html","data:x.html","a/b:c.html"]`, "HTTPS://a.test/x.html a/b:c.html"},
		"no addresses":      {`["see a.html","<b>x.html","{x}.html","a*.html"]`, ""},
		"open string":       {"x = 'a.html\ny = 'b.html'", "b.html"},
		"ends in a string":  {`x = "a.html`, ""},
		"ends in an escape": {`x = "a.html\`, ""},
		"a page":            {`<!doctype html><a class="x.html" href="b.html">`, ""},
		"long":              {`x = "` + strings.Repeat("a", 2100) + `.html"`, ""},
		"empty":             {"", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(slices.Collect(menu.Pages([]byte(tt.script))), " "); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestFinder: scripts count whose names say menu, if one of them is needed.
func TestFinder(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"menudata.js", " /js/main-nav.js?v=3 ", "../topmenu.js", "TOC.js", "doc_toc.js#x"} {
		var f menu.Finder
		if f.Script(src); !f.Any() || len(f.Scripts(false)) != 1 || f.Scripts(true) != nil {
			t.Errorf("%q is no script of a menu", src)
		}
		if f.Empty("div#text"); f.Scripts(true) != nil {
			t.Error("an empty element without a name")
		}
		if f.Empty("div#main-nav"); len(f.Scripts(true)) != 1 {
			t.Error("an empty menu")
		}
	}
	for _, src := range []string{"", "jquery.js", "menu.css", "menu/app.js", "stock.js", "unavailable.js", "x.php?f=menu.js"} {
		var f menu.Finder
		if f.Script(src); f.Any() {
			t.Errorf("%q is a script of a menu", src)
		}
	}
	var many menu.Finder
	for range 10 {
		many.Script("menu.js")
	}
	if n := len(many.Scripts(false)); n != 4 {
		t.Errorf("%d scripts", n)
	}
}

// FuzzPages: no script makes reading fail, and what is read is short and without whitespace.
func FuzzPages(f *testing.F) {
	for _, s := range []string{`{url:"a.html"}`, `w('<a href="b.html">')`, "`${x}`\\", "'\\", "/*", "İ href='x"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		for a := range menu.Pages(script) {
			if a == "" || len(a) > 2048 || strings.ContainsAny(a, " \n<>") {
				t.Errorf("%q", a)
			}
		}
	})
}
