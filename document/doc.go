// Package document says what is indexed of a page: its words with positions and fields, its
// language, the filters that match it, and what may be kept of it for display.
//
// A page has one position axis: block elements follow one another with a gap between them, and
// the table of elements says which kind of element a position lies in. Every index
// implementation takes its words from here, so that all of them match the same pages.
//
// Floor: 2 (pure). Stability: engine. It weighs nothing, stores nothing and knows no index; how
// a text is cut into words is decided by package analyze.
package document
