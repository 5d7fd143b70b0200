// Package admission is the admission control of searches: it bounds how many queries run at once
// and how many wait, and keeps expensive queries from blocking cheap ones. The caller says what
// a query costs, in postings.
//
// Floor: 4 (acts). Stability: engine. It knows no index and no query, and starts no goroutine.
package admission
