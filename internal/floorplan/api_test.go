package floorplan

import (
	"flag"
	"go/ast"
	"go/doc"
	"go/printer"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/internal/floorplan/measure"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestPublicAPI compares the exported API of the public packages with docs/api/*.txt. Run it
// with -update after an intended change.
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
func api(t *testing.T, p measure.Package) string {
	t.Helper()
	fset, files := parseNew(t, p)
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
