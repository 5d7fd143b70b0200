package document

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document/outline"
)

// TestOutline tells the section of the word "here" of pages, whose parts are "kind:text=id".
func TestOutline(t *testing.T) {
	t.Parallel()
	kinds := map[string]aranea.ElementKind{"h1": aranea.ElementHeading1, "h2": aranea.ElementHeading2, "h3": aranea.ElementHeading3, "p": aranea.ElementText}
	for _, tt := range []struct {
		name, want string
		edit       func(*aranea.IndexChange)
		parts      []string
	}{
		{"a section", "Silk#silk", nil, []string{"h1:Spiders=top", "p:a", "h2:Silk=silk", "p:here"}},
		{"the heading itself", "here#silk", nil, []string{"h1:Spiders=top", "p:a", "h2:here=silk", "p:b"}},
		{"the first section", "", nil, []string{"h1:Spiders=top", "p:here", "h2:Silk=silk", "p:a"}},
		{"under a second title", "Webs#webs", nil, []string{"h1:Spiders=top", "p:a", "h1:Webs=webs", "p:here"}},
		{"a heading of the template between", "Silk#silk", nil, []string{"h1:Spiders=top", "h2:Silk=silk", "h2:Menu=menu@", "p:here"}},
		{"a heading of the template before", "", nil, []string{"h1:Menu=menu@", "h2:Silk=silk", "p:here", "h2:Webs=webs"}},
		{"a heading that is not shown", "", func(c *aranea.IndexChange) { hideOf(c, "Silk") }, []string{"h1:Spiders=top", "h2:Silk=silk", "p:here", "h2:Webs=webs"}},
		{"a heading that is not shown in full", "", func(c *aranea.IndexChange) { hideOf(c, "lk") }, []string{"h1:Spiders=top", "h2:Silk=silk", "p:here", "h2:Webs=webs"}},
		{"no copy", "", func(c *aranea.IndexChange) { c.NoCopy = true }, []string{"h1:Spiders=top", "h2:Silk=silk", "p:here"}},
		{"no snippet", "", func(c *aranea.IndexChange) { c.Snippet = false }, []string{"h1:Spiders=top", "h2:Silk=silk", "p:here"}},
		{"no identifiers", "", nil, []string{"h1:Spiders", "h2:Silk", "p:here"}},
	} {
		c := change(t, "http://a.test/")
		for _, part := range tt.parts {
			zone := aranea.ZoneMain
			if inner, template := strings.CutSuffix(part, "@"); template {
				part, zone = inner, aranea.ZoneTemplate
			}
			kind, text, _ := strings.Cut(part, ":")
			text, id, _ := strings.Cut(text, "=")
			start := uint32(len(c.Page.Text))
			c.Page.Text = append(append(c.Page.Text, text...), '\n')
			c.Page.Elements = append(c.Page.Elements, aranea.Element{Kind: kinds[kind], Zone: zone, Start: start, End: start + uint32(len(text))})
			if id != "" {
				c.Page.HeadingIDs = append(c.Page.HeadingIDs, aranea.HeadingID{Start: start, ID: id})
			}
		}
		if tt.edit != nil {
			tt.edit(c)
		}
		got := ""
		text, o := outline.Split(NewMaker(0).Of(c).Text)
		if at := strings.Index(string(text), "here"); at >= 0 {
			if s := o.Of(text, []int{at}); s.ID != "" {
				got = s.Heading + "#" + s.ID
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// hideOf excludes a text of a page from snippets.
func hideOf(c *aranea.IndexChange, text string) {
	at := uint32(strings.Index(string(c.Page.Text), text))
	c.Page.Elements = append(c.Page.Elements, aranea.Element{Kind: aranea.ElementUnshown, Start: at, End: at + uint32(len(text))})
}
