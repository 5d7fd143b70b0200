package mergepolicy

import (
	"slices"
	"testing"
)

// TestMergingRewritesLittle plays the policy on levels: segments come one after
// another, and are rewritten as often as the levels say.
func TestMergingRewritesLittle(t *testing.T) {
	t.Parallel()
	const flushes = 3000
	var all []Segment
	written := 0
	for range flushes {
		all = append(all, Segment{Docs: 1})
		for len(all) > MaxSegments {
			set := Pick(all, 0)
			if len(set) < 2 {
				t.Fatalf("%d segments and nothing to merge", len(all))
			}
			merged := Segment{Level: Above(ordered(all, set))}
			for _, i := range set {
				merged.Docs += all[i].Docs
			}
			written += merged.Docs
			all = append(without(all, set), merged)
		}
	}
	if times := float64(written) / flushes; times > 5.5 || times < 1 {
		t.Errorf("each document is rewritten %.1f times", times)
	}
}

// without returns the segments but those at some places.
func without(all []Segment, places []int) (out []Segment) {
	for i, s := range all {
		if !slices.Contains(places, i) {
			out = append(out, s)
		}
	}
	return out
}

// TestQuiet: the small ones become one, the large ones stay.
func TestQuiet(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		docs []int
		want []int
	}{
		{"few", []int{5, 100, 7}, nil},
		{"the smallest", []int{50_000, 3000, 100, 5000, 77}, []int{4, 2}},
		{"a crawl's", []int{2496, 2441, 6271, 3835, 9703, 5159, 3366, 18453}, []int{1, 0, 6, 3, 5, 2}},
		{"of unlike size", []int{50_000, 3000, 100, 5, 700_000}, nil},
		{"the others are larger by far", []int{300_000, 10, 200_000, 900_000}, []int{2, 0}},
		{"empty ones", []int{0, 2000, 0, 0}, []int{0, 2}},
		{"too large to merge", []int{MaxDocs, MaxDocs, MaxDocs, 10, 20}, []int{3, 4}},
		{"too large together", []int{MaxDocs / 2, MaxDocs / 2, MaxDocs / 2, MaxDocs / 2, MaxDocs / 2}, []int{0, 1}},
		{"all too large", []int{MaxDocs, MaxDocs, MaxDocs, MaxDocs, 1}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var all []Segment
			for _, n := range tt.docs {
				all = append(all, Segment{Docs: n})
			}
			if got := Quiet(all); !slices.Equal(got, tt.want) {
				t.Errorf("of %v those at %v are merged, want %v", tt.docs, got, tt.want)
			}
		})
	}
}

// TestQuietRewritesLittle: pages that change one by one while nothing else is
// written do not let large segments be written again and again.
func TestQuietRewritesLittle(t *testing.T) {
	t.Parallel()
	const large, changes = 300_000, 1000
	all := []Segment{{Level: 3, Docs: large}, {Level: 3, Docs: large}, {Level: 3, Docs: large}}
	written := 0
	for range changes {
		all = append(all, Segment{Docs: 1})
		for set := Quiet(all); len(set) > 0; set = Quiet(all) {
			merged := Segment{Level: Above(ordered(all, set))}
			for _, i := range set {
				merged.Docs += all[i].Docs
			}
			written += merged.Docs
			all = append(without(all, set), merged)
		}
	}
	if most := 2*3*large + 20*changes; written > most {
		t.Errorf("%d documents are rewritten for %d changes, want %d at most; %v are left", written, changes, most, all)
	}
	if len(all) > MaxSegments {
		t.Errorf("%d segments are left", len(all))
	}
}

// TestPick: what is being merged counts, and what is too large is left alone.
func TestPick(t *testing.T) {
	t.Parallel()
	ten := slices.Repeat([]Segment{{Docs: 1}}, MaxSegments)
	if got := Pick(ten, 0); got != nil {
		t.Errorf("of ten segments those at %v are merged", got)
	}
	if got := Pick(ten, 1); len(got) != MaxSegments {
		t.Errorf("beside a merge those at %v of ten are merged", got)
	}
	high := slices.Concat([]Segment{{Level: 3, Docs: 500}, {Docs: MaxDocs}, {Docs: 9}}, slices.Repeat([]Segment{{Level: 2, Docs: 50}}, MaxSegments-1))
	if got := Pick(high, 0); !slices.Equal(got, []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {
		t.Errorf("a lone one of the lowest level is merged with those at %v", got)
	}
}

// TestDown: the smallest are merged, and none beyond the limit of a merge.
func TestDown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		docs []int
		most int
		want []int
	}{
		{[]int{5, 3, 9, 1}, 2, []int{3, 1, 0}},
		{[]int{5, 3, 9, 1}, 1, []int{3, 1, 0, 2}},
		{[]int{5, 3, 9, 1}, 0, []int{3, 1, 0, 2}},
		{[]int{5, 3, 9, 1}, 4, nil},
		{[]int{7}, 1, nil},
		{nil, 1, nil},
		{[]int{MaxDocs, 4, 3}, 2, []int{2, 1}},
		{[]int{MaxDocs, 4, 3}, 1, []int{2, 1}},
		{[]int{MaxDocs, 4}, 1, nil},
		{[]int{MaxDocs / 2, MaxDocs / 2, MaxDocs / 2}, 1, []int{0, 1}},
	} {
		var all []Segment
		for _, n := range tt.docs {
			all = append(all, Segment{Docs: n})
		}
		if got := Down(all, tt.most); !slices.Equal(got, tt.want) {
			t.Errorf("%v down to %d: %v, want %v", tt.docs, tt.most, got, tt.want)
		}
	}
}

// TestStale: segments that are half deleted are rewritten, also a single one, the small ones first.
func TestStale(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		all  []Segment
		want []int
	}{
		{"none", []Segment{{Docs: 5}, {Docs: 5, Deleted: 4}}, nil},
		{"one", []Segment{{Docs: 5}, {Docs: 5, Deleted: 5}}, []int{1}},
		{"several", []Segment{{Docs: 500, Deleted: 900}, {Docs: 5, Deleted: 4}, {Docs: 0, Deleted: 7}}, []int{2, 0}},
		{"an empty one has nothing to lose", []Segment{{}}, nil},
		{"too many", []Segment{{Docs: MaxDocs, Deleted: MaxDocs}, {Docs: 7, Deleted: 9}}, []int{1}},
	} {
		if got := Stale(tt.all); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
