package crawl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/outlinks"
	"github.com/aranea-search/aranea/extract"
)

// TestPlanEdges: what each end of a visit does to the links of its page.
func TestPlanEdges(t *testing.T) {
	t.Parallel()
	const page = `<title>A page</title><p>Words. <a href=next>the next</a> <a rel=nofollow href=http://b.test/>paid</a><a href=next>again</a> <link rel=next href=n2>`
	twin := func(t *testing.T) facts {
		f := visit(t, 200, page)
		f.twin.ID, f.twin.URL = parse(t, "http://a.test/twin").ID(), "http://a.test/twin"
		return f
	}
	gone := func(t *testing.T) facts {
		f := visit(t, 503, "")
		f.lease.Entry.Attempts = 200
		return f
	}
	broken := visit(t, 200, page)
	broken.fetched.Failure = aranea.BodyBroken
	removed := visit(t, 200, page)
	removed.removedBy = "a.test"
	stopped := visit(t, 200, page)
	stopped.stopped = true
	for name, c := range map[string]struct {
		f    facts
		want string // "keep", or the links
	}{
		"a page":              {visit(t, 200, page), "link http://a.test/dir/next the next; link http://b.test/ paid !"},
		"noindex":             {visit(t, 200, "<meta name=robots content=noindex>"+page), "link http://a.test/dir/next the next; link http://b.test/ paid !"},
		"nofollow":            {visit(t, 200, "<meta name=robots content=nofollow>"+page), "link http://a.test/dir/next the next !; link http://b.test/ paid !"},
		"a redirect":          {visit(t, 301, "", "Location", "/other"), "redirect http://a.test/other "},
		"a refresh":           {visit(t, 200, "<meta http-equiv=refresh content='0;url=/new'>"+page), "refresh http://a.test/new "},
		"a feed":              {sitemapVisit(t, "<rss><channel><item><title>One</title><link>/1</link><enclosure url='/1.mp3' type='audio/mpeg'/></item></channel></rss>"), "recording http://a.test/1.mp3 One"},
		"a sitemap":           {sitemapVisit(t, "<urlset><url><loc>http://a.test/x</loc></url></urlset>"), ""},
		"a duplicate":         {twin(t), "canonical http://a.test/twin "},
		"another canonical":   {visit(t, 200, "<link rel=canonical href=page?x=1>"+page), "canonical http://a.test/dir/page?x=1 "},
		"not changed":         {visit(t, 304, ""), "keep"},
		"missing":             {visit(t, 404, ""), ""},
		"a passing failure":   {visit(t, 503, ""), "keep"},
		"the last failure":    {gone(t), ""},
		"kept in the index":   {again(gone(t)), "keep"},
		"broken, and kept":    {again(broken), "keep"},
		"no page any more":    {visit(t, 200, ""), ""},
		"stopped before it":   {stopped, "keep"},
		"taken out meanwhile": {removed, ""},
		"a page without link": {visit(t, 200, "<p>words"), ""},
	} {
		out := plan(options(t), c.f)
		got := "keep"
		if out.Edges != nil {
			got = edgeText(out.Edges)
			if out.Edges.Source != out.Entry.URL {
				t.Errorf("%s: links of %s", name, out.Edges.Source)
			}
		}
		if got != c.want {
			t.Errorf("%s (%s): %q, want %q", name, out.Entry.Reason, got, c.want)
		}
	}
}

// TestPlanAlternates: the versions in other languages of what was read are kept, also of a copy, since
// those for two regions may have one text.
func TestPlanAlternates(t *testing.T) {
	t.Parallel()
	const page = `<title>A page</title><link rel=alternate hreflang=de href=/de><p>Words.`
	twin := visit(t, 200, page)
	twin.twin.ID, twin.twin.URL = parse(t, "http://a.test/twin").ID(), "http://a.test/twin"
	secret := visit(t, 200, page)
	secret.fetched.Access = "label"
	for name, c := range map[string]struct {
		f    facts
		want string
	}{
		"a page":            {visit(t, 200, page), "[{ [{de http://a.test/de}] false}]"},
		"a field":           {visit(t, 200, "<p>Words.", "Link", "</fr>; rel=alternate; hreflang=fr"), "[{ [{fr http://a.test/fr}] false}]"},
		"noindex":           {visit(t, 200, "<meta name=robots content=noindex>"+page), "[{ [{de http://a.test/de}] false}]"},
		"a duplicate":       {twin, "[{ [{de http://a.test/de}] false}]"},
		"another canonical": {visit(t, 200, "<link rel=canonical href=page?x=1>"+page), "[{ [{de http://a.test/de}] false}]"},
		"a secret":          {secret, "[]"},
		"a refresh":         {visit(t, 200, "<meta http-equiv=refresh content='0;url=/new'>"+page), "[]"},
		"a page with none":  {visit(t, 200, "<p>Words."), "[]"},
		"a sitemap": {sitemapVisit(t, "<urlset><url><loc>/x</loc><link rel='alternate' hreflang='de' href='/de'/></url></urlset>"),
			"[{http://a.test/x [{de http://a.test/de}] false}]"},
	} {
		if out := plan(options(t), c.f); fmt.Sprint(out.Edges.Alternates) != c.want {
			t.Errorf("%s (%s): %v, want %s", name, out.Entry.Reason, out.Edges.Alternates, c.want)
		}
	}
}

// TestPlanLists: what a sitemap lists is kept, without versions that are not listed themselves; a feed,
// and a list that a secret opened, do not tell which pages there are.
func TestPlanLists(t *testing.T) {
	t.Parallel()
	const list = "<urlset><url><loc>/x</loc><link rel='alternate' hreflang='de' href='/de'/></url>"
	secret := sitemapVisit(t, list+"</urlset>")
	secret.fetched.Access = "label"
	for name, c := range map[string]struct {
		f    facts
		want string
	}{
		"a sitemap":       {sitemapVisit(t, list+"</urlset>"), "true [http://a.test/x] false"},
		"one that breaks": {sitemapVisit(t, list+"<url>"), "true [http://a.test/x] true"},
		"an empty one":    {sitemapVisit(t, "<urlset></urlset>"), "true [] false"},
		"an index":        {sitemapVisit(t, "<sitemapindex><sitemap><loc>/m</loc></sitemap></sitemapindex>"), "true [] false"},
		"a feed":          {sitemapVisit(t, "<rss><channel><item><link>/1</link></item></channel></rss>"), "true nothing false"},
		"behind a login":  {secret, "true nothing false"},
		"a page":          {visit(t, 200, "<p>Words."), "false nothing false"},
		"missing":         {visit(t, 404, ""), "false nothing false"},
	} {
		e := plan(options(t), c.f).Edges
		listed := "nothing"
		if e.Listed != nil {
			listed = fmt.Sprint(e.Listed)
		}
		if got := fmt.Sprintf("%t %s %t", e.IsList, listed, e.Partial); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestPlanCanonicals: the canonical URLs of what was read are kept unless the page names only itself, also
// of a copy and of a page that asks not to be indexed.
func TestPlanCanonicals(t *testing.T) {
	t.Parallel()
	const page = `<title>A page</title><link rel=canonical href=/other><p>Words.`
	twin := visit(t, 200, page)
	twin.twin.ID, twin.twin.URL = parse(t, "http://a.test/twin").ID(), "http://a.test/twin"
	secret := visit(t, 200, page)
	secret.fetched.Access = "label"
	for name, c := range map[string]struct {
		f    facts
		want string
	}{
		"another":        {visit(t, 200, page), "[http://a.test/other]"},
		"a field":        {visit(t, 200, "<p>Words.", "Link", "</other>; rel=canonical"), "[http://a.test/other]"},
		"noindex":        {visit(t, 200, "<meta name=robots content=noindex>"+page), "[http://a.test/other]"},
		"two":            {visit(t, 200, "<link rel=canonical href=/2>"+page), "[http://a.test/2 http://a.test/other]"},
		"a duplicate":    {twin, "[http://a.test/other]"},
		"another query":  {visit(t, 200, "<link rel=canonical href=page?x=1><p>Words."), "[http://a.test/dir/page?x=1]"},
		"itself":         {visit(t, 200, "<link rel=canonical href=page><p>Words."), "[]"},
		"itself, by two": {visit(t, 200, "<link rel=canonical href=page><link rel=canonical href=/dir/page><p>Words."), "[]"},
		"none":           {visit(t, 200, "<p>Words."), "[]"},
		"a secret":       {secret, "[]"},
	} {
		if out := plan(options(t), c.f); fmt.Sprint(out.Edges.Canonicals) != c.want {
			t.Errorf("%s (%s): %v, want %s", name, out.Entry.Reason, out.Edges.Canonicals, c.want)
		}
	}
}

// TestPlanOtherSchemes: canonical links that lead to no address of the web are kept as they are written.
func TestPlanOtherSchemes(t *testing.T) {
	t.Parallel()
	secret := visit(t, 200, `<link rel=canonical href=about:blank><p>Words.`)
	secret.fetched.Access = "label"
	for name, c := range map[string]struct {
		f    facts
		want string
	}{
		"a file":             {visit(t, 200, `<link rel=canonical href="file:///C:/site/page.html"><p>Words.`), `["file:///C:/site/page.html"]`},
		"no scheme but host": {visit(t, 200, `<link rel=canonical href="localhost:3000/page"><p>Words.`), `["localhost:3000/page"]`},
		"two, and itself":    {visit(t, 200, `<link rel=canonical href=about:blank><link rel=canonical href=page><link rel=canonical href=about:blank><p>Words.`), `["about:blank"]`},
		"a field":            {visit(t, 200, "<p>Words.", "Link", "<urn:isbn:9783161484100>; rel=canonical"), `["urn:isbn:9783161484100"]`},
		"in the body":        {visit(t, 200, "<body><p>Words.<link rel=canonical href=about:blank>"), "[]"},
		"no URL":             {visit(t, 200, `<link rel=canonical href="http://[/"><p>Words.`), "[]"},
		"of the web":         {visit(t, 200, `<link rel=canonical href="HTTPS://b.test/"><p>Words.`), "[]"},
		"a secret":           {secret, "[]"},
	} {
		if out := plan(options(t), c.f); fmt.Sprintf("%q", out.Edges.OtherSchemes) != c.want {
			t.Errorf("%s (%s): %q, want %s", name, out.Entry.Reason, out.Edges.OtherSchemes, c.want)
		}
	}
}

func edgeText(c *aranea.EdgeChange) string {
	var out []string
	for _, e := range c.Edges {
		s := fmt.Sprintf("%s %s %s", e.How, e.Target, e.Anchor)
		if e.NoFollow {
			s += " !"
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

// TestEdgesOfForms: what a form leads to has the words of what was selected, beside the links.
func TestEdgesOfForms(t *testing.T) {
	t.Parallel()
	p, err := extract.New(extract.Limits{}).WithForms(true).Extract(t.Context(), extract.Document{
		URL: parse(t, "http://a.test/"), Header: aranea.Header{"Content-Type": {"text/html"}},
		Body: []byte("<p><a href=/l?r=n>A link</a><form action=/l><select name=r><option value=n>North<option value=s>South</select></form>"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := edgeText(&aranea.EdgeChange{Edges: outlinks.Of(&p)}), "link http://a.test/l?r=n A link; form http://a.test/l?r=n North; form http://a.test/l?r=s South"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestZonesOfLinks: a link has the zone of the block in which its words begin, and none without
// words; an edge that is not a link of the page has none.
func TestZonesOfLinks(t *testing.T) {
	t.Parallel()
	f := visit(t, 200, `<title>A page</title><nav><ul><li><a href=n1>first</a><li><a href=n2><b>bold</b> second</a></ul></nav>
<main><p>Words of it: <a href=m1>main</a> and <a href=n1>again</a>.<h2><a href=m2>Heading</a></h2><p><a href=e><img src=x.png></a></main>
<footer><a href=f1>foot</a></footer>`)
	out := plan(options(t), f)
	outlinks.Zone(f.page, out.Edges)
	var got []string
	for _, e := range out.Edges.Edges {
		zone := "none"
		if e.HasZone {
			zone = e.Zone.String()
		}
		got = append(got, e.Target.Path()+" "+zone)
	}
	if want := "/dir/n1 navigation, /dir/n2 navigation, /dir/m1 main, /dir/m2 main, /dir/e none, /dir/f1 template"; strings.Join(got, ", ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, ", "), want)
	}
	lead := aranea.EdgeChange{Edges: []aranea.Edge{{Target: out.Edges.Edges[0].Target, How: aranea.HowRefresh}}}
	outlinks.Zone(f.page, &lead)
	outlinks.Zone(nil, &lead)
	if outlinks.Zone(f.page, nil); lead.Edges[0].HasZone {
		t.Error("where a page leads as a whole has a zone")
	}
}
