// Package snippet cuts out of a page's text the piece that answers a query best,
// and marks the words in it.
//
// A text is lines, one for each element that people read. The piece is where the
// most and the rarest words of the query stand together, in running text rather
// than in labels.
//
// Floor: 4 (acts). Stability: engine. It is pure: it knows no index, no records
// and no permissions; what it is given may be shown.
package snippet
