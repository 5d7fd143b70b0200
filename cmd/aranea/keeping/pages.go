package keeping

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/internal/show"
)

// What is told of pages with the same fault: that many of a host, and that many hosts,
// one by one. Of that many hosts and faults it is counted how many pages they have; the
// others are counted as one.
const (
	maxExamples = 3
	maxHosts    = 10
	maxKinds    = 10_000
)

// pageFaults tells of faults of pages: a segment that is lost has as many as pages were
// in it.
type pageFaults struct {
	w      io.Writer
	kinds  map[pageFault]*tally
	others int // pages that are of none of the kinds
}

// A pageFault is a fault that pages of a host share.
type pageFault struct {
	file, host, text string
	repaired         bool
}

// A tally says of how many pages a fault is, and how many of them were told: some, if
// it is one of the first faults.
type tally struct {
	pages, told int
	first       bool
}

func (t *tally) untold() int { return t.pages - t.told }

// tell tells of one page, unless enough pages of its host were told.
func (p *pageFaults) tell(f *engine.Fault) error {
	if p.kinds == nil {
		p.kinds = map[pageFault]*tally{}
	}
	kind := pageFault{f.File, "", strings.TrimPrefix(f.Text, f.URL), f.Repaired}
	if u, err := url.Parse(f.URL); err == nil {
		kind.host = u.Host
	}
	t := p.kinds[kind]
	if t == nil && len(p.kinds) >= maxKinds {
		p.others++
		return nil
	}
	if t == nil {
		t = &tally{first: len(p.kinds) < maxHosts}
		p.kinds[kind] = t
	}
	t.pages++
	if !t.first || t.told == maxExamples {
		return nil
	}
	t.told++
	_, err := fmt.Fprintln(p.w, faultText(f))
	return err
}

// end tells how many pages were not told, the hosts with the most of them by name.
func (p *pageFaults) end() {
	kinds := slices.SortedFunc(maps.Keys(p.kinds), func(a, b pageFault) int {
		return cmp.Or(cmp.Compare(p.kinds[b].untold(), p.kinds[a].untold()), cmp.Compare(a.host, b.host), cmp.Compare(a.text, b.text))
	})
	more, hosts := p.others, map[string]bool{}
	for i, k := range kinds {
		switch t := p.kinds[k]; {
		case t.untold() == 0:
		case i >= maxHosts:
			more += t.untold()
			hosts[k.host] = true
		default:
			fmt.Fprintf(p.w, "%s: each of %s of %s%s%s\n", show.Line(k.file), show.Count(t.pages, "page"), show.Host(k.host), show.Line(k.text), repairedText(k.repaired))
		}
	}
	least := ""
	if p.others > 0 {
		least = "at least "
	}
	if more > 0 {
		fmt.Fprintf(p.w, "%s of %s%s more; --json names all.\n", show.Count(more, "page"), least, show.Count(len(hosts), "host"))
	}
}

// repairedText tells of a repair behind a fault.
func repairedText(repaired bool) string {
	if repaired {
		return " (repaired)"
	}
	return ""
}
