package maintenance

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/aranea-search/aranea/internal/show"
)

// Limits on what is told of the lines that an import leaves out.
const (
	maxTold   = 10  // lines with the same fault that are named
	maxNamed  = 100 // lines that are named in all
	maxFaults = 100 // faults that are counted apart
	maxURL    = 200 // characters of the URL of a line
)

// otherFaults stands for the faults beyond the first maxFaults.
const otherFaults = "other faults"

// faults counts the lines that are left out by their faults. The zero value is ready for use.
type faults struct {
	found  map[string]int // lines by fault
	behind map[string]int // those of them that were not named
	named  int
}

// tellOne names a line that is left out, unless enough with its fault were named.
func (f *faults) tellOne(w io.Writer, r *refused) {
	if f.found == nil {
		f.found, f.behind = map[string]int{}, map[string]int{}
	}
	why := show.Line(r.why)
	if _, known := f.found[why]; !known && len(f.found) >= maxFaults {
		why = otherFaults
	}
	if f.found[why]++; f.named == maxNamed || f.found[why] > maxTold {
		f.behind[why]++
		return
	}
	f.named++
	url := ""
	if r.url != "" {
		url = show.Shorten(show.Line(r.url), maxURL) + ": "
	}
	fmt.Fprintf(w, "aranea: line %d%s: %s%s\n", r.number, of(r.of), url, show.Line(r.why))
}

// of names the file of a line, if there are several.
func of(file string) string {
	if file == "" {
		return ""
	}
	return " of " + show.Line(file)
}

// tellRest says how many lines with each fault were not named, the most frequent first.
func (f *faults) tellRest(w io.Writer) {
	byCount := slices.SortedFunc(maps.Keys(f.behind), func(a, b string) int {
		return cmp.Or(cmp.Compare(f.behind[b], f.behind[a]), cmp.Compare(a, b))
	})
	for _, why := range byCount {
		fmt.Fprintf(w, "aranea: %s more: %s\n", show.Count(f.behind[why], "line"), why)
	}
}
