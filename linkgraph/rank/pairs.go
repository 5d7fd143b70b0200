package rank

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"slices"
)

// A pair is two numbers, such as the target and the source of a link, ordered by the first.
type pair uint64

func pairOf(to, from uint32) pair { return pair(to)<<32 | pair(from) }
func (p pair) to() uint32         { return uint32(p >> 32) }
func (p pair) from() uint32       { return uint32(p) }

// maxPairs is the number of pairs kept in memory; more are written to files.
const maxPairs = 1 << 20

// pairs sorts pairs and keeps each once, in bounded memory.
type pairs struct {
	files Folder
	name  string
	most  int // pairs kept in memory
	list  []pair
	runs  int // number of files
}

func newPairs(files Folder, name string) *pairs {
	return &pairs{files: files, name: name, most: maxPairs}
}

// add adds a pair.
func (s *pairs) add(p pair) error {
	if n := len(s.list); n > 0 && s.list[n-1] == p {
		return nil
	}
	if s.list = append(s.list, p); len(s.list) < s.most {
		return nil
	}
	s.sort()
	if len(s.list) < s.most/2 {
		return nil // most were duplicates
	}
	s.runs++
	err := writeFile(s.files, s.run(s.runs-1), func(w io.Writer) error { return writePairs(w, slices.Values(s.list)) })
	s.list = s.list[:0]
	return err
}

func (s *pairs) run(i int) string { return fmt.Sprintf("%s%s-%d", scratchPrefix, s.name, i) }

func (s *pairs) sort() {
	slices.Sort(s.list)
	s.list = slices.Compact(s.list)
}

func writePairs(w io.Writer, list iter.Seq[pair]) error {
	var b [8]byte
	for p := range list {
		binary.LittleEndian.PutUint64(b[:], uint64(p))
		if _, err := w.Write(b[:]); err != nil {
			return err
		}
	}
	return nil
}

// sorted calls yield with each distinct pair in ascending order.
func (s *pairs) sorted(yield func(pair) error) error {
	s.sort()
	var heads []run
	if r := (run{list: s.list}); r.next() {
		heads = append(heads, r)
	}
	for i := range s.runs {
		data, release, merr := s.files.Map(s.run(i))
		if merr != nil {
			return merr
		}
		defer release()
		if r := (run{data: data}); r.next() {
			heads = append(heads, r)
		}
	}
	last, any := pair(0), false
	for len(heads) > 0 {
		least := 0
		for i := range heads {
			if heads[i].head < heads[least].head {
				least = i
			}
		}
		if p := heads[least].head; !any || p != last {
			last, any = p, true
			if err := yield(p); err != nil {
				return err
			}
		}
		if !heads[least].next() {
			heads = slices.Delete(heads, least, least+1)
		}
	}
	return nil
}

// A run is a sequence of ascending pairs, in memory or in a file.
type run struct {
	head pair
	list []pair
	data []byte
}

// next advances to the next pair, and reports whether there is one.
func (r *run) next() bool {
	switch {
	case len(r.list) > 0:
		r.head, r.list = r.list[0], r.list[1:]
	case len(r.data) >= 8:
		r.head, r.data = pair(binary.LittleEndian.Uint64(r.data)), r.data[8:]
	default:
		return false
	}
	return true
}
