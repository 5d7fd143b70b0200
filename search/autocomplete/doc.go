// Package autocomplete finds continuations of a query that is being typed: words of the index with
// the prefix typed last, and pieces of titles that contain the query.
//
// Floor: 4 (acts). Stability: engine. It reads the dictionary of an index snapshot. It does not
// know which pages a searcher may see: whoever shows the continuations first checks that the
// searcher finds a page by each.
package autocomplete
