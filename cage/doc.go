// Package cage reads documents of risky formats in processes of their own: this
// program, started again, with a limit of memory and time and, where the system
// permits, without files and network. What a document does to its reader ends
// that reader and marks the page, never the crawl.
//
// A Cage is the host: it starts workers when there is work, hands each one
// document at a time over a pipe, and ends one that is late, that has read many
// documents, or that has nothing to do. Serve is the worker.
//
// Floor: 3 (state and input/output). Stability: engine. It knows nothing of URLs
// but the host that a document came from.
package cage
