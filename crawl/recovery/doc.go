// Package recovery finds what a process left that was killed between the index
// and the frontier: the index comes first, so a document may be there, gone or
// hidden without the frontier knowing. A visit that is repeated with another end,
// or rules that have changed meanwhile, must not leave it so.
//
// Floor: 4 (acts). Stability: engine. It decides and changes nothing:
// who asks carries the changes out. Whole folders are compared by the check of
// package engine.
package recovery
