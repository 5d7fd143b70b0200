package crawl

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/outlinks"
	"github.com/aranea-search/aranea/extract"
)

// partsVisit is visit with the parts of pages read.
func partsVisit(t *testing.T, body string) facts {
	t.Helper()
	f := visit(t, 200, body)
	page, err := extract.New(extract.Limits{}).WithParts(true).Extract(t.Context(), extract.Document{
		URL: f.fetched.URL, Header: f.fetched.Header, Body: []byte(body), Agents: []string{"Aranea"},
	})
	if err != nil {
		t.Fatal(err)
	}
	f.page = &page
	return f
}

// TestPlanParts: what each end of a visit does to the parts of its page and to its links with
// fragments.
func TestPlanParts(t *testing.T) {
	t.Parallel()
	const page = `<title>A page</title><p id=part>Words. <a href=next#x>the next</a> <a href=#part>here</a> <a href=#no>nowhere</a>`
	twin := partsVisit(t, page)
	twin.twin.ID, twin.twin.URL = parse(t, "http://a.test/twin").ID(), "http://a.test/twin"
	secret := partsVisit(t, page)
	secret.fetched.Access = "staff"
	again503 := again(visit(t, 503, ""))
	for name, c := range map[string]struct {
		f    facts
		want string
	}{
		"a page":            {partsVisit(t, page), "1 false: link http://a.test/dir/next#x the next main; link http://a.test/dir/page#no nowhere main"},
		"noindex":           {partsVisit(t, "<meta name=robots content=noindex>"+page), "1 false: link http://a.test/dir/next#x the next main; link http://a.test/dir/page#no nowhere main"},
		"made by scripts":   {partsVisit(t, "<div id=app></div><script>x</script>"), "0 true: "},
		"a duplicate":       {twin, "1 false: "},
		"another canonical": {partsVisit(t, "<link rel=canonical href=page?x=1>"+page), "1 false: "},
		"a refresh":         {partsVisit(t, "<meta http-equiv=refresh content='0;url=/new'>"+page), "none"},
		"behind a login":    {secret, "none"},
		"missing":           {visit(t, 404, ""), "none"},
		"a redirect":        {visit(t, 301, "", "Location", "/other"), "none"},
		"to a part":         {visit(t, 301, "", "Location", "/other#x"), "0 true: "},
		"to the top":        {visit(t, 301, "", "Location", "/other#"), "0 true: "},
		"not changed":       {visit(t, 304, ""), "keep"},
		"a passing failure": {again503, "keep"},
	} {
		opt := options(t)
		opt.Parts = true
		out := plan(opt, c.f)
		outlinks.Zone(c.f.page, out.Edges)
		if got := partsText(out.Edges); got != c.want {
			t.Errorf("%s (%s): %s, want %s", name, out.Entry.Reason, got, c.want)
		}
	}
	for name, f := range map[string]facts{"a page": visit(t, 200, page), "a redirect": visit(t, 301, "", "Location", "/other#x")} {
		if out := plan(options(t), f); out.Edges.Parts != nil {
			t.Errorf("%s, without being asked: %+v", name, out.Edges.Parts)
		}
	}
}

// partsText prints the number of identifiers, whether there may be others, and the links.
func partsText(c *aranea.EdgeChange) string {
	switch {
	case c == nil:
		return "keep"
	case c.Parts == nil:
		return "none"
	}
	text := fmt.Sprintf("%d %t: ", len(c.Parts.IDs), c.Parts.Unknown)
	for i, e := range c.Parts.Edges {
		if i > 0 {
			text += "; "
		}
		text += fmt.Sprintf("%s %s#%s %s %s", e.How, e.Target, e.Fragment, e.Anchor, e.Zone)
	}
	return text
}
