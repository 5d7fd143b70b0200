// Package snippet cuts the passage of a page's text that answers a query best, and marks the
// words in it.
//
// A text consists of lines, one for each element that people read. The best passage has the
// most and the rarest words of the query close together, in running text rather than in labels.
//
// Floor: 4 (acts). Stability: engine. It is pure: it knows no index, records or permissions;
// what it gets may be shown.
package snippet
