// Package scheduler decides which of the origins with work is next: those that are free in the order
// of their turns, the others when they are free, and none beyond the share of fetchers of its
// standing (package schedule).
//
// Floor: 3 (state and input/output), inside frontier; it does no input or output itself.
// Stability: engine. It is not safe for concurrent use.
package scheduler
