// Package top finds the foremost of many without sorting all of them: a queue that hands
// out numbers in an order as far as they are asked for, and two heaps that keep the best.
//
// Floor: 4 (acts). Stability: engine. It is pure, and knows nothing of what the
// numbers stand for.
package top
