package index

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk/disktest"
)

// TestInvalidChanges checks that changes that no log could be read with again are refused before
// anything of their batch is written, with what is wrong, and that the index goes on.
func TestInvalidChanges(t *testing.T) {
	t.Parallel()
	const text = "abc"
	with := func(e aranea.Element) func(*aranea.IndexChange) {
		return func(c *aranea.IndexChange) { c.Page = &aranea.Page{Text: []byte(text), Elements: []aranea.Element{e}} }
	}
	files := disktest.New()
	x := open(t, files, Options{})
	good := put(t, "http://a.test/good", "text:silk")
	for name, c := range map[string]struct {
		spoil func(*aranea.IndexChange)
		why   string
	}{
		"end beyond the text":   {with(aranea.Element{Start: 2, End: 4}), "element 0 is from 2 to 4 in a text of 3 bytes"},
		"excluded and beyond":   {with(aranea.Element{Start: 1, End: 90, Excluded: true}), "element 0 is from 1 to 90"},
		"end before the start":  {with(aranea.Element{Start: 2, End: 1}), "element 0 is from 2 to 1"},
		"unknown kind":          {with(aranea.Element{Kind: 20, End: 3}), "kind 20"},
		"unknown zone":          {with(aranea.Element{Zone: 6, End: 3}), "zone 6"},
		"no page":               {func(c *aranea.IndexChange) { c.Page = nil }, "put without a page"},
		"no URL":                {func(c *aranea.IndexChange) { *c = aranea.IndexChange{Action: c.Action, Page: c.Page} }, "without a URL"},
		"no URL to be deleted":  {func(c *aranea.IndexChange) { *c = aranea.IndexChange{Action: aranea.IndexDelete} }, "without a URL"},
		"an action that is not": {func(c *aranea.IndexChange) { c.Action = 5 }, "action 5"},
	} {
		bad := put(t, "http://a.test/bad", "text:silk")
		c.spoil(&bad)
		err := x.Apply(t.Context(), slices.Concat([]aranea.IndexChange{good}, []aranea.IndexChange{bad}))
		if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if x.Has(good.URL.ID()) {
		t.Error("a part of a refused batch was applied")
	}
	if err := x.Apply(t.Context(), []aranea.IndexChange{good}); err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, files, Options{})
	if !again.Has(good.URL.ID()) {
		t.Error("the page is not there after the refused ones")
	}
}
