package mcp

import (
	"fmt"
	"strings"

	"github.com/aranea-search/aranea/internal/show"
)

// clean returns a text of strangers in one line, without characters that a reader cannot see and that
// could hide something from people, but not from a model.
func clean(s string) string { return show.Visible(s) }

// cleanAll is clean for a list; nil of an empty one.
func cleanAll(list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, clean(s))
	}
	return out
}

// lines is a text that grows by lines.
type lines struct{ b strings.Builder }

// add adds a line, which must be clean.
func (l *lines) add(format string, args ...any) {
	fmt.Fprintf(&l.b, format+"\n", args...)
}

// String returns the text without the last line end.
func (l *lines) String() string { return strings.TrimSuffix(l.b.String(), "\n") }
