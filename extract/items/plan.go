package items

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/extract/selector"
)

// A kind of items with its fields, in the order of the rules.
type kind struct {
	name   string
	fields []field
}

// A field of a kind.
type field struct {
	name string
	list bool
}

// A Plan is the rules of a crawl with what is made of them once for all pages. The zero value
// reads nothing. It is not changed, and safe for concurrent use.
type Plan struct {
	kinds []kind
	hosts map[string]*plan // by host, "" for all that no rule names
}

// A plan is what is looked for in the pages of one host.
type plan struct {
	selectors *selector.Host // nil for none
	lines     []line         // of selectors
	data      []ofData
}

// An ofData is a kind of items in structured data.
type ofData struct {
	kind   int
	types  []string
	fields []path
}

// A path leads from such an item to values of a field.
type path struct {
	field int
	steps []string
}

// A line is what a selector selects.
type line struct {
	kind  int
	field int    // -1 for items
	attr  string // the attribute that has the value, "" for the text
}

// kinds returns the kinds of items that the rules name.
func (rs Rules) kinds() (all []kind) {
	for _, r := range rs {
		at := slices.IndexFunc(all, func(k kind) bool { return k.name == r.kind })
		if at < 0 {
			at, all = len(all), append(all, kind{name: r.kind})
		}
		if k := &all[at]; r.field != "" && k.fieldNamed(r.field) < 0 {
			k.fields = append(k.fields, field{r.field, r.list})
		}
	}
	return all
}

// fieldNamed returns the index of a field, -1 for none.
func (k *kind) fieldNamed(name string) int {
	return slices.IndexFunc(k.fields, func(f field) bool { return f.name == name })
}

// Plan returns the plan of rules that Check finds nothing wrong with.
func (rs Rules) Plan() Plan {
	p, err := rs.compile()
	if err != nil {
		panic("items: rules that were read are not: " + err.Error()) // Parse and Check keep the limits
	}
	return p
}

// compile makes the plan, or tells which limit the selectors are beyond.
func (rs Rules) compile() (Plan, error) {
	p := Plan{kinds: rs.kinds(), hosts: map[string]*plan{}}
	for _, r := range append(Rules{{}}, rs...) {
		if p.hosts[r.host] != nil {
			continue
		}
		one, err := rs.forHost(r.host, p.kinds)
		if err != nil {
			return Plan{}, err
		}
		p.hosts[r.host] = one
	}
	return p, nil
}

// forHost makes the plan for the pages of a host.
func (rs Rules) forHost(host string, kinds []kind) (*plan, error) {
	p := &plan{}
	var list []selector.Within
	around := make([]int, len(kinds)) // the line of each kind
	of := func(r Rule, name string) bool {
		return r.kind == name && r.schema == "" && (r.host == "" || r.host == host)
	}
	p.data = rs.inData(host, kinds)
	for i, k := range kinds {
		var all []string
		for _, r := range rs {
			if of(r, k.name) && r.field == "" {
				all = append(all, r.target.Selector)
			}
		}
		if len(all) > 0 {
			list, p.lines = append(list, selector.Within{Selector: strings.Join(all, ", ")}), append(p.lines, line{i, -1, ""})
			around[i] = len(list)
		}
	}
	for i, k := range kinds {
		for _, r := range rs {
			if around[i] == 0 || !of(r, k.name) || r.field == "" {
				continue
			}
			w := selector.Within{Selector: r.target.Selector, In: around[i]}
			if w.Selector == "" {
				w.Selector = ":scope"
			}
			list, p.lines = append(list, w), append(p.lines, line{i, k.fieldNamed(r.field), r.target.Attr})
		}
	}
	if len(list) == 0 {
		return p, nil
	}
	var err error
	if p.selectors, err = selector.Scoped(list); err != nil {
		return nil, fmt.Errorf("items: %w", err)
	}
	return p, nil
}

// inData returns what is looked for in the structured data of the pages of a host.
func (rs Rules) inData(host string, kinds []kind) (all []ofData) {
	for i, k := range kinds {
		d := ofData{kind: i}
		for _, r := range rs {
			switch {
			case r.kind != k.name || r.schema == "" || r.host != "" && r.host != host:
			case r.field == "":
				d.types = append(d.types, r.schema)
			default:
				d.fields = append(d.fields, path{k.fieldNamed(r.field), strings.Split(r.schema, ".")})
			}
		}
		if len(d.types) > 0 && len(d.fields) > 0 {
			all = append(all, d)
		}
	}
	return all
}

// of returns what is looked for in the pages of a host, nil for nothing.
func (p *Plan) of(host string) *plan {
	one := p.hosts[host]
	if one == nil {
		one = p.hosts[""]
	}
	if one == nil || one.selectors == nil && one.data == nil {
		return nil
	}
	return one
}
