// Package upkeep does what an operator asks of the indexes of a data folder by hand:
// it tells what they are made of, reads every block of them, and merges their segments.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It decides nothing: what is
// damage the index knows, and which segments are merged package tier.
package upkeep

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/tier"
)

// An Index is one of the indexes of a folder and where it lies in that.
type Index struct {
	Dir string
	*index.Index
}

// A Stat says what one index is made of.
type Stat struct {
	Dir string `json:"dir"` // in the data folder
	index.Stats
	Langs map[string]uint64    `json:"langs"` // documents that can be found, by the code of their language
	List  []index.SegmentStats `json:"list"`  // the segments
}

// StatOf says what an index is made of.
func StatOf(ctx context.Context, x Index) (Stat, error) {
	st := Stat{Dir: x.Dir}
	var err error
	if st.Stats, err = x.Stats(); err != nil {
		return st, err
	}
	snap, err := x.Snapshot()
	if err != nil {
		return st, err
	}
	defer snap.Close()
	st.List = snap.Each()
	st.Langs, err = Langs(ctx, snap)
	return st, err
}

// Langs counts the documents that can be found by their language.
func Langs(ctx context.Context, snap *index.Snapshot) (map[string]uint64, error) {
	langs := map[string]uint64{}
	for seg := range snap.Segments() {
		for _, lang := range codes() {
			if ctx.Err() != nil {
				return langs, context.Cause(ctx)
			}
			n, err := holding(snap, seg, segment.PrefixFilter+"lang:"+lang)
			if err != nil {
				return langs, err
			}
			if n > 0 {
				langs[lang] += n
			}
		}
	}
	return langs, nil
}

// codes returns every code that the language of a page may have: two letters (ISO
// 639-1), or "und".
func codes() []string {
	all := []string{"und"}
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			all = append(all, string([]rune{a, b}))
		}
	}
	return all
}

// holding returns how many documents of a segment that can be found hold a term.
func holding(snap *index.Snapshot, seg int, term string) (n uint64, err error) {
	p, err := snap.Postings(seg, term)
	if p == nil || err != nil {
		return 0, err
	}
	for p.Next() {
		if snap.Findable(seg, p.Doc()) {
			n++
		}
	}
	return n, p.Err()
}

// A Verified is one step of reading an index: a segment that was read, or a fault.
type Verified struct {
	Segment string `json:"segment,omitempty"` // with the index that it is of, empty for a fault
	Bytes   int64  `json:"bytes"`             // read so far, of all indexes
	Of      int64  `json:"of"`                // that there are to read
	// File is that of a fault, Offset where in it, and Text what is wrong.
	File   string `json:"file,omitempty"`
	Offset int64  `json:"offset,omitempty"`
	Text   string `json:"text,omitempty"`
}

// Verify reads every block of every file of indexes and compares it with its checksum.
// It yields each segment when it was read, and each fault.
func Verify(ctx context.Context, all []Index) iter.Seq2[Verified, error] {
	return func(yield func(Verified, error) bool) {
		var done, of int64
		for _, x := range all {
			st, err := x.Stats()
			if err != nil {
				yield(Verified{}, err)
				return
			}
			for _, n := range st.Bytes {
				of += n
			}
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		for _, x := range all {
			enough := false
			tell := func(v Verified, err error) bool {
				v.Bytes, v.Of = done, max(done, of) // it may have grown meanwhile
				if enough = enough || !yield(v, err) || err != nil; enough {
					cancel()
				}
				return !enough
			}
			for f, err := range x.Check(ctx, func(s index.SegmentStats) {
				if done += s.Bytes; !enough {
					tell(Verified{Segment: path.Join(x.Dir, s.Name)}, nil)
				}
			}) {
				if enough || !tell(Verified{File: path.Join(x.Dir, f.File), Offset: f.Offset, Text: f.Text}, err) {
					return
				}
			}
			if enough {
				return
			}
		}
	}
}

// A Merge asks for indexes of at most so many segments each.
type Merge struct {
	Segments int `json:"segments"` // from 1 on
}

// Merged says what a Merge did.
type Merged struct {
	Before int   `json:"segments_before"`
	After  int   `json:"segments"`
	Bytes  int64 `json:"bytes"`         // of the segments
	Freed  int64 `json:"bytes_freed"`   // by which they were larger before
	Most   int   `json:"most_segments"` // what was asked for, of all indexes together
	// Docs is the number of documents beyond which a segment is not merged any more.
	Docs int `json:"documents_limit"`
}

// Do merges indexes while everything goes on.
func (m Merge) Do(ctx context.Context, all []Index) (Merged, error) {
	out := Merged{Most: m.Segments * len(all), Docs: tier.MaxDocs}
	if m.Segments < 1 {
		return out, &aranea.Error{Op: "merge", Kind: aranea.Invalid, Err: errors.New("an index has at least one segment")}
	}
	for _, x := range all {
		if err := x.Flush(); err != nil { // or what waits would be a segment more
			return out, err
		}
		before, n, err := size(x)
		if err == nil {
			err = x.Merge(ctx, m.Segments)
		}
		if err != nil {
			return out, fmt.Errorf("merge %s: %w", x.Dir, err)
		}
		after, left, err := size(x)
		if err != nil {
			return out, err
		}
		out.Before, out.After = out.Before+n, out.After+left
		out.Bytes, out.Freed = out.Bytes+after, out.Freed+before-after
	}
	return out, nil
}

// size returns the bytes and the number of the segments of an index.
func size(x Index) (bytes int64, segments int, err error) {
	st, err := x.Stats()
	for _, n := range st.Bytes {
		bytes += n
	}
	return bytes, st.Segments, err
}
