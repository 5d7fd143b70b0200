package index

import (
	"bytes"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestSectionsAfterCrash: sections are kept with the text for snippets, and only with it, through
// the log and a segment.
func TestSectionsAfterCrash(t *testing.T) {
	t.Parallel()
	page := func() aranea.IndexChange {
		c := put(t, "http://a.test/1", "h1:The title", "text:spiders", "h1:Silk", "text:secretword")
		at := func(s string) uint32 { return uint32(strings.Index(string(c.Page.Text), s)) }
		c.Page.HeadingIDs = []aranea.HeadingID{{Start: at("The title"), ID: "top"}, {Start: at("Silk"), ID: "silkroad"}}
		return c
	}
	for _, tt := range []struct {
		name   string
		edit   func(*aranea.IndexChange)
		want   string
		logged bool
	}{
		{"free", func(*aranea.IndexChange) {}, "Silk#silkroad", true},
		{"no snippet", func(c *aranea.IndexChange) { c.Snippet = false }, "", false},
		{"no copy", func(c *aranea.IndexChange) { c.NoCopy = true }, "", false},
		{"the heading is excluded", func(c *aranea.IndexChange) { c.Page.Elements[2].Excluded = true }, "", false},
		{"the first heading is excluded", func(c *aranea.IndexChange) { c.Page.Elements[0].Excluded = true }, "", true},
	} {
		c := page()
		tt.edit(&c)
		if bytes.Contains(encodeChange(nil, &c), []byte("silkroad")) != tt.logged || len(c.Page.HeadingIDs) != 2 {
			t.Errorf("%s: the log has it, or not", tt.name)
		}
		x := open(t, afterCrash(t, c), slow)
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
		s := snapshot(t, x)
		text, o, err := s.Outlined(0, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if at := strings.Index(string(text), "secretword"); at >= 0 {
			if section := o.Of(text, []int{at}); section.ID != "" {
				got = section.Heading + "#" + section.ID
			}
		}
		if plain, err := s.Text(0, 0); err != nil || !bytes.Equal(plain, text) || bytes.Contains(plain, []byte("silkroad")) {
			t.Errorf("%s: the text is %q, %v", tt.name, plain, err)
		}
		for d, err := range s.Documents(t.Context()) {
			if err != nil || !bytes.Equal(d.Text, text) || !bytes.Equal(d.Outline, o) {
				t.Errorf("%s: exported are %q and %q, %v", tt.name, d.Text, d.Outline, err)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		s.Close()
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}
