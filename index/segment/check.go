package segment

import (
	"context"
	"hash/crc32"
	"iter"

	"github.com/aranea-search/aranea/document"
)

// checkTables checks the index part again; it was checked at opening and may have
// gone bad since.
func (s *Segment) checkTables() error {
	for name, sec := range s.foot.Sections {
		if crc32.Checksum(s.idx[sec.Offset:sec.Offset+sec.Length], castagnoli) != sec.CRC {
			return Damage(s.name+"."+partIndex, sec.Offset, "section "+name+": "+ErrChecksum.Error())
		}
	}
	return nil
}

// Check reads every byte of the segment, read before or not, and yields what is
// wrong. An error that is no damage is the last thing that is yielded.
func (s *Segment) Check(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		bad := s.checkTables()
		if bad != nil && !yield(bad) {
			return
		}
		for _, name := range pieces() {
			p := s.parts[name]
			for b := range p.blocks() {
				if err := ctx.Err(); err != nil {
					yield(err)
					return
				}
				if !p.check(b) && !yield(Damage(p.file, int64(b)*sumBlock, ErrChecksum.Error())) {
					return
				}
			}
		}
		if bad != nil || s.Fault() != nil {
			return
		}
		for _, err := range s.Documents(ctx) {
			if err != nil {
				yield(err)
				return
			}
		}
	}
}

// Verify checks the blocks that were not read yet, and rests after each chunk of
// blocks; rest reports false to end. What is wrong sticks to the segment.
func (s *Segment) Verify(chunk int, rest func() bool) bool {
	n := 0
	for _, name := range pieces() {
		p := s.parts[name]
		for b := 0; b < p.blocks() && p.check(b); b++ {
			if n++; n%chunk == 0 && !rest() {
				return false
			}
		}
	}
	return true
}

// A Stored is all that a segment keeps of a page besides its words.
type Stored struct {
	document.Record
	Text []byte // for snippets, empty if the page's owner permits none; valid until the next document
}

// Documents yields all documents in order, deleted ones included. An error is
// the last thing that is yielded.
func (s *Segment) Documents(ctx context.Context) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		records, elements, texts := s.records.walk(), s.elements.walk(), s.texts.walk()
		defer records.close()
		defer elements.close()
		defer texts.close()
		for doc := range s.foot.Docs {
			d, err := s.stored(ctx, uint32(doc), records, elements, texts)
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

// URLs yields the URLs of all documents in order, deleted ones included. An error is
// the last thing that is yielded.
func (s *Segment) URLs(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		records := s.records.walk()
		defer records.close()
		for doc := range s.foot.Docs {
			err := error(nil)
			if doc%1024 == 0 {
				err = ctx.Err()
			}
			var b []byte
			if err == nil {
				b, err = records.next()
			}
			url, ok := decodeURL(b)
			if err == nil && !ok {
				err = s.parts[partDocs].err(0)
			}
			if !yield(url, err) || err != nil {
				return
			}
		}
	}
}

// stored reads the next document.
func (s *Segment) stored(ctx context.Context, doc uint32, records, elements, texts *blockWalk) (d Stored, err error) {
	if doc%1024 == 0 {
		if err := ctx.Err(); err != nil {
			return d, err
		}
	}
	b, err := records.next()
	if err != nil {
		return d, err
	}
	if d.Record, err = s.record(doc, b); err != nil {
		return d, err
	}
	if b, err = elements.next(); err != nil {
		return d, err
	}
	var ok bool
	if d.Elements, ok = decodeElements(b); !ok {
		return d, s.parts[partElements].err(0)
	}
	d.Text, err = texts.next()
	return d, err
}

// Pieces yields the content of each file of the segment, by its ending, after
// checking it; that of the part without which it is no segment comes last.
func (s *Segment) Pieces() iter.Seq2[string, func() ([]byte, error)] {
	return func(yield func(string, func() ([]byte, error)) bool) {
		for _, name := range pieces() {
			if !yield(name, func() ([]byte, error) { return s.parts[name].whole() }) {
				return
			}
		}
		yield(partIndex, func() ([]byte, error) { return s.idx, s.checkTables() })
	}
}

// whole returns all bytes of a part, checked now.
func (p *part) whole() ([]byte, error) {
	for b := range p.blocks() {
		if !p.check(b) {
			return nil, p.err(uint64(b) * sumBlock)
		}
	}
	return p.data, nil
}
