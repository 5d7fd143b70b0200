// Package contenttest shows the result of reading a document, for tests.
//
// Floor: 2 (pure). Stability: engine. Only tests import it.
package contenttest

import (
	"fmt"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Limits returns limits that are sufficient for the documents of tests.
func Limits() content.Limits {
	return content.Limits{Text: 1 << 16, Elements: 1000, Links: 100, Title: 1000, Attribute: 1000}
}

// Show returns the elements of a document in their order, with their zones but for main, its links and its dates.
func Show(r *content.Document) string {
	var out []string
	for _, e := range r.Elements {
		zone := ""
		if e.Zone != aranea.ZoneMain {
			zone = e.Zone.String() + ":"
		}
		out = append(out, fmt.Sprintf("%s%s(%s)", zone, e.Kind, r.Text[e.Start:e.End]))
	}
	for _, l := range r.Links {
		how := ""
		if l.How != aranea.HowAnchor {
			how = l.How.String()
		}
		out = append(out, fmt.Sprintf("%s[%s]%s", how, r.Text[l.Start:l.End], l.Target))
	}
	for _, d := range []struct{ name, date string }{{"published", r.Published.String()}, {"modified", r.Modified.String()}} {
		if d.date != "" {
			out = append(out, d.name+" "+d.date)
		}
	}
	return strings.Join(out, " ")
}
