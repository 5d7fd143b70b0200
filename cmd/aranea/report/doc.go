// Package report shows to people and programs the state of a crawl and how it ended: the progress
// line, the verdict with advice, the counts, the hosts with trouble.
//
// Floor: 7 (glue). Stability: engine; the JSON fields are stable. It makes no decisions: the data
// comes from crawl.
package report
