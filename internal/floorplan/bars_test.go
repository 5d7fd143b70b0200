package floorplan

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea/internal/floorplan/measure"
)

const (
	fileQuestion = 500  // lines of a file that should be reviewed
	fileLimit    = 800  // lines of a file that must be split by concept
	packageLines = 4000 // lines of a package that should be split
	packageNames = 60   // exported names of a package
)

// A bar is the maximum size of a package, with the reason why it may exceed packageLines or
// packageNames.
type bar struct {
	lines, names int
	why          string
}

// bars lists the packages that may be larger than others. A package that no longer needs its bar
// loses it.
var bars = map[string]bar{
	"":           {1782, 284, "the words that all packages share: one constant for each reason code, zone, kind of element, kind of link and verdict on a form"},
	"robotsmeta": {3000, 95, "one constant for each directive and each kind of place it is said at"},

	"crawl":             {4100, packageNames, "what follows from one visit is decided in one place, with the same rules for what other nodes have found"},
	"analyze":           {packageLines, 69, "one constant for each language that can be named"},
	"frontier":          {5340, 60, "one state under one lock, with many views; what needs no state is in the packages below it"},
	"schedule":          {packageLines, 63, "one constant for each order, standing and way to visit again, and their names"},
	"frontier/record":   {4000, 80, "one key and one record for each table"},
	"index":             {4070, packageNames, "one state under one lock: how it is written, read, merged, rid of what was deleted, and copied"},
	"inspect":           {4000, 74, "one type for each thing that is told of a robots file, a page, a visit"},
	"search":            {4150, packageNames, "one plan for pages, links and spellings, which runs and contests share; what needs no plan is in the packages below it"},
	"robotstxt/dialect": {4000, 75, "one constant for each value of a switch, one function for each dialect"},
	"robotstxt/lint":    {4000, 110, "one constant for each check"},
}

// commandLines is the maximum size of the command: flags, settings and texts. Decisions belong
// in packages of their own.
const commandLines = 3000

// backArrows is how many references between the files of a package may run against their order,
// and back lists the packages with more. Such a package cannot be read from beginning to end.
const backArrows = 8

var back = map[string]int{
	"console":      10, // the guard of all routes refers to those for notices and for forms of operators
	"extract/html": 11, // the parser calls the readers of scripts, permalinks and controls, which are its methods
	"cmd/aranea":   26, // verbs and what they share
	"crawl":        31, // the branches of plan and what they call
	"frontier":     26, // one state with many views; all of them load and unload parts of it
	"index":        14, // one state, with the code that opens it and runs beside it
	"search":       12, // one plan for pages, links and spellings; hits are folded where they are arranged
}

// moduleFigures measures every package of the module once for all tests.
var moduleFigures = sync.OnceValues(func() ([]measure.Figures, error) {
	pkgs, err := modulePackages()
	if err != nil {
		return nil, err
	}
	var all []measure.Figures
	for _, p := range pkgs {
		f, err := measure.Of(p)
		if err != nil {
			return nil, err
		}
		f.Path = strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, Module), "/")
		all = append(all, f)
	}
	return all, nil
})

// figures returns the figures of every package, by path below the module.
func figures(t *testing.T) []measure.Figures {
	t.Helper()
	all, err := moduleFigures()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFunctionLengths(t *testing.T) {
	for _, f := range figures(t) {
		for _, fn := range f.Long {
			t.Errorf("%s/%s: %s has %d lines; %d are the limit", f.Path, fn.Place, fn.Name, fn.Lines, measure.LongFunc)
		}
	}
}

func TestPackageSizes(t *testing.T) {
	found := 0
	for _, f := range figures(t) {
		limit, listed := bars[f.Path]
		if !listed {
			limit = bar{lines: packageLines, names: packageNames}
		} else {
			found++
		}
		if f.Path == "cmd/aranea" {
			limit.lines = commandLines
		}
		if f.Lines > limit.lines {
			t.Errorf("%s has %d lines, over its bar of %d; split it, or give it a bar with a reason", f.Path, f.Lines, limit.lines)
		}
		if n := len(f.Exported); n > limit.names {
			t.Errorf("%s has %d exported names, over its bar of %d; split it, or give it a bar with a reason", f.Path, n, limit.names)
		}
		if listed && f.Lines <= packageLines && len(f.Exported) <= packageNames {
			t.Errorf("%s no longer needs its bar", f.Path)
		}
	}
	if found != len(bars) {
		t.Errorf("%d of %d packages with bars found", found, len(bars))
	}
}

func TestFileSizes(t *testing.T) {
	var report []string
	for _, f := range figures(t) {
		largest := measure.Quantile(f.FileLines, 1)
		if largest > fileLimit {
			t.Errorf("%s has a file of %d lines; split it by concept", f.Path, largest)
		}
		if largest > fileQuestion {
			report = append(report, fmt.Sprintf("%5d %s", largest, f.Path))
		}
	}
	slices.Sort(report)
	slices.Reverse(report)
	t.Logf("files over %d lines:\n%s", fileQuestion, strings.Join(report, "\n"))
}

func TestArrowsBack(t *testing.T) {
	all, err := measure.ListWithTypes(root)
	if err != nil {
		t.Fatal(err)
	}
	reader := measure.NewReader(all)
	found := 0
	for _, p := range all {
		if p.ImportPath != Module && !strings.HasPrefix(p.ImportPath, Module+"/") {
			continue
		}
		arrows, err := reader.Arrows(p)
		if err != nil {
			t.Fatal(err)
		}
		found += len(arrows)
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, Module), "/")
		limit, listed := back[name]
		if !listed {
			limit = backArrows
		}
		if _, up := measure.Back(arrows); len(up) > limit {
			t.Errorf("%s: %d references run back up between its files, over %d; go run ./internal/floorplan/figures -arrows %s names them", name, len(up), limit, name)
		}
	}
	if found < 100 {
		t.Errorf("%d references found", found)
	}
}
