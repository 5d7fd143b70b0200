// Package segment writes, reads and merges segments: immutable parts of the
// index. A segment holds for each document a few columns of fixed width that
// ranking reads, a record and a text that results show, and its elements; and a
// dictionary of terms with their postings.
//
// A posting of a word holds its impact and its positions. The impact is the
// weighted frequency of the word over the page's fields (BM25F with fixed
// reference lengths), quantised to eight bits, so that ranking needs no
// positions and the largest impact of a block of postings bounds its scores.
//
// Terms come in four kinds, told apart by their first byte: forms of words as
// they were written, which alone have positions; stems, which know their
// language and which forms they stand for; filters; and words of the address.
//
// Every block of every file has a checksum that is checked when the block is
// first read. What is wrong is named with its file and place, and sticks to the
// segment, which is read without it (package damage) unless it is in the tables (Fault).
// The files are described in docs/format/index.md.
//
// Floor: 3 (state and input/output). Stability: engine. It does not know which
// segments make an index, nor the log; it decides no weights.
package segment
