// Package contest finds the pages that come first by two stages, of which the second
// is dear: pages wait with what they may reach at most, and those that may be among the
// first are looked at again, the likeliest first, until none is left that can (the
// threshold algorithm of Fagin). No more than Most wait at once, the best by the first
// stage; early looks make room for others. What comes first is the same whether pages
// are left out that cannot be, and a Next contest is among the same pages.
//
// Floor: 4 (acts). Stability: engine. It is pure: what pages are and how they are
// looked at is the caller's.
package contest
