// Package datagraph looks things up in the structured data of a page, JSON-LD and microdata: the items
// of a type, and the values that properties of theirs lead to.
//
// Floor: 2 (pure). Stability: engine. It reads no markup: package facets makes items of microdata, and
// package linkeddata decodes JSON-LD.
package datagraph

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Limits of structured data of a page. What is beyond them is left out.
const (
	MaxData  = 1 << 20 // bytes of linked data and of the texts of microdata
	MaxItems = 256     // items of microdata
	MaxProps = 64      // properties of an item of microdata, and values of one property
	maxRoots = 64 + MaxItems
	maxDepth = 16     // nested objects and lists
	maxNodes = 10_000 // objects and values that are looked at for items
)

// An Item is an object of JSON-LD or an item of microdata: properties, and @type and @id.
type Item = map[string]any

// A Graph is the structured data of a page. The zero value is empty. It is for one goroutine.
type Graph struct {
	roots []any
	bytes int
	items int

	nodes int
	cut   bool
	all   []found         // all items, those around others before them
	ids   map[string]Item // those of which more than a reference stands there
}

// A found item knows the items around it.
type found struct {
	item   Item
	around int // index of the innermost item around it, -1 for none
}

// Add adds data of some size, as encoding/json decodes it into an any with UseNumber.
func (g *Graph) Add(v any, size int) {
	if g.bytes += size; g.bytes > MaxData || len(g.roots) == maxRoots {
		g.cut = true
		return
	}
	g.roots = append(g.roots, v)
}

// NewItem returns a new item of microdata. Of a page that has too many, further ones are part of nothing.
func (g *Graph) NewItem(types []string, id string) Item {
	it := Item{}
	var all []any
	for _, t := range types {
		all = append(all, t)
	}
	if it["@type"] = all; id != "" {
		it["@id"] = id
	}
	return it
}

// Place puts an item of microdata where it belongs: in properties of another one, or by itself.
func (g *Graph) Place(it, of Item, props []string) {
	switch g.items++; {
	case g.items > MaxItems:
	case of != nil && len(props) > 0:
		g.Set(of, props, it)
	default:
		g.Add(it, 0)
	}
}

// Set adds a value to properties of an item of microdata.
func (g *Graph) Set(of Item, props []string, value any) {
	text, _ := value.(string)
	if g.bytes += len(text); g.bytes > MaxData {
		return
	}
	for _, name := range props {
		if strings.HasPrefix(name, "@") {
			continue
		}
		if all, _ := of[name].([]any); len(of) < MaxProps && len(all) < MaxProps {
			of[name] = append(all, value)
		}
	}
}

// Collect finds the items of all data. What is added later is not looked at.
func (g *Graph) Collect() {
	g.ids = map[string]Item{}
	for _, v := range g.roots {
		g.find(v, -1, maxDepth)
	}
}

// find finds the items in a value.
func (g *Graph) find(v any, around, depth int) {
	if g.nodes++; g.nodes > maxNodes || depth == 0 {
		switch v.(type) {
		case []any, Item:
			g.cut = true
		}
		return
	}
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			g.find(x, around, depth-1)
		}
	case Item:
		g.all = append(g.all, found{v, around})
		at := len(g.all) - 1
		if id := ID(v); id != "" && !isReference(v) {
			if _, known := g.ids[id]; !known {
				g.ids[id] = v
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			switch inner := v[name].(type) {
			case []any, Item:
				g.find(inner, at, depth-1)
			}
		}
	}
}

// Cut reports whether limits left out data that was added, once Collect has found its items.
func (g *Graph) Cut() bool { return g.cut }

// Of returns the items of a type, in any case, or with * all. Items that stand in another one of the
// type, as similar products stand in a product, are not among them.
func (g *Graph) Of(name string) []Item { return g.OfAny([]string{name}) }

// OfAny returns the items that Of returns for some types, one type after another and each item once.
func (g *Graph) OfAny(names []string) (all []Item) {
	taken := make([]bool, len(g.all))
	for _, name := range names {
		for _, i := range g.of(name) {
			if !taken[i] {
				taken[i] = true
				all = append(all, g.all[i].item)
			}
		}
	}
	return all
}

// of returns the indexes of the items of a type.
func (g *Graph) of(name string) (all []int) {
	is := make([]bool, len(g.all)) // of the type, or in one of it
	for i, f := range g.all {
		if f.around >= 0 && is[f.around] && name != "*" {
			is[i] = true
			continue
		}
		if name == "*" || isOf(f.item, name) {
			is[i] = true
			all = append(all, i)
		}
	}
	return all
}

// Refers reports whether an item only refers to another one of the graph.
func (g *Graph) Refers(it Item) bool { return isReference(it) && g.ids[ID(it)] != nil }

// isOf reports whether an item is of a type.
func isOf(it Item, name string) bool {
	switch types := it["@type"].(type) {
	case string:
		return strings.EqualFold(short(types), name)
	case []any:
		for _, t := range types {
			if t, ok := t.(string); ok && strings.EqualFold(short(t), name) {
				return true
			}
		}
	}
	return false
}

// Prefix stands before the names of schema.org in rules, and in some pages.
const Prefix = "schema:"

// vocabularies are what may stand before a name of schema.org.
var vocabularies = [...]string{"https://schema.org/", "http://schema.org/", "https://www.schema.org/", "http://www.schema.org/", Prefix}

// short returns a name of schema.org without what stands before it in linked data.
func short(name string) string {
	for _, before := range vocabularies {
		if rest, ok := strings.CutPrefix(name, before); ok {
			return rest
		}
	}
	return name
}

// A Walk follows properties.
type Walk struct {
	graph   *Graph
	steps   int  // that are left
	most    int  // values of Out
	written bool // values stay as they are, also equal ones
	short   bool // without what stands before a name of schema.org
	out     []string
}

// Walk returns a walk of some steps that gives each value once, names of schema.org without what
// stands before them and texts without whitespace around them.
func (g *Graph) Walk(steps int) *Walk { return &Walk{graph: g, steps: steps} }

// Written returns a walk of some steps that gives all values as they are written, but for types.
func (g *Graph) Written(steps int) *Walk { return &Walk{graph: g, steps: steps, written: true} }

// Ended reports whether all of its steps are taken.
func (w *Walk) Ended() bool { return w.steps <= 0 }

// Follow appends to some values, some at most, those that properties of an item lead to, where a
// number is a place in a list, from 1.
func (w *Walk) Follow(values []string, most int, it Item, path []string) []string {
	w.out, w.most = values, most
	w.short = !w.written || len(path) > 0 && path[len(path)-1] == "@type"
	w.follow(it, path)
	return w.out
}

// follow adds the values that properties lead to from a value.
func (w *Walk) follow(v any, path []string) {
	if w.full() {
		return
	}
	w.steps--
	switch v := v.(type) {
	case []any:
		if len(path) > 0 {
			if n, err := strconv.Atoi(path[0]); err == nil {
				if n <= len(v) {
					w.follow(v[n-1], path[1:])
				}
				return
			}
		}
		for i := 0; i < len(v) && !w.full(); i++ {
			w.follow(v[i], path)
		}
	case Item:
		if isReference(v) {
			v = w.whole(v)
		}
		switch {
		case len(path) > 0 && path[0] == "1":
			w.follow(v, path[1:]) // a list of one is written without brackets
		case len(path) > 0:
			w.follow(property(v, path[0]), path[1:])
		default:
			w.follow(naming(v), nil)
		}
	default:
		text, ok := scalar(v)
		if w.short {
			text = short(strings.TrimSpace(text))
		}
		if ok && len(path) == 0 && (w.written || !slices.Contains(w.out, text)) {
			w.out = append(w.out, text)
		}
	}
}

// idStep is how many bytes of an identifier are looked up for one step.
const idStep = 1 << 10

// whole returns the item that a reference names, or the reference if there is none.
func (w *Walk) whole(ref Item) Item {
	id := ID(ref)
	w.steps = max(w.steps-len(id)/idStep, 0)
	if it := w.graph.ids[id]; it != nil {
		return it
	}
	return ref
}

// full reports whether enough was looked at, or found.
func (w *Walk) full() bool { return w.steps <= 0 || len(w.out) >= w.most }

// isReference reports whether nothing stands in an item but its identifier, with or without its type.
func isReference(it Item) bool {
	for name := range it {
		if name != "@id" && name != "@type" {
			return false
		}
	}
	return true
}

// ID returns the identifier of an item, "" for none.
func ID(it Item) string {
	id, _ := it["@id"].(string)
	return id
}

// property returns a property of an item, nil if it does not have it.
func property(it Item, name string) any {
	if v, ok := it[name]; ok {
		return v
	}
	for _, before := range vocabularies {
		if v, ok := it[before+name]; ok {
			return v
		}
	}
	return nil
}

// naming returns what an item is called or, if it is a value with more to it, the value.
func naming(it Item) any {
	for _, name := range []string{"name", "@value", "value"} {
		v := property(it, name)
		if _, is := v.(Item); v != nil && !is {
			return v
		}
	}
	return nil
}

// scalar returns the text of a value that is neither an item nor a list.
func scalar(v any) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}
