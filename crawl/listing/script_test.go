package listing_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/crawl/listing"
	"github.com/aranea-search/aranea/sitemap"
	"github.com/aranea-search/aranea/weburl"
)

// TestScript: a script names pages of its own origin, each once, below its folder or below that of
// the page which has it.
func TestScript(t *testing.T) {
	t.Parallel()
	const script = `m=[{url:"saw.html"},{url:"d/axe.html#a"},{url:"saw.html"},{url:"http://b.test/x.html"},{url:"menu.js"},{url:"/all.html"}]`
	for _, tt := range []struct{ at, page, want string }{
		{"http://a.test/doc/menu.js", "http://a.test/doc/index.html", "/doc/saw.html /doc/d/axe.html /all.html"},
		{"http://a.test/doc/menu.js", "http://a.test/doc/d/e/f.html", "/doc/saw.html /doc/d/axe.html /all.html"},
		{"http://a.test/js/menu.js", "http://a.test/doc/index.html", "/doc/saw.html /doc/d/axe.html /all.html"},
		{"http://a.test/menu.js", "http://a.test/", "/saw.html /d/axe.html /all.html"},
		{"http://a.test/doc/menu.js", "", "/doc/saw.html /doc/d/axe.html /all.html"},
	} {
		var page weburl.URL
		if tt.page != "" {
			page = weburl.MustParse(tt.page)
		}
		l := listing.ReadScript(answer(t, tt.at, script), page)
		var got []string
		for _, p := range l.Pages {
			got = append(got, p.URL.Path())
			if p.Priority != 0 || p.Every != 0 {
				t.Errorf("%+v", p)
			}
		}
		if g := strings.Join(got, " "); g != tt.want || l.Ended != nil || !l.IsScript || l.Named() != nil {
			t.Errorf("%s of %s: %s, %v", tt.at, tt.page, g, l.Ended)
		}
	}
}

// TestScriptOfViewer: a description of an interface is named as the page that shows it names it.
func TestScriptOfViewer(t *testing.T) {
	t.Parallel()
	const script = `window.ui = SwaggerUIBundle({ url: "../v1/openapi.yaml", configUrl: "/v3/api-docs/swagger-config", urls: [{url: "http://b.test/swagger.json"}], oauth2RedirectUrl: "/oauth2.html" })`
	l := listing.ReadScript(answer(t, "http://a.test/static/js/swagger-initializer.js", script), weburl.MustParse("http://a.test/docs/index.html"))
	var got []string
	for _, p := range l.Pages {
		got = append(got, p.URL.Path())
	}
	if g := strings.Join(got, " "); g != "/v1/openapi.yaml /v3/api-docs /oauth2.html" {
		t.Error(g)
	}
}

// TestLongScript: what a script names is bounded.
func TestLongScript(t *testing.T) {
	t.Parallel()
	var many, same strings.Builder
	for i := range listing.MaxListed + 10 {
		fmt.Fprintf(&many, "'p%d.html',", i)
		same.WriteString(strings.Repeat("'p.html',", 5))
	}
	for name, script := range map[string]string{"many": many.String(), "same": same.String()} {
		l := listing.ReadScript(answer(t, "http://a.test/menu.js", script), weburl.URL{})
		if !errors.Is(l.Ended, sitemap.ErrLimit) || name == "many" && len(l.Pages) != listing.MaxListed {
			t.Errorf("%s: %d pages, %v", name, len(l.Pages), l.Ended)
		}
	}
}
