// Package lists reads the postings of a word in one segment: its forms and its stems
// together, document by document with positions, or by windows of documents. Of a
// window it tells which documents hold the word and how much it counts in each;
// sets of documents are joined many at a time, and only blocks are decoded in which
// something is looked for.
//
// Floor: 4 (acts). Stability: engine. It reads an index snapshot and knows neither
// queries nor scores.
package lists
