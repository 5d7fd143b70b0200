// Package items reads records from web pages: the products of a list, the quotes, jobs or releases of a
// page, each with its fields. The operator says by CSS selectors which elements are records, and
// where in them the fields stand, or which items of JSON-LD are, and which of their properties.
//
// Rules are what the operator wrote, a Plan is what is made of them for all pages, and a Reader
// follows the tags of one page, in one pass and without a tree.
//
// Floor: 2 (pure). Stability: engine. It does not decide what of a page may be shown, but for parts
// of it that are closed where they stand.
package items

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/datagraph"
	"github.com/aranea-search/aranea/extract/facets"
	"github.com/aranea-search/aranea/extract/selector"
	"github.com/aranea-search/aranea/internal/pageitem"
)

// Limits of rules. What is beyond them is refused.
const (
	MaxKinds  = 8   // kinds of items
	MaxFields = 16  // fields of a kind
	MaxRules  = 200 // of a crawl: kinds and fields may have several, for several hosts
	MaxSource = 200 // bytes of the source of a rule
	MaxParts  = 15  // compounds of a selector with all its alternatives
)

// A Rule says which elements are items of a kind, or where in these a field stands.
type Rule struct {
	kind  string
	field string // "" for a rule on the items themselves
	list  bool   // all values of the field count, not only the first one

	of, host string          // whose pages the rule is about, as written and as in canonical URLs; "" for all
	target   selector.Target // what is selected
	// schema, if it is not "", is where structured data says it: a type of items, or the properties
	// that lead from an item to the values of a field, with dots between them.
	schema string
}

// form is what a rule looks like.
const form = "write KIND=css:SELECTOR for the elements that are items, such as quote=css:div.quote, and KIND.FIELD=css:SELECTOR for what is in them, such as quote.author=css:.author, quote.link=css:a@href, or quote.tags[]=css:.tag for all of several; in JSON-LD, job=schema:JobPosting and job.company=schema:hiringOrganization.name"

// Parse reads a rule. It is one of
//
//   - KIND=css:SELECTOR: each element that the selector selects is an item
//
//   - KIND.FIELD=css:SELECTOR or KIND.FIELD=css:SELECTOR@ATTRIBUTE: the field is the text of the
//     first element in the item that the selector selects and that has a text, or the attribute of
//     the first that has it. :scope is the element of the item, and nothing around it is seen; without
//     a selector the attribute is that of the element itself.
//
//   - KIND.FIELD[]=...: the field is a list of all values
//
//   - KIND=schema:TYPE: each item of a type of schema.org in the JSON-LD of a page is an item
//
//   - KIND.FIELD=schema:PROPERTIES: the field is what properties of it lead to, with dots between
//     them; a number is a place in a list, from 1
//
// Before css: and schema: the name of a host and whitespace may stand: then the rule is about the pages of that
// host alone. Kinds and fields are named like facets, and upper and lower case differ.
func Parse(text string) (Rule, error) {
	var r Rule
	if err := r.parse(strings.TrimSpace(text)); err != nil {
		return Rule{}, fmt.Errorf("item %q: %w", text, err)
	}
	return r, nil
}

func (r *Rule) parse(text string) error {
	name, source, _ := strings.Cut(text, "=")
	kind, field, isField := strings.Cut(name, ".")
	field, list := strings.CutSuffix(field, "[]")
	switch source = strings.TrimSpace(source); {
	case !utf8.ValidString(text):
		return errors.New("it is not in UTF-8")
	case source == "" || kind == "" || isField && field == "":
		return errors.New(form)
	case !facets.IsName(kind) || isField && !facets.IsName(field):
		return fmt.Errorf("the names of a kind and of a field have at most %d bytes each: letters, digits, - and _", facets.MaxName)
	case field == "page" || field == "kind":
		return errors.New("a field is named neither page nor kind: in a table these are the page and the kind of the item")
	case isXPath(source):
		return errXPath
	case len(source) > MaxSource:
		return fmt.Errorf("what it is read from has at most %d bytes", MaxSource)
	}
	host, rest := selector.CutHost(source, selector.TargetPrefix, datagraph.Prefix)
	*r = Rule{kind: kind, field: field, list: list, of: host}
	var err error
	if r.host, err = selector.CanonicalHost(host); err != nil {
		return err
	}
	if css, ok := strings.CutPrefix(rest, selector.TargetPrefix); ok {
		r.target = selector.CutTarget(strings.TrimSpace(css))
		return r.checkTarget()
	}
	schema, ok := strings.CutPrefix(rest, datagraph.Prefix)
	if r.schema = strings.TrimSpace(schema); !ok || r.schema == "" {
		return errors.New(form)
	}
	return r.checkSchema()
}

// checkSchema returns what is wrong with a type, or with the properties of a field.
func (r *Rule) checkSchema() error {
	switch {
	case r.field != "":
		return facets.CheckSchema("*." + r.schema)
	case strings.Contains(r.schema, "."):
		return fmt.Errorf("an item is of a type; its properties are fields, as in %s.NAME=schema:%s", r.kind, r.schema[strings.IndexByte(r.schema, '.')+1:])
	case r.schema == "*":
		return errors.New("items are of one type, such as schema:Product")
	}
	return facets.CheckSchema(r.schema + ".name")
}

// checkTarget returns what is wrong with what the rule selects.
func (r *Rule) checkTarget() error {
	read := selector.PartsWithin
	if r.field == "" {
		read = selector.Parts
	}
	switch {
	case r.field == "" && r.target.Attr != "":
		return fmt.Errorf("an item is an element; its attributes are fields, as in %s.NAME=css:@%s", r.kind, r.target.Attr)
	case r.target.Selector == "" && r.target.Attr == "":
		return errors.New("a selector is missing: " + form)
	case r.target.Selector == "":
		return nil
	}
	if err := r.checkForeign(); err != nil {
		return err
	}
	parts, err := read(r.target.Selector)
	if err == nil && parts > MaxParts {
		err = fmt.Errorf("the selector has %d parts; at most %d are read", parts, MaxParts)
	}
	return err
}

// String returns the rule in the form that Parse reads.
func (r Rule) String() string {
	out := r.kind
	if r.field != "" {
		out += "." + r.field
	}
	if r.list {
		out += "[]"
	}
	if out += "="; r.of != "" {
		out += r.of + " "
	}
	if r.schema != "" {
		return out + datagraph.Prefix + r.schema
	}
	return out + selector.TargetPrefix + r.target.String()
}

// MarshalText returns the rule as String does.
func (r Rule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a rule as Parse does.
func (r *Rule) UnmarshalText(text []byte) (err error) {
	*r, err = Parse(string(text))
	return err
}

// Rules are the rules of a crawl. The zero value reads nothing.
type Rules []Rule

// ParseAll reads rules, and returns the faults of all of them.
func ParseAll(texts []string) (Rules, error) {
	var out Rules
	var faults []error
	for _, text := range texts {
		r, err := Parse(text)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		out = append(out, r)
	}
	if len(faults) == 0 { // a rule that is missing would be a fault once more
		faults = append(faults, out.Check())
	}
	return out, errors.Join(faults...)
}

// Texts returns the rules in the form that Parse reads.
func (rs Rules) Texts() []string {
	var out []string
	for _, r := range rs {
		out = append(out, r.String())
	}
	return out
}

// Check returns what is wrong with the rules as a whole.
func (rs Rules) Check() error {
	if len(rs) > MaxRules {
		return fmt.Errorf("%d rules on items: at most %d are read", len(rs), MaxRules)
	}
	var faults []error
	kinds := rs.kinds()
	if len(kinds) > MaxKinds {
		faults = append(faults, fmt.Errorf("%d kinds of items: at most %d are read", len(kinds), MaxKinds))
	}
	for _, k := range kinds {
		switch {
		case !slices.ContainsFunc(rs, func(r Rule) bool { return r.kind == k.name && r.field == "" }):
			faults = append(faults, fmt.Errorf("item %s: no rule says which elements are items: %s=css:SELECTOR", k.name, k.name))
		case len(k.fields) == 0:
			faults = append(faults, fmt.Errorf("item %s: it has no fields, as in %s.NAME=css:SELECTOR", k.name, k.name))
		case len(k.fields) > MaxFields:
			faults = append(faults, fmt.Errorf("item %s: it has %d fields; at most %d are read", k.name, len(k.fields), MaxFields))
		case rs.apart(k.name):
			faults = append(faults, fmt.Errorf("item %s: items of css: have fields of css:, and items of schema: fields of schema:; one of both is missing", k.name))
		}
	}
	for _, r := range rs {
		if i := slices.IndexFunc(rs, func(x Rule) bool { return x.kind == r.kind && x.field == r.field }); rs[i].list != r.list {
			faults = append(faults, fmt.Errorf("item %s: a field is a list or none; write [] behind its name always or never", r))
		}
	}
	if len(faults) == 0 {
		_, err := rs.compile()
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// apart reports whether the rules of a kind read some of its items, or fields, from elements or from
// structured data, and none of its fields, or items, there.
func (rs Rules) apart(kind string) bool {
	var items, fields [2]bool
	for _, r := range rs {
		from := 0
		if r.schema != "" {
			from = 1
		}
		if r.kind == kind && r.field == "" {
			items[from] = true
		} else if r.kind == kind {
			fields[from] = true
		}
	}
	return items != fields
}

// Absent returns the rules on items of which a page has none, and those on fields that none of its
// items has.
func (rs Rules) Absent(p *aranea.Page) Rules {
	return rs.Missing(rs.Found(pageitem.Names(nil).With(&p.Items)).Texts())
}

// Found returns the rules on kinds and fields that pages had.
func (rs Rules) Found(had pageitem.Names) Rules {
	return slices.DeleteFunc(slices.Clone(rs), func(r Rule) bool { return !had.Has(pageitem.Name{Kind: r.kind, Field: r.field}) })
}

// Missing returns the rules that are not among those found, given as Texts returns them. Of a kind
// without items nothing is said of fields.
func (rs Rules) Missing(found []string) Rules {
	kinds := map[string]bool{}
	for _, r := range rs {
		kinds[r.kind] = kinds[r.kind] || r.field == "" && slices.Contains(found, r.String())
	}
	return slices.DeleteFunc(slices.Clone(rs), func(r Rule) bool {
		return slices.Contains(found, r.String()) || r.field != "" && !kinds[r.kind]
	})
}
