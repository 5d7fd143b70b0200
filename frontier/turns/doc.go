// Package turns says which of the origins that have work is asked next: those
// that are free in the order of their turns, the others when they are free, and
// none beyond what its standing may hold of the fetchers (package schedule).
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output
// itself. Stability: engine. It is not safe for concurrent use.
package turns
