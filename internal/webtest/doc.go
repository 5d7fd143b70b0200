// Package webtest is a simulated web: sites that are grown from a seed, on
// machines that are reached over a network in memory, with every trouble that
// servers, resolvers and owners make. Inside a testing/synctest bubble a month of
// it passes in seconds. The same seed grows the same web, and what a site answers
// follows from the seed, the URL and the instant alone.
//
// The web keeps its own record of every request that reached it. The tests of
// this package run the whole robot on it, with crashes, and hold the record
// against what the robot promises.
//
// Floor: 0 (leaves). Stability: engine; for tests alone. It knows nothing of the
// robot: it reads no robots file and no page, it writes them.
package webtest
