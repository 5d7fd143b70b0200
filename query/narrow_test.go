package query

import (
	"strings"
	"testing"
)

// TestNarrow: links that narrow a query narrow all of it, and leave alone what
// only looks like a filter.
func TestNarrow(t *testing.T) {
	t.Parallel()
	tests := []struct{ query, without, with string }{
		{"silk", "silk", "silk lang:pt"},
		{"silk lang:ru", "silk", "silk lang:pt"},
		{"lang:ru silk LANG:en thread", "silk thread", "silk thread lang:pt"},
		{"lang:ru", "", "lang:pt"},
		{"", "", "lang:pt"},
		{"silk OR thread", "silk OR thread", "(silk OR thread) lang:pt"},
		{"silk (thread OR lang:ru)", "silk (thread OR lang:ru)", "silk (thread OR lang:ru) lang:pt"},
		{"(silk OR thread) lang:ru", "silk OR thread", "(silk OR thread) lang:pt"},
		{"silk -lang:ru", "silk -lang:ru", "silk -lang:ru lang:pt"},
		{`"say lang:ru aloud"`, `"say lang:ru aloud"`, `"say lang:ru aloud" lang:pt`},
		{`intitle:"a b" lang:ru`, `intitle:"a b"`, `intitle:"a b" lang:pt`},
	}
	for _, tt := range tests {
		tree := Parse(tt.query)
		if got := tree.Without(Lang); got != Parse(tt.without).String() {
			t.Errorf("%q without: %q, want %q", tt.query, got, tt.without)
		}
		got := tree.With(Lang, "pt")
		if got != tt.with {
			t.Errorf("%q with: %q, want %q", tt.query, got, tt.with)
		}
		again := Parse(got)
		if again.NarrowedBy(Lang) != "pt" || again.With(Lang, "pt") != got {
			t.Errorf("%q: %q is read as %q", tt.query, got, again)
		}
	}
}

// TestRange: a range is no value that is written so.
func TestRange(t *testing.T) {
	t.Parallel()
	const ranged = "silk facet:price=10..20"
	if got := Parse(ranged); got.String() != ranged || got.FacetValue("price") != "10..20" {
		t.Errorf("%q, with %q", got, got.FacetValue("price"))
	}
	if got := Parse(ranged).WithFacet("price", "10..20"); got != `silk facet:"price=10..20"` {
		t.Errorf("the value is printed as %q", got)
	}
	if got := Parse("silk facet:price=5").WithRange("price", "10..20"); got != ranged {
		t.Errorf("the range is printed as %q", got)
	}
	for text, want := range map[string]string{"facet:Price=10..20": "price", `facet:"price=10..20"`: "", "facet:price=10": ""} {
		if name, _, ok := Parse(text).Root.Range(); name != want || ok != (want != "") {
			t.Errorf("%s is a range of %q, %t", text, name, ok)
		}
	}
}

// TestRespelled: quotes, operators and exclusions are left as they are.
func TestRespelled(t *testing.T) {
	t.Parallel()
	tree := Parse(`cat -cat (cat OR "cat") intitle:cat cat*`)
	out, changed := tree.Respelled(func(n *Node) string {
		if n.Prefix {
			return n.Text
		}
		return "dog"
	})
	if want := `dog -cat (dog OR "cat") intitle:cat cat*`; out.String() != want || !changed {
		t.Errorf("respelled %s, changed %v; want %s", out, changed, want)
	}
	if _, changed := tree.Respelled(func(n *Node) string { return n.Text }); changed {
		t.Error("the same words are a change")
	}
}

// TestDemanding: a word that pages must hold gets quotes; what has them, exclusions,
// alternatives and operators do not change.
func TestUnquoted(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`"spider silk"`: "spider silk",
		`FATAL: no entry for host "10.0.0.7", user "web"`: "FATAL: no entry for host 10.0.0.7 user web",
		`spider "site:a.test -house x*" site:b.test`:      `spider "site:a.test" "-house" "x*" site:b.test`,
		`spider "OR | --" -"house spider"`:                `spider "OR" -"house spider"`,
		`"silk thread"~5 spider`:                          "silk thread spider",
		`("a b" OR c) "d e"`:                              `("a b" OR c) d e`,
		`-"house spider" silk`:                            "",
		`"a b" OR c`:                                      "",
		`intitle:"spider silk"`:                           "",
		`"--"`:                                            "",
		"spider silk":                                     "",
	} {
		got, changed := Parse(in).Unquoted()
		if changed != (want != "") || changed && got.String() != want {
			t.Errorf("%s: %s, %v; want %s", in, got, changed, want)
		}
		if again := Parse(got.String()); again.String() != got.String() {
			t.Errorf("%s: %s is read as %s", in, got, again)
		}
	}
}

func TestEachWord(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"silk spider site:a.test": "spider site:a.test, silk site:a.test",
		`web "silk road" spider`:  `spider "silk road", web "silk road"`,
		"spider site:a.test":      "spider site:a.test",
		"spider OR silk":          "spider OR silk",
		"one spider of silk":      "spider, silk, one",
	} {
		var got []string
		for _, tree := range Parse(in).EachWord(3) {
			got = append(got, tree.String())
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: %s, want %s", in, s, want)
		}
	}
}

func TestDemanding(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ query, word, want string }{
		{"zebra motion", "zebra", `"zebra" motion`},
		{"zebra", "zebra", `"zebra"`},
		{"cat -cat intitle:cat", "cat", `"cat" -cat intitle:cat`},
		{"motion (cat OR dog)", "cat", ""},
		{`"zebra" motion`, "zebra", ""},
		{"zeb* motion", "zeb", ""},
		{"zebra~ motion", "zebra", ""},
		{"软件包 安装", "软件", ""},
		{"", "zebra", ""},
	} {
		if got := Parse(tt.query).Demanding(tt.word); got != tt.want {
			t.Errorf("%s with %s: %q, want %q", tt.query, tt.word, got, tt.want)
		}
	}
}

// TestWithin: a query is limited to sites and folders besides what it says itself.
func TestWithin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		query  string
		places []string
		want   string
	}{
		{"silk", nil, "silk"},
		{"silk", []string{"https://a.org/docs/"}, "silk site:a.org/docs"},
		{"silk OR thread", []string{"a.org"}, "(silk OR thread) site:a.org"},
		{"silk site:b.org", []string{"a.org/x"}, "silk site:b.org site:a.org/x"},
		{"silk -thread", []string{"a.org", "b.org/c"}, "silk -thread (site:a.org OR site:b.org/c)"},
		{"", []string{"a.org"}, "site:a.org"},
	} {
		if got := Parse(Parse(tt.query).Within(tt.places...)).String(); got != tt.want {
			t.Errorf("%q within %q: %q, want %q", tt.query, tt.places, got, tt.want)
		}
	}
}

// TestNarrows: which queries ask for parts of sites.
func TestNarrows(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]bool{
		"insert": false, "insert site:a.test": false, "site:a.test/": false, "insert -site:a.test/1.0": false, "intitle:1.0": false,
		"insert site:a.test/1.0": true, "host:a.test/docs/": true, "facet:version=1.0 insert": true, "(site:a.test/1 OR site:b.test) x": true, "inurl:1.0": true,
	} {
		if got := Parse(q).Root.Narrows(); got != want {
			t.Errorf("%s: %t", q, got)
		}
	}
}
