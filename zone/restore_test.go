package zone_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/zone"
)

// marked sets the zones that the markup gives to nav, footer, hidden and ad elements, and makes
// blocks of title elements the title of the page.
func marked(p *aranea.Page) *aranea.Page {
	for i := range p.Containers {
		c := &p.Containers[i]
		if c.Parent >= 0 {
			c.Zone = p.Containers[c.Parent].Zone
		}
		switch c.Name {
		case "nav":
			c.Zone = aranea.ZoneNavigation
		case "footer":
			c.Zone = aranea.ZoneTemplate
		case "div.hidden":
			c.Zone = aranea.ZoneHidden
		case "div.ad-helper":
			c.Zone = aranea.ZoneAdvertising
		}
	}
	for i := range p.Elements {
		e := &p.Elements[i]
		switch c := &p.Containers[e.Container]; {
		case c.Name == "title":
			e.Kind = aranea.ElementTitle
		case e.Kind != aranea.ElementAnchor:
			e.Zone = c.Zone
		}
	}
	return p
}

// marking returns a page of a site with nav and footer elements.
func marking(t testing.TB, n int, own ...string) *aranea.Page {
	t.Helper()
	return marked(build(t, fmt.Sprintf("http://b.test/%d", n), slices.Concat(
		[]string{"header nav|[Home", "header nav|[Docs", "header nav|[Products"}, own,
		[]string{"footer|Copyright Acme Ltd, all rights reserved."},
	)...))
}

// TestMenuIsNoContent checks that what the markup or the other pages of a site call navigation or
// a footer is not content of a page that has any other text, however short.
func TestMenuIsNoContent(t *testing.T) {
	t.Parallel()
	site := &zone.Profile{Origin: "http://b.test"}
	for n := range 20 {
		site.Saw(marking(t, n, "main p|"+strings.Repeat(fmt.Sprintf("what page %[1]c%[1]c says. ", 'a'+n), 9)))
	}
	long := strings.Repeat("what nobody else says of this subject. ", 10)
	for _, tt := range []struct {
		name string
		p    *zone.Profile
		own  []string
		want string // zones of the page's own blocks
		rest string // zone of the others; "" for those of the markup
	}{
		{"a word", site, []string{"main p|okapi"}, "main", ""},
		{"a heading", site, []string{"header|# Okapi"}, "main", ""},
		{"a title", site, []string{"title|Okapi"}, "main", ""},
		{"a word of a site that is not known", nil, []string{"main p|okapi"}, "main", ""},
		{"a title of a site that is not known", nil, []string{"title|Okapi"}, "main", ""},
		{"nothing", site, nil, "", "main"},
		{"nothing, of a site that is not known", nil, nil, "", "main"},
		{"a text that is hidden at first", site, []string{"main p|okapi", "div.hidden p|" + long}, "main main", ""},
		{"a text that is called advertising", nil, []string{"main p|okapi", "div.ad-helper p|" + long}, "main main", ""},
		{"a dialog that is hidden at first", site, []string{"main p|okapi", "div.hidden p|Do you accept this?"}, "main hidden", ""},
	} {
		page := marking(t, 1000, tt.own...)
		tt.p.Label(page)
		want := strings.Fields("navigation navigation navigation " + tt.want + " template")
		for i := range want {
			if tt.rest != "" && (i < 3 || i == len(want)-1) {
				want[i] = tt.rest
			}
		}
		if got := zones(page); got != strings.Join(want, " ") {
			t.Errorf("%s: %s, want %s", tt.name, got, strings.Join(want, " "))
		}
	}
}

// TestCopies checks that what many pages of a site have alike is content of a page with nothing
// else, unless it is links or what is called a footer.
func TestCopies(t *testing.T) {
	t.Parallel()
	around := func(n int, own ...string) *aranea.Page {
		all := slices.Concat([]string{"title|Page", "div.top ul li|[Home"}, own, []string{"div.footer p|Written by us."})
		return marked(build(t, fmt.Sprintf("http://a.test/copy%d", n), all...))
	}
	for other, menu := range map[bool]string{false: "template", true: "navigation"} { // half of the pages say something else
		p := &zone.Profile{Origin: "http://a.test"}
		for n := range 20 {
			p.Saw(around(n, fmt.Sprintf("div.main|# The room number %d", n), fmt.Sprintf("div.main p|The temperature of room %d is the same.", n)))
			if other {
				p.Saw(around(100+n, "div.main p|"+strings.Repeat(fmt.Sprintf("what %[1]c%[1]c says. ", 'a'+n), 9)))
			}
		}
		copied := around(1000, "div.main|# The room number 99", "div.main p|The temperature of room 99 is the same.")
		p.Label(copied)
		if got, want := zones(copied), "template "+menu+" main main template"; got != want {
			t.Errorf("other pages: %v: %s, want %s", other, got, want)
		}
		empty := around(1000)
		p.Label(empty)
		if got := zones(empty); got != "template "+menu+" template" {
			t.Errorf("other pages: %v: a page with a title alone: %s", other, got)
		}
	}
}

// TestShortPages checks what is content of a page of which the template of its site leaves little.
func TestShortPages(t *testing.T) {
	t.Parallel()
	p := learnt(t, 20)
	top, foot := []string{"div.top ul li|[Home", "div.top ul li|[Products"}, "div.foot p|Written by the people of the site."
	for _, tt := range []struct {
		name string
		own  []string
		want string
	}{
		{"a word", []string{"div.main p|okapi"}, "main"},
		{"a word and a trail", []string{"div.trail|[Part x", "div.main p|okapi"}, "links main"},
		{"a word and a note at the foot", []string{"div.main p|okapi", "div.foot p|Asked by many."}, "main template"},
		{"a list of links", []string{"div.main p|okapi", "div.main div.toc li|[" + strings.Repeat("a point ", 9)}, "main main"},
		{"a text where others have the foot", []string{"div.main p|okapi", "div.foot p|" + strings.Repeat("what nobody else says ", 9)}, "main main"},
		{"nothing but a note at the foot", []string{"div.foot p|Asked by many."}, "main"},
	} {
		page := build(t, "http://a.test/short", append(append(slices.Clone(top), tt.own...), foot)...)
		p.Label(page)
		if got, want := zones(page), "navigation navigation "+tt.want+" template"; got != want {
			t.Errorf("%s: %s, want %s", tt.name, got, want)
		}
	}
}
