package floorplan

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// filePath is a file of this repository where a comment or a page names it.
	filePath = regexp.MustCompile(`\b[a-z]+(?:/[a-z0-9_-]+)+\.(?:go|md)\b`)
	// mapPath is what the map of the repository names: files, and folders too.
	mapPath = regexp.MustCompile("`([a-z]+(?:/[a-z0-9_-]+)+(?:\\.[a-z]+)?)`")
)

// TestPaths: the files that the program and its pages name are there, and the folders of ARCHITECTURE.md. Tests
// name files of sites as well, and what tells of the past what was.
func TestPaths(t *testing.T) {
	named := 0
	for in, text := range sources(t) {
		if strings.HasSuffix(in, "_test.go") || strings.HasPrefix(in, "docs/decisions/") || strings.HasPrefix(in, "changelog/") || in == "CHANGELOG.md" {
			continue
		}
		paths := filePath.FindAllString(text, -1)
		if in == "ARCHITECTURE.md" {
			for _, m := range mapPath.FindAllStringSubmatch(text, -1) {
				paths = append(paths, m[1])
			}
		}
		for _, p := range paths {
			if top, _, _ := strings.Cut(p, "/"); !exists(top) {
				continue // in an example
			}
			if named++; !exists(p) && !exists(filepath.Join(filepath.Dir(in), p)) {
				t.Errorf("%s names %s, which is not there", in, p)
			}
		}
	}
	if named < 300 {
		t.Errorf("only %d paths are named", named)
	}
}

// exists reports whether there is something at a path of the repository.
func exists(path string) bool {
	_, err := os.Stat(filepath.Join(root, filepath.FromSlash(path)))
	return err == nil
}
