package zone_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// rule sets the zone of the blocks in containers with one name, like a rule of the operator.
func rule(p *aranea.Page, name string, z aranea.Zone) *aranea.Page {
	for i := range p.Elements {
		if c := &p.Containers[p.Elements[i].Container]; strings.Contains(c.Name, name) {
			c.Rule, c.Zone, p.Elements[i].Zone = 7, z, z
		}
	}
	return p
}

// TestRulesWin checks that zones set by a rule are kept whatever the pages of a site show, and
// that if a rule names the content of a page, the rest is not content.
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

// TestRuledTextIsNotLearned checks that text named by a rule does not influence the rest of the
// site.
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
