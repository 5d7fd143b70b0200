// Package contest finds the pages that come first by two stages, of which the second
// is dear: pages wait with what they may reach at most, and those that may be among the
// first are looked at again, the likeliest first, until none is left that can (the
// threshold algorithm of Fagin), and no more than the best Most by the first stage.
// What comes first is the same whether pages are left out that cannot be.
//
// Floor: 4 (acts). Stability: engine. It is pure: what pages are and how they are
// looked at is the caller's.
package contest
