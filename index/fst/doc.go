// Package fst makes the dictionaries of segments: finite state transducers from texts
// to ascending numbers, in version 1 of the format that vellum reads.
//
// A Builder knows less than vellum's own and takes half the time: since numbers
// ascend, an output that was given to a transition never changes; and only states of
// one or two transitions are looked for among earlier ones. Larger ones are seldom
// alike in the words of pages. Where they are, as in a list of all numbers of five
// digits whose postings are of one size, the dictionary is larger than it could be, up
// to four bytes a text (docs/decisions/020).
//
// Floor: 3 (state and input/output). Stability: engine. It does not read
// dictionaries, and knows nothing of terms.
package fst
