package facets

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/extract/selector"
)

// Limits of rules on parts of pages and on structured data. Rules beyond them are refused.
const (
	MaxParts = 15 // compounds of a selector with all its alternatives
	MaxSteps = 8  // properties on the way to a value
)

// parseElements reads the source of a rule on parts of pages or on structured data, and reports
// whether it is one.
func (r *Rule) parseElements(source string) (is bool, err error) {
	host, rest := selector.CutHost(source, cssPrefix, schemaPrefix)
	css, isCSS := strings.CutPrefix(rest, cssPrefix)
	schema, isSchema := strings.CutPrefix(rest, schemaPrefix)
	switch {
	case isCSS:
		err = r.parseCSS(strings.TrimSpace(css))
	case isSchema:
		err = r.parseSchema(strings.TrimSpace(schema))
	default:
		return false, nil
	}
	r.of = host
	canonical, fault := selector.CanonicalHost(host)
	if r.host = canonical; fault != nil {
		err = fault // what is wrong first
	}
	return true, err
}

// parseCSS reads a selector, with or without an attribute behind it.
func (r *Rule) parseCSS(text string) error {
	r.css = selector.CutTarget(text)
	if r.css.Selector == "" {
		return errors.New("a selector is missing, as in css:nav.breadcrumb li:nth-of-type(2)")
	}
	parts, err := selector.Parts(r.css.Selector)
	switch {
	case err != nil:
		return err
	case parts > MaxParts:
		return fmt.Errorf("the selector has %d parts; at most %d are read", parts, MaxParts)
	}
	return nil
}

// parseSchema reads a type with properties.
func (r *Rule) parseSchema(text string) error {
	r.schema = text
	return CheckSchema(text)
}

// CheckSchema returns what is wrong with a type of schema.org, or * for any, with properties behind it.
func CheckSchema(text string) error {
	steps := strings.Split(text, ".")
	switch {
	case len(steps) < 2:
		return errors.New(`write schema:TYPE.PROPERTY, as in schema:Product.brand, or schema:*.PROPERTY for any type; what <meta property="schema:x"> says, css:[property="schema:x"]@content reads`)
	case len(steps) > MaxSteps+1:
		return fmt.Errorf("%d properties lead to the value; at most %d are followed", len(steps)-1, MaxSteps)
	}
	for i, step := range steps {
		n, err := strconv.Atoi(step)
		switch {
		case i == 0 && step == "*":
		case i > 0 && err == nil && n < 1:
			return fmt.Errorf("the places of a list count from 1, and %s is none", step)
		case i == 0 && err == nil, i == 1 && err == nil:
			return fmt.Errorf("a number is a place in a list, as in schema:BreadcrumbList.itemListElement.2.name; %s follows no property", step)
		case !isProperty(step):
			return fmt.Errorf("%q is no name of a type or a property of schema.org", step)
		}
	}
	return nil
}

// isProperty reports whether a text can be the name of a type or a property; @type is one.
func isProperty(text string) bool {
	text = strings.TrimPrefix(text, "@")
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool { return notInName(c) && c != ':' })
}
