package signon

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// places are the lines of the settings of a file, by their names.
type places struct {
	lines map[string]int
	last  int // of the file, for what is not there
}

// path joins the names that lead to a setting.
func path(names ...string) string { return strings.Join(names, "\x00") }

// of returns the line of a setting.
func (p places) of(names ...string) int { return cmp.Or(p.lines[path(names...)], p.last) }

func (p places) has(names ...string) bool { return p.lines[path(names...)] > 0 }

// element returns the line of an element of a list.
func (p places) element(i int, names ...string) int {
	return cmp.Or(p.lines[path(append(slices.Clone(names), strconv.Itoa(i))...)], p.of(names...))
}

// placesOf finds the lines of a file that was decoded.
func placesOf(text []byte) places {
	found := places{lines: map[string]int{}, last: bytes.Count(bytes.TrimRight(text, "\n"), []byte("\n")) + 1}
	var table []string
	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table:
			table = found.noteKey(&p, e, nil)
		case unstable.KeyValue:
			found.note(&p, e, table)
		}
	}
	return found
}

// noteKey notes the line of the key of an expression, and returns the names that lead to it.
func (p places) noteKey(parser *unstable.Parser, e *unstable.Node, table []string) []string {
	names := slices.Clone(table)
	for it := e.Key(); it.Next(); {
		names = append(names, string(it.Node().Data))
		p.lines[path(names...)] = parser.Shape(it.Node().Raw).Start.Line
	}
	return names
}

// note notes the lines of a setting, of the elements of its list, and of those of a table in its line.
func (p places) note(parser *unstable.Parser, e *unstable.Node, table []string) {
	names := p.noteKey(parser, e, table)
	children := e.Value().Children()
	for i := 0; children.Next(); i++ {
		switch n := children.Node(); n.Kind {
		case unstable.KeyValue:
			p.note(parser, n, names)
		case unstable.String:
			p.lines[path(append(slices.Clone(names), strconv.Itoa(i))...)] = parser.Shape(n.Raw).Start.Line
		}
	}
}

// faults are what is wrong with a file.
type faults []fault

type fault struct {
	line int
	text string
}

// add adds a fault, if there is one.
func (f *faults) add(line int, err error) {
	if err != nil {
		*f = append(*f, fault{line, err.Error()})
	}
}

// err returns all faults in the order of their lines, nil if there is none.
func (f faults) err() error {
	if len(f) == 0 {
		return nil
	}
	slices.SortStableFunc(f, func(a, b fault) int { return cmp.Compare(a.line, b.line) })
	var texts []string
	for _, one := range f[:min(len(f), maxFaults)] {
		texts = append(texts, fmt.Sprintf("line %d: %s", one.line, one.text))
	}
	if more := len(f) - maxFaults; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more faults", more))
	}
	return errors.New(strings.Join(texts, "; "))
}
