// Package docs carries the documentation of this folder inside the binary, so
// that every reason code and every API field that a page names can be looked up
// on the same server, without a network.
//
// Floor: 0 (leaves). Stability: engine. It holds text and knows nothing of how
// the text is shown.
package docs

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.md robots/*.md format/*.md
var files embed.FS

// Ending is how the names of the files end.
const Ending = ".md"

// Page returns the Markdown text of a page, named by its path in this folder
// without its ending: "reasons", "robots/lint". It returns false if there is none.
func Page(name string) (string, bool) {
	text, err := files.ReadFile(name + Ending)
	return string(text), err == nil
}

// Pages returns the names of all pages in alphabetical order, those of this
// folder before those of a folder below it.
func Pages() []string {
	var out []string
	for _, pattern := range []string{"*" + Ending, "*/*" + Ending} {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			panic("docs: a pattern of ours is malformed: " + err.Error())
		}
		for _, n := range names {
			out = append(out, strings.TrimSuffix(n, Ending))
		}
	}
	return out
}
