// Package upkeep implements the manual maintenance of the indexes of a data folder: it describes
// their structure, reads every block, and merges their segments.
//
// Floor: 5 (owner), a part of engine. Stability: engine. It decides nothing: the index detects
// damage, and package mergepolicy selects the segments to merge.
package upkeep

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/mergepolicy"
	"github.com/aranea-search/aranea/index/segment"
)

// An Index is one of the indexes of a folder, with its path in the folder.
type Index struct {
	Dir string
	*index.Index
}

// A Stat describes the structure of one index.
type Stat struct {
	Dir string `json:"dir"` // in the data folder
	index.Stats
	Langs map[string]uint64 `json:"langs"` // documents that can be found, by language code
	// Protected is how many documents that can be found were read with a secret.
	Protected uint64               `json:"protected"`
	List      []index.SegmentStats `json:"list"` // the segments
}

// StatOf describes the structure of an index.
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
	if st.Langs, err = Langs(ctx, snap); err != nil {
		return st, err
	}
	for seg := range snap.Segments() {
		n, err := holding(snap, seg, segment.PrefixFilter+document.Protected)
		if err != nil {
			return st, err
		}
		st.Protected += n
	}
	return st, nil
}

// Langs counts the documents that can be found by language.
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

// codes returns all possible language codes of pages: two letters (ISO 639-1), or "und".
func codes() []string {
	all := []string{"und"}
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			all = append(all, string([]rune{a, b}))
		}
	}
	return all
}

// holding returns how many documents of a segment that can be found contain a term.
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
	Segment string `json:"segment,omitempty"` // with the name of its index, empty for a fault
	Bytes   int64  `json:"bytes"`             // read so far in all indexes
	Of      int64  `json:"of"`                // total to read
	// File is the file with the fault, Offset the position in it, and Text the description.
	File   string `json:"file,omitempty"`
	Offset int64  `json:"offset,omitempty"`
	Text   string `json:"text,omitempty"`
}

// Verify reads every block of every file of indexes and compares its checksum. It yields each
// segment after it was read, and each fault.
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
				v.Bytes, v.Of = done, max(done, of) // the index may have grown in the meantime
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

// A Merge asks to merge each index into a maximum number of segments.
type Merge struct {
	Segments int `json:"segments"` // at least 1
}

// Merged is the result of a Merge.
type Merged struct {
	Before int   `json:"segments_before"`
	After  int   `json:"segments"`
	Bytes  int64 `json:"bytes"`         // of the segments
	Freed  int64 `json:"bytes_freed"`   // by which the segments shrank
	Most   int   `json:"most_segments"` // the requested maximum over all indexes
	// Docs is the number of documents above which a segment is not merged any more.
	Docs int `json:"documents_limit"`
}

// Do merges indexes without interrupting anything.
func (m Merge) Do(ctx context.Context, all []Index) (Merged, error) {
	out := Merged{Most: m.Segments * len(all), Docs: mergepolicy.MaxDocs}
	if m.Segments < 1 {
		return out, &aranea.Error{Op: "merge", Kind: aranea.Invalid, Err: errors.New("an index has at least one segment")}
	}
	for _, x := range all {
		if err := x.Flush(); err != nil { // otherwise buffered pages would add a segment later
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
