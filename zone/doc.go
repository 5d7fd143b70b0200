// Package zone learns from the first pages of a site which parts of them are its template, and
// labels the blocks of further pages: the content of a page, what all pages of the site share,
// navigation, lists of links, advertising. Nothing is deleted; a label determines how much words
// count and what is shown of a page.
//
// A Profile counts two things on the pages of one origin: blocks of text, by a hash of the text
// and the path of containers around it, and containers, by their paths. A block on many pages is
// template text. A container with a large share of such text, or mostly links, and little text
// that occurs only on single pages, is template as a whole, so that breadcrumbs or a table of
// contents that differs on every page is recognized by its place. A container with a good share
// of the text that occurs only on single pages is never template. docs/extraction.md describes
// the rules for operators.
//
// Floor: 2 (pure). Stability: engine. It reads no markup and knows nothing of weights, hosts and
// stores.
package zone
