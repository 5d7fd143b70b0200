package crawl_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope"
)

// excluded says that a pattern to exclude leaves the script out, in place of a robots file.
const excluded = "# --exclude *.js$"

// TestMenuOfScript: the pages of a manual whose menu a script makes are found through the script,
// which is requested once, if the robots file and the operator allow it; nothing has to include it.
func TestMenuOfScript(t *testing.T) {
	t.Parallel()
	for robots, found := range map[string]bool{"": true, "User-agent: *\nDisallow: /*.js\n": false, excluded: false} {
		t.Run(robots, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				page := func(title, more string) []reply {
					return get("<title>" + title + "</title><script src=lib.js></script><script src=menudata.js></script><div id=main-nav></div><p>" + strings.Repeat(title+" words ", 20) + more)
				}
				const script = "http://a.test/menudata.js"
				pages := map[string][]reply{
					"http://a.test/":              page("Home", ""),
					"http://a.test/tools.html":    page("Tools", "<a href=saw.html>Saw</a>"),
					"http://a.test/saw.html":      page("Saw", ""),
					"http://a.test/files.html":    page("Files", ""),
					"http://a.test/elsewhere.txt": get("words"),
					script:                        {{body: `var m={children:[{text:"Tools",url:"tools.html"},{text:"Files",url:"files.html#f"},{text:"Lost",url:"lost.html"},{url:"elsewhere.txt"}]}`, header: []string{"Content-Type", "application/javascript"}}},
				}
				if robots != "" {
					pages["http://a.test/robots.txt"] = []reply{{body: robots}}
				}
				x := newMirrorTrial(t, pages, "http://a.test/")
				patterns, reason := scope.Patterns{Include: []string{"*.html"}}, aranea.RobotsDenied
				if robots == excluded {
					patterns.Exclude, reason = []string{"*.js$"}, aranea.ScopePattern
				}
				var err error
				if x.opt.Scope, err = scope.New(scope.Options{Seeds: x.opt.Scope.Seeds(), Patterns: patterns}); err != nil {
					t.Fatal(err)
				}
				r := x.run(t)
				for _, u := range []string{"tools.html", "saw.html", "files.html"} {
					if e := x.entry(t, "http://a.test/"+u); e.Indexed != found {
						t.Errorf("%s: %+v", u, e)
					}
				}
				e := x.entry(t, script)
				if !found {
					if e.Reason != reason || x.web.asked[script] != 0 {
						t.Errorf("%+v", e)
					}
					return
				}
				if e.Kind != aranea.KindSitemap || e.Reason != aranea.SitemapRead || e.Detail != "a script that names 3 pages" || e.Depth != 0 || x.web.asked[script] != 1 || r.Lists.Broken != 0 {
					t.Errorf("%+v, requested %d times, lists %+v", e, x.web.asked[script], r.Lists)
				}
				if e := x.entry(t, "http://a.test/tools.html"); e.How != aranea.HowAnchor || e.Depth != 1 {
					t.Errorf("%+v", e)
				}
				if x.web.asked["http://a.test/lib.js"]+x.web.asked["http://a.test/elsewhere.txt"] != 0 {
					t.Error("other files were requested")
				}
			})
		})
	}
}
