package pebblestore

import (
	"bytes"
	"errors"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/sstable"
)

// Keys that are read together, such as those of one host, have a common prefix of one letter and
// 16 bytes. A filter of keys does not help to scan a range of them, which would have to look
// into each of dozens of tables. So each table has a filter of the prefixes of its keys as well,
// among its properties, and a scan within one prefix skips the tables without it. If a key is
// removed, the filter of the table with its tombstone has its prefix. Tables of older versions
// have no such filter and are always scanned.
const (
	prefixLen  = 17
	prefixName = "aranea.prefixes"
)

// prefixes returns the policy of these filters.
func prefixes() pebble.FilterPolicy { return bloom.FilterPolicy(bloomBits) }

// A prefixCollector builds the filter of one table.
type prefixCollector struct {
	filter pebble.FilterWriter
	last   []byte
}

var _ pebble.BlockPropertyCollector = (*prefixCollector)(nil)

func newPrefixCollector() pebble.BlockPropertyCollector {
	return &prefixCollector{filter: prefixes().NewWriter(pebble.TableFilter)}
}

// Name implements pebble.BlockPropertyCollector.
func (*prefixCollector) Name() string { return prefixName }

// AddPointKey adds a key that was set or removed. Keys are added in order.
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

// FinishDataBlock adds no property: blocks have none.
func (*prefixCollector) FinishDataBlock(b []byte) ([]byte, error) { return b, nil }

// FinishIndexBlock implements pebble.BlockPropertyCollector.
func (*prefixCollector) FinishIndexBlock(b []byte) ([]byte, error) { return b, nil }

// AddPrevDataBlockToIndexBlock implements pebble.BlockPropertyCollector.
func (*prefixCollector) AddPrevDataBlockToIndexBlock() {}

// AddRangeKeys is not called, because there are no range keys.
func (*prefixCollector) AddRangeKeys(sstable.Span) error { return nil }

// SupportsSuffixReplacement implements pebble.BlockPropertyCollector.
func (*prefixCollector) SupportsSuffixReplacement() bool { return false }

// AddCollectedWithSuffixReplacement is not called.
func (*prefixCollector) AddCollectedWithSuffixReplacement(_, _, _ []byte) error {
	return errors.ErrUnsupported
}

// A prefixFilter skips the tables without keys with a prefix.
type prefixFilter []byte

var _ pebble.BlockPropertyFilter = prefixFilter(nil)

// Name implements pebble.BlockPropertyFilter.
func (prefixFilter) Name() string { return prefixName }

// Intersects reports whether a table may have such keys. Blocks have no property and always may.
func (p prefixFilter) Intersects(property []byte) (bool, error) {
	return len(property) == 0 || prefixes().MayContain(pebble.TableFilter, property, p), nil
}

// SyntheticSuffixIntersects is not called.
func (prefixFilter) SyntheticSuffixIntersects(_, _ []byte) (bool, error) {
	return true, errors.ErrUnsupported
}

// iterOptions returns the options for a scan from lo up to hi.
func iterOptions(lo, hi []byte) *pebble.IterOptions {
	o := &pebble.IterOptions{LowerBound: lo, UpperBound: hi}
	if p := commonPrefix(lo, hi); p != nil {
		o.PointKeyFilters = append(make([]pebble.BlockPropertyFilter, 0, 2), prefixFilter(p)) // with room for one that Pebble adds
	}
	return o
}

// commonPrefix returns the common prefix of all keys from lo up to hi, or nil if there is none.
func commonPrefix(lo, hi []byte) []byte {
	if len(lo) < prefixLen {
		return nil
	}
	end := bytes.Clone(lo[:prefixLen]) // becomes the first key after all with the prefix
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
