// Package pattern converts the paths of rules and targets to a comparable form and matches them:
// literal paths, paths with wildcards, and the shell expressions of the Extended Standard 2.0.
// Covers and Meets compute the exact relation of two patterns.
//
// Floor: 0 (leaves). Stability: engine. It is used by robotstxt and its rewriters, and pure.
package pattern
