// Package crawl is the spine: it takes one URL after another through the stages
// and is the only place that changes state.
//
// The walk of one URL, in the order of the code:
//
//  1. lease (dispatch.go): the frontier hands out an entry of a host that
//     is free now. The host's next allowed instant is durable before the lease
//     leaves the frontier. If the host's robots file is missing or stale, the
//     lease is the robots file itself: an ordinary visit.
//  2. decide (visit.go): the host's rules allow, deny or postpone. Pure.
//  3. fetch (visit.go): one bounded exchange. Redirects come back as facts.
//  4. extract (visit.go): bytes to a Page with elements, links and directives.
//  5. plan (plan.go, its branches in plan*.go): a pure function from the facts
//     that facts.go gathers to one Outcome; every "no" in it carries a reason.
//  6. commit (commit.go): the index first, then the frontier in one batch that
//     ends the lease. A crash between the two repeats a visit and loses nothing.
//
// The package declares the interfaces of what it needs: Frontier with its
// Overview, Fetcher, Indexer, Graph. It imports the pure packages directly.
//
// Floor: 4 (acts). Stability: engine. It does not parse, store or rank, and has
// one sentence for people, that of the verdict.
package crawl
