// Package mergepolicy decides which segments of an index are merged, by their levels and document
// counts alone.
//
// While an index is written, merging keeps the number of segments at MaxSegments and rewrites
// as little as possible: when there is one too many, all segments of the lowest level become
// one of the next level. A flushed segment has level 0. With ten segments, a document has been
// rewritten five times after 3,000 flushes (the binomial transform of Bentley and Saxe). When
// nothing is written any more, small segments of similar size are merged, because every query
// pays for each segment. Segments that are half deleted are rewritten.
//
// Floor: 3 (state and input/output), as a part of index. Stability: engine. It decides from
// values alone, and reads and writes nothing.
package mergepolicy

import (
	"cmp"
	"slices"
)

const (
	// MaxSegments is the number of segments on disk while an index is written.
	MaxSegments = 10
	// Few is how many segments are left when nothing is written any more. More are left if one
	// is larger than alike times the smaller ones of its merge together: a large segment is not
	// rewritten for a small one.
	Few   = 3
	alike = 4 // times the documents of the smaller segments of a merge
	// MaxDocs is the maximal number of documents of a merge. Segments larger than half of that
	// are not merged any more.
	MaxDocs = 2_000_000
)

// A Segment is what a decision needs to know about a segment: how often its oldest part was
// merged, how many documents would be merged, and how many are deleted, which would not be.
type Segment struct{ Level, Docs, Deleted int }

// Pick returns the indexes of the segments to merge next while an index is written, none if
// there is nothing to do. all excludes segments that are being merged already; others is how
// many segments there will be besides.
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

// Stale returns the indexes of the segments to rewrite without their deleted documents: those of
// which at least half are deleted, the smallest first. So a document is rewritten once more, at
// most, for each document that is deleted. Deleted ones take room, and count as having their
// words in document frequencies.
func Stale(all []Segment) []int {
	var out []int
	for i, s := range all {
		if s.Deleted > 0 && s.Deleted >= s.Docs {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return all[a].Docs - all[b].Docs })
	return upTo(all, out)
}

// Quiet returns the indexes of the segments to merge when nothing is written any more: the
// smallest ones of similar size, until Few are left together with the others.
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

// Down returns the indexes of the segments to merge next so that at most most are left: the
// smallest. It returns none if that is the case already or would exceed the size limit.
func Down(all []Segment, most int) []int {
	if len(all) <= max(most, 1) {
		return nil
	}
	free := mergeable(all)
	slices.SortStableFunc(free, func(a, b int) int { return all[a].Docs - all[b].Docs })
	return within(all, free[:min(len(free), len(all)-max(most, 1)+1)])
}

// mergeable returns the indexes of the segments that are not too large.
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

// within drops indexes as long as the merge would take too many documents; a single one is no
// merge.
func within(all []Segment, places []int) []int {
	if places = upTo(all, places); len(places) < 2 {
		return nil
	}
	return places
}

// upTo drops indexes as long as the merge would take too many documents.
func upTo(all []Segment, places []int) []int {
	sum := 0
	for i, p := range places {
		if sum += all[p].Docs; sum > MaxDocs {
			return places[:i]
		}
	}
	return places
}

// Lowest returns how many of the segments, sorted by level, are of the lowest level; if there
// is only one, those of the next level are added.
func Lowest(all []Segment) int {
	n := run(all)
	if n > 1 || n == len(all) {
		return n
	}
	return n + run(all[n:])
}

// run returns how many of the segments have the level of the first.
func run(all []Segment) int {
	n := 0
	for n < len(all) && all[n].Level == all[0].Level {
		n++
	}
	return n
}

// Above returns the level of the result of a merge.
func Above(all []Segment) int {
	most := 0
	for _, s := range all {
		most = max(most, s.Level)
	}
	return most + 1
}
