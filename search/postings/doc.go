// Package postings reads the postings of a word in one segment, its forms and stems together:
// document by document with positions, or in windows of documents. For a window it tells which
// documents have the word and with what impact. Sets of documents are combined many at a time,
// and only blocks that are needed are decoded.
//
// Floor: 4 (acts). Stability: engine. It reads an index snapshot and knows neither queries nor
// scores.
package postings
