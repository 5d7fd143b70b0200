package zone

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
)

// A Mark is a template container that is not in another one.
type Mark struct {
	Path  string // the names of the containers on the path to it
	Zone  aranea.Zone
	Pages uint32 // number of counted pages that have it
}

// Marks returns the template containers, those on the most pages first.
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

// shownMarks is the maximum number of template containers in a text.
const shownMarks = 6

// Standing describes what is known about the template of the site, or returns "".
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
