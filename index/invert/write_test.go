package invert

import (
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/segment"
)

// TestJointIsAsOneBuffer: what is spread over buffers is written as if one had held it,
// URLs that are in several of them and languages that are in one alone among it.
func TestJointIsAsOneBuffer(t *testing.T) {
	t.Parallel()
	all := corpus(t, 6, 150)
	for i := range all {
		all[i].Page.Told = []string{"en", "pt", "ru", "fi"}[(i+30)/40%4]
	}
	gen := uint64(0)
	fill := func(pages []aranea.IndexChange) *Buffer {
		b, m := NewBuffer(segment.NewFolder(disktest.New())), document.NewMaker(0)
		gen++
		b.Reset(gen)
		for i := range pages {
			add(t, b, m, &pages[i])
		}
		return b
	}
	one := written(t, fill(all))
	for _, cuts := range [][2]int{{0, 0}, {149, 150}, {60, 61}, {40, 111}} {
		parts := written(t, fill(all[:cuts[0]]), fill(all[cuts[0]:cuts[1]]), fill(all[cuts[1]:]))
		if got, want := everyTerm(t, parts, nil, "", ""), everyTerm(t, one, nil, "", ""); !slices.Equal(got, want) {
			t.Errorf("cut at %d: %d terms that are not the %d of one buffer", cuts, len(got), len(want))
		}
		if got, want := everyDoc(t, parts), everyDoc(t, one); !slices.Equal(got, want) {
			t.Errorf("cut at %d: the documents are\n%.400s\nwant\n%.400s", cuts, got, want)
		}
		parts.Release()
	}
	one.Release()
}

// TestStemsOfOneForm: a form that stands on a page in two languages counts for its stem
// in each, and only for that.
func TestStemsOfOneForm(t *testing.T) {
	t.Parallel()
	english, french := "the informations of the nations are here for all of them", "les informations des nations sont ici pour tous les habitants de la ville"
	c := page(t, 1, english, french)
	c.Page.Containers = []aranea.Container{{Parent: -1}, {Path: 1, Lang: "fr"}}
	c.Page.Elements[1].Container = 1
	b, m := NewBuffer(segment.NewFolder(disktest.New())), document.NewMaker(0)
	add(t, b, m, &c)
	s := written(t, b)
	defer s.Release()
	var got []string
	for _, line := range everyTerm(t, s, nil, segment.PrefixStem, "\x02") {
		if strings.Contains(line, "inform") {
			got = append(got, line)
		}
	}
	if len(got) != 2 {
		t.Fatalf("the stems are %q", got)
	}
	var title, text segment.Postings
	for stem, p := range map[string]*segment.Postings{"eninform": &title, "frinform": &text} {
		if ok, err := p.Find(s, []byte(segment.PrefixStem+stem)); err != nil || !ok || !p.Next() {
			t.Fatalf("%s: %v, %v", stem, ok, err)
		}
	}
	if title.Impact() <= text.Impact() {
		t.Errorf("the stem of the title counts %d, that of the text %d", title.Impact(), text.Impact())
	}
}
