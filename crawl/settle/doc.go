// Package settle brings what is known of an origin in line with what was learned of
// it: that another mirror is visited in its place, or no longer; that URLs of it are
// no trap after all; that pages which it answered with were none.
//
// An origin may have a million URLs, so that is done a part at a time, with
// everything else of the crawl between two parts. What a killed process had not
// come to is begun anew by the next one: what it had done stays as it is.
//
// It does not learn; that is package learn.
//
// Floor: 4 (acts). Stability: engine.
package settle
