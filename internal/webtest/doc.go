// Package webtest is a simulated web: sites generated from a seed, on machines reached over a
// network in memory, with all kinds of trouble that servers, resolvers and owners cause. Inside
// a testing/synctest bubble a month passes in seconds. The same seed generates the same web, and
// the answers of a site depend only on the seed, the URL and the instant.
//
// The web records every request that reaches it. The tests of this package run the whole robot
// on it, with crashes, and compare the record with the promises of the robot.
//
// Floor: 0 (leaves). Stability: engine; only for tests. It knows nothing about the robot: it
// does not parse robots files and pages, but writes them.
package webtest
