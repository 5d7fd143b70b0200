// Package facets reads from pages what the operator wants their results to be narrowed by: the
// version of a manual, a product, a department. Each such facet is taken from a meta element, from
// the path of the URL, from elements that a CSS selector selects, or from structured data (JSON-LD,
// microdata).
//
// Rules are what the operator wrote, a Plan is what is made of them for all pages, and a Reader
// follows the tags of one page, in one pass and without a tree.
//
// Floor: 2 (pure). Stability: engine. It does not decide what is shown: package search/facet
// counts the values, and the query operator facet: narrows by them.
package facets

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/datagraph"
	"github.com/aranea-search/aranea/extract/selector"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of rules and of pages. More rules, and longer names, are refused; longer values and
// further ones are left out.
const (
	MaxRules  = 32  // of a crawl
	MaxName   = 40  // bytes of the name of a facet
	MaxSource = 200 // bytes of the source of a rule
	MaxValue  = 100 // bytes of a value
	MaxValues = 16  // of a page
)

// hole stands for the value in a pattern of paths.
const (
	hole        = "{}"
	escapedHole = "%7B%7D" // in a canonical URL
)

// What the sources of rules on parts of pages and on structured data begin with.
const (
	cssPrefix    = selector.TargetPrefix
	schemaPrefix = datagraph.Prefix
)

// A Rule says where the values of a facet stand: in a meta element, in the path of a URL, in parts
// of a page, or in its structured data. One of meta, path, css and schema is set.
type Rule struct {
	name string // in lower case
	meta string // the name of the meta element, in lower case
	path string // what the operator wrote of a rule on paths
	// host is whose pages the rule is about, "" for all; what precedes and what follows the value in
	// their paths. All are as in canonical URLs.
	host, before, after string
	only                string // patterns of which the value in the path fits one, "" for any value

	of  string // the host before css: and schema:, as written
	css selector.Target

	schema string // the type and the properties on the way to the value, as written
}

// Parse reads a rule: NAME=SOURCE. The source is one of
//
//   - the name of a meta element: version=docsearch:version
//   - a path with {} in the place of the value, with or without a host: version=/docs/{}/,
//     version=docs.example.org/{}/. A value has no slash in it, and what follows the pattern in a
//     path does not matter. Patterns between the braces, which | separates, are those of package
//     path, and a value has to fit one: version=/{[0-9]*|latest}/
//   - css: and a selector as package selector reads it, of at most MaxParts parts, with or without
//     @ and the attribute that has the value: category=css:nav li:nth-of-type(2),
//     sku=css:[data-sku]@data-sku
//   - schema: and a type of schema.org with properties: price=schema:Product.offers.price. The type
//   - is any; a number is a place in a list, from 1.
//
// Before css: and schema: the name of a host and whitespace may stand: then the rule is about the
// pages of that host alone.
func Parse(text string) (Rule, error) {
	fault := func(format string, a ...any) (Rule, error) {
		return Rule{}, fmt.Errorf("facet %q: %w", text, fmt.Errorf(format, a...))
	}
	name, source, ok := strings.Cut(strings.TrimSpace(text), "=")
	r := Rule{name: strings.ToLower(name)}
	switch {
	case !ok || name == "" || source == "":
		return fault("write NAME=META, such as version=docsearch:version, NAME=PATH with {} for the value, such as version=/docs/{}/, NAME=css:SELECTOR, or NAME=schema:TYPE.PROPERTY")
	case !utf8.ValidString(text):
		return fault("it is not in UTF-8")
	case !IsName(r.name):
		return fault("its name has at most %d bytes: letters, digits, - and _", MaxName)
	case len(source) > MaxSource:
		return fault("what it is read from has at most %d bytes", MaxSource)
	}
	source = strings.TrimSpace(source)
	if is, err := r.parseElements(source); is || err != nil {
		if err != nil {
			return fault("%w", err)
		}
		return r, nil
	}
	if !strings.Contains(source, "/") {
		if strings.Contains(source, hole) {
			return fault("a path begins with /, behind a host or without one, as in /docs/{}/")
		}
		if r.meta = strings.ToLower(source); len(r.meta) > MaxSource {
			return fault("what it is read from has at most %d bytes in lower case", MaxSource)
		}
		return r, nil
	}
	if err := r.parsePath(source); err != nil {
		return fault("%w", err)
	}
	return r, nil
}

// parsePath reads the source of a rule on paths, and makes host and path of it as they are in
// canonical URLs.
func (r *Rule) parsePath(source string) error {
	if scheme, rest, ok := strings.Cut(source, "://"); ok && !strings.Contains(scheme, "/") {
		return fmt.Errorf("write %s, without a scheme", rest)
	}
	r.path = source
	host, path, _ := strings.Cut(source, "/")
	before, after, ok := strings.Cut("/"+path, hole)
	if !ok {
		var err error
		if before, r.only, after, ok, err = cutPatterns("/" + path); err != nil {
			return err
		}
	}
	switch {
	case !ok || strings.Contains(after, hole) || r.only != "" && strings.Contains(after, "{"):
		return errors.New("a path has {} once, in the place of the value, as in /docs/{}/")
	case strings.ContainsAny(path, "?#"):
		return errors.New("only the path of a URL is read, which has no ? and no #")
	}
	var err error
	if r.host, err = selector.CanonicalHost(host); err != nil {
		return err
	}
	begin, err := canonicalPath(before + hole)
	if err != nil {
		return err
	}
	whole, err := canonicalPath(before + hole + after)
	if err != nil {
		return err
	}
	if r.after, ok = strings.CutPrefix(whole, begin); !ok {
		return errors.New("the place of the value is not in the path, because of .. behind it")
	}
	r.before = strings.TrimSuffix(begin, escapedHole)
	return nil
}

// canonicalPath returns a path as in canonical URLs.
func canonicalPath(path string) (string, error) {
	u, err := weburl.Parse("http://host" + path)
	if err != nil {
		return "", err
	}
	return u.Path(), nil
}

// IsName reports whether a facet can have that name: letters, digits, marks, - and _, at most MaxName bytes.
func IsName(name string) bool {
	return name != "" && len(name) <= MaxName && !strings.ContainsFunc(name, notInName)
}

// notInName reports whether a rune cannot be part of the name of a facet: it would end the
// operator facet: in a query, or its name there.
func notInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '-' && r != '_'
}

// String returns the rule in the form that Parse reads.
func (r Rule) String() string {
	return r.name + "=" + r.Source()
}

// Source returns what the rule reads, as Parse reads it after the name.
func (r Rule) Source() string {
	of := ""
	if r.of != "" {
		of = r.of + " "
	}
	switch {
	case r.css.Selector != "":
		return of + cssPrefix + r.css.String()
	case r.schema != "":
		return of + schemaPrefix + r.schema
	case r.meta != "":
		return r.meta
	}
	return r.path
}

// MarshalText returns the rule as String does.
func (r Rule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a rule as Parse does.
func (r *Rule) UnmarshalText(text []byte) (err error) {
	*r, err = Parse(string(text))
	return err
}

// Rules are the rules of a crawl. Several about one facet add up. The zero value reads nothing.
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
	return out, errors.Join(append(faults, out.Check())...)
}

// Texts returns the rules in the form that Parse reads.
func (rs Rules) Texts() []string {
	var out []string
	for _, r := range rs {
		out = append(out, r.String())
	}
	return out
}

// Names returns the names of the facets, each once.
func (rs Rules) Names() []string {
	var out []string
	for i := range rs {
		if !slices.Contains(out, rs[i].name) {
			out = append(out, rs[i].name)
		}
	}
	return out
}

// About returns the rules about the facets with some names.
func (rs Rules) About(names []string) Rules {
	return slices.DeleteFunc(slices.Clone(rs), func(r Rule) bool { return !slices.Contains(names, r.name) })
}

// Absent returns the rules about facets of which a page has no value.
func (rs Rules) Absent(p *aranea.Page) Rules {
	return slices.DeleteFunc(slices.Clone(rs), func(r Rule) bool {
		return slices.ContainsFunc(p.Facets, func(f aranea.Facet) bool { return f.Name == r.name })
	})
}

// Check returns what is wrong with the rules as a whole.
func (rs Rules) Check() error {
	if len(rs) > MaxRules {
		return fmt.Errorf("%d facets: at most %d are read", len(rs), MaxRules)
	}
	return nil
}

// Meta adds the values that a meta element of a page gives.
func (rs Rules) Meta(p *aranea.Page, name, content []byte) {
	for i := range rs {
		if m := rs[i].meta; m != "" && len(m) == len(name) && bytes.EqualFold(name, []byte(m)) {
			add(p, rs[i].name, string(content))
		}
	}
}

// Path adds the values that the URL of a page gives.
func (rs Rules) Path(p *aranea.Page, u weburl.URL) {
	for i := range rs {
		if value := rs[i].in(u); value != "" {
			add(p, rs[i].name, value)
		}
	}
}

// in returns the value in the path of a URL, "" if there is none.
func (r *Rule) in(u weburl.URL) string {
	if r.before == "" || r.host != "" && r.host != u.Host() {
		return ""
	}
	value, ok := strings.CutPrefix(u.Path(), r.before)
	if !ok {
		return ""
	}
	if r.after == "" {
		value, _, _ = strings.Cut(value, "/")
	} else if value, _, ok = strings.Cut(value, r.after); !ok || strings.Contains(value, "/") {
		return ""
	}
	if plain, err := url.PathUnescape(value); err == nil {
		value = plain
	}
	if !r.fits(value) {
		return ""
	}
	return value
}

// Give adds a value of a facet to a page, or tells what is wrong with its name or with the number
// of values.
func Give(p *aranea.Page, name, value string) error {
	switch {
	case !IsName(name):
		return fmt.Errorf("facet %.60q: its name has at most %d bytes: letters, digits, - and _", name, MaxName)
	case len(p.Facets) == MaxValues:
		return fmt.Errorf("more than %d facets", MaxValues)
	}
	add(p, strings.ToLower(name), value)
	return nil
}

// add adds a value to a page, unless it has it already.
func add(p *aranea.Page, name, value string) {
	value = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(value, "\uFFFD"), separates), " ")
	for len(value) > MaxValue {
		_, n := utf8.DecodeLastRuneInString(value)
		value = value[:len(value)-n]
	}
	f := aranea.Facet{Name: name, Value: strings.TrimSpace(value)}
	if f.Value != "" && len(p.Facets) < MaxValues && !slices.Contains(p.Facets, f) {
		p.Facets = append(p.Facets, f)
	}
}

// separates reports whether a rune parts the words of a value. Quotes do as well: in a query, they
// end the value.
func separates(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`"“”„‟«»「」『』＂`, r)
}
