package warc

import (
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// maxEnd is the maximum length in bytes of the line ends behind a block, where a Reader is loose: WARC has
// two and ARC has one, but programs write fewer and more of them.
const maxEnd = 16

// maxEmpty is the maximum number of compressed parts without anything in them, or of characters that end
// empty lines, that are passed over before a record, where a Reader is loose.
const maxEmpty = 64

// errNothing is the error for more of them.
var errNothing = errors.New("nothing stands there for long")

// errNoEnd is the error for a record that goes on behind its block.
var errNoEnd = errors.New("its block is longer than it says, or its end is missing")

// endLoosely reads what ends a record: any line ends, and the end of its compressed part.
func (r *Reader) endLoosely() error {
	if r.packed {
		rest, err := io.ReadAll(io.LimitReader(r.text, maxEnd))
		switch begun := strings.TrimLeft(string(rest), "\r\n"); {
		case err != nil:
			return noEnd(err)
		case begun == "" && len(rest) < maxEnd:
			return nil
		case begun != "" && len(begun) < len(rest):
			return ErrPacked
		}
		return errNoEnd
	}
	for n := 0; ; n++ {
		next, _ := r.in.Peek(len(recordMark)) // there may be less
		switch {
		case len(next) == 0:
			return nil
		case next[0] != '\n' && next[0] != '\r' || n == maxEnd:
			if n == 0 && string(next) != recordMark && !isPacked(next) {
				return errNoEnd
			}
			return nil
		}
		_, _ = r.in.Discard(1) // it was seen
	}
}

// recordMark begins each record of WARC.
const recordMark = "WARC/"

// isEmpty reports whether a compressed part holds nothing, as the last one that bgzip writes, or there is
// an empty line where a record should begin; these are passed over.
func (r *Reader) isEmpty() bool {
	next, err := r.text.Peek(1)
	if r.packed {
		return errors.Is(err, io.EOF)
	}
	if err != nil || next[0] != '\n' && next[0] != '\r' {
		return false
	}
	_, _ = r.in.Discard(1) // it was seen
	return true
}

// split returns ErrPacked in place of an error, if a compressed part ended within a record and the next
// part begins with no record: bgzip and other programs compress a file in parts of one size.
func (r *Reader) split(err error) error {
	if !r.loose || !r.packed {
		return err
	}
	if _, end := r.unpacked.Peek(1); !errors.Is(end, io.EOF) { // it is damaged, or goes on
		return err
	}
	if next, _ := r.in.Peek(2); !isPacked(next) {
		return err
	}
	z, wrong := gzip.NewReader(r.in)
	if wrong != nil {
		return err
	}
	line := make([]byte, maxHead)
	n, _ := io.ReadFull(z, line) // there may be less
	first, _, _ := strings.Cut(string(line[:n]), "\n")
	if fields, _ := arcFields(strings.TrimRight(first, "\r")); n == 0 || fields != nil || strings.HasPrefix(first, recordMark) {
		return err
	}
	return ErrPacked
}
