// Package results computes the results page from a search response: what is shown for each
// result, and the links for narrowing, ordering and paging; and the rows of lists of links.
//
// Floor: 6 (faces), a part of console. Stability: engine. It is pure: it makes no requests, and
// does not write HTML.
package results
