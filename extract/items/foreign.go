package items

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
)

// What other programs write behind a selector for the value of an element.
const (
	ofText = "::text"
	ofAttr = "::attr("
)

var errXPath = errors.New("XPath is not read; write a CSS selector, such as css:div a for //div//a, or css:a@href for //a/@href")

// isXPath reports whether a source is an expression of XPath: none of these begins a selector.
func isXPath(source string) bool {
	for _, begin := range [...]string{"xpath:", "/", "./", "../", "(/"} {
		if strings.HasPrefix(source, begin) {
			return true
		}
	}
	return false
}

// checkForeign returns what to write in place of what other programs read where a selector stands.
func (r *Rule) checkForeign() error {
	css := r.target.Selector
	before, behind, isAttr := strings.Cut(css, ofAttr)
	switch {
	case isXPath(css) || strings.HasSuffix(css, "/text()"):
		return errXPath
	case strings.HasSuffix(css, ofText):
		return fmt.Errorf("the value is the text: write css:%s without %s", cmp.Or(strings.TrimSpace(strings.TrimSuffix(css, ofText)), ":scope"), ofText)
	case isAttr:
		name, _, _ := strings.Cut(behind, ")")
		return fmt.Errorf("an attribute is written as css:%s@%s", strings.TrimSpace(before), strings.TrimSpace(name))
	case r.field != "" && css[0] == '>':
		return fmt.Errorf("the element of the item is :scope: write css::scope %s", css)
	}
	return nil
}
