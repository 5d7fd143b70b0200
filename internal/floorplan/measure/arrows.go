package measure

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// An Arrow is a reference from a file to declarations in another file of its package.
type Arrow struct {
	From, To string // file names
	Uses     []string
}

// A Reader type-checks packages and finds the references between their files. It is not safe for
// concurrent use.
type Reader struct {
	fset *token.FileSet
	imp  types.Importer
}

// NewReader returns a Reader for the packages from ListWithTypes.
func NewReader(all []Package) *Reader {
	exports := make(map[string]string, len(all))
	for _, p := range all {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	open := func(path string) (io.ReadCloser, error) {
		file, ok := exports[path]
		if !ok || file == "" {
			return nil, fmt.Errorf("no compiled package %s", path)
		}
		return os.Open(file)
	}
	return &Reader{fset: fset, imp: importer.ForCompiler(fset, "gc", open)}
}

// Arrows returns the references between the files of p, sorted by name.
func (r *Reader) Arrows(p Package) ([]Arrow, error) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(r.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	info := types.Info{Uses: make(map[*ast.Ident]types.Object)}
	conf := types.Config{Importer: r.imp}
	pkg, err := conf.Check(p.ImportPath, r.fset, files, &info)
	if err != nil {
		return nil, fmt.Errorf("types of %s: %w", p.ImportPath, err)
	}
	return r.collect(pkg, info.Uses), nil
}

// collect makes arrows from the uses of the package's own functions, types, methods, constants
// and variables. It ignores fields, which belong to their type, and locals, which belong to
// their function.
func (r *Reader) collect(pkg *types.Package, uses map[*ast.Ident]types.Object) []Arrow {
	type pair struct{ from, to string }
	found := make(map[pair]map[string]bool)
	for id, obj := range uses {
		if obj.Pkg() != pkg || !ofPackage(obj) {
			continue
		}
		from, to := r.file(id.Pos()), r.file(obj.Pos())
		if from == to {
			continue
		}
		k := pair{from, to}
		if found[k] == nil {
			found[k] = make(map[string]bool)
		}
		found[k][obj.Name()] = true
	}
	arrows := make([]Arrow, 0, len(found))
	for k, names := range found {
		arrows = append(arrows, Arrow{From: k.from, To: k.to, Uses: slices.Sorted(maps.Keys(names))})
	}
	slices.SortFunc(arrows, func(a, b Arrow) int {
		return slices.Compare([]string{a.From, a.To}, []string{b.From, b.To})
	})
	return arrows
}

// ofPackage reports whether the object is declared at package level or is a method.
func ofPackage(obj types.Object) bool {
	_, function := obj.(*types.Func)
	return function || obj.Parent() == obj.Pkg().Scope()
}

func (r *Reader) file(pos token.Pos) string {
	return filepath.Base(r.fset.Position(pos).Filename)
}

// Back orders the files so that few arrows run backwards, from a file to an earlier one, and
// returns the order and those arrows. A package whose files form layers has none. It starts with
// the files that use most and are used least, and moves one file at a time to its best position
// as long as that helps.
func Back(arrows []Arrow) (order []string, back []Arrow) {
	g := newGraph(arrows)
	for g.improve() {
	}
	place := make(map[string]int, len(g.order))
	for i, n := range g.order {
		place[g.names[n]] = i
		order = append(order, g.names[n])
	}
	for _, a := range arrows {
		if place[a.To] < place[a.From] {
			back = append(back, a)
		}
	}
	return order, back
}

// A graph has the files by number, and their order.
type graph struct {
	names []string
	edge  [][]bool
	order []int
}

func newGraph(arrows []Arrow) *graph {
	number := make(map[string]int)
	g := &graph{}
	for _, a := range arrows {
		for _, name := range []string{a.From, a.To} {
			if _, ok := number[name]; !ok {
				number[name] = len(g.names)
				g.names = append(g.names, name)
			}
		}
	}
	balance := make([]int, len(g.names))
	g.edge = make([][]bool, len(g.names))
	for i := range g.edge {
		g.edge[i] = make([]bool, len(g.names))
		g.order = append(g.order, i)
	}
	for _, a := range arrows {
		from, to := number[a.From], number[a.To]
		g.edge[from][to] = true
		balance[from]++
		balance[to]--
	}
	slices.SortStableFunc(g.order, func(a, b int) int { return balance[b] - balance[a] })
	return g
}

// improve moves each file to the position with the fewest back arrows, and reports whether any
// move helped.
func (g *graph) improve() bool {
	helped := false
	for at := range g.order {
		to, gain := g.best(at)
		if gain <= 0 {
			continue
		}
		n := g.order[at]
		g.order = slices.Insert(slices.Delete(g.order, at, at+1), to, n)
		helped = true
	}
	return helped
}

// best returns the position to which the file at the given position should move, and how many
// back arrows that saves.
func (g *graph) best(at int) (place, gain int) {
	n := g.order[at]
	place = at
	for sum, i := 0, at+1; i < len(g.order); i++ { // downwards: past the files that use it
		m := g.order[i]
		sum += toInt(g.edge[m][n]) - toInt(g.edge[n][m])
		if sum > gain {
			place, gain = i, sum
		}
	}
	for sum, i := 0, at-1; i >= 0; i-- { // upwards: past the files it uses
		m := g.order[i]
		sum += toInt(g.edge[n][m]) - toInt(g.edge[m][n])
		if sum > gain {
			place, gain = i, sum
		}
	}
	return place, gain
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
