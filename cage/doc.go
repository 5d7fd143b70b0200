// Package cage reads documents in risky formats in separate processes: this program, started
// again, with limits on memory and time and, where the system permits, without files and network.
// A document that breaks its reader ends that reader and marks the page, but never the crawl.
//
// A Cage is the host: it starts workers when there is work, sends each worker one document at a
// time through a pipe, and ends workers that are late, have read many documents, or are idle.
// Serve is the worker.
//
// Floor: 3 (state and input/output). Stability: engine. It knows nothing of URLs but the host of
// a document.
package cage
