// Package segment writes, reads and merges segments: immutable parts of the index. For each
// document, a segment holds fixed-width columns for ranking, a record and a text for display,
// and its elements. It also holds a dictionary of terms with their postings.
//
// A posting of a word holds its impact and its positions. The impact is the weighted frequency
// of the word over the page's fields (BM25F with fixed reference lengths), quantised to eight
// bits. So ranking needs no positions, and the largest impact of a block of postings bounds its
// scores.
//
// There are four kinds of terms, distinguished by their first byte: forms of words as written,
// which alone have positions; stems, which know their language and the forms they stand for;
// filters; and words of the address.
//
// Every block of every file has a checksum that is verified when the block is first read.
// Damage is reported with file and place and recorded in the segment, which is then read
// without the damaged parts (package damage), unless the damage is in the tables (Fault). The
// files are described in docs/format/index.md.
//
// Floor: 3 (state and input/output). Stability: engine. It does not know which segments make an
// index, nor the log; it decides no weights.
package segment
