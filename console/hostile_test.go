package console

import (
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	xhtml "golang.org/x/net/html"

	"github.com/aranea-search/aranea/console/results"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/score"
)

// polyglots are texts that become markup or script if a layer of escaping is missing, each in
// another place.
var polyglots = []string{
	`<script>alert(1)</script>`,
	`"><script>alert(1)</script>`,
	`'><img src=x onerror=alert(1)>`,
	`" onmouseover="alert(1)" autofocus onfocus="alert(1)`,
	`' onmouseover='alert(1)`,
	`</title></style></textarea></noscript></template><svg/onload=alert(1)>`,
	"`onmouseover=alert(1)",
	"jaVasCript:/*-/*`/*\\`/*'/*\"/**/(/* */oNcliCk=alert() )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=alert()//>\\x3e",
	`--><img src=x onerror=alert(1)><!--`,
	`]]><script>alert(1)</script>`,
	`{{.}} {{template "head" .}} ${7*7} <%= 7 %>`,
	`&lt;script&gt;alert(1)&lt;/script&gt; &#60;img&#62; &amp;lt;b&amp;gt;`,
	"<scr\x00ipt>alert(1)</scr\x00ipt>",
	"+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
	"\u2028alert(1)\u2029 \uFEFF<b>\u202Egpj.exe",
	"%3Cscript%3Ealert(1)%3C/script%3E %22onload=alert(1)",
	"<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
	"\xff\xfe<\xc0\xbcscript>",
}

// allowed are the elements and attributes of the templates.
var allowed = map[string][]string{
	"html": {"lang", "dir"}, "head": nil, "title": nil, "body": nil, "meta": {"charset", "name", "content", "http-equiv"},
	"link": {"rel", "href", "type", "title"}, "script": {"src", "defer"}, "a": {"class", "href", "hreflang", "rel", "dir", "lang", "aria-current"},
	"header": {"class"}, "footer": nil, "main": {"id", "class"}, "nav": {"class", "aria-label"}, "div": {"class", "dir", "lang", "role", "aria-label", "tabindex"}, "span": {"class", "dir"},
	"form": {"class", "action", "method", "role"}, "label": {"class"}, "select": {"name"}, "option": {"value", "selected"}, "details": {"class", "open"}, "summary": nil,
	"textarea": {"name", "rows", "maxlength", "spellcheck", "autocapitalize", "dir"}, "section": {"class"}, "q": {"dir"}, "button": {"type"},
	"input": {"type", "name", "value", "aria-label", "maxlength", "autocomplete", "spellcheck", "dir", "autofocus", "placeholder", "inputmode", "autocapitalize", "required", "checked", "data-list", "data-none", "data-some"},
	"h1":    {"id", "class", "dir"}, "h2": {"id", "class", "lang", "dir"}, "h3": {"id"}, "h4": {"id"}, "pre": {"class", "tabindex", "dir"}, "em": nil, "br": nil, "p": {"class", "role", "lang", "dir"}, "ul": {"class", "aria-label", "dir"}, "ol": {"class", "start", "dir"}, "li": {"lang", "dir"},
	"bdi": {"dir"}, "mark": nil, "strong": {"aria-current"}, "code": {"class", "dir"}, "time": {"datetime"},
	"table": {"class"}, "thead": {"class"}, "tbody": nil, "tr": nil, "th": {"scope", "class", "lang", "dir"}, "td": {"class", "lang", "dir", "data-name"},
	"svg": {"viewbox", "fill", "stroke", "stroke-width", "stroke-linecap", "aria-hidden", "class"}, "path": {"d", "opacity"},
	"ellipse": {"cx", "cy", "rx", "ry", "fill", "stroke"}, "circle": {"cx", "cy", "r", "fill", "stroke"},
}

// checkMarkup parses a page like a browser and reports everything that is not in the templates:
// the markup must not depend on foreign text.
func checkMarkup(t *testing.T, what, page string) {
	t.Helper()
	if !utf8.ValidString(page) {
		t.Errorf("%s: the page is not UTF-8", what)
	}
	root, err := xhtml.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	for n := range root.Descendants() {
		switch n.Type {
		case xhtml.CommentNode:
			t.Errorf("%s: a comment %q", what, n.Data)
		case xhtml.ElementNode:
			attrs, ok := allowed[n.Data]
			if !ok {
				t.Errorf("%s: element %s", what, n.Data)
			}
			for _, a := range n.Attr {
				if !slices.Contains(attrs, strings.ToLower(a.Key)) {
					t.Errorf("%s: attribute %s=%q of %s", what, a.Key, a.Val, n.Data)
				}
				if n.Data == "script" && a.Key == "src" && !strings.HasPrefix(a.Val, "/complete-") || n.Data == "script" && n.FirstChild != nil {
					t.Errorf("%s: a script that is not ours, %s", what, a.Val)
				}
				if a.Key == "href" || a.Key == "action" {
					checkAddress(t, what, a.Val)
				}
			}
		}
	}
	for _, end := range []string{"</main>", "</footer>", "</body>", "</html>"} {
		if strings.Count(page, end) != 1 {
			t.Errorf("%s: %d times %s", what, strings.Count(page, end), end)
		}
	}
}

// checkAddress accepts addresses of this server and addresses that can be crawled.
func checkAddress(t *testing.T, what, ref string) {
	t.Helper()
	u, err := url.Parse(ref)
	if err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" || u.Scheme == "" && u.Host != "" {
		t.Errorf("%s: address %q", what, ref)
	}
}

// TestHostilePages extracts and indexes hostile titles, texts, anchors, descriptions and URLs and
// shows them on the results page.
func TestHostilePages(t *testing.T) {
	t.Parallel()
	var docs []doc
	for i, p := range polyglots {
		e := html.EscapeString(p)
		docs = append(docs,
			plain(fmt.Sprintf("http://a.test/%d/title", i), "needle "+p, "needle"),
			plain(fmt.Sprintf("http://a.test/%d/text", i), "needle", p+" needle "+p),
			doc{fmt.Sprintf("http://a.test/%d/anchor", i), "<title>needle</title><p>words around <a href=x>needle " + e + "</a> and behind"},
			doc{fmt.Sprintf("http://a.test/%d/description", i), `<title>needle</title><meta name=description content="` + e + `"><img alt="` + e + `">`},
			doc{fmt.Sprintf("http://a.test/%d/heading", i), "<h1>needle " + e + "</h1><ul><li>" + e + "</ul><table><td>" + e + "</table>"},
			doc{fmt.Sprintf("http://a.test/%d/lang", i), `<html lang="` + e + `"><title>needle</title>`},
			plain(fmt.Sprintf("http://a.test/%d/%s?%s", i, url.PathEscape(p), url.QueryEscape(p)), "needle in the address", "needle"),
			plain(fmt.Sprintf("http://a.test/%d/?%s", i, strings.ReplaceAll(p, "#", "")), "needle in the query", "needle"),
		)
	}
	h := handler(t, indexOf(t, docs...), newRecords())
	seen := 0
	for page := 1; page <= len(docs)/results.Size+1; page++ {
		path := fmt.Sprintf("/?q=needle&page=%d", page)
		w := get(t, h, path)
		has(t, w, 200)
		checkMarkup(t, path, w.Body.String())
		seen += strings.Count(w.Body.String(), "why is it here?")
	}
	if seen != len(docs) {
		t.Errorf("%d of %d pages were shown", seen, len(docs))
	}
}

// TestHostileRequests puts hostile text into every parameter.
func TestHostileRequests(t *testing.T) {
	t.Parallel()
	sites := newRecords()
	h := handler(t, indexOf(t, plain("http://a.test/", "alert needle", "alert(1) needle script")), sites)
	texts := slices.Concat(polyglots, []string{
		"", " ", "\x00", strings.Repeat("a", 15_000), strings.Repeat("я ", 5_000), strings.Repeat("(", 5_000), strings.Repeat("-", 5_000), strings.Repeat(`"`, 5_001),
		strings.Repeat("a OR ", 3_000), "OR", "site:", "site::::", "lang:<b>", `host:"><b>`, "intitle:\"", "-needle", "((needle", "needle))", "(a OR (b", `""`, "\u202Eneedle", "🕷", "́́́",
	})
	for _, text := range texts {
		v := url.QueryEscape(text)
		for _, path := range []string{"/?q=" + v, "/?q=needle&page=" + v, "/why?url=" + v, "/why?url=http://a.test/" + v, "/why?url=http://" + v + "/", "/?q=needle+" + v} {
			w := get(t, h, path)
			if w.Code != 200 && w.Code != 400 {
				t.Errorf("%.80q: status %d", path, w.Code)
			}
			checkMarkup(t, fmt.Sprintf("%.80q", path), w.Body.String())
			if w.Body.Len() > 200_000 {
				t.Errorf("%.80q: %d bytes", path, w.Body.Len())
			}
		}
	}
	for _, raw := range []string{"/?q=%zz", "/?q=a;b", "/?%00", "/?q=a&q=b", "/?=", "/why?url=%", "/?q[]=x", "//evil.test/?q=x", "/%2e%2e/etc/passwd", "/..//../x"} {
		r := get(t, h, raw)
		if r.Code >= 500 {
			t.Errorf("%q: status %d", raw, r.Code)
		}
		if to := r.Header().Get("Location"); strings.HasPrefix(to, "//") || strings.Contains(to, "://") {
			t.Errorf("%q leads to %q", raw, to)
		}
	}
}

// hostile returns records of a web in which every text is p.
func hostile(t testing.TB, p string) *records {
	t.Helper()
	r := newRecords()
	o := parse(t, "http://a.test/").Origin()
	r.trails["http://a.test/x"] = trail.Trail{
		URL: "http://a.test/x", Known: true, In: true, State: p, Reason: p, Sentence: p,
		Facts:  []trail.Fact{{Name: p, Text: p, URL: p}, {Name: "Reason", Text: p}},
		Events: []trail.Event{{At: noon, Code: p, Text: p}},
	}
	c := service.RobotsCopy{Class: "rules", Detail: p, Body: []byte(p + "\nUser-agent: *\nDisallow: /" + p)}
	r.hosts[o] = service.HostFacts{Origin: o, Asked: true, Delay: 1, DelayReason: p, Robots: &c}
	r.history[o] = []service.RobotsCopy{c, {Class: p, Detail: p}, {Class: "unreachable", Detail: p}}
	r.urls = []service.URLFacts{{URL: "http://a.test/" + url.PathEscape(p), State: p, Reason: p, Detail: p, How: p, Kind: p, Target: p}, {URL: p}}
	one := map[string]uint64{p: 1}
	r.stats = service.Stats{State: one, Reason: one, Status: one, Depth: one, How: one, Month: one, Lang: one, Type: one, Host: one}
	r.state = service.Status{
		Version: p, Held: []string{p}, Trouble: []verdict.HostTrouble{{Origin: o, Detail: p}}, Damage: []service.Fault{{File: p, Text: p}},
		Crawl: &service.CrawlStatus{Progress: runreport.Progress{LastURL: p, Until: noon}},
	}
	return r
}

// TestHostileRecords puts hostile text into everything that the service returns and into every
// parameter.
func TestHostileRecords(t *testing.T) {
	t.Parallel()
	for _, p := range polyglots {
		a := &answers{explanation: search.Explanation{Query: p, Indexed: true, Missing: []string{p}, Why: score.Parts{{Name: p, Value: 1}}}}
		h := handler(t, a, hostile(t, p))
		v := url.QueryEscape(p)
		for _, path := range []string{
			"/why?url=http://a.test/x&q=" + v, "/status", "/stats", "/urls", "/hosts", "/hosts?origin=a.test", "/hosts?origin=" + v, "/?q=x",
			"/robots?url=http://a.test/x&robot=" + v, "/robots?compare=1&url=http://a.test/x&file=" + v, "/robots?url=" + v, "/robots?dialect=" + v,
			"/hosts?name=" + v + "&sort=" + v + "&list=" + v, "/docs/" + url.PathEscape(p), "/" + url.PathEscape(p),
			"/urls?kind=" + v, "/urls?how=" + v, "/urls?type=" + v, "/urls?prefix=" + v, "/urls?host=" + v, "/urls?reason=" + v, "/urls?state=" + v,
			"/urls?status=" + v, "/urls?since=" + v, "/urls?depth=" + v, "/urls?month=" + v, "/urls?page=" + v,
		} {
			w := get(t, h, path)
			if w.Code >= 500 {
				t.Errorf("%q: status %d", path, w.Code)
			}
			if w.Header().Get("Location") == "" {
				checkMarkup(t, fmt.Sprintf("%.100q", path), w.Body.String())
			}
		}
	}
}

// FuzzRequest checks that no request results in a page with foreign markup.
func FuzzRequest(f *testing.F) {
	for _, p := range polyglots {
		f.Add(p, "1")
	}
	f.Add(`lang:ru (a OR b) -c site:x "d`, "99")
	h := handler(f, &answers{}, hostile(f, polyglots[0]))
	f.Fuzz(func(t *testing.T, q, page string) {
		for _, path := range []string{
			"/?q=" + url.QueryEscape(q) + "&page=" + url.QueryEscape(page), "/why?url=" + url.QueryEscape(q) + "&q=" + url.QueryEscape(q),
			"/urls?prefix=" + url.QueryEscape(q) + "&reason=" + url.QueryEscape(page), "/hosts?name=" + url.QueryEscape(q),
			"/robots?compare=1&url=" + url.QueryEscape(q) + "&file=" + url.QueryEscape(q) + "&robot=" + url.QueryEscape(page),
			"/robots?compare=1&url=http://a.test/x&file=" + url.QueryEscape(q) + "&robot=" + url.QueryEscape(page),
		} {
			w := get(t, h, path)
			if w.Code != 200 && w.Code != 400 {
				t.Fatalf("status %d", w.Code)
			}
			checkMarkup(t, path, w.Body.String())
		}
	})
}
