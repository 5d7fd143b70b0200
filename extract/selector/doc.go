// Package selector assigns zones to parts of web pages by rules of the operator: lines of a
// file, each with a host, a zone and a CSS selector.
//
// Rules are the file. A Matcher follows the tags of one page and returns which rule applies at
// each position. A rule is matched while the page streams by, without a tree: for each open
// element the matcher keeps the prefixes of selectors that it and its ancestors matched, and the
// first MaxValue bytes of an attribute are decoded and split once for all parts. So a page costs
// no more than its tags times the parts of the selectors, whatever they are; only [name*=text]
// searches a value for each part. Selectors are limited to those parts of CSS that can be
// decided at a start tag: names, classes, identifiers, attributes, :first-child and
// :nth-child(N), descendants, children and later siblings.
//
// Floor: 2 (pure). Stability: engine. It parses no markup and reads no files.
package selector
