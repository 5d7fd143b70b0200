package trap_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/trap"
)

// TestViews checks that the pages of a view are left out after enough of them were closed, but
// for a few, and that one open page revokes that.
func TestViews(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	for name, form := range map[string]string{
		"/index.php?action=edit":       "/index.php?title=Page_%d&action=edit",
		"/index.php?oldid":             "/index.php?oldid=%d",
		"/wiki/Special:WhatLinksHere/": "/wiki/Special:WhatLinksHere/Page_%d",
		"/comment/{n}/publish/":        "/comment/%d/publish/",
		"/posts/{n}/edit":              "/posts/%d/edit",
		"/Upload.jsp?page":             "/Upload.jsp?page=Page_%d",
	} {
		var b trap.Book
		url := func(n int) string { return fmt.Sprintf(form, n) }
		left := func() (n int) {
			for i := range 1600 {
				if b.AdviseView(url(10000+i)) != "" {
					n++
				}
			}
			return n
		}
		for i := range 23 {
			if b.SawView(url(i), true, now) != (i%8 == 7) || left() != 0 {
				t.Fatalf("%s: a verdict after %d pages", name, i+1)
			}
		}
		if !b.SawView(url(23), true, now) {
			t.Fatalf("%s: no verdict", name)
		}
		if n := left(); n < 1450 || n == 1600 {
			t.Errorf("%s: %d of 1600 are left out, want all but about one in sixteen", name, n)
		}
		v := b.Views[slices.IndexFunc(b.Views, func(v trap.View) bool { return v.Why != "" })]
		if v.Name != name || !v.Since.Equal(now) || trap.ViewIn("in "+v.Why, url(5)) != name || trap.ViewIn(v.Why, "/other?title=x") != "" {
			t.Errorf("%s: %+v", name, v)
		}
		if why := b.AdviseView("/wiki/Page_1"); why != "" {
			t.Errorf("%s: an article is left out: %s", name, why)
		}
		if !b.SawView(url(50), false, now) || left() != 0 || !b.Pending {
			t.Errorf("%s: the verdict stands after an open page: %+v", name, b)
		}
		for i := range 100 {
			b.SawView(url(100+i), true, now)
		}
		if left() != 0 {
			t.Errorf("%s: the verdict is back although a page was open", name)
		}
	}
}

// TestViewsAllowed checks that the operator revokes the verdict on a view for good, and what the
// stored form keeps.
func TestViewsAllowed(t *testing.T) {
	t.Parallel()
	var b trap.Book
	see := func() {
		for i := range 30 {
			b.SawView(fmt.Sprintf("/w?do=login&id=n%d", i), true, time.Time{})
		}
	}
	see()
	b.Origin = "http://a.test"
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := trap.Decode(data)
	if err != nil || again.AdviseView("/w?do=login&id=n77")+again.AdviseView("/w?do=login&id=n78") == "" {
		t.Errorf("%s: %v", data, err)
	}
	if !b.Allow("/w?do=login") || !b.Pending || b.Allow("/w?do=login") {
		t.Error("the operator's word changes nothing, or twice")
	}
	if see(); b.AdviseView("/w?do=login&id=n77")+b.AdviseView("/w?do=login&id=n78") != "" {
		t.Error("the verdict is given again")
	}
}

// TestViewsTogether checks that pages that have only some of what all closed pages have in common
// are not left out, as articles are not for the form to print them, and that the operator's word
// for one of the views opens their pages.
func TestViewsTogether(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for i := range 40 {
		b.SawView(fmt.Sprintf("/index.php?option=content&id=%d&print=1", i), true, time.Time{})
	}
	left := func(form string) (n int) {
		for i := range 100 {
			if b.AdviseView(fmt.Sprintf(form, 100+i)) != "" {
				n++
			}
		}
		return n
	}
	if n := left("/index.php?option=content&id=%d"); n != 0 {
		t.Errorf("%d articles are left out", n)
	}
	if n := left("/index.php?print=1&id=%d&option=content&x=y"); n < 80 {
		t.Errorf("%d forms to print are left out", n)
	}
	b.SawView("/index.php?id=7&print=1", true, time.Time{})
	if n := left("/index.php?id=%d&print=2"); n < 80 {
		t.Errorf("%d forms to print are left out that have all that closed ones still have in common", n)
	}
	c := b.Clone()
	if !b.Allow("/index.php?print") || left("/index.php?option=content&id=%d&print=1") != 0 {
		t.Error("the operator's word for a view does not open its pages")
	}
	if b = c; left("/index.php?id=%d&print=2") < 80 {
		t.Error("a copy has not what all closed pages have in common")
	}
}

// TestViewsAreFew checks that URLs of any form fill no more than the list, and that what was seen
// often keeps its place.
func TestViewsAreFew(t *testing.T) {
	t.Parallel()
	var b trap.Book
	for i := range 20000 {
		b.SawView(fmt.Sprintf("/w?id=n%d&do=edit", i), true, time.Time{})
		b.SawView(fmt.Sprintf("/f%d/x?%s", i, strings.Repeat("a", i%300)), true, time.Time{})
	}
	if len(b.Views) != trap.MaxViews || b.AdviseView("/w?id=x&do=edit")+b.AdviseView("/w?id=y&do=edit") == "" {
		t.Errorf("%d views, %+v", len(b.Views), b.Views[0])
	}
	for _, odd := range []string{"", "/", "?", "/a/", "/?", "/a?&&&", "//", "/a?" + strings.Repeat("b=c&", 1000)} {
		b.SawView(odd, true, time.Time{})
		_ = b.AdviseView(odd)
	}
}
