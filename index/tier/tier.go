// Package tier decides which segments of an index are merged, by their levels and
// numbers of documents alone.
//
// While an index is written, merging keeps the number of segments at MaxSegments and
// rewrites as little as it can: when there is one too many, all of the lowest level
// become one of the next level. A flushed segment has the level 0. With ten segments
// a document is rewritten five times by the time there were 3,000 flushes (the
// binomial transform of Bentley and Saxe). When nothing is written any more, small
// ones of like size become one, for each query pays for each segment.
//
// Floor: 3 (state and input/output), as a part of index. Stability: engine. It decides
// from values alone, and reads and writes nothing.
package tier

import (
	"cmp"
	"slices"
)

const (
	// MaxSegments is how many segments there are on the disk while an index is
	// written.
	MaxSegments = 10
	// Few is how many are left when nothing is written any more, or more whose
	// sizes differ by more than alike: a large one is not rewritten for a small one.
	Few   = 3
	alike = 4 // times what the smaller ones of a merge have together
	// MaxDocs is how many documents a merge takes at most; larger segments than half
	// of that are not merged any more.
	MaxDocs = 2_000_000
)

// A Segment is what is to be known of a segment: how often its oldest part was
// merged, and how many documents would be merged.
type Segment struct{ Level, Docs int }

// Pick returns the places of the segments to merge next while an index is written,
// none if there is nothing to do. Those that are being merged already are left out of
// all; others is how many segments there will be besides.
func Pick(all []Segment, others int) []int {
	free := mergeable(all)
	if others+len(free) <= MaxSegments {
		return nil
	}
	slices.SortStableFunc(free, func(a, b int) int {
		return cmp.Or(all[a].Level-all[b].Level, all[a].Docs-all[b].Docs)
	})
	return within(all, free[:Lowest(ordered(all, free))])
}

// Quiet returns the places of the segments to merge when nothing is written any
// more: the smallest that are of like size, until Few are left with the others.
func Quiet(all []Segment) []int {
	if len(all) <= Few {
		return nil
	}
	free := mergeable(all)
	slices.SortStableFunc(free, func(a, b int) int { return all[a].Docs - all[b].Docs })
	most := len(all) - Few + 1
	for first := range free {
		sum, n := all[free[first]].Docs, 1
		for n < most && first+n < len(free) && all[free[first+n]].Docs <= alike*sum {
			sum += all[free[first+n]].Docs
			n++
		}
		if set := within(all, free[first:first+n]); set != nil {
			return set
		}
	}
	return nil
}

// Down returns the places of the segments to merge next so that at most so many are
// left: the smallest. It returns none where that is so, or no merge may be larger.
func Down(all []Segment, most int) []int {
	if len(all) <= max(most, 1) {
		return nil
	}
	free := mergeable(all)
	slices.SortStableFunc(free, func(a, b int) int { return all[a].Docs - all[b].Docs })
	return within(all, free[:min(len(free), len(all)-max(most, 1)+1)])
}

// mergeable returns the places of those that are not too large.
func mergeable(all []Segment) (out []int) {
	for i, s := range all {
		if s.Docs <= MaxDocs/2 {
			out = append(out, i)
		}
	}
	return out
}

func ordered(all []Segment, places []int) []Segment {
	out := make([]Segment, len(places))
	for i, p := range places {
		out[i] = all[p]
	}
	return out
}

// within cuts places where a merge would take too many documents.
func within(all []Segment, places []int) []int {
	sum := 0
	for i, p := range places {
		if sum += all[p].Docs; sum > MaxDocs {
			places = places[:i]
			break
		}
	}
	if len(places) < 2 {
		return nil
	}
	return places
}

// Lowest returns how many of the segments, which ascend by level, are of the
// lowest level; if it is one alone, those of the next are added.
func Lowest(all []Segment) int {
	n := run(all)
	if n > 1 || n == len(all) {
		return n
	}
	return n + run(all[n:])
}

// run returns how many of the segments are of the level of the first.
func run(all []Segment) int {
	n := 0
	for n < len(all) && all[n].Level == all[0].Level {
		n++
	}
	return n
}

// Above returns the level of what a merge of segments makes.
func Above(all []Segment) int {
	most := 0
	for _, s := range all {
		most = max(most, s.Level)
	}
	return most + 1
}
