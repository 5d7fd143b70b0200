// Package results makes the page of results out of the answer to a search: what is
// shown of each result, and the links that narrow, order, and turn the pages.
//
// Floor: 6 (faces), a part of console. Stability: engine. It is pure: it asks nobody,
// and does not write HTML.
package results
