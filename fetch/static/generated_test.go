package static

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// closed finds the links of a list that ask not to be followed, with their words.
var closed = regexp.MustCompile(`<a href="[^"]*" rel="nofollow">([^<]*)</a>`)

// TestGenerated: a list asks not to follow the folders that a program wrote, and says by which mark; their own
// lists are as all are, for those who name them.
func TestGenerated(t *testing.T) {
	t.Parallel()
	const tag = cacheSignature + "\n# a cache\n"
	files := map[string]string{}
	for _, name := range strings.Fields("js/package.json js/index.js js/node_modules/x/package.json js/node_modules/x/dist/x.js js/dist/all.js js/build/icon.svg " +
		"py/pyproject.toml py/__pycache__/a.pyc py/env/pyvenv.cfg py/env/lib/x.py py/conda/conda-meta/history py/conda/lib/x.py py/notes/conda-meta/plan.txt py/dist/a.whl py/build/lib/a.py py/build/lib/__pycache__/a.pyc py/build/__pycache__/b.pyc " +
		"rs/Cargo.toml rs/src/target/aim.rs java/pom.xml java/target/a.class go/go.mod go/vendor/modules.txt shop/vendor/prices.txt " +
		"php/vendor/autoload.php net/obj/project.assets.json cc/out/CMakeCache.txt cc/CMakeLists.txt own/CMakeCache.txt own/CMakeLists.txt " +
		"notes/dist/map.txt notes/build/plan.txt notes/target/goals.txt beam/mix.exs beam/_build/a beam/deps/b") {
		files[name] = "x"
	}
	files["rs/out/CACHEDIR.TAG"], files["rs/false/CACHEDIR.TAG"] = tag, "Signature: none"
	dir := built(t, files)
	if err := os.Symlink(filepath.Join("..", "out", cacheTag), filepath.Join(dir, "rs", "src", cacheTag)); err != nil {
		t.Fatal(err)
	}
	f := folders(t, "https://a.test/=files:"+dir, "https://b.test/=files:"+filepath.Join(dir, "js", "node_modules"),
		"https://in.test/=files:"+filepath.Join(dir, "js", "node_modules", "x"), "https://beside.test/=files:"+filepath.Join(dir, "py", "build"))
	for url, want := range map[string]string{
		"https://a.test/":          "",
		"https://a.test/js/":       "dist: beside package.json|node_modules: called node_modules",
		"https://a.test/py/":       "__pycache__: called __pycache__|build: beside pyproject.toml|conda: has conda-meta/history|dist: beside pyproject.toml|env: has pyvenv.cfg",
		"https://a.test/rs/":       "out: has CACHEDIR.TAG",
		"https://a.test/rs/src/":   "",
		"https://a.test/java/":     "target: beside pom.xml",
		"https://a.test/go/":       "vendor: has modules.txt",
		"https://a.test/php/":      "vendor: has autoload.php",
		"https://a.test/shop/":     "",
		"https://a.test/net/":      "obj: has project.assets.json",
		"https://a.test/cc/":       "out: has CMakeCache.txt",
		"https://a.test/own/":      "",
		"https://a.test/notes/":    "",
		"https://a.test/beam/":     "_build: beside mix.exs|deps: beside mix.exs",
		"https://b.test/x/":        "",
		"https://in.test/":         "",
		"https://beside.test/":     "",
		"https://a.test/rs/false/": "",

		"https://a.test/js/node_modules/x/": "",
	} {
		var got []string
		for _, m := range closed.FindAllStringSubmatch(text(t, ask(t, f, "GET", url)), -1) {
			got = append(got, html.UnescapeString(m[1]))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", url, strings.Join(got, "|"), want)
		}
	}
	if got, want := listedAt(t, f, "https://a.test/js/"), "./build/ ./dist/ ./index.js ./node_modules/ ./package.json"; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
	if got, want := listedAt(t, f, "https://a.test/js/node_modules/x/"), "./dist/ ./package.json"; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
}
