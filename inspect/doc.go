// Package inspect answers questions about live sites and pages without storing anything: what a
// robots file says about a URL and why, what is wrong with it, what a new version changes, what
// directives a page has, and what a visit to a URL would result in, step by step.
//
// It takes and returns values. The caller reads files. Requests go through a Fetcher, and only
// with a permit of a Clock, so that a question never violates the politeness of a crawl of the
// same host.
//
// Floor: 4 (acts). Stability: engine. It stores nothing, prints nothing, and knows no flags.
package inspect
