package facets

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Limits of structured data of a page. What is beyond them is left out.
const (
	maxData   = 1 << 20 // bytes of linked data and of the texts of microdata
	maxRoots  = 64 + maxItems
	maxDepth  = 16     // nested objects and lists
	maxNodes  = 10_000 // objects and values that are looked at for items
	maxFollow = 1_000  // steps that are taken for one rule
)

// An item is an object of JSON-LD or an item of microdata: properties, and @type and @id.
type item = map[string]any

// graph is the structured data of a page.
type graph struct {
	roots []any
	bytes int
	items int

	nodes int
	all   []found         // all items, those around others before them
	ids   map[string]item // those of which more than a reference stands there
}

// A found item knows the items around it.
type found struct {
	item   item
	around int // index of the innermost item around it, -1 for none
}

// add adds data of some size.
func (g *graph) add(v any, size int) {
	if g.bytes += size; g.bytes <= maxData && len(g.roots) < maxRoots {
		g.roots = append(g.roots, v)
	}
}

// item returns a new item of microdata. Of a page that has too many, further ones are part of nothing.
func (g *graph) item(types []string, id string) item {
	it := item{}
	var all []any
	for _, t := range types {
		all = append(all, t)
	}
	if it["@type"] = all; id != "" {
		it["@id"] = id
	}
	return it
}

// place puts an item of microdata where it belongs: in properties of another one, or by itself.
func (g *graph) place(it, of item, props []string) {
	switch g.items++; {
	case g.items > maxItems:
	case of != nil && len(props) > 0:
		g.set(of, props, it)
	default:
		g.add(it, 0)
	}
}

// set adds a value to properties of an item of microdata.
func (g *graph) set(of item, props []string, value any) {
	text, _ := value.(string)
	if g.bytes += len(text); g.bytes > maxData {
		return
	}
	for _, name := range props {
		if strings.HasPrefix(name, "@") {
			continue
		}
		if all, _ := of[name].([]any); len(of) < maxProps && len(all) < maxProps {
			of[name] = append(all, value)
		}
	}
}

// collect finds the items of all data.
func (g *graph) collect() {
	g.ids = map[string]item{}
	for _, v := range g.roots {
		g.find(v, -1, maxDepth)
	}
}

// find finds the items in a value.
func (g *graph) find(v any, around, depth int) {
	if g.nodes++; g.nodes > maxNodes || depth == 0 {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			g.find(x, around, depth-1)
		}
	case item:
		g.all = append(g.all, found{v, around})
		at := len(g.all) - 1
		if id := idOf(v); id != "" && !isReference(v) {
			if _, known := g.ids[id]; !known {
				g.ids[id] = v
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			switch inner := v[name].(type) {
			case []any, item:
				g.find(inner, at, depth-1)
			}
		}
	}
}

// values returns the values of a rule: a type with properties. Items of the type that stand in
// another one, as similar products stand in a product, are not asked.
func (g *graph) values(schema string) []string {
	steps := strings.Split(schema, ".")
	w := walk{graph: g}
	is := make([]bool, len(g.all)) // of the type, or in one of it
	for i, f := range g.all {
		if f.around >= 0 && is[f.around] && steps[0] != "*" {
			is[i] = true
			continue
		}
		if steps[0] == "*" || isOf(f.item, steps[0]) {
			is[i] = true
			w.follow(f.item, steps[1:])
		}
	}
	return w.out
}

// isOf reports whether an item is of a type.
func isOf(it item, name string) bool {
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

// vocabularies are what may stand before a name of schema.org.
var vocabularies = [...]string{"https://schema.org/", "http://schema.org/", "https://www.schema.org/", "http://www.schema.org/", schemaPrefix}

// short returns a name of schema.org without what stands before it in linked data.
func short(name string) string {
	for _, before := range vocabularies {
		if rest, ok := strings.CutPrefix(name, before); ok {
			return rest
		}
	}
	return name
}

// A walk follows the properties of one rule.
type walk struct {
	*graph
	steps int
	out   []string
}

// follow adds the values that properties lead to from a value.
func (w *walk) follow(v any, path []string) {
	if w.ended() {
		return
	}
	w.steps++
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
		for i := 0; i < len(v) && !w.ended(); i++ {
			w.follow(v[i], path)
		}
	case item:
		if whole := w.ids[idOf(v)]; whole != nil && isReference(v) {
			v = whole
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
		if text, ok := scalar(v); ok && len(path) == 0 && !slices.Contains(w.out, text) {
			w.out = append(w.out, text)
		}
	}
}

// ended reports whether enough was looked at, or found.
func (w *walk) ended() bool { return w.steps >= maxFollow || len(w.out) >= MaxValues }

// isReference reports whether nothing stands in an item but its identifier, with or without its type.
func isReference(it item) bool {
	for name := range it {
		if name != "@id" && name != "@type" {
			return false
		}
	}
	return true
}

// idOf returns the identifier of an item, "" for none.
func idOf(it item) string {
	id, _ := it["@id"].(string)
	return id
}

// property returns a property of an item, nil if it does not have it.
func property(it item, name string) any {
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
func naming(it item) any {
	for _, name := range []string{"name", "@value", "value"} {
		v := property(it, name)
		if _, is := v.(item); v != nil && !is {
			return v
		}
	}
	return nil
}

// scalar returns the text of a value that is neither an item nor a list.
func scalar(v any) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return short(strings.TrimSpace(v)), true
	case json.Number:
		return v.String(), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}
