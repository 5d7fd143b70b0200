// Package pattern brings the paths of rules and the targets of questions to one
// form and matches them: literal paths, paths with wildcards, and the shell
// expressions of the Extended Standard 2.0. Covers and Meets say exactly how two
// patterns lie to each other.
//
// Floor: 0 (leaves). Stability: engine. It is the foundation of robotstxt and its
// rewriters, and pure.
package pattern
