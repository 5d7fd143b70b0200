// Package report says to people and programs how a crawl stands and how it ended:
// the line of progress, the verdict with its way out, the counts, the hosts in
// trouble.
//
// Floor: 7 (glue). Stability: engine; the fields of the JSON are the promise. It
// decides nothing: what happened comes from crawl.
package report
