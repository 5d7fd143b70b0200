// Package service says what may be asked of a data folder: the interfaces of its operations, and
// the values that they take and return. Whoever shows, asks or steers needs no more of engine.
//
// The owner of the folder (engine.Engine), a client of the owner (api.Client), and a session that
// is whichever of the two it can be (session.Session) are Services. They pass one contract suite,
// servicetest, so a question gets the same answer from each.
//
// Floor: 5 (owner), a part of engine. Stability: engine; the JSON of the values is a promise
// (docs/http-api.md). It opens nothing, decides nothing, and does not know how calls are carried.
package service
