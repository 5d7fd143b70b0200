package html

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestScriptsOfMenus: a page whose menu is empty, or that leads nowhere, has links to the scripts of
// its site that may hold the menu.
func TestScriptsOfMenus(t *testing.T) {
	t.Parallel()
	const scripts = `<script src="lib.js"></script><script src="menudata.js"></script><script src=/js/nav-tree.js></script>`
	tests := []struct{ name, body, want string }{
		{"leads nowhere", scripts + `<p>Manual of the saw`, "http://a.test/menudata.js http://a.test/js/nav-tree.js"},
		{"leads to another page", scripts + `<p><a href="saw.html">Saw</a>`, ""},
		{"leads to itself and others", scripts + `<a href="#top">Top</a><a href="http://b.test/">Made by B</a>`, "http://a.test/menudata.js http://a.test/js/nav-tree.js"},
		{"its menu is empty", scripts + `<div id="main-nav"> </div><p><a href="saw.html">Saw</a>`, "http://a.test/menudata.js http://a.test/js/nav-tree.js"},
		{"its menu is there", scripts + `<div id="main-nav"><p></p></div><p><a href="saw.html">Saw</a>`, ""},
		{"other elements are empty", scripts + `<div id="note"></div><ul class="menu"><li><a href="saw.html">Saw</a></ul>`, ""},
		{"scripts of others", `<script src="http://b.test/menu.js"></script><script src="javascript:menu.js"></script>`, ""},
		{"in a template", `<template><div id="menu"></div></template>` + scripts + `<a href="saw.html">Saw</a>`, ""},
		{"swallowed", `<textarea>` + scripts, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, l := range parsed(t, tt.body).Links {
				if l.How == aranea.HowScript {
					got = append(got, l.URL.String())
				}
			}
			if g := strings.Join(got, " "); g != tt.want {
				t.Errorf("%q, want %q", g, tt.want)
			}
		})
	}
}
