// Package fst builds the dictionaries of segments and looks texts up in them: finite state
// transducers from texts to ascending numbers, in version 1 of the format that vellum reads.
//
// A Builder does less than vellum's own and takes half the time. Because numbers ascend, an
// output once assigned to a transition never changes; and only states with one or two
// transitions are looked up among earlier ones, since larger states are rarely equal in the
// words of pages. Where they are, as in a list of all five-digit numbers with postings of equal
// size, the dictionary is larger than it could be, by up to four bytes per text
// (docs/decisions/020-dictionary-builder.md). Find takes half the time of vellum's reader, which does
// the rest: it yields texts in order and those that an automaton accepts.
//
// Floor: 3 (state and input/output). Stability: engine. It knows nothing about terms.
package fst
