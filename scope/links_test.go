package scope

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestChecks checks which URLs that are not visited are checked for the links to them.
func TestChecks(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*Options)
		url    string
		how    aranea.How
		depth  int
		want   bool
	}{
		"in scope":              {nil, "http://a.test/docs/1", aranea.HowAnchor, 1, false},
		"another host":          {nil, "http://b.test/", aranea.HowAnchor, 1, true},
		"another folder":        {nil, "http://a.test/1", aranea.HowAnchor, 1, true},
		"where a seed leads":    {nil, "http://b.test/", aranea.HowRedirect, 0, false},
		"where a page leads":    {nil, "http://b.test/", aranea.HowRedirect, 1, true},
		"too deep":              {nil, "http://a.test/docs/1", aranea.HowAnchor, 9, false},
		"a file too deep":       {nil, "http://a.test/docs/1.zip", aranea.HowAnchor, 9, false},
		"too deep outside":      {nil, "http://b.test/", aranea.HowAnchor, 9, true},
		"a file in a trap":      {nil, "http://a.test/docs/a/a/a/a/a/1.zip", aranea.HowAnchor, 1, false},
		"a trap outside":        {nil, "http://b.test/a/a/a/a/a", aranea.HowAnchor, 1, true},
		"a file":                {nil, "http://a.test/docs/1.zip", aranea.HowAnchor, 1, true},
		"a picture":             {nil, "http://a.test/docs/1.png", aranea.HowPicture, 1, true},
		"in a sitemap":          {nil, "http://b.test/", aranea.HowSitemap, 1, false},
		"a canonical URL":       {nil, "http://b.test/", aranea.HowCanonical, 1, false},
		"where a form leads":    {nil, "http://b.test/", aranea.HowForm, 1, false},
		"another protocol":      {nil, "http://b.test:25/", aranea.HowAnchor, 1, false},
		"a trap":                {nil, "http://a.test/docs/a/a/a/a/a", aranea.HowAnchor, 1, false},
		"without the setting":   {func(o *Options) { o.Links = false }, "http://b.test/", aranea.HowAnchor, 1, false},
		"no pattern includes":   {func(o *Options) { o.Include = []string{"/docs/a/"} }, "http://a.test/docs/b", aranea.HowAnchor, 1, true},
		"nor another host":      {func(o *Options) { o.Include = []string{"/docs/a/"} }, "http://b.test/", aranea.HowAnchor, 1, true},
		"a pattern excludes":    {func(o *Options) { o.Exclude = []string{"/docs/b"} }, "http://a.test/docs/b", aranea.HowAnchor, 1, false},
		"and another host":      {func(o *Options) { o.Exclude = []string{"http://b.test/"} }, "http://b.test/1", aranea.HowAnchor, 1, false},
		"a longer one includes": {func(o *Options) { o.Exclude, o.Include = []string{"http://b.test/"}, []string{"http://b.test/1"} }, "http://b.test/1", aranea.HowAnchor, 1, true},
	} {
		o := Options{Mode: Prefix, Depth: 5, Seeds: []weburl.URL{parse(t, "http://a.test/docs/")}, Unread: []string{"zip", "png"}, Links: true}
		if tt.change != nil {
			tt.change(&o)
		}
		r, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		if r.ChecksLinks() != o.Links {
			t.Errorf("%s: checks links: %v", name, r.ChecksLinks())
		}
		if r.Unchecked().ChecksLinks() {
			t.Errorf("%s: still checks links", name)
		}
		u := parse(t, tt.url)
		if got := r.Checks(u, tt.depth, tt.how, r.Decide(u, tt.depth, tt.how)); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
