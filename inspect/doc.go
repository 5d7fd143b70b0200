// Package inspect answers questions about live sites and pages without storing
// anything: what a robots file says of a URL and why, what is wrong with it,
// what a new version changes, what a page says to robots, and what a visit to a
// URL would lead to, step by step.
//
// It takes values and returns values. Files are read by whoever asks. Requests
// go through a Fetcher, and only when a Clock gives the right to one, so that a
// question never breaks the politeness of a crawl into the same host.
//
// Floor: 4 (acts). Stability: engine. It stores nothing, prints nothing, and
// knows no flags.
package inspect
