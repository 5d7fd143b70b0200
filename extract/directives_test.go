package extract

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotsmeta"
)

var now = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

func TestFragments(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, want string }{
		{"the forms of noindex do not end each other", "a<!--noindex--><noindex>b</noindex>c<!--/noindex-->d", "text(a) text(d)"},
		{"googleoff all", "a<!-- GoogleOff: all -->b<!--googleon: all-->c", "text(a) text(c)"},
		{"googleoff anchor", "<p>x <!--googleoff: anchor--><a href=a>b</a><!--googleon: anchor--> <a href=c>d</a>", "anchor(b) anchor(d) text(x b d)"},
		{"googleoff snippet", "<p>x <!--googleoff: snippet-->b <!--googleon: snippet-->c", "unshown(b) text(x b c)"},
		{"nosnippet on a span", "<p>some <span data-nosnippet>hidden words</span> here", "unshown(hidden words) text(some hidden words here)"},
		{"nosnippet in capitals", "<p>some <SPAN DATA-NoSnippet=true>hidden</SPAN> here", "unshown(hidden) text(some hidden here)"},
		{"nosnippet on a div", "<div data-nosnippet><p>a<div>b</div>c<img alt=pic></div>d", "unshown(a) text(a) unshown(b) text(b) unshown(c) text(c) unshown(pic) alt(pic) text(d)"},
		{"nosnippet on a section with a heading", "<section data-nosnippet><h2>a</h2>b</section>c", "unshown(a) h2(a) unshown(b) text(b) text(c)"},
		{"nosnippet on another element", "<p data-nosnippet>a</p>b", "text(a) text(b)"},
		{"nosnippet never ended", "a<div data-nosnippet>b<p>c", "text(a) unshown(b) text(b) unshown(c) text(c)"},
		{"nosnippet around an unclosed title", "<div data-nosnippet>secret <title>oops<p>b</div>c", "unshown(secret oops) text(secret oops) unshown(b) text(b) text(c)"},
		{"nosnippet and bold", "<p>a <b>b <span data-nosnippet>c</span></b>", "unshown(c) bold(b c) text(a b c)"},
		{"nocontent", "<ul class='x Robots-NoContent'><li>a</ul>b", "text(b)"},
		{"nocontent on a link", "<p>a <a class=robots-nocontent href=x>b</a> c", "text(a) text(c)"},
		{"nocontent with others inside", "<div class=robots-nocontent>a<div>b</div>c</div>d", "text(d)"},
		{"nocontent on an image", "<img class=robots-nocontent alt=pic>b", "alt(pic) text(b)"},
		{"a comment that only starts alike", "a<!--noindexing-->b<!--note-->c", "text(abc)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page(t, tt.body)
			if got := printed(&p); got != tt.want {
				t.Errorf("%q gives\n%s, want\n%s", tt.body, got, tt.want)
			}
		})
	}
}

// TestNoAnchor: googleoff: anchor keeps the link and removes its text.
func TestNoAnchor(t *testing.T) {
	t.Parallel()
	p := page(t, "<p><!--googleoff: anchor--><a href=a>b</a><!--googleon: anchor--> <a href=c>d</a> <a href=e>f <!--googleoff: anchor-->g</a>")
	var got []string
	for _, l := range p.Links {
		got = append(got, string(p.Text[l.Start:l.End]))
	}
	if strings.Join(got, ",") != ",d,f" {
		t.Errorf("anchor texts %q", got)
	}
}

// TestClosed: a page says what its parts are closed to, and where that begins.
func TestClosed(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"<p>x": "open ", "<p>x</noindex>": "open ",
		"<p>x\n <noindex>y</noindex><span data-nosnippet>z</span>": "noindex,nosnippet the page, line 2, column 2",
		"<!--googleoff: anchor-->":                                 "noanchor the page, line 1, column 1",
	} {
		p := page(t, body)
		if got := p.Closed.String() + " " + p.ClosedAt.String(); got != want {
			t.Errorf("%q: %s, want %s", body, got, want)
		}
	}
}

// TestFragmentsAgree: the streaming parser and robotsmeta.Parts find the same closed texts.
func TestFragmentsAgree(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"a<noindex>b<p>c</noindex>d<noindex>e",
		"<p>a<!--noindex-->b<noindex>c</p>d</noindex>e<!--/noindex-->f",
		"<div class=robots-nocontent>a<div>b</div><br>c</div>d",
		"a<!--googleoff:index-->b<!--googleoff:snippet-->c<!--googleon:index-->d",
		"<section data-nosnippet><div>a</div></section><div>b</div>",
		"<span data-nosnippet>a<span>b</span>c</span>d",
		"<noindex><div data-nosnippet>a</noindex>b</div>c",
	} {
		var index, snippet string
		for part := range robotsmeta.Parts(body) {
			if part.Region&robotsmeta.NoIndexText == 0 {
				index += part.Text
				if part.Region&robotsmeta.NoSnippetText == 0 {
					snippet += part.Text
				}
			}
		}
		p := page(t, body)
		if got := strings.ReplaceAll(string(p.Text), "\n", ""); got != index {
			t.Errorf("%q: indexed %q, want %q", body, got, index)
		}
		shown := []byte(string(p.Text))
		for _, e := range p.Elements {
			if e.Kind == aranea.ElementUnshown {
				for i := e.Start; i < e.End; i++ {
					shown[i] = '\n'
				}
			}
		}
		if got := strings.ReplaceAll(string(shown), "\n", ""); got != snippet {
			t.Errorf("%q: shown %q, want %q", body, got, snippet)
		}
	}
}

// TestDirectivePlaces: every field of the response is read, and every tag has its line and
// column.
func TestDirectivePlaces(t *testing.T) {
	t.Parallel()
	p := page(t, "<!doctype html>\n<title>t</title>\n <META NAME=Robots content='noindex, max-snippet:9'>\n<meta name=ARANEA content=nofollow><link rel=canonical href=/c>\n"+
		"<meta http-equiv=refresh content='5;url=/r'>\n<meta name=robots contect=none>\n<body>\n<meta name=robots content=nosnippet>",
		"X-Robots-Tag", "otherbot: none, *: noarchive", "Content-Usage", "train-ai=n", "Tdm-Reservation", "1", "Link", "</l>; rel=license", "Robots-Tag", "aranea=notranslate", "Content-Signal", "ai-input=no")
	var got []string
	for _, s := range p.Directives.Statements() {
		got = append(got, s.String())
	}
	got = append(got, p.Directives.Canonicals()[0].String(), p.Directives.Licenses()[0].String(), p.Directives.Refresh().Place.String())
	for _, label := range []string{robotsmeta.UseTrain, robotsmeta.UseMining, robotsmeta.UseAnswer} {
		got = append(got, p.Directives.Use(label).Source)
	}
	for _, f := range p.Directives.Lint(robotsmeta.LintOptions{}) {
		got = append(got, f.String())
	}
	want := []string{
		"noarchive in X-Robots-Tag",
		"notranslate for Aranea in Robots-Tag",
		"noindex in meta robots, line 3, column 2",
		"max-snippet:9 in meta robots, line 3, column 2",
		"nofollow for Aranea in meta aranea, line 4, column 1",
		"nosnippet in meta robots, line 8, column 1",
		"/c in link, line 4, column 36",
		"/l in Link",
		"meta refresh, line 5, column 1",
		"train-ai=n in Content-Usage",
		"tdm=1 in TDM-Reservation",
		"ai-input=no in Content-Signal",
		"misspelt in meta robots, line 6, column 1: contect",
		"outside-head in meta robots, line 8, column 1",
		"contradiction in meta robots, line 8, column 1: max-snippet:9 in meta robots, line 3, column 2 and nosnippet in meta robots, line 8, column 1",
		"canonical-hidden in link, line 4, column 36: /c",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestInert: the content of a template or after plaintext is not part of the page.
func TestInert(t *testing.T) {
	t.Parallel()
	const said = "<meta name=robots content=noindex><meta http-equiv=refresh content='0;url=/r'><base href=/b/><link rel=canonical href=/c><a href=/d>x</a>"
	for body, read := range map[string]bool{
		said: true, "<template><p>a</template>" + said: true, "</template>" + said: true,
		"<template>" + said + "</template>": false, "<template><template></template>" + said: false, "<p>a<plaintext>" + said: false,
	} {
		p := page(t, body)
		if got := len(p.Directives.Statements()) == 1 && len(p.Links) == 3 && len(p.Canonicals) == 1; got != read {
			t.Errorf("%q: %v, %d links, %v", body, p.Directives.Statements(), len(p.Links), p.Canonicals)
		}
		if none := len(p.Directives.Statements())+len(p.Links)+len(p.Canonicals) == 0; none == read {
			t.Errorf("%q: %v, %v, %v", body, p.Directives.Statements(), p.Links, p.Canonicals)
		}
	}
	if p := page(t, "<plaintext>a<b>c"); string(p.Text) != "a<b>c\n" {
		t.Errorf("plaintext: %q", p.Text)
	}
}

// TestAlternates: the head and fields of the response name versions in other languages, with the
// language as it is written.
func TestAlternates(t *testing.T) {
	t.Parallel()
	p := page(t, "<link rel=alternate hreflang=de-AT href=/at><link rel='ALTERNATE nofollow' hreflang=' EN ' href=/p><link rel=alternate href=/plain>"+
		"<link rel=alternate hreflang=en type=application/rss+xml href=/feed><link rel=alternate hreflang=no href='http://['><body><link rel=alternate hreflang=fr href=/body>",
		"Link", `</ja>; rel="alternate"; hreflang="ja", </x>; rel=next; hreflang=it`)
	const want = "{ [{de-AT http://example.org/at} {EN http://example.org/p} {ja http://example.org/ja}] false}"
	if got := fmt.Sprint(p.Alternates); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestHead: where the head of a page ends.
func TestHead(t *testing.T) {
	t.Parallel()
	for before, inBody := range map[string]bool{
		"": false, "<html><head><title>t</title><script>x</script><style>y</style>": false, "</head>": false, "<!-- c --> \n": false,
		"<noscript><link rel=x></noscript>": false, "<template><p>x</p></template>": false,
		"<body>": true, "words": true, "<p>": true, "<frameset>": true, "<noindex>": true, "<h1>": true, "<noscript>words</noscript>": true,
		"<title>t<p>": true,
	} {
		p := page(t, before+"<meta name=robots content=noindex><link rel=canonical href=/c>")
		out := 0
		for _, f := range p.Directives.Lint(robotsmeta.LintOptions{URL: "/c"}) {
			if f.Check == robotsmeta.CheckOutsideHead {
				out++
			}
		}
		if (out == 2) != inBody || out == 1 || (len(p.Canonicals) == 0) != inBody || (len(p.Links) == 0) != inBody {
			t.Errorf("behind %q: %d findings, %d canonical links, %d links", before, out, len(p.Canonicals), len(p.Links))
		}
	}
}

// TestDialects: directives are read in the caller's dialect.
func TestDialects(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		dialect       robotsmeta.Dialect
		body          string
		index, follow bool
	}{
		{robotsmeta.Dialect{}, "<meta name=robots content='all, none'>", false, false},
		{robotsmeta.Strictest(), "<meta name=robots content='all, none'>", false, false},
		{robotsmeta.Yandex(), "<meta name=robots content='all, none'>", true, true},
		{robotsmeta.Inktomi(), "<p>x", true, false},
		{robotsmeta.HTML4(), "<body><meta name=robots content=none>", true, true},
		{robotsmeta.Strictest(), "<body><meta name=robots content=none>", false, false},
		{robotsmeta.Strictest(), "<meta property=robots content=none>", true, true},
	} {
		p := read(New(Limits{}), Document{URL: parse(t, "http://example.org/"), Header: aranea.Header{"Content-Type": {"text/html"}}, Body: []byte(tt.body), Dialect: tt.dialect})
		if d := p.Directives; d.Index(now).Allowed != tt.index || d.Follow().Allowed != tt.follow {
			t.Errorf("%s, %s: %+v, %+v", tt.dialect.Name, tt.body, d.Index(now), d.Follow())
		}
	}
}

func TestCanonicalAndRefresh(t *testing.T) {
	t.Parallel()
	const self = "http://example.org/dir/page.html"
	tests := []struct {
		name, body, link, refresh string // the last two are header fields
		canonical, onward         string
	}{
		{"nothing", "x", "", "", "", ""},
		{"a tag", "<link rel=canonical href=c>", "", "", "http://example.org/dir/c", ""},
		{"a field", "x", "</c>; rel=canonical", "", "http://example.org/c", ""},
		{"both alike", "<link rel=canonical href=/c>", "</c>; rel=canonical", "", "http://example.org/c", ""},
		{"both differ", "<link rel=canonical href=/c>", "</d>; rel=canonical", "", "", ""},
		{"itself", "<link rel=canonical href=" + self + ">", "", "", "", ""},
		{"itself and another", "<link rel=canonical href=" + self + "><link rel=canonical href=/c>", "", "", "", ""},
		{"in the body", "<p><link rel=canonical href=/c>", "", "", "", ""},
		{"no page", "<link rel=canonical href=mailto:a@b>", "", "", "", ""},
		{"refresh at once", "<meta http-equiv=refresh content='0; url=r'>", "", "", "", "http://example.org/dir/r"},
		{"refresh without url=", "<meta http-equiv=refresh content='0; r'>", "", "", "", "http://example.org/dir/r"},
		{"refresh later", "<meta http-equiv=refresh content='3; url=r'>", "", "", "", ""},
		{"refresh of itself", "<meta http-equiv=refresh content='0; url=#top'>", "", "", "", ""},
		{"the first counts", "<meta http-equiv=refresh content='3; url=a'><meta http-equiv=refresh content='0; url=b'>", "", "", "", ""},
		{"for those without scripts", "<noscript><meta http-equiv=refresh content='0; url=r'></noscript>", "", "", "", ""},
		{"a field at once", "x", "", "0;url=/r", "", "http://example.org/r"},
		{"a field comes first", "<meta http-equiv=refresh content='0; url=r'>", "", "9", "", ""},
	}
	for _, tt := range tests {
		h := []string{"Content-Type", "text/html"}
		if tt.link != "" {
			h = append(h, "Link", tt.link)
		}
		if tt.refresh != "" {
			h = append(h, "Refresh", tt.refresh)
		}
		p := page(t, tt.body, h...)
		canonical, onward := "", ""
		if u := p.Canonical(); !u.IsZero() {
			canonical = u.String()
		}
		if !p.Refresh.IsZero() {
			onward = p.Refresh.String()
		}
		if canonical != tt.canonical || onward != tt.onward {
			t.Errorf("%s: canonical %q, onward %q", tt.name, canonical, onward)
		}
		if want := p.Directives.Refresh(); tt.onward != "" && (want == nil || !want.Permanent()) {
			t.Errorf("%s: the directives tell of %+v", tt.name, want)
		}
	}
}

// FuzzFragments checks that a page in a closed part has no text, and that one in a part excluded
// from snippets has no block that shows any.
func FuzzFragments(f *testing.F) {
	for _, s := range []string{"<p>a<b>c", "<title>x</title><script>y", "<textarea></textarea><img alt=a><a href=x>b</a>", "<ul><li>a<h1>b</ul><svg>c</svg>d", "<meta name=description content=x><p>é"} {
		f.Add([]byte(s))
	}
	x := New(Limits{Text: 1 << 14, Elements: 200, Links: 50})
	extracted := func(t *testing.T, body string) aranea.Page {
		p := read(x, Document{URL: parse(t, "http://example.org/"), Header: aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(body)})
		check(t, &p)
		return p
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		low := strings.ToLower(string(body))
		if strings.Contains(low, "noindex") || strings.Contains(low, "googleon") || strings.Contains(low, "</div") || len(body) > 1<<14 {
			return
		}
		for _, open := range []string{"<noindex>", "<!--noindex-->", "<!--googleoff: index-->", "<div class=robots-nocontent>"} {
			if p := extracted(t, "<!doctype html>"+open+string(body)); len(p.Text) != 0 {
				t.Fatalf("%s: text %q", open, p.Text)
			}
		}
		p := extracted(t, "<!doctype html><div data-nosnippet>"+string(body))
		for _, e := range p.Elements {
			if !e.Kind.IsBlock() {
				continue
			}
			at := e.Start
			for _, u := range p.Elements {
				if u.Kind == aranea.ElementUnshown && u.Start <= at && at < u.End {
					at = u.End
				}
			}
			if len(strings.TrimSpace(string(p.Text[min(at, e.End):e.End]))) != 0 {
				t.Fatalf("%s shows %q of %q", e.Kind, p.Text[at:e.End], p.Text)
			}
		}
	})
}
