// Package engine owns a data folder and serves all operations on it: crawls, searches, questions
// about URLs and hosts, removals, checks, backups.
//
// One process owns a folder at a time. Open makes this process the owner; Dial connects to the
// owner through the control socket in the folder; Join does whichever is possible, and takes
// over when the owner ends. Engine and Client are both Services and pass one contract suite, so
// a question gets the same answer from either.
//
// The control socket is a Unix socket that only its user may open. It speaks HTTP with JSON,
// under /api/v1/, as docs/http-api.md describes; the search page serves the read-only part of
// the same API.
//
// Floor: 5. Stability: engine. It decides nothing about URLs: crawl, frontier, index and search
// do. Its only texts for people are the trails of Explain.
package engine
