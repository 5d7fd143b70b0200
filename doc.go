// Package aranea holds the words that every other package shares: entries and
// leases of the frontier, facts of one exchange, pages with their elements and
// links, outcomes, and the closed list of reason codes.
//
// Floor: 1 (words). Stability: engine.
//
// The package contains values only. It does no input or output, starts no
// goroutine, declares no interface and takes no decision: packages above it
// decide (scope, schedule, dedupe, extract), act (fetch, frontier, index,
// crawl) and show (console, cmd/aranea). All values may be copied; a value that
// holds a slice or a map shares it with its copies, and whoever receives such a
// value from another package must not change it.
package aranea
