// Package mirror decides which origins are mirrors of one site, and which of them is the main
// one.
//
// The evidence from visits of an origin is collected in its Record: the host in a Host line of
// its robots file, where its home page and its other pages redirect, which origin its pages name
// as canonical, and whether the same paths of two origins have the same text. Groups computes the
// groups of mirrors from these records, with a reason for every member and for the choice of the
// main mirror. Decisions of the operator override all evidence.
//
// Mirrors may become different sites: a Check compares some of their pages from time to time and
// reports when they are no longer mirrors.
//
// No origin can take over another one: its own statements move only itself. A redirect of all its
// pages is sufficient for that. A Host line, a canonical link or a redirect of the home page
// lowers the number of equal texts that are required, but never below a few. A group chooses as
// its main mirror the one that the other members name, not one that names itself. docs/mirrors.md
// describes the rules for operators.
//
// Floor: 2 (pure). Stability: engine. It fetches, stores and queues nothing.
package mirror
