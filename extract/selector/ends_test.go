package selector

import (
	"testing"

	"golang.org/x/net/html/atom"
)

// bare is a tag without attributes.
type bare string

func (b bare) Name() []byte        { return []byte(b) }
func (bare) Written(string) []byte { return nil }

// TestEndsWithoutStart checks that an end tag without an open element searches no open elements,
// and that the counts of open elements are right for all sequences of tags.
func TestEndsWithoutStart(t *testing.T) {
	t.Parallel()
	r, err := Parse("* main .x")
	if err != nil {
		t.Fatal(err)
	}
	var m Matcher
	m.Reset(r.For("a.test"))
	tags := []atom.Atom{atom.Div, 0, atom.Table, atom.Tr, atom.Td, atom.P, atom.Li, atom.Span, atom.B, atom.Br}
	for i, step := 0, uint32(1); i < 5000; i++ {
		step = step*1664525 + 1013904223
		tag := tags[step>>16%uint32(len(tags))]
		if step>>8%3 > 0 {
			m.Start(tag, bare(tag.String()))
		} else {
			m.End(tag)
		}
		count := map[atom.Atom]int{}
		for _, e := range m.open[1:] {
			count[e.tag]++
		}
		for _, tag := range tags {
			if m.count[tag] != count[tag] {
				t.Fatalf("after %d tags %d of %q are open, counted %d", i, count[tag], tag, m.count[tag])
			}
		}
	}
	m.Reset(r.For("a.test"))
	for range maxOpen {
		m.Start(atom.Div, bare("div"))
	}
	m.over = 0
	m.open[maxOpen/2].tag = atom.B // a search would find it
	if m.End(atom.B); len(m.open) != maxOpen {
		t.Errorf("of %d open elements %d are left", maxOpen, len(m.open))
	}
}
