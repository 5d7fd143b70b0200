// Package index keeps the words of pages with their positions, by element, in
// immutable segments, without the pages themselves.
//
// Apply makes changes durable in a write-ahead log and inverts them into
// memory; Flush turns memory into segments; merging turns small segments into
// large ones; a Snapshot is a fixed set of segments with their deletions. A page
// that is put again replaces its earlier version, because a document's identity
// is its URL's.
//
// One position axis per page: block elements lie one after another with a gap,
// and the table of elements, kept per document, says which kind of element a
// position lies in. A posting holds the frequency and the impact: the weighted
// frequency of the term over the page's elements (BM25F with fixed reference
// lengths), quantised to eight bits, so that ranking needs no positions and the
// largest impact of a block of postings bounds its scores exactly.
//
// The files are described in docs/format/index.md.
//
// Floor: 3 (state and input/output). Stability: engine. It does not rank and
// knows no query. Memory: the buffers of Options, and what the operating system
// maps of the files.
package index
