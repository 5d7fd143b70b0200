// Package tally counts what one run of a crawl does: pages and requests, failing hosts, and what
// pages showed that had been visited before.
//
// Floor: 4 (acts). Stability: engine. It decides nothing and stores nothing.
package tally
