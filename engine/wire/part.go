package wire

import (
	"fmt"
	"iter"

	"github.com/aranea-search/aranea"
)

// MaxOffset limits the offsets and limits of lists.
const MaxOffset = 1 << 40

// Part yields what offset and limit select of a list; limit 0 means no limit. Numbers that a
// request could not have are an error of kind Invalid here, too.
func Part[T any](op string, offset, limit int, all iter.Seq2[T, error]) iter.Seq2[T, error] {
	if min(offset, limit) < 0 || max(offset, limit) > MaxOffset {
		return None[T](&aranea.Error{Op: op, Kind: aranea.Invalid, Err: fmt.Errorf("offset and limit are numbers from 0 to %d", MaxOffset)})
	}
	return func(yield func(T, error) bool) {
		skip, left := offset, limit
		for v, err := range all {
			if err == nil && skip > 0 {
				skip--
				continue
			}
			if !yield(v, err) || err != nil {
				return
			}
			if left--; left == 0 {
				return
			}
		}
	}
}
