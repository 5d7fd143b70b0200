package listing

import (
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/sitemap"
)

// maxKinds is the number of kinds of faults that are told apart. There are fewer in a sitemap.
const maxKinds = 10

// maxPart is the number of bytes that are shown of an address or a text with a fault.
const maxPart = 80

// Faults are the faults of entries of a list, by their kind, because a program that writes a sitemap
// makes one mistake many times.
type Faults struct {
	n     int
	kinds []kind
}

// A kind of faults.
type kind struct {
	n     int
	first sitemap.Fault
}

// add counts a fault.
func (f *Faults) add(fault *sitemap.Fault) {
	f.n++
	for i := range f.kinds {
		if f.kinds[i].first.What == fault.What {
			f.kinds[i].n++
			return
		}
	}
	if len(f.kinds) < maxKinds {
		f.kinds = append(f.kinds, kind{1, *fault})
	}
}

// Count is the number of faults; of a list with more, sitemap.MaxFaults and those of its addresses.
func (f *Faults) Count() int { return f.n }

// String returns the number of faults, and that of each kind with its first: its line, the URL of
// its entry and the text in question, as far as they are known.
func (f *Faults) String() string {
	var out strings.Builder
	if f.n >= sitemap.MaxFaults {
		out.WriteString("at least ")
	}
	fmt.Fprint(&out, f.n)
	for _, k := range f.kinds {
		fmt.Fprintf(&out, "; %s: %d", k.first.What, k.n)
		var where []string
		if k.first.Line > 0 {
			where = append(where, fmt.Sprintf("line %d", k.first.Line))
		}
		if k.first.Loc != "" {
			where = append(where, show.Clip(k.first.Loc, maxPart))
		}
		if k.first.Text != "" {
			where = append(where, fmt.Sprintf("%q", show.Clip(k.first.Text, maxPart)))
		}
		if len(where) > 0 {
			out.WriteString(" (" + strings.Join(where, ", ") + ")")
		}
	}
	return out.String()
}
