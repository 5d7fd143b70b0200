// Package invert turns pages into postings in memory, and these into a segment.
//
// A Buffer takes pages one by one. Each word of a page becomes a posting in a chain
// of chunks of its term, so that what was written is never moved; and what points
// from one thing to another is a number, so that the garbage collector has nothing
// to follow.
//
// A word of a page, which is its form with its stem, is one term there. The postings of forms
// and of stems are made from those of words when a segment is written, or when one is asked
// for.
//
// A Buffer is searched while it is filled: a view is the documents so far, as a segment
// whose lists are read out of the chains when they are asked for.
//
// Floor: 3 (state and input/output). Stability: engine. It decides the weights of
// fields. It does not know the log, nor which documents were replaced.
package invert
