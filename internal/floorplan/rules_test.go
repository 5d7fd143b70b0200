package floorplan

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// root is the module's folder as seen from this package.
const root = "../.."

type listed struct {
	ImportPath string
	Dir        string
	Name       string
	GoFiles    []string
	Imports    []string
}

// list returns every package of the module.
func list(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Name,GoFiles,Imports", "./...")
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []listed
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("go list output: %v", err)
		}
		pkgs = append(pkgs, p)
	}
	if len(pkgs) < 3 {
		t.Fatalf("go list found %d packages", len(pkgs))
	}
	return pkgs
}

// parse returns the syntax of the package's non-test files.
func parse(t *testing.T, p listed) (*token.FileSet, []*ast.File) {
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
		{"face to engine", "console", "engine", false},
		{"act to engine", "crawl", "engine", true},
		{"document to extract", "document", "extract", true},
		{"index to document", "index", "document", false},
		{"inspect to fetch", "inspect", "fetch", false},
		{"inspect to crawl", "inspect", "crawl", true},
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

// TestStandardOnly holds what the packages that others import alone promise of
// the code they bring along.
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

var floorWord = regexp.MustCompile(`Floor: (\d)`)

func TestPackageComments(t *testing.T) {
	for _, p := range list(t) {
		_, files := parse(t, p)
		var text string
		for _, f := range files {
			if f.Doc != nil {
				text += f.Doc.Text()
			}
		}
		flat := strings.Join(strings.Fields(text), " ")
		said := floorWord.FindStringSubmatch(flat)
		floor, _, _ := Of(p.ImportPath)
		switch {
		case text == "":
			t.Errorf("%s has no package comment", p.ImportPath)
		case said == nil:
			t.Errorf("%s: the package comment does not say \"Floor: N\"", p.ImportPath)
		case said[1] != strconv.Itoa(int(floor)):
			t.Errorf("%s: the package comment says floor %s, the floor plan %d", p.ImportPath, said[1], floor)
		case !strings.Contains(flat, "Stability: public") && !strings.Contains(flat, "Stability: engine"):
			t.Errorf("%s: the package comment does not say \"Stability: public\" or \"Stability: engine\"", p.ImportPath)
		}
	}
}

func TestExportedComments(t *testing.T) {
	for _, p := range list(t) {
		fset, files := parse(t, p)
		for _, f := range files {
			for _, d := range f.Decls {
				checkDecl(t, fset, d)
			}
		}
	}
}

func checkDecl(t *testing.T, fset *token.FileSet, d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && receiverExported(d) {
			t.Errorf("%s: %s has no comment", fset.Position(d.Pos()), d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.IsExported() && d.Doc == nil && s.Doc == nil {
					t.Errorf("%s: type %s has no comment", fset.Position(s.Pos()), s.Name.Name)
				}
			case *ast.ValueSpec:
				if s.Names[0].IsExported() && d.Doc == nil && s.Doc == nil && s.Comment == nil {
					t.Errorf("%s: %s has no comment", fset.Position(s.Pos()), s.Names[0].Name)
				}
			}
		}
	}
}

func receiverExported(d *ast.FuncDecl) bool {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return true
	}
	expr := d.Recv.List[0].Type
	if s, ok := expr.(*ast.StarExpr); ok {
		expr = s.X
	}
	if g, ok := expr.(*ast.IndexExpr); ok {
		expr = g.X
	}
	id, ok := expr.(*ast.Ident)
	return ok && id.IsExported()
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
					t.Errorf("%s: init makes imports into configuration; construct in wire.go", fset.Position(fd.Pos()))
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

// TestNoSleepInTests keeps wall-clock waits out: testing/synctest has a clock.
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

const (
	fileQuestion = 500 // lines: look again
	fileLimit    = 800 // lines: split by concept
)

func TestFileSizes(t *testing.T) {
	var report []string
	for _, p := range list(t) {
		for _, name := range p.GoFiles {
			data, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				t.Fatal(err)
			}
			n := bytes.Count(data, []byte("\n"))
			rel := strings.TrimPrefix(p.ImportPath+"/"+name, Module+"/")
			if n > fileLimit {
				t.Errorf("%s has %d lines; split it by concept", rel, n)
			}
			if n > fileQuestion {
				report = append(report, fmt.Sprintf("%5d %s", n, rel))
			}
		}
	}
	slices.Sort(report)
	slices.Reverse(report)
	t.Logf("files over %d lines:\n%s", fileQuestion, strings.Join(report, "\n"))
}

// TestPublicAPI compares the exported API of the public packages with
// docs/api/*.txt. Run with -update after a change that is meant.
func TestPublicAPI(t *testing.T) {
	for _, p := range list(t) {
		if !IsPublic(p.ImportPath) {
			continue
		}
		name := strings.ReplaceAll(strings.TrimPrefix(p.ImportPath, Module+"/"), "/", "_")
		golden := filepath.Join(root, "docs", "api", name+".txt")
		got := api(t, p)
		if *update {
			if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatalf("%v; run go test ./internal/floorplan -update", err)
		}
		if got != string(want) {
			t.Errorf("the exported API of %s changed; if that is meant, run go test ./internal/floorplan -update and review %s", p.ImportPath, name+".txt")
		}
	}
}

// api prints the exported declarations of p without bodies and comments.
func api(t *testing.T, p listed) string {
	t.Helper()
	fset, files := parse(t, p)
	d, err := doc.NewFromFiles(fset, files, p.ImportPath)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	emit := func(n ast.Node) {
		var b strings.Builder
		cfg := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}
		if err := cfg.Fprint(&b, fset, n); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, b.String())
	}
	values := func(vs []*doc.Value) {
		for _, v := range vs {
			ast.Inspect(v.Decl, stripComments)
			v.Decl.Doc = nil
			emit(v.Decl)
		}
	}
	funcs := func(fs []*doc.Func) {
		for _, f := range fs {
			f.Decl.Body, f.Decl.Doc = nil, nil
			emit(f.Decl)
		}
	}
	values(d.Consts)
	values(d.Vars)
	funcs(d.Funcs)
	for _, ty := range d.Types {
		ty.Decl.Doc = nil
		ast.Inspect(ty.Decl, stripComments)
		emit(ty.Decl)
		values(ty.Consts)
		values(ty.Vars)
		funcs(ty.Funcs)
		funcs(ty.Methods)
	}
	return strings.Join(lines, "\n") + "\n"
}

func stripComments(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Field:
		n.Doc, n.Comment = nil, nil
	case *ast.ValueSpec:
		n.Doc, n.Comment = nil, nil
	case *ast.TypeSpec:
		n.Doc, n.Comment = nil, nil
	}
	return true
}
