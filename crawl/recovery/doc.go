// Package recovery finds what a process left behind that was killed between the updates of the
// index and the frontier: the index is updated first, so a document may be indexed, deleted or
// hidden without the frontier knowing. If the repeated visit ends differently, or rules have
// changed meanwhile, this must be corrected.
//
// Floor: 4 (acts). Stability: engine. It decides and changes nothing: the caller applies the
// changes. Whole folders are compared by the check of package engine.
package recovery
