package floorplan

import (
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

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
		case files[0].Name.Name != "main" && !strings.HasPrefix(flat, "Package "+files[0].Name.Name+" "):
			t.Errorf("%s: the package comment does not begin with \"Package %s\"", p.ImportPath, files[0].Name.Name)
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
