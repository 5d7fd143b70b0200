// Package measure computes metrics of the code: lines, comments, the length and branching of
// functions, exported names, tests, and the references between the files of a package that run
// against their order.
//
// Floor: 0 (leaves). Stability: engine. It reads source files through the go command and judges
// nothing: the limits are tests of internal/floorplan, and internal/floorplan/figures prints the
// table.
package measure

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// A Package is one package of the module as listed by the go command.
type Package struct {
	ImportPath   string
	Dir          string
	Name         string
	GoFiles      []string // files of the package for this system, without tests
	TestGoFiles  []string // tests inside the package
	XTestGoFiles []string // tests outside it
	Imports      []string // import paths of GoFiles
	Export       string   // file with the exported types of the compiled package; only from ListWithTypes
	Standard     bool     // part of the standard library
	Module       *struct{ Path string }
}

// List returns the packages of the module in the folder root.
func List(root string) ([]Package, error) {
	return goList(root, "./...")
}

// ListWithTypes returns the packages of the module and all that they import, compiled, so that
// their types are available.
func ListWithTypes(root string) ([]Package, error) {
	return goList(root, "-deps", "-export", "./...")
}

// goList runs go list with args in the folder root and parses its output.
func goList(root string, args ...string) ([]Package, error) {
	fields := "-json=ImportPath,Dir,Name,GoFiles,TestGoFiles,XTestGoFiles,Imports,Export,Standard,Module"
	cmd := exec.Command("go", append([]string{"list", fields}, args...)...) //nolint:gosec,noctx // the callers are tests and tools of this module
	cmd.Dir = root
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var pkgs []Package
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p Package
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, fmt.Errorf("output of go list: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}
