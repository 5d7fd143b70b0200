package ask

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/inspect"
	"github.com/aranea-search/aranea/internal/pageitem"
	"github.com/aranea-search/aranea/internal/show"
)

// What is printed of the items of a page.
const (
	shownItems = 3  // of each kind
	shownValue = 80 // bytes of a value
)

// readFacets reads the rules on facets of the command line or the settings, if these have any.
func (i *inspectFlags) readFacets(cmd *cobra.Command) (err error) {
	if f := cmd.Flags().Lookup("facet"); f == nil || !f.Changed {
		return nil
	}
	if i.look.Facets, err = facets.ParseAll(withoutEmpty(i.facets)); err != nil {
		return &command.Error{Code: command.ExitUsage, Err: err}
	}
	return nil
}

// withoutEmpty returns rules without an empty one, which ends what a folder remembers.
func withoutEmpty(rules []string) []string {
	return slices.DeleteFunc(slices.Clone(rules), func(rule string) bool { return rule == "" })
}

// readItems reads the rules on items of the command line or the settings, if these have any.
func (i *inspectFlags) readItems(cmd *cobra.Command) (err error) {
	if !cmd.Flags().Changed("item") {
		return nil
	}
	if i.look.Items, err = items.ParseAll(withoutEmpty(i.items)); err != nil {
		return &command.Error{Code: command.ExitUsage, Err: err}
	}
	return nil
}

// printItems prints the first items of each kind, how many there are, and which rules find nothing.
func printItems(b *strings.Builder, p *inspect.PageStep) {
	count := map[string]int{}
	for _, it := range p.Items {
		if count[it.Kind]++; count[it.Kind] <= shownItems {
			fmt.Fprintf(b, "  item       %s %d: %s\n", show.Line(it.Kind), count[it.Kind], show.Line(itemText(it)))
		}
	}
	said := map[string]bool{}
	for _, it := range p.Items {
		if more := count[it.Kind] - shownItems; more > 0 && !said[it.Kind] {
			said[it.Kind] = true
			fmt.Fprintf(b, "  items      and %d more of %s, with --json all\n", more, show.Line(it.Kind))
		}
	}
	if p.ItemsCut {
		b.WriteString("  items      limits left out items or values, or the end of a value\n")
	}
	for _, rule := range p.ItemsAbsent {
		fmt.Fprintf(b, "  no item    %s\n", show.Line(rule))
	}
	if p.ItemsClosed != "" {
		fmt.Fprintf(b, "  items      would not be written: %s\n", show.Line(p.ItemsClosed))
	}
}

// itemText returns the fields of an item for people.
func itemText(it pageitem.Item) string {
	var out []string
	for _, f := range it.Fields {
		values := make([]string, 0, len(f.Values))
		for _, v := range f.Values {
			if short := show.Clip(v, shownValue); short != v {
				v = short + "…"
			}
			values = append(values, v)
		}
		out = append(out, f.Name+": "+strings.Join(values, ", "))
	}
	if len(out) == 0 {
		return "no field has a value"
	}
	return strings.Join(out, " | ")
}
