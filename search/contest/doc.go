// Package contest finds the best pages by two stages of scoring, the second of which is
// expensive. Pages wait with an upper bound of their final scores, and those that may be among
// the best are looked at by the second stage, the most promising first, until no other page can
// be (the threshold algorithm of Fagin). At most Most pages wait, the best by the first stage;
// early looks make room for others. The result is the same whether or not pages that cannot win
// are left out, and a Next contest is among the same pages.
//
// Floor: 4 (acts). Stability: engine. It is pure: the caller defines what pages are and what
// the second stage does.
package contest
