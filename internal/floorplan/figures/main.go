// Command figures prints the metrics by which the code is judged: one row for each package of
// the module, then the functions that are too long and, with -arrows, the references between
// files that run against their order.
//
//	go run ./internal/floorplan/figures [-arrows] [PACKAGE ...]
//
// A PACKAGE is a path below the module, such as robotstxt. Floor: 0 (leaves). Stability: engine.
// The tests of internal/floorplan enforce the limits.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/aranea-search/aranea/internal/floorplan"
	"github.com/aranea-search/aranea/internal/floorplan/measure"
)

func main() {
	arrows := flag.Bool("arrows", false, "name each arrow that runs back up")
	flag.Parse()
	if err := run(os.Stdout, ".", flag.Args(), *arrows); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

// run prints the table of the chosen packages, or of all, of the module in the folder root.
func run(w io.Writer, root string, chosen []string, arrows bool) error {
	all, err := measure.ListWithTypes(root)
	if err != nil {
		return err
	}
	reader := measure.NewReader(all)
	var rows []measure.Figures
	var notes []string
	sumArrows, sumBack := 0, 0
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "package\tlines\tfiles\tcomment %\tfile p50/p95/max\tfunc p50/p95/max\t>60\tparams p95/max\tcyclo p95/max\texported\tdoc %\ttest/code\tfuzz\tvars\tinit\tarrows\tback\t")
	for _, p := range all {
		if !isOurs(p, chosen) {
			continue
		}
		f, err := measure.Of(p)
		if err != nil {
			return err
		}
		between, err := reader.Arrows(p)
		if err != nil {
			return err
		}
		_, back := measure.Back(between)
		sumArrows, sumBack = sumArrows+len(between), sumBack+len(back)
		row(t, f, len(between), len(back))
		rows = append(rows, f)
		notes = append(notes, describe(f, back, arrows)...)
	}
	row(t, measure.Sum("all together", rows), sumArrows, sumBack)
	if err := t.Flush(); err != nil {
		return err
	}
	for _, n := range notes {
		fmt.Fprintln(w, n)
	}
	return nil
}

// isOurs reports whether p belongs to the module and was chosen.
func isOurs(p measure.Package, chosen []string) bool {
	if p.Module == nil || p.Module.Path != floorplan.Module {
		return false
	}
	return len(chosen) == 0 || slices.Contains(chosen, short(p.ImportPath))
}

// short returns the import path below the module, or "." for the module itself.
func short(path string) string {
	if path == floorplan.Module {
		return "."
	}
	return strings.TrimPrefix(path, floorplan.Module+"/")
}

// row prints the figures of one package.
func row(w io.Writer, f measure.Figures, arrows, back int) {
	spread := func(s []int) string {
		return fmt.Sprintf("%d/%d/%d", measure.Quantile(s, .5), measure.Quantile(s, .95), measure.Quantile(s, 1))
	}
	tail := func(s []int) string {
		return fmt.Sprintf("%d/%d", measure.Quantile(s, .95), measure.Quantile(s, 1))
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%s\t%d\t%s\t%s\t%d\t%d\t%.2f\t%d\t%d\t%d\t%d\t%d\t\n",
		short(f.Path), f.Lines, len(f.FileLines), share(f.Comments, f.Lines),
		spread(f.FileLines), spread(f.FuncLines), len(f.Long), tail(f.Params), tail(f.Branches),
		len(f.Exported), share(f.Documented, len(f.Exported)),
		float64(f.TestLines)/float64(max(f.Lines, 1)), f.Fuzz, f.Vars, f.Inits, arrows, back)
}

// share returns part of whole in percent, or 100 if whole is 0.
func share(part, whole int) int {
	if whole == 0 {
		return 100
	}
	return (part*100 + whole/2) / whole
}

// describe returns a line for each function that is too long and, if arrows is set, for each
// back arrow.
func describe(f measure.Figures, back []measure.Arrow, arrows bool) []string {
	var out []string
	for _, fn := range f.Long {
		out = append(out, fmt.Sprintf("%s/%s: %s has %d lines", short(f.Path), fn.Place, fn.Name, fn.Lines))
	}
	if !arrows {
		return out
	}
	for _, a := range back {
		out = append(out, fmt.Sprintf("%s: %s -> %s (%s)", short(f.Path), a.From, a.To, strings.Join(a.Uses, ", ")))
	}
	return out
}
