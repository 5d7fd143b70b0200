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
// one by one.
const (
	maxExamples = 3
	maxHosts    = 10
)

// pageFaults tells of faults of pages: a segment that is lost has as many as pages were
// in it.
type pageFaults struct {
	w      io.Writer
	counts map[pageFault]int
	hosts  int // of which examples are told
}

// A pageFault is a fault that pages of a host share.
type pageFault struct {
	file, host, text string
	repaired         bool
}

// tell tells of one page, unless enough pages of its host were told.
func (p *pageFaults) tell(f *engine.Fault) error {
	if p.counts == nil {
		p.counts = map[pageFault]int{}
	}
	kind := pageFault{f.File, "", strings.TrimPrefix(f.Text, f.URL), f.Repaired}
	if u, err := url.Parse(f.URL); err == nil {
		kind.host = u.Host
	}
	if p.counts[kind] == 0 {
		p.hosts++
	}
	p.counts[kind]++
	if p.hosts > maxHosts || p.counts[kind] > maxExamples {
		return nil
	}
	_, err := fmt.Fprintln(p.w, faultText(f))
	return err
}

// end tells how many pages were not told, the hosts with the most of them by name.
func (p *pageFaults) end() {
	kinds := slices.SortedFunc(maps.Keys(p.counts), func(a, b pageFault) int {
		return cmp.Or(cmp.Compare(p.counts[b], p.counts[a]), cmp.Compare(a.host, b.host), cmp.Compare(a.text, b.text))
	})
	more, hosts := 0, 0
	for i, k := range kinds {
		n := p.counts[k] - maxExamples
		switch {
		case n <= 0 && p.hosts <= maxHosts:
		case i >= maxHosts:
			more, hosts = more+p.counts[k], hosts+1
		default:
			fmt.Fprintf(p.w, "%s: %s of %s in all:%s%s\n", show.Line(k.file), show.Count(p.counts[k], "page"), show.Host(k.host), show.Line(k.text), repairedText(k.repaired))
		}
	}
	if hosts > 0 {
		fmt.Fprintf(p.w, "%s of %s more; --json names all.\n", show.Count(more, "page"), show.Count(hosts, "host"))
	}
}

// repairedText tells of a repair behind a fault.
func repairedText(repaired bool) string {
	if repaired {
		return " (repaired)"
	}
	return ""
}
