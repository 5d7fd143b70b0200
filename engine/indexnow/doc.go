// Package indexnow handles notices of sites about their changed URLs in the IndexNow protocol
// (https://www.indexnow.org/documentation), and limits how many are accepted.
//
// Floor: 5 (owner), inside engine, which passes what the package reads and changes. Stability:
// engine.
package indexnow
