package measure

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Figures are the metrics of one package, or the sum over several.
type Figures struct {
	Path      string
	Lines     int   // of non-test files, including comments and empty lines
	Comments  int   // lines with a comment
	TestLines int   // of test files
	FileLines []int // lines of each file, sorted
	FuncLines []int // lines of each function, sorted
	Params    []int // parameters of each function, sorted
	Branches  []int // cyclomatic complexity of each function, sorted
	Long      []Func
	Exported  []string // exported names at package level, sorted
	Documented,
	Fuzz,
	Vars, // variables at package level
	Inits int
}

// A Func is a function that is too long.
type Func struct {
	Name  string
	Place string // file and line
	Lines int
}

// LongFunc is the length in lines above which a function is listed.
const LongFunc = 60

// Of returns the figures of the package. It ignores files marked as generated.
func Of(p Package) (Figures, error) {
	f := Figures{Path: p.ImportPath}
	fset := token.NewFileSet()
	for _, name := range p.GoFiles {
		if err := f.addFile(fset, filepath.Join(p.Dir, name)); err != nil {
			return Figures{}, err
		}
	}
	for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		if err := f.addTest(fset, filepath.Join(p.Dir, name)); err != nil {
			return Figures{}, err
		}
	}
	f.sort()
	return f, nil
}

// Sum returns the sum of the figures of all packages, under the name path.
func Sum(path string, all []Figures) Figures {
	total := Figures{Path: path}
	for _, f := range all {
		total.Lines += f.Lines
		total.Comments += f.Comments
		total.TestLines += f.TestLines
		total.Documented += f.Documented
		total.Fuzz += f.Fuzz
		total.Vars += f.Vars
		total.Inits += f.Inits
		total.FileLines = append(total.FileLines, f.FileLines...)
		total.FuncLines = append(total.FuncLines, f.FuncLines...)
		total.Params = append(total.Params, f.Params...)
		total.Branches = append(total.Branches, f.Branches...)
		total.Long = append(total.Long, f.Long...)
		total.Exported = append(total.Exported, f.Exported...)
	}
	total.sort()
	return total
}

func (f *Figures) sort() {
	for _, s := range [][]int{f.FileLines, f.FuncLines, f.Params, f.Branches} {
		slices.Sort(s)
	}
	slices.Sort(f.Exported)
}

// Quantile returns the q-quantile of the sorted list, or 0 for an empty list.
func Quantile(sorted []int, q float64) int {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// addFile adds one non-test file.
func (f *Figures) addFile(fset *token.FileSet, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(fset, path, data, parser.ParseComments)
	if err != nil {
		return err
	}
	if ast.IsGenerated(file) {
		return nil
	}
	lines := bytes.Count(data, []byte("\n"))
	f.Lines += lines
	f.FileLines = append(f.FileLines, lines)
	for _, group := range file.Comments {
		for _, c := range group.List {
			f.Comments += fset.Position(c.End()).Line - fset.Position(c.Pos()).Line + 1
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f.addFunc(fset, d)
		case *ast.GenDecl:
			f.addDecl(d)
		}
	}
	return nil
}

// addFunc adds one function or method.
func (f *Figures) addFunc(fset *token.FileSet, d *ast.FuncDecl) {
	from, to := fset.Position(d.Pos()), fset.Position(d.End())
	lines := to.Line - from.Line + 1
	f.FuncLines = append(f.FuncLines, lines)
	f.Params = append(f.Params, d.Type.Params.NumFields())
	f.Branches = append(f.Branches, branches(d))
	if lines > LongFunc {
		place := fmt.Sprintf("%s:%d", filepath.Base(from.Filename), from.Line)
		f.Long = append(f.Long, Func{Name: d.Name.Name, Place: place, Lines: lines})
	}
	switch {
	case d.Recv == nil && d.Name.Name == "init":
		f.Inits++
	case d.Recv == nil && d.Name.IsExported():
		f.export(d.Name, d.Doc != nil)
	}
}

// addDecl adds the types, constants and variables of one declaration.
func (f *Figures) addDecl(d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			f.export(s.Name, d.Doc != nil || s.Doc != nil)
		case *ast.ValueSpec:
			for _, name := range s.Names {
				f.export(name, d.Doc != nil || s.Doc != nil || s.Comment != nil)
				if d.Tok == token.VAR && name.Name != "_" {
					f.Vars++
				}
			}
		}
	}
}

// export records the name if it is exported, and whether it has a comment.
func (f *Figures) export(name *ast.Ident, documented bool) {
	if !name.IsExported() {
		return
	}
	f.Exported = append(f.Exported, name.Name)
	if documented {
		f.Documented++
	}
}

// addTest adds one test file.
func (f *Figures) addTest(fset *token.FileSet, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f.TestLines += bytes.Count(data, []byte("\n"))
	file, err := parser.ParseFile(fset, path, data, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range file.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && strings.HasPrefix(fd.Name.Name, "Fuzz") {
			f.Fuzz++
		}
	}
	return nil
}

// branches returns the cyclomatic complexity of the function: one, plus one for each branch.
func branches(d *ast.FuncDecl) int {
	n := 1
	ast.Inspect(d, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
