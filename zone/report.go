package zone

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// A Mark is a container that is template: the outermost of those in each other.
type Mark struct {
	Path  string // the names on the way to it
	Zone  aranea.Zone
	Pages uint32 // that have it, of those the counts are of
}

// Marks returns the containers that are template, those on the most pages first.
func (p *Profile) Marks() []Mark {
	var out []Mark
	for i := range p.containers {
		c := &p.containers[i]
		if !c.marked {
			continue
		}
		outermost, parent := true, c.parent
		for range maxDepth {
			at, ok := p.find(parent)
			if !ok || p.containers[at].parent == 0 {
				break
			}
			outermost = outermost && !p.containers[at].marked
			parent = p.containers[at].parent
		}
		if outermost {
			out = append(out, Mark{p.path(c), c.zone, c.pages})
		}
	}
	slices.SortFunc(out, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Path, b.Path))
	})
	return out
}

// shownMarks is how many containers of a template are told.
const shownMarks = 6

// Standing tells what is known of the template of the site, "" for nothing.
func (p *Profile) Standing() string {
	if p == nil || p.Version == 0 {
		return ""
	}
	marks := p.Marks()
	text := "learned from " + show.Count(int(p.Seen), "page")
	for _, m := range marks[:min(len(marks), shownMarks)] {
		text += fmt.Sprintf("; %s: %s, on %d of %d", m.Path, m.Zone, m.Pages, p.pages)
	}
	if more := len(marks) - shownMarks; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}
