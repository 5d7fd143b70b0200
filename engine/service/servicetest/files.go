package servicetest

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Files returns the contents of the files of a folder by path.
func Files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	all := os.DirFS(dir)
	err := fs.WalkDir(all, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(all, name)
		out[filepath.Join(dir, name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Flip flips a bit in the middle of each file that matches a pattern and returns the names,
// relative to the folder.
func Flip(t *testing.T, dir, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v, %v", pattern, paths, err)
	}
	var names []string
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err == nil {
			data[len(bytes.TrimRight(data, "\x00"))/2] ^= 4 // logs are preallocated with zeros
			err = os.WriteFile(path, data, 0o600)           //nolint:gosec // a file of the test
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator))))
	}
	return names
}

// RefuseWrites keeps settings from being stored in a data folder until allow is called; they can
// still be read.
func RefuseWrites(t testing.TB, dir string) (allow func()) {
	t.Helper()
	inTheWay := filepath.Join(dir, "options.json.tmp")
	if err := os.Mkdir(inTheWay, 0o700); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.Remove(inTheWay); err != nil {
			t.Fatal(err)
		}
	}
}
