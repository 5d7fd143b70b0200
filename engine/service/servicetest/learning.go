package servicetest

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
	"github.com/aranea-search/aranea/zone"
)

// mirrors tests orders of the operator: a host glued to another one appears with its main mirror
// in the list, in the facts of the host and in the trail of a URL, and no longer after the two
// are separated.
func (c *contract) mirrors(t *testing.T) {
	main := c.site.Origin()
	other := weburl.Origin(strings.Replace(string(main), "127.0.0.1", "localhost", 1))
	r, err := c.s.Regroup(t.Context(), mirror.Order{Deed: mirror.Glue, A: string(other) + "/", B: string(main)})
	if err != nil || r.Origin != other || r.Main != main || r.Why == "" {
		t.Fatalf("glue: %+v, %v", r, err)
	}
	if all := Gather(t, c.s.Mirrors(t.Context(), "")); len(all) != 2 {
		t.Errorf("mirrors: %+v", all)
	}
	if all := Gather(t, c.s.Mirrors(t.Context(), "localhost")); len(all) != 1 || all[0].Main != main {
		t.Errorf("mirrors of localhost: %+v", all)
	}
	h, err := c.s.Host(t.Context(), main)
	if err != nil || h.Mirror == nil || len(h.Mirror.Members) != 1 || h.Mirror.Members[0] != other {
		t.Errorf("host: %+v, %v", h.Mirror, err)
	}
	told, err := c.s.Explain(t.Context(), string(main)+"/p1")
	if err != nil || !hasFact(&told, "Main mirror of") {
		t.Errorf("explain: %+v, %v", told, err)
	}
	r, err = c.s.Regroup(t.Context(), mirror.Order{Deed: mirror.Separate, A: string(other), B: string(main)})
	if err != nil || r.Main != "" || len(r.Apart) != 1 {
		t.Errorf("separate: %+v, %v", r, err)
	}
	for _, o := range []mirror.Order{{Deed: "melt", A: "a.test", B: "b.test"}, {Deed: mirror.Glue, A: "a.test", B: "a.test"}, {Deed: mirror.Glue, A: "http://a b/", B: "a.test"}} {
		if _, err := c.s.Regroup(t.Context(), o); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// templates tests that the learned template of a site is returned for its host and for its
// origin, and can be used.
func (c *contract) templates(t *testing.T) {
	all := Gather(t, c.s.Templates(t.Context(), ""))
	if len(all) == 0 {
		t.Fatal("nothing was learned")
	}
	for _, host := range []string{strings.TrimPrefix(string(c.site.Origin()), "http://"), string(c.site.Origin())} {
		mine := Gather(t, c.s.Templates(t.Context(), host))
		if len(mine) != 1 || mine[0].Origin != c.site.Origin() || mine[0].Pages == 0 || len(mine[0].Containers) == 0 {
			t.Fatalf("%s: %+v", host, mine)
		}
		if p, err := zone.Decode(mine[0].Profile); err != nil || p.Seen != mine[0].Pages {
			t.Errorf("%s: a profile of %d pages, %v", host, p.Seen, err)
		}
	}
	if none := Gather(t, c.s.Templates(t.Context(), "http://nobody.test")); len(none) != 0 {
		t.Errorf("of nobody: %+v", none)
	}
	for _, err := range c.s.Templates(t.Context(), "http://a b/") {
		if aranea.KindOf(err) != aranea.Invalid {
			t.Error(err)
		}
	}
}

// traps tests that the list works, and that a verdict that does not exist cannot be taken back.
func (c *contract) traps(t *testing.T) {
	for _, b := range Gather(t, c.s.Traps(t.Context(), "")) {
		if b.Origin != c.site.Origin() || len(b.Templates) == 0 {
			t.Errorf("book: %+v", b)
		}
	}
	if _, err := c.s.Allow(t.Context(), trap.Order{Origin: c.site.String(), Rule: "/p?n"}); aranea.KindOf(err) != aranea.NotFound {
		t.Errorf("allow: %v", err)
	}
}

func hasFact(t *trail.Trail, name string) bool {
	for _, f := range t.Facts {
		if f.Name == name {
			return true
		}
	}
	return false
}
