package faults

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Lines are the lines of the settings of a file, by their names. They do not change.
type Lines struct {
	lines map[string]int
	last  int // of the file, for what is not there
}

// path joins the names that lead to a setting.
func path(names ...string) string { return strings.Join(names, "\x00") }

// Of returns the line of a setting, from 1; the last line of the file for one that is not there.
func (l Lines) Of(names ...string) int { return cmp.Or(l.lines[path(names...)], l.last) }

// Has reports whether a setting is in the file.
func (l Lines) Has(names ...string) bool { return l.lines[path(names...)] > 0 }

// Element returns the line of an element of a list, numbered from 0.
func (l Lines) Element(i int, names ...string) int {
	return cmp.Or(l.lines[path(append(slices.Clone(names), strconv.Itoa(i))...)], l.Of(names...))
}

// LinesOf finds the lines of a file that was decoded as TOML.
func LinesOf(text []byte) Lines {
	found := Lines{lines: map[string]int{}, last: bytes.Count(bytes.TrimRight(text, "\n"), []byte("\n")) + 1}
	var table []string
	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = found.noteKey(&p, e, nil)
		case unstable.KeyValue:
			found.note(&p, e, table)
		}
	}
	return found
}

// noteKey notes the line of the key of an expression, and returns the names that lead to it.
func (l Lines) noteKey(parser *unstable.Parser, e *unstable.Node, table []string) []string {
	names := slices.Clone(table)
	for it := e.Key(); it.Next(); {
		names = append(names, string(it.Node().Data))
		l.lines[path(names...)] = parser.Shape(it.Node().Raw).Start.Line
	}
	return names
}

// note notes the lines of a setting, of the elements of its list, and of those of a table in its line.
func (l Lines) note(parser *unstable.Parser, e *unstable.Node, table []string) {
	names := l.noteKey(parser, e, table)
	children := e.Value().Children()
	for i := 0; children.Next(); i++ {
		switch n := children.Node(); n.Kind {
		case unstable.KeyValue:
			l.note(parser, n, names)
		case unstable.String:
			l.lines[path(append(slices.Clone(names), strconv.Itoa(i))...)] = parser.Shape(n.Raw).Start.Line
		}
	}
}
