// Package faults tells what is wrong with a file of settings in TOML: all faults at once, each with its line.
//
// Floor: 0 (leaves). Stability: engine. It does not know what a file may hold; who decodes one does.
package faults

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// most is how many faults are told at once.
const most = 20

// A List is what is wrong with a file. The zero List is empty.
type List []fault

type fault struct {
	line int
	text string
}

// Add adds a fault at a line, if err is one.
func (f *List) Add(line int, err error) {
	if err != nil {
		*f = append(*f, fault{line, err.Error()})
	}
}

// Err returns all faults in the order of their lines, of many the first ones, in one error; nil if there is none.
func (f List) Err() error {
	if len(f) == 0 {
		return nil
	}
	slices.SortStableFunc(f, func(a, b fault) int { return cmp.Compare(a.line, b.line) })
	var texts []string
	for _, one := range f[:min(len(f), most)] {
		texts = append(texts, fmt.Sprintf("line %d: %s", one.line, one.text))
	}
	if more := len(f) - most; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more faults", more))
	}
	return errors.New(strings.Join(texts, "; "))
}
