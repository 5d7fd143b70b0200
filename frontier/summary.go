package frontier

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
)

// A Summary is a few numbers about the content of a frontier. It is stored with every change and
// compared when the frontier is opened; with a copy elsewhere, one can detect a store that was
// emptied or replaced.
type Summary struct {
	Epoch   uint64 // how often the frontier was opened for writing; never decreases
	Entries uint64 // URLs known
	Indexed uint64 // entries whose document is in the index, found or hidden
	Hosts   uint64 // origins known
}

// Summary returns the current summary.
func (f *Frontier) Summary() Summary {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.summary()
}

func (f *Frontier) summary() Summary {
	return Summary{Epoch: f.epoch, Entries: record.Entries(&f.counts), Indexed: f.counts[aranea.CountIndexed] + f.counts[aranea.CountHidden], Hosts: uint64(f.originCount)}
}

// putTotals writes the summary with a change, and the last sequence number, so that none is used
// twice; the epoch has a key of its own.
func (f *Frontier) putTotals(b store.Batch) {
	b.Put([]byte(record.KeySequence), binary.BigEndian.AppendUint64(nil, f.sequence))
	s := f.summary()
	w := record.NewWriter(f.buf)
	w.Uint(s.Entries)
	w.Uint(s.Indexed)
	w.Uint(s.Hosts)
	f.buf = w.Bytes
	b.Put([]byte(record.KeySummary), f.buf)
}

// checkSummary compares the stored summary with the host records.
func (f *Frontier) checkSummary() error {
	key := []byte(record.KeySummary)
	stored := Summary{Epoch: f.epoch}
	v, err := f.kv.Get(key)
	switch {
	case errors.Is(err, store.ErrNotFound): // nothing was ever stored
	case err != nil:
		return fmt.Errorf("open frontier: %w", err)
	default:
		r := record.NewReader(v)
		stored.Entries, stored.Indexed, stored.Hosts = r.Uint(math.MaxUint64), r.Uint(math.MaxUint64), r.Uint(math.MaxUint64)
		if err := r.End(); err != nil {
			return record.Corrupt(key, err)
		}
	}
	if now := f.summary(); now != stored {
		return record.Corrupt(key, fmt.Errorf("the last change left %d URLs, %d of them indexed, of %d origins; the records of the origins tell of %d, %d and %d",
			stored.Entries, stored.Indexed, stored.Hosts, now.Entries, now.Indexed, now.Hosts))
	}
	return nil
}
