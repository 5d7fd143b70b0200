// Package settle updates what is known about an origin after something was learned about it:
// that another mirror is visited instead, or no longer is; that its URLs are not a trap after
// all; that pages it returned were error pages.
//
// An origin may have a million URLs, so that is done in parts, with everything else of the crawl
// between two parts. What a killed process did not finish is started again by the next one; what
// it did stays done.
//
// It does not learn; that is package learn.
//
// Floor: 4 (acts). Stability: engine.
package settle
