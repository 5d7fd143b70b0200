package segment

import (
	"cmp"
	"context"
	"iter"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/document/outline"
	"github.com/aranea-search/aranea/index/checksum"
	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/elements"
)

// checkTables verifies the index part again. It was verified when the segment was opened, and
// may have been damaged since.
func (s *Segment) checkTables() error {
	for name, sec := range s.foot.Sections {
		if checksum.Sum(s.idx[sec.Offset:sec.Offset+sec.Length]) != sec.CRC {
			return damage.Err(s.name+"."+partIndex, sec.Offset, "section "+name+": "+damage.ErrChecksum.Error())
		}
	}
	return nil
}

// Check reads every byte of the segment and yields what is wrong. An error that is not damage
// is yielded last.
func (s *Segment) Check(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		bad := s.checkTables()
		if bad != nil && !yield(bad) {
			return
		}
		for _, name := range pieces() {
			behind := passing{p: s.parts[name]}
			for b := range behind.p.Blocks() {
				if err := ctx.Err(); err != nil {
					yield(err)
					return
				}
				behind.verify(b)
			}
			behind.end()
		}
		h := s.Holes()
		if h == nil {
			h = &damage.Holes{}
		}
		for _, f := range h.Faults {
			if !yield(damage.Err(f.File, f.Offset, f.Text)) {
				return
			}
		}
		if bad != nil || s.Fault() != nil {
			return
		}
		for _, err := range s.Documents(ctx, h) {
			if err != nil {
				yield(err)
				return
			}
		}
	}
}

// Verify checks all blocks except those of the tables. After each chunk of bytes it calls rest,
// which returns false to stop. What is wrong is recorded in the segment.
func (s *Segment) Verify(chunk int, rest func() bool) bool {
	n := 0
	for _, name := range pieces() {
		behind := passing{p: s.parts[name]}
		for b := range behind.p.Blocks() {
			behind.verify(b)
			if n += behind.p.BlockSize(); n >= chunk {
				if n = 0; !rest() {
					return false
				}
			}
		}
		behind.end()
	}
	return true
}

// A Stored is everything that a segment keeps of a page besides its words.
type Stored struct {
	document.Record
	Doc     uint32          // its number in the segment
	Text    []byte          // for snippets, empty if the page's owner permits none; valid until the next document
	Outline outline.Outline // of the text; valid as long
}

// Documents yields all documents in order, including deleted ones, except those in the holes h.
// An error is yielded last.
func (s *Segment) Documents(ctx context.Context, h *damage.Holes) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		records, elements, texts := s.records.walk(), s.elements.walk(), s.texts.walk()
		defer records.close()
		defer elements.close()
		defer texts.close()
		for doc := range s.foot.Docs {
			d, err := s.stored(ctx, uint32(doc), records, elements, texts)
			if err != nil && h.Has(uint32(doc)) {
				continue
			}
			if err != nil {
				yield(Stored{}, err)
				return
			}
			if !yield(d, nil) {
				return
			}
		}
	}
}

// Titles yields the addresses and titles of all documents in order, including deleted ones; empty ones
// for those in the holes h that cannot be read. An error is yielded last.
func (s *Segment) Titles(ctx context.Context, h *damage.Holes) iter.Seq2[Titled, error] {
	return func(yield func(Titled, error) bool) {
		records := s.records.walk()
		defer records.close()
		for doc := range s.foot.Docs {
			err := error(nil)
			if doc%1024 == 0 {
				err = ctx.Err()
			}
			var b []byte
			lost := false
			if err == nil {
				b, err = records.next()
				lost = err != nil && h.Has(uint32(doc))
			}
			if lost {
				b, err = nil, nil
			}
			d, ok := decodeTitled(b)
			if err == nil && !ok && !lost {
				err = s.parts[partDocs].Err(0)
			}
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

// stored reads the next document.
func (s *Segment) stored(ctx context.Context, doc uint32, records, blocks, texts *blockWalk) (d Stored, err error) {
	if doc%1024 == 0 {
		if err := ctx.Err(); err != nil {
			return d, err
		}
	}
	record, err := records.next()
	runs, eerr := blocks.next()
	text, terr := texts.next() // all three must advance to the next document
	if err = cmp.Or(err, eerr, terr); err != nil {
		return d, err
	}
	if d.Record, err = s.record(doc, record); err != nil {
		return d, err
	}
	var ok bool
	if d.Elements, ok = elements.Decode(runs, s.gap()); !ok {
		return d, s.parts[partElements].Err(0)
	}
	d.Doc = doc
	d.Text, d.Outline = outline.Split(text)
	return d, nil
}

// Pieces yields the name suffix of each file of the segment and a function that returns its
// verified content. The file without which there is no segment comes last.
func (s *Segment) Pieces() iter.Seq2[string, func() ([]byte, error)] {
	return func(yield func(string, func() ([]byte, error)) bool) {
		for _, name := range pieces() {
			if !yield(name, func() ([]byte, error) { return s.parts[name].Whole() }) {
				return
			}
		}
		yield(partIndex, func() ([]byte, error) { return s.idx, s.checkTables() })
	}
}

// Wrong returns the numbers of the blocks found damaged, by part; nil for none.
func (s *Segment) Wrong() map[string][]int {
	if s.Holes() == nil {
		return nil
	}
	out := map[string][]int{}
	for _, name := range pieces() {
		if bad := s.parts[name].Wrong(); bad != nil {
			out[name] = bad
		}
	}
	return out
}

// Recheck verifies blocks that Wrong returned for an earlier opening of the segment. Unknown
// block numbers are ignored.
func (s *Segment) Recheck(wrong map[string][]int) {
	for name, bad := range wrong {
		for _, b := range bad {
			if p := s.parts[name]; p != nil && b >= 0 && b < p.Blocks() {
				_ = p.Verify(b) // records what is wrong
			}
		}
	}
}

// Fault returns the first damage that makes the segment unreadable, nil if there is none.
func (s *Segment) Fault() *damage.Fault { return s.damage.Fault() }

// Holes returns all other damage, nil if there is none. It is the same pointer until more is
// found.
func (s *Segment) Holes() *damage.Holes { return s.damage.Holes() }

// Damaged returns the first damage of any kind, nil if there is none.
func (s *Segment) Damaged() *damage.Fault {
	if f := s.Fault(); f != nil {
		return f
	}
	if h := s.Holes(); h != nil {
		return &h.Faults[0]
	}
	return nil
}
