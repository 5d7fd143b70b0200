// Package segmentation tells which pairs of characters of a query are likely words.
//
// A run of characters without spaces (Chinese, Japanese, Korean, Thai) is cut into
// overlapping pairs. A pair that crosses from one word into the next is rarer than the
// words on either side, and would count more than they do. The likeliest segmentation of a
// run is the set of pairs, no two of them overlapping, with the largest sum of the
// logarithms of their document frequencies: the index is the dictionary (decision 029).
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure.
package segmentation

import (
	"math"
	"slices"
)

// crossingShare is the share of its rarity that a crossing pair counts. Chosen among 0.3,
// 0.4, 0.5, 0.65 and 1 on judged collections (decision 029).
const crossingShare = 0.5

// A Piece is a part of a word of a query.
type Piece struct {
	Start, End int // bytes of the word
	Docs       int // documents that hold the piece
}

// Shares returns for each piece of a word, in their order, the share of its rarity that it
// counts: crossingShare if it overlaps others and is not in the likeliest segmentation of
// the run that they form, or else 1.
func Shares(pieces []Piece) []float64 {
	shares := slices.Repeat([]float64{1}, len(pieces))
	for from := 0; from < len(pieces); {
		to := from + 1
		for to < len(pieces) && pieces[to].Start < pieces[to-1].End {
			to++
		}
		if to-from > 1 {
			lower(shares[from:to], pieces[from:to])
		}
		from = to
	}
	return shares
}

// lower lowers the shares of the crossing pieces of a run, in which only neighbours overlap.
// It finds the heaviest set of pieces that do not overlap, by dynamic programming.
func lower(shares []float64, run []Piece) {
	// The largest sums of the pieces so far, with the last one among them and without it.
	type sums struct{ with, without float64 }
	best := make([]sums, len(run)+1)
	for i, p := range run {
		before := best[i]
		best[i+1] = sums{before.without + math.Log1p(float64(p.Docs)), max(before.with, before.without)}
	}
	for i := len(run) - 1; i >= 0; i-- {
		if s := best[i+1]; s.with <= s.without {
			shares[i] = crossingShare
		} else if i--; i >= 0 {
			shares[i] = crossingShare
		}
	}
}
