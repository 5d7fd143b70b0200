// Package top keeps the best of many: a queue that hands out numbers in an order
// without sorting all of them, and the lowest of the best scores.
//
// Floor: 4 (acts). Stability: engine. It is pure, and knows nothing of what the
// numbers and scores stand for.
package top
