// Package selector tells the zones of parts of web pages by rules of the operator:
// lines of a file, each with a host, a zone and a CSS selector.
//
// Rules are the file. A Matcher follows the tags of one page and says which rule the
// place is in. A rule is matched as the page streams by, without a tree: each open
// element remembers which beginnings of selectors it and those around it have met, and
// the first MaxValue bytes of an attribute are decoded and split once for all parts, so
// that a page costs no more than its tags times the parts of its selectors, whatever
// they are; only [name*=text] looks at a value anew for each part. Selectors are those of CSS that can be told at a start tag: names, classes,
// identifiers, attributes, :first-child and :nth-child(N), descendants, children and
// siblings that come later.
//
// Floor: 2 (pure). Stability: engine. It reads no markup and no files.
package selector
