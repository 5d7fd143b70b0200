// Package document says what is indexed of a page: its words with their places
// and fields, its language, the filters it answers to, and what may be kept of
// it to be shown.
//
// One position axis per page: block elements lie one after another with a gap
// between them, and the table of elements says which kind of element a position
// lies in. Every index takes its words from here, so that all match the same
// pages.
//
// Floor: 2 (pure). Stability: engine. It weighs nothing, keeps nothing and knows
// no index; how a text is cut into words is decided by package analyze.
package document
