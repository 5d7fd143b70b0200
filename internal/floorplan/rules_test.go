package floorplan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea/internal/floorplan/measure"
)

// root is the module's folder relative to this package.
const root = "../.."

// modulePackages lists the module once for all tests.
var modulePackages = sync.OnceValues(func() ([]measure.Package, error) { return measure.List(root) })

// list returns every package of the module.
func list(t *testing.T) []measure.Package {
	t.Helper()
	pkgs, err := modulePackages()
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) < 3 {
		t.Fatalf("go list found %d packages", len(pkgs))
	}
	return pkgs
}

// A syntax is the result of parse.
type syntax struct {
	fset  *token.FileSet
	files []*ast.File
}

// parsed caches the syntax of each package by import path for all tests.
var parsed sync.Map

// parse returns the syntax of the package's non-test files. The result is shared; use parseNew
// to modify it.
func parse(t *testing.T, p measure.Package) (*token.FileSet, []*ast.File) {
	t.Helper()
	if s, ok := parsed.Load(p.ImportPath); ok {
		return s.(syntax).fset, s.(syntax).files
	}
	fset, files := parseNew(t, p)
	parsed.Store(p.ImportPath, syntax{fset, files})
	return fset, files
}

// parseNew parses the package's non-test files.
func parseNew(t *testing.T, p measure.Package) (*token.FileSet, []*ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatalf("parse: %v", err)
		}
		files = append(files, f)
	}
	return fset, files
}

func TestFloors(t *testing.T) {
	var pkgs []Package
	for _, p := range list(t) {
		pkgs = append(pkgs, Package{Path: p.ImportPath, Imports: p.Imports})
	}
	for _, v := range Violations(pkgs) {
		t.Error(v)
	}
}

// TestApartExists checks that the packages that are kept apart exist.
func TestApartExists(t *testing.T) {
	exists := make(map[string]bool)
	for _, p := range list(t) {
		exists[strings.TrimPrefix(p.ImportPath, Module+"/")] = true
	}
	for _, pairs := range []map[[2]string]string{apart, left} {
		for pair := range pairs {
			for _, name := range pair {
				if !exists[name] {
					t.Errorf("there is no package %s", name)
				}
			}
		}
	}
}

func TestFloorsForbid(t *testing.T) {
	tests := []struct {
		name, from, to string
		forbidden      bool
	}{
		{"leaf to words", "weburl", "", true},
		{"leaf to leaf", "robotstxt", "weburl", true},
		{"pure to state", "scope", "frontier", true},
		{"pure to pure", "scope", "schedule", true},
		{"listed sibling", "frontier", "store", false},
		{"unlisted sibling", "store", "frontier", true},
		{"act to state", "search", "index", false},
		{"act to act", "crawl", "search", true},
		{"inside one room", "extract", "extract/html", false},
		{"plumbing", "index", "internal/hash", false},
		{"public leaf to plumbing", "weburl", "internal/hash", true},
		{"public leaf to its foundation", "robotsmeta", "internal/preference", false},
		{"foundation to leaf", "internal/preference", "robotsmeta", true},
		{"face to act", "console", "search", false},
		{"engine to act", "engine", "crawl", false},
		{"engine to face", "engine", "console", true},
		{"engine to its sibling", "engine", "cluster", true},
		{"face to the owner", "console/metrics", "engine", true},
		{"face to a service", "console", "engine/service", false},
		{"verb to the owner", "cmd/aranea/learned", "engine", true},
		{"service to the form of calls", "engine/service", "engine/wire", true},
		{"calls to a store", "engine/api", "frontier", true},
		{"owner to calls", "engine", "engine/api", false},
		{"left to a part", "console", "robotstxt", true},
		{"a part to what is left to it", "console/robots", "robotstxt", false},
		{"a part to who is asked", "console/robots", "engine/service", true},
		{"service to the crawler", "engine/service/servicetest", "crawl", true},
		{"service to what is told of a run", "engine/service", "crawl/runreport", false},
		{"act to engine", "crawl", "engine", true},
		{"document to extract", "document", "extract", true},
		{"index to document", "index", "document", false},
		{"inspect to fetch", "inspect", "fetch", false},
		{"inspect to crawl", "inspect", "crawl", false},
		{"crawl to inspect", "crawl", "inspect", true},
		{"glue", "cmd/aranea", "console", false},
		{"main imported", "console", "cmd/aranea", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Violations([]Package{{
				Path:    strings.TrimSuffix(Module+"/"+tt.from, "/"),
				Imports: []string{strings.TrimSuffix(Module+"/"+tt.to, "/")},
			}})
			if (len(got) > 0) != tt.forbidden {
				t.Errorf("violations %q, want forbidden=%v", got, tt.forbidden)
			}
		})
	}
}

// TestStandardOnly checks the dependencies of the packages that others import on their own.
func TestStandardOnly(t *testing.T) {
	found := 0
	for _, p := range list(t) {
		if !IsStandardOnly(p.ImportPath) {
			continue
		}
		found++
		for _, imp := range p.Imports {
			if first, _, _ := strings.Cut(imp, "/"); strings.Contains(first, ".") && !IsStandardOnly(imp) {
				t.Errorf("%s imports %s; it promises the standard library only", p.ImportPath, imp)
			}
		}
	}
	if found < 2+len(foundations) {
		t.Errorf("%d packages found, with %d foundations", found, len(foundations))
	}
}

func TestNames(t *testing.T) {
	banned := []string{"util", "utils", "common", "types", "models", "helpers", "base", "misc"}
	for _, p := range list(t) {
		if slices.Contains(banned, p.Name) {
			t.Errorf("%s: %q says nothing; name it by the idea it holds", p.ImportPath, p.Name)
		}
	}
}

func TestGoroutineCensus(t *testing.T) {
	for _, p := range list(t) {
		fset, files := parse(t, p)
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				if g, ok := n.(*ast.GoStmt); ok && !MayStartGoroutines(p.ImportPath) {
					t.Errorf("%s: a go statement in %s; MayStartGoroutines lists the packages that do", fset.Position(g.Pos()), p.ImportPath)
				}
				return true
			})
		}
	}
}

func TestNoInit(t *testing.T) {
	for _, p := range list(t) {
		fset, files := parse(t, p)
		for _, f := range files {
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Name.Name == "init" {
					t.Errorf("%s: init makes imports into configuration; construct what is needed where it is used", fset.Position(fd.Pos()))
				}
			}
		}
	}
}

func TestPurity(t *testing.T) {
	banned := map[string]string{
		"os": "files and environment belong to store, index, fetch and cmd", "net": "the network belongs to fetch",
		"net/http": "the network belongs to fetch", "math/rand": "chance is handed over as a seeded source",
		"math/rand/v2": "chance is handed over as a seeded source", "crypto/rand": "chance is handed over as a seeded source",
	}
	for _, p := range list(t) {
		if !IsPure(p.ImportPath) {
			continue
		}
		for _, imp := range p.Imports {
			if why, ok := banned[imp]; ok {
				t.Errorf("%s is pure and imports %s: %s", p.ImportPath, imp, why)
			}
		}
		fset, files := parse(t, p)
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok {
					if id, ok := sel.X.(*ast.Ident); ok && id.Name == "time" &&
						slices.Contains([]string{"Now", "Since", "Until", "Sleep", "After", "NewTimer", "NewTicker"}, sel.Sel.Name) {
						t.Errorf("%s: time.%s in a pure package; take now as an argument", fset.Position(sel.Pos()), sel.Sel.Name)
					}
				}
				return true
			})
		}
	}
}

// TestNoSleepInTests forbids waiting by the wall clock; testing/synctest has a clock.
func TestNoSleepInTests(t *testing.T) {
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && path != root || d.Name() == "work" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		return checkSleep(t, path)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkSleep(t *testing.T, path string) error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, 0)
	if err != nil {
		return err
	}
	usesSynctest := slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"testing/synctest"` })
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok || sel.Sel.Name != "Sleep" || usesSynctest {
			return true
		}
		if id, ok := sel.X.(*ast.Ident); ok && id.Name == "time" {
			t.Errorf("%s: time.Sleep outside a synctest bubble", fset.Position(sel.Pos()))
		}
		return true
	})
	return nil
}
