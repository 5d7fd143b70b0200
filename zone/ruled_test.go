package zone_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// rule gives the blocks of containers of one name a zone by a rule of the operator.
func rule(p *aranea.Page, name string, z aranea.Zone) *aranea.Page {
	for i := range p.Elements {
		if c := &p.Containers[p.Elements[i].Container]; strings.Contains(c.Name, name) {
			c.Rule, c.Zone, p.Elements[i].Zone = 7, z, z
		}
	}
	return p
}

// TestRulesWin: what a rule says stands, whatever the pages of a site show; where one
// says what a page is about, the rest is something else.
func TestRulesWin(t *testing.T) {
	t.Parallel()
	p := learnt(t, 20)
	page := rule(article(t, 1000), "div.trail", aranea.ZoneAdvertising)
	p.Label(page)
	const learned = "navigation navigation navigation advertising advertising main main main template links links template template"
	if got := zones(page); got != learned {
		t.Errorf("with a rule for the trail: %s, want %s", got, learned)
	}
	for _, profile := range []int{0, 20} {
		page = rule(article(t, 1000), "div.foot", aranea.ZoneMain)
		page = rule(page, "p", aranea.ZoneMain)
		learnt(t, profile).Label(page)
		if got := zones(page); strings.Count(got, "main") != 5 || !strings.HasSuffix(got, "main main") {
			t.Errorf("with a rule for paragraphs and %d pages: %s; want its four and the heading", profile, got)
		}
	}
	alone := rule(build(t, "http://a.test/x", "nav|[Home", "div.a|x"), "div.a", aranea.ZoneTemplate)
	p.Label(alone)
	if got := zones(alone); got != "main template" {
		t.Errorf("what is left of a page is %s", got)
	}
}

// TestRuledTextIsNotLearned: what a rule names says nothing of the rest of the site.
func TestRuledTextIsNotLearned(t *testing.T) {
	t.Parallel()
	p := learnt(t, 0)
	for n := range 20 {
		p.Saw(rule(article(t, n), "div.top", aranea.ZoneMain))
		p.Saw(rule(build(t, "http://a.test/y", "div.a|one", "div.a|two"), "div.a", aranea.ZoneMain))
	}
	for _, m := range p.Marks() {
		if strings.Contains(m.Path, "div.a") {
			t.Errorf("learned %+v", m)
		}
	}
	if p.Seen != 20 {
		t.Errorf("%d pages were looked at; those that rules name wholly say nothing", p.Seen)
	}
}
