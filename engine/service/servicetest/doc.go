// Package servicetest is the contract of Services: what every caller relies on, whoever owns the
// folder, as tests that each implementation passes. It also has what tests of a data folder share:
// sites to crawl, and harm to files.
//
// Floor: 5 (owner), for tests only. Stability: engine. It does not test what is asked of one
// implementation alone: ownership, damage, the form of calls.
package servicetest
