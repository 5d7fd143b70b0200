package console

import (
	"io/fs"
	"net/url"
	"regexp"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/docs"
)

// TestManual checks that every page of the documentation is served, that its markup is from the
// templates, and that every link leads to something that is served.
func TestManual(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, town(t))
	list := get(t, h, "/docs")
	has(t, get(t, h, "/docs/"), 200, "<h1>Documentation</h1>")
	checkMarkup(t, "/docs", list.Body.String())
	for _, name := range docs.Pages() {
		path := docURL(name)
		has(t, list, 200, `<a href="`+path+`">`)
		w := get(t, h, path)
		has(t, w, 200, "<h1 id=")
		checkMarkup(t, path, w.Body.String())
		ids := map[string]bool{}
		var inside []string
		root, err := xhtml.Parse(strings.NewReader(w.Body.String()))
		if err != nil {
			t.Fatal(err)
		}
		for n := range root.Descendants() {
			for _, a := range n.Attr {
				switch {
				case a.Key == "id" && ids[a.Val]:
					t.Errorf("%s: two elements with the name %q", path, a.Val)
				case a.Key == "id":
					ids[a.Val] = true
				case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
					inside = append(inside, a.Val[1:])
				case a.Key == "href" && !strings.Contains(a.Val, "://"):
					target, id, _ := strings.Cut(a.Val, "#") // browsers do not send the fragment
					if w := get(t, h, target); w.Code != 200 {
						t.Errorf("%s: the link to %s gives %d", path, a.Val, w.Code)
					} else if id != "" && !strings.Contains(w.Body.String(), ` id="`+id+`"`) {
						t.Errorf("%s: the link to %s leads to no heading", path, a.Val)
					}
				}
			}
		}
		for _, id := range inside {
			if !ids[id] {
				t.Errorf("%s: no element has the name %q", path, id)
			}
		}
	}
	for _, path := range []string{"/docs/none", "/docs/robots", "/docs/docs", "/docs/%2e%2e/README", "/docs/reasons.md", "/docs/" + url.PathEscape("<script>")} {
		if w := get(t, h, path); w.Code != 404 {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
}

// TestReasonsAreExplained checks that the address of every reason code leads to its section.
func TestReasonsAreExplained(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, town(t))
	page := get(t, h, "/reasons").Body.String()
	for _, r := range append(aranea.Reasons(), aranea.ReasonNone) {
		path, code, _ := strings.Cut(reasonURL(r.String()), "#")
		if path != "/reasons" || !strings.Contains(page, ` id="`+code+`"`) {
			t.Errorf("%s is not explained at %s", r, reasonURL(r.String()))
		}
	}
}

// TestTemplatesLinkToTheManual checks that every link of a template to the documentation leads to
// a page that is served, and to a heading that it has: who follows it has a question now.
func TestTemplatesLinkToTheManual(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, town(t))
	link := regexp.MustCompile(`href="(/docs[^"#{]*)(?:#([^"{]*))?"`)
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range names {
		text, err := fs.ReadFile(files, f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			found++
			w := get(t, h, m[1])
			if w.Code != 200 || m[2] != "" && !strings.Contains(w.Body.String(), ` id="`+m[2]+`"`) {
				t.Errorf("%s: %s#%s leads to nothing: status %d", f, m[1], m[2], w.Code)
			}
		}
	}
	if found == 0 {
		t.Error("no template links to the documentation")
	}
}
