package static

import (
	"bytes"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// A program's folder holds what a program wrote or fetched and can write or fetch again: packages, builds,
// caches. What people look for is beside it.

// cacheTag is the file by which a folder says so itself, and cacheSignature what that begins with
// (https://bford.info/cachedir/).
const (
	cacheTag       = "CACHEDIR.TAG"
	cacheSignature = "Signature: 8a477f597d28d172789f06886806bc55"
)

// A program tells the folders that programs write, by a name and files beside or in the folder.
type program struct {
	name   string   // of the folder; "" for any
	beside []string // one of these is beside it
	inside []string // or one of these in it; if neither is named, the name says it
	but    string   // unless this is in it
}

// programs are the rules, by languages and tools.
var programs = [...]program{
	{name: "node_modules"},
	{name: "bower_components", beside: []string{"bower.json"}},
	{name: "dist", beside: []string{"package.json", "pyproject.toml", "setup.py"}},
	{name: "__pycache__"},
	{inside: []string{"pyvenv.cfg", "conda-meta/history"}},
	{name: "build", beside: []string{"pyproject.toml", "setup.py", "build.gradle", "build.gradle.kts", "pubspec.yaml"}},
	{name: "target", beside: []string{"Cargo.toml", "pom.xml", "build.sbt"}},
	{name: "vendor", inside: []string{"modules.txt", "autoload.php"}}, // Go, Composer
	{name: "obj", inside: []string{"project.assets.json"}},            // NuGet
	{name: "_build", beside: []string{"mix.exs", "rebar.config", "dune-project"}},
	{name: "deps", beside: []string{"mix.exs"}},
	{name: "Pods", beside: []string{"Podfile"}},
	{inside: []string{"CMakeCache.txt"}, but: "CMakeLists.txt"},
}

// generatedBy tells by which mark a folder below a root is one that a program wrote; "" if it is not.
func generatedBy(root *os.Root, folder string) string {
	if isCache(root, folder) {
		return "has " + cacheTag
	}
	name, above := path.Base(folder), path.Dir(folder)
	for i := range programs {
		if mark := programs[i].mark(root, folder, name, above); mark != "" {
			return mark
		}
	}
	return ""
}

// mark returns the mark by which a folder with a name, in another one, fits the rule; "" if it does not.
func (p *program) mark(root *os.Root, folder, name, above string) string {
	if p.name != "" && p.name != name {
		return ""
	}
	if p.beside == nil && p.inside == nil {
		return "called " + p.name
	}
	if f := first(root, above, p.beside); f != "" {
		return "beside " + f
	}
	if f := first(root, folder, p.inside); f != "" && (p.but == "" || first(root, folder, []string{p.but}) == "") {
		return "has " + f
	}
	return ""
}

// first returns the first of some names that a regular file in a folder has, "" if none has.
func first(root *os.Root, folder string, names []string) string {
	i := slices.IndexFunc(names, func(name string) bool {
		local, err := filepath.Localize(path.Join(folder, name))
		if err != nil {
			return false
		}
		info, err := root.Lstat(local)
		return err == nil && info.Mode().IsRegular()
	})
	if i < 0 {
		return ""
	}
	return names[i]
}

// isCache reports whether a folder says that it is a cache.
func isCache(root *os.Root, folder string) bool {
	if first(root, folder, []string{cacheTag}) == "" {
		return false
	}
	f, _, err := open(root, path.Join(folder, cacheTag))
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }() // nothing was written
	var head [len(cacheSignature)]byte
	n, _ := io.ReadFull(f, head[:]) // less of it is no signature
	return bytes.Equal(head[:n], []byte(cacheSignature))
}

// inGenerated reports whether a folder below a root, "" for the root itself, or one that it lies in, is one that a
// program wrote. Whoever has it read has named that one, so nothing in it is left out.
func inGenerated(root *os.Root, folder string) bool {
	for ; folder != "" && folder != "."; folder = path.Dir(folder) {
		if generatedBy(root, folder) != "" {
			return true
		}
	}
	return liesInGenerated(root.Name())
}

// liesInGenerated is inGenerated for a folder on disk. Of what is above it only the marks are looked at, and nothing
// that cannot be read.
func liesInGenerated(dir string) bool {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	for above := filepath.Dir(dir); err == nil && above != dir; dir, above = above, filepath.Dir(above) {
		root, fault := os.OpenRoot(above)
		if fault != nil {
			continue
		}
		mark := generatedBy(root, filepath.Base(dir))
		_ = root.Close() // nothing was written
		if mark != "" {
			return true
		}
	}
	return false
}
