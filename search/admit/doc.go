// Package admit decides which queries may run at once: so many, so many wait, and
// dear ones never keep the cheap ones out. What a query costs, in postings, is said
// by who asks.
//
// Floor: 4 (acts). Stability: engine. It knows no index and no query, and starts no
// goroutine.
package admit
