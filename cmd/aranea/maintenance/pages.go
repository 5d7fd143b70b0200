package maintenance

import (
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/internal/show"
)

// Limits for pages with the same fault: this number is printed by name, followed by the total
// numbers of pages and hosts. Only this number of faults and hosts is counted separately; the
// others are counted as one, and the number is printed as a lower bound.
const (
	maxExamples = 3
	maxKinds    = 10
	maxHosts    = 10_000
)

// pageFaults summarizes faults of pages, because a lost file causes one for each of its pages.
// They are printed at the end, after the faults of files.
type pageFaults struct {
	kinds  []*pageFault
	others int // pages with other faults
}

// A pageFault is a fault that several pages share.
type pageFault struct {
	file, text string // text continues the URL
	repaired   bool
	pages      int
	hosts      map[string]bool
	examples   []string
}

// add counts one page.
func (p *pageFaults) add(f *service.Fault) {
	text := strings.TrimPrefix(f.Text, f.URL)
	var k *pageFault
	for _, known := range p.kinds {
		if known.file == f.File && known.text == text && known.repaired == f.Repaired {
			k = known
		}
	}
	if k == nil && len(p.kinds) == maxKinds {
		p.others++
		return
	}
	if k == nil {
		k = &pageFault{file: f.File, text: text, repaired: f.Repaired, hosts: map[string]bool{}}
		p.kinds = append(p.kinds, k)
	}
	k.pages++
	if u, err := url.Parse(f.URL); err == nil && len(k.hosts) < maxHosts {
		k.hosts[u.Host] = true
	}
	if len(k.examples) < maxExamples {
		k.examples = append(k.examples, f.URL)
	}
}

// tell prints the summary: a line for each fault, and a few of its pages.
func (p *pageFaults) tell(w io.Writer) {
	named := true
	for _, k := range p.kinds {
		if k.pages == 1 {
			fmt.Fprintf(w, "%s: %s%s%s\n", show.Line(k.file), show.Line(show.URL(k.examples[0])), show.Line(k.text), repairedText(k.repaired))
			continue
		}
		least := ""
		if len(k.hosts) == maxHosts {
			least = "at least "
		}
		fmt.Fprintf(w, "%s: %s of %s%s: each%s%s\n", show.Line(k.file), show.Count(k.pages, "page"), least, show.Count(len(k.hosts), "host"), show.Line(k.text), repairedText(k.repaired))
		for _, u := range k.examples {
			fmt.Fprintf(w, "    %s\n", show.Line(show.URL(u)))
		}
		named = named && k.pages == len(k.examples)
	}
	if p.others > 0 {
		fmt.Fprintf(w, "%s with other faults.\n", show.Count(p.others, "page"))
	}
	if !named || p.others > 0 {
		fmt.Fprintln(w, "--json names all pages.")
	}
}

// repairedText returns the text about a repair after a fault.
func repairedText(repaired bool) string {
	if repaired {
		return " (repaired)"
	}
	return ""
}
