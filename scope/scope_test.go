package scope

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestDecide(t *testing.T) {
	t.Parallel()
	seeds := []weburl.URL{parse(t, "http://www.example.org/docs/index.html"), parse(t, "https://other.example.net/")}
	tests := []struct {
		name  string
		mode  Mode
		depth int
		url   string
		at    int
		how   aranea.How
		want  aranea.Reason // ReasonNone: in
	}{
		{"same host", Host, 0, "http://www.example.org/x", 3, 0, 0},
		{"second seed's host", Host, 0, "https://other.example.net/x", 1, 0, 0},
		{"same host by another scheme", Host, 0, "https://www.example.org/x", 1, 0, 0},
		{"same host on another port", Host, 0, "http://www.example.org:8080/x", 1, 0, 0},
		{"sister host", Host, 0, "http://shop.example.org/", 1, 0, aranea.ScopeHost},
		{"seed 000: a frame to another host is out", Host, 0, "http://foreign.example/", 1, aranea.HowFrame, aranea.ScopeHost},
		{"seed 000: a redirect must satisfy the rules", Host, 0, "http://foreign.example/", 1, aranea.HowRedirect, aranea.ScopeHost},
		{"sister host in site", Site, 0, "http://shop.example.org/", 1, 0, 0},
		{"other site", Site, 0, "http://example.com/", 1, 0, aranea.ScopeSite},
		{"inside prefix", Prefix, 0, "http://www.example.org/docs/a/b", 1, 0, 0},
		{"outside prefix", Prefix, 0, "http://www.example.org/docsearch", 1, 0, aranea.ScopePrefix},
		{"prefix holds scheme", Prefix, 0, "https://www.example.org/docs/a", 1, 0, aranea.ScopePrefix},
		{"any", Any, 0, "http://anywhere.example/", 1, 0, 0},
		{"seed 003: layer 2 is visited", Host, 2, "http://www.example.org/x", 2, 0, 0},
		{"seed 003: layer 3 is not", Host, 2, "http://www.example.org/x", 3, 0, aranea.ScopeDepth},
		{"image by name", Host, 0, "http://www.example.org/a/b.PNG", 1, 0, aranea.ScopeType},
		{"dot in folder", Host, 0, "http://www.example.org/v1.zip/readme", 1, 0, 0},
		{"html", Host, 0, "http://www.example.org/a.html", 1, 0, 0},
		{"image as seed", Host, 0, "http://www.example.org/a.png", 0, aranea.HowSeed, 0},
		{"segment three times", Host, 0, "http://www.example.org/a/a/a/", 1, 0, 0},
		{"segment four times", Host, 0, "http://www.example.org/a/b/a/b/a/b/a", 1, 0, aranea.ScopeTrap},
		{"too many segments", Host, 0, "http://www.example.org/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25", 1, 0, aranea.ScopeTrap},
		{"too many parameters", Host, 0, "http://www.example.org/?" + strings.Repeat("a=1&", MaxParameters), 1, 0, aranea.ScopeTrap},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rules, err := New(Options{Mode: tt.mode, Depth: tt.depth, Seeds: seeds})
			if err != nil {
				t.Fatal(err)
			}
			v := rules.Decide(parse(t, tt.url), tt.at, tt.how)
			if v.OK != (tt.want == aranea.ReasonNone) || v.Reason != tt.want {
				t.Errorf("Decide(%s) = %+v, want %s", tt.url, v, tt.want)
			}
			if !v.OK && v.Rule == "" {
				t.Error("a no without a rule")
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]Options{
		"no seed":        {Mode: Host},
		"negative depth": {Mode: Any, Depth: -1},
		"unknown mode":   {Mode: 9},
	} {
		if _, err := New(o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if v := (Rules{}).Decide(parse(t, "http://example.org/"), 0, aranea.HowSeed); v.OK {
		t.Error("the zero Rules let a URL in")
	}
}

func TestParseMode(t *testing.T) {
	t.Parallel()
	for m := Host; m <= Any; m++ {
		if got, err := ParseMode(m.String()); err != nil || got != m {
			t.Errorf("ParseMode(%s) = %s, %v", m, got, err)
		}
	}
	if _, err := ParseMode("world"); err == nil {
		t.Error("ParseMode took an unknown name")
	}
}

func BenchmarkDecide(b *testing.B) {
	rules, err := New(Options{Seeds: []weburl.URL{parse(b, "http://docs.example.org/")}})
	if err != nil {
		b.Fatal(err)
	}
	u := parse(b, "http://docs.example.org/guide/chapter/section/page.html?x=1&y=2")
	b.ReportAllocs()
	for b.Loop() {
		if !rules.Decide(u, 3, aranea.HowAnchor).OK {
			b.Fatal("out")
		}
	}
}
