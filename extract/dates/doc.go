// Package dates reads the dates that stand in the text of a web page: those of its time elements, and that of
// the mail that it shows. It does not know the meta elements and linked data of a page, which come first, nor
// where elements stand.
//
// Floor: 2 (pure). Stability: engine.
package dates
