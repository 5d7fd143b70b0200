package checker

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/bench/realweb/site"
)

func TestCanonicalSpelling(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, base, ref, want string }{
		{"default port, case and dot segments", "HTTP://A.Test:80/x/../y/./z", "", "http://a.test/y/z"},
		{"no fragment", "http://a.test/", "b#c", "http://a.test/b"},
		{"unreserved escapes are decoded", "http://a.test/", "%7ea%2Db%5f%2e", "http://a.test/~a-b_."},
		{"other escapes in capitals", "http://a.test/", "a%2fb%c3%a4", "http://a.test/a%2Fb%C3%A4"},
		{"broken escapes stay", "http://a.test/", "100%zz%", "http://a.test/100%zz%"},
		{"spaces and letters are escaped", "http://a.test/", " ä b ", "http://a.test/%C3%A4%20b"},
		{"backslash is a slash", "http://a.test/x/", `..\y`, "http://a.test/y"},
		{"the root is the ceiling", "http://a.test/x", "../../../y", "http://a.test/y"},
		{"only a query", "http://a.test/x?1", "?2", "http://a.test/x?2"},
		{"no user name", "http://u:p@a.test/", "x", "http://a.test/x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, ok := NewBase(tt.base)
			if ok && tt.ref != "" {
				b, ok = b.Resolve(tt.ref)
			}
			if !ok || b.String() != tt.want {
				t.Errorf("%q against %q is %q (%v), want %q", tt.ref, tt.base, b.String(), ok, tt.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	f := Follow{Rels: map[string]bool{"next": true}}
	for _, tt := range []struct {
		name, page string
		want       Document
	}{
		{"links of all kinds", `<title> A  b
			</title><link rel="Next x" href=n><link rel=stylesheet href=s><a href=a>x</a>
			<map><area href=b></map><iframe src=c></iframe><img src=i><script src=j></script><a name=k>`,
			Document{Title: "A b", Links: []string{"n", "a", "b", "c"}}},
		{"frames and noframes", `<frameset><frame src=a><frame src=b></frameset><noframes><body><a href=c>c</a></body></noframes>`,
			Document{Links: []string{"a", "b", "c"}}},
		{"noscript is markup", `<noscript><meta http-equiv=Refresh content="0; URL='n'"></noscript><body><noscript><a href=x></a></noscript>`,
			Document{Links: []string{"n", "x"}}},
		{"first base with an address", `<base target=_top><base href="/b/"><base href="/c/"><a href=x></a>`,
			Document{Base: "/b/", Links: []string{"x"}}},
		{"link that gives no credit", `<a rel="external NoFollow" href=x></a><a rel=ugc href=y></a><a rel=sponsored href=z></a>`, Document{}},
		{"no links from this page", `<meta name=robots content="noindex, nofollow"><a href=x></a>`,
			Document{NoFollow: true, NoIndex: true, Links: []string{"x"}}},
		{"none for our token", `<meta name=ARANEA content=None>`, Document{NoFollow: true, NoIndex: true}},
		{"a meta element for another robot", `<meta name=otherbot content=none>`, Document{}},
		{"commented links", `<!-- <a href=x></a> --><textarea><a href=y></a></textarea>`, Document{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse([]byte(tt.page), "text/html; charset=utf-8", "Aranea", f)
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v (%v), want %+v", got, err, tt.want)
			}
		})
	}
}

func TestParseReadsTheDeclaredCharset(t *testing.T) {
	t.Parallel()
	page := "<meta charset=windows-1251><title>\xcf\xe0\xf3\xea</title>"
	got, err := Parse([]byte(page), "text/html", "Aranea", Follow{})
	if err != nil || got.Title != "Паук" {
		t.Errorf("title %q (%v)", got.Title, err)
	}
}

func TestRefresh(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"5": "", "0;url=a": "a", "0, URL = 'a b'": "a b", `1; "x"`: "x", "3;x.html": "x.html", "": "", "0;": "",
	} {
		if got := refresh(value); got != want {
			t.Errorf("refresh(%q) = %q, want %q", value, got, want)
		}
	}
}

// tree writes a web and opens it.
func tree(t *testing.T, files map[string]string) *site.Web {
	t.Helper()
	dir := t.TempDir()
	for name, body := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := site.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestReach(t *testing.T) {
	t.Parallel()
	web := tree(t, map[string]string{
		"hosts.tsv": "a.test\ten\t-\tfile\t1\nb.test\tru\t-\tstatus:403\t1\nc.test\tpt\t-\tredirect:http://a.test/robots.txt\t1\n" +
			"d.test\ten\t-\tstatus:503\t1\ne.test\ten\t-\tnone\t1\n",
		"moved.tsv":             "b.test\t/old/\thttp://a.test/new/\n",
		"a.test/robots.txt":     "User-agent: *\nDisallow: /\n\nUser-agent: Aranea\nDisallow: /shut/\nAllow: /shut/open.html$\n",
		"a.test/index.html":     `<title>Home</title><a href="shut/x.html#f"></a><a href="shut/open.html"></a><a href="gone"></a><a href="sub"></a><a href=p.pdf></a><a href=t.txt></a><a href="http://e.test/"></a>`,
		"a.test/shut/x.html":    "closed",
		"a.test/shut/open.html": `<meta name=robots content=nofollow><a href="/never.html"></a>`,
		"a.test/never.html":     "not linked but from nofollow",
		"a.test/sub/index.html": `<base href="/deep/"><a href="er.html"></a>`,
		"a.test/deep/er.html":   `<meta name=robots content=noindex>`,
		"a.test/new/page.html":  "moved here",
		"a.test/p.pdf":          "%PDF", "a.test/t.txt": "text",
		"b.test/index.html":  `<a href="old/page.html"></a>`,
		"c.test/index.html":  `<a href="shut/y.html"></a>`,
		"c.test/shut/y.html": "closed by the rules of another host",
		"d.test/index.html":  "closed as long as the robots file fails",
		"e.test/index.html":  "no seed, out of scope",
	})
	items, err := Reach(t.Context(), web, Options{
		Seeds: []string{"http://a.test/", "http://b.test", "http://c.test/", "http://d.test/"}, Agent: "Aranea",
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, it := range items {
		got = append(got, string(it.Class)+" "+strings.TrimPrefix(it.URL, "http://"))
	}
	want := []string{
		"html a.test/", "html a.test/deep/er.html", "missing a.test/gone", "html a.test/new/page.html",
		"other a.test/p.pdf", "html a.test/shut/open.html", "denied a.test/shut/x.html", "redirect a.test/sub",
		"html a.test/sub/", "text a.test/t.txt", "html b.test/", "redirect b.test/old/page.html",
		"html c.test/", "denied c.test/shut/y.html", "denied d.test/",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestReachMenus: what only a script of a menu names may be asked for, and need not be.
func TestReachMenus(t *testing.T) {
	t.Parallel()
	web := tree(t, map[string]string{
		"hosts.tsv":             "a.test\ten\t-\tfile\t1\n",
		"moved.tsv":             "",
		"a.test/robots.txt":     "User-agent: *\nDisallow: /shut/\n",
		"a.test/index.html":     `<script src="js/menudata.js"></script><script src="js/jquery.js"></script><a href="x.html"></a>`,
		"a.test/x.html":         `<script src="js/menudata.js"></script>`,
		"a.test/js/menudata.js": `var m = ["../x.html", '../named.html#part', "../shut/y.html", "no page", "http://b.test/out.html"]`,
		"a.test/js/jquery.js":   `"../never.html"`,
		"a.test/named.html":     `<a href="behind.html"></a>`,
		"a.test/behind.html":    "only a page that the script names leads here",
		"a.test/never.html":     "another script",
		"a.test/shut/y.html":    "closed",
	})
	items, err := Reach(t.Context(), web, Options{Seeds: []string{"http://a.test/"}, Agent: "Aranea"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, it := range items {
		got = append(got, string(it.Class)+" "+strings.TrimPrefix(it.URL, "http://"))
	}
	want := []string{"html a.test/", "script a.test/behind.html", "script a.test/js/menudata.js", "script a.test/named.html", "denied a.test/shut/y.html", "html a.test/x.html"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestReachRefusesASeedOutsideTheWeb(t *testing.T) {
	t.Parallel()
	web := tree(t, map[string]string{"hosts.tsv": "", "moved.tsv": ""})
	for _, seed := range []string{"https://a.test/", "http://a.test:81/", "nonsense"} {
		if _, err := Reach(t.Context(), web, Options{Seeds: []string{seed}}); err == nil {
			t.Errorf("seed %q is taken", seed)
		}
	}
}

func TestSetComesBackAsWritten(t *testing.T) {
	t.Parallel()
	items := []Item{
		{URL: "http://a.test/", Class: HTML, Status: 200, Lang: "en", Title: "A title", Found: "seed"},
		{URL: "http://a.test/b", Class: Denied, Lang: "en", NoIndex: true, Found: "http://a.test/"},
	}
	var b bytes.Buffer
	if err := WriteSet(&b, items); err != nil {
		t.Fatal(err)
	}
	got, err := ReadSet(&b)
	if err != nil || !reflect.DeepEqual(got, items) {
		t.Errorf("got %+v (%v), want %+v", got, err, items)
	}
	if _, err := ReadSet(strings.NewReader("html\t200\n")); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a short line gives %v", err)
	}
}
