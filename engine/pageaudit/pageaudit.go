// Package pageaudit finds pages that do not describe themselves: those that have the same title or
// description as another one, and those without a title, a description or a heading.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It is pure. Texts are compared as the index
// keeps them, of descriptions the first 500 bytes; pages with the same content, which are not in the
// index twice, are the concern of package dedupe.
package pageaudit

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/engine/imports"
)

// Limits of a list.
const (
	// MaxPages is how many different texts are compared, of some 20 bytes each.
	MaxPages = 5_000_000
	// MaxShared is how many pages that share a text are listed.
	MaxShared = 50_000
)

// A Part is what a page says about itself.
type Part uint8

// The parts. The zero Part is none.
const (
	Title Part = 1 + iota
	Description
	Heading // of any level; it is not compared, because the index keeps only some of them
)

var partNames = [...]string{"", "title", "description", "heading"}

// String returns the name of the part, "" for none.
func (p Part) String() string {
	if int(p) < len(partNames) {
		return partNames[p]
	}
	return fmt.Sprintf("part %d", uint8(p))
}

// ParsePart returns the one of some parts that has a name.
func ParsePart(name string, of ...Part) (Part, error) {
	names := make([]string, len(of))
	for i, p := range of {
		if names[i] = p.String(); names[i] == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("%.40q is not one of %s", name, strings.Join(names, ", "))
}

// Of returns the text of the part that is compared, "" if there is none.
func (p Part) Of(d *imports.Document) string {
	switch p {
	case Title:
		return d.Title
	case Description:
		return d.Description
	}
	return ""
}

// Lacks reports whether a page has no such part. The text of a description may not be kept although
// there is one, so the elements are asked.
func (p Part) Lacks(d *imports.Document) bool {
	if p.Of(d) != "" {
		return false
	}
	for kind, n := range d.Elements {
		if n > 0 && (kind == p.String() || p == Heading && isHeading(kind)) {
			return false
		}
	}
	return true
}

func isHeading(kind string) bool {
	return len(kind) == 2 && kind[0] == 'h' && kind[1] >= '1' && kind[1] <= '6'
}

// Shared returns the pages whose part has the same text as that of another page, sorted by that text
// and then by URL, without their own texts, and whether there are more than MaxShared, or more than
// MaxPages texts. pages is called twice.
func Shared(ctx context.Context, p Part, pages func(context.Context) iter.Seq2[imports.Document, error]) (all []imports.Document, more bool, err error) {
	seed, times := maphash.MakeSeed(), map[uint64]bool{} // whether a text came more than once
	for d, err := range pages(ctx) {
		if err != nil {
			return nil, false, err
		}
		text := p.Of(&d)
		if text == "" {
			continue
		}
		sum := maphash.String(seed, text)
		_, again := times[sum]
		if !again && len(times) == MaxPages {
			more = true
			break
		}
		times[sum] = again
	}
	for d, err := range pages(ctx) {
		if err != nil {
			return nil, false, err
		}
		text := p.Of(&d)
		if text == "" || !times[maphash.String(seed, text)] {
			continue
		}
		if len(all) == MaxShared {
			more = true
			break
		}
		d.Text = ""
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b imports.Document) int {
		return cmp.Or(cmp.Compare(p.Of(&a), p.Of(&b)), cmp.Compare(a.URL, b.URL))
	})
	return slices.DeleteFunc(all, alone(p, all)), more, nil
}

// alone returns a function that reports whether no other page of a list has the text of a page: two
// different texts may have one sum, and the index may have changed in between.
func alone(p Part, all []imports.Document) func(imports.Document) bool {
	count := map[string]int{}
	for i := range all {
		count[p.Of(&all[i])]++
	}
	return func(d imports.Document) bool { return count[p.Of(&d)] < 2 }
}
