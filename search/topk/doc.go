// Package topk selects the best of many values without sorting all of them: two heaps that keep
// the best, and a queue that yields numbers in order as far as they are asked for.
//
// Floor: 4 (acts). Stability: engine. It is pure, and does not know what the numbers stand for.
package topk
