package pebblestore

import (
	"bytes"
	"errors"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/sstable"
)

// Keys that are read together, as those of one host, begin with the same letter and the
// same 16 bytes. A filter of keys does not help to read a range of them: what lies
// in each of dozens of tables would be looked at. So each table has a filter of the
// beginnings of its keys as well, among its properties, and a scan that stays within
// one beginning passes over the tables without it. A key that was removed has its
// beginning in the filter of the table that says so; tables of older programs have no
// such filter and are looked at.
const (
	prefixLen  = 17
	prefixName = "aranea.prefixes"
)

// prefixes returns the policy of those filters.
func prefixes() pebble.FilterPolicy { return bloom.FilterPolicy(bloomBits) }

// A prefixCollector makes the filter of one table.
type prefixCollector struct {
	filter pebble.FilterWriter
	last   []byte
}

var _ pebble.BlockPropertyCollector = (*prefixCollector)(nil)

func newPrefixCollector() pebble.BlockPropertyCollector {
	return &prefixCollector{filter: prefixes().NewWriter(pebble.TableFilter)}
}

// Name is part of pebble.BlockPropertyCollector.
func (*prefixCollector) Name() string { return prefixName }

// AddPointKey adds a key that was set or removed. They come in order.
func (c *prefixCollector) AddPointKey(key pebble.InternalKey, _ []byte) error {
	if len(key.UserKey) < prefixLen || bytes.Equal(key.UserKey[:prefixLen], c.last) {
		return nil
	}
	c.last = append(c.last[:0], key.UserKey[:prefixLen]...)
	c.filter.AddKey(c.last)
	return nil
}

// FinishTable appends the filter.
func (c *prefixCollector) FinishTable(b []byte) ([]byte, error) { return c.filter.Finish(b), nil }

// FinishDataBlock says nothing of a block, nor does FinishIndexBlock.
func (*prefixCollector) FinishDataBlock(b []byte) ([]byte, error) { return b, nil }

// FinishIndexBlock is part of pebble.BlockPropertyCollector.
func (*prefixCollector) FinishIndexBlock(b []byte) ([]byte, error) { return b, nil }

// AddPrevDataBlockToIndexBlock is part of pebble.BlockPropertyCollector.
func (*prefixCollector) AddPrevDataBlockToIndexBlock() {}

// AddRangeKeys is not called: there are no range keys.
func (*prefixCollector) AddRangeKeys(sstable.Span) error { return nil }

// SupportsSuffixReplacement is part of pebble.BlockPropertyCollector.
func (*prefixCollector) SupportsSuffixReplacement() bool { return false }

// AddCollectedWithSuffixReplacement is not called.
func (*prefixCollector) AddCollectedWithSuffixReplacement(_, _, _ []byte) error {
	return errors.ErrUnsupported
}

// A prefixFilter passes over the tables none of whose keys begins so.
type prefixFilter []byte

var _ pebble.BlockPropertyFilter = prefixFilter(nil)

// Name is part of pebble.BlockPropertyFilter.
func (prefixFilter) Name() string { return prefixName }

// Intersects reports whether a table may have such keys. Of a block nothing is said.
func (p prefixFilter) Intersects(property []byte) (bool, error) {
	return len(property) == 0 || prefixes().MayContain(pebble.TableFilter, property, p), nil
}

// SyntheticSuffixIntersects is not called.
func (prefixFilter) SyntheticSuffixIntersects(_, _ []byte) (bool, error) {
	return true, errors.ErrUnsupported
}

// iterOptions returns those of a scan from lo up to hi.
func iterOptions(lo, hi []byte) *pebble.IterOptions {
	o := &pebble.IterOptions{LowerBound: lo, UpperBound: hi}
	if p := commonPrefix(lo, hi); p != nil {
		o.PointKeyFilters = append(make([]pebble.BlockPropertyFilter, 0, 2), prefixFilter(p)) // Pebble adds one of its own
	}
	return o
}

// commonPrefix returns how all keys from lo up to hi begin, nil if not all begin so.
func commonPrefix(lo, hi []byte) []byte {
	if len(lo) < prefixLen {
		return nil
	}
	end := bytes.Clone(lo[:prefixLen]) // becomes the first key behind all that begin so
	for len(end) > 0 && end[len(end)-1] == 0xff {
		end = end[:len(end)-1]
	}
	if len(end) == 0 {
		return nil
	}
	end[len(end)-1]++
	if bytes.Compare(hi, end) > 0 {
		return nil
	}
	return bytes.Clone(lo[:prefixLen])
}
