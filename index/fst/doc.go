// Package fst makes the dictionaries of segments: minimal finite state transducers
// from texts to ascending numbers, in version 1 of the format that vellum reads.
//
// A Builder knows less than vellum's own and is several times as fast: since numbers
// ascend, an output that was given to a transition never changes; and only states of
// one or two transitions are looked for among earlier ones, for those of more are
// never alike in a dictionary of offsets.
//
// Floor: 3 (state and input/output). Stability: engine. It does not read
// dictionaries, and knows nothing of terms.
package fst
