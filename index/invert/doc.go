// Package invert turns pages into postings in memory, and these into a segment.
//
// A Buffer takes pages one by one. Each word of a page becomes a posting in the chain of its
// term, a list of chunks that never move. References are numbers, not pointers, so that the
// garbage collector has nothing to follow.
//
// In a Buffer, a word (a form with its stem) is one term. The separate postings of forms and of
// stems are derived from those of words when a segment is written or somebody asks for them.
//
// A Buffer can be searched while it is being filled: a view is a segment of the documents so
// far, whose lists are read from the chains on request.
//
// Floor: 3 (state and input/output). Stability: engine. It decides the weights of fields. It
// does not know the log, nor which documents were replaced.
package invert
