package frontier

import (
	"fmt"
	"math"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/seen"
	"github.com/aranea-search/aranea/frontier/shares"
	"github.com/aranea-search/aranea/weburl"
)

// needSeen brings the set of known URLs into memory: from what the last Close
// stored, or else by reading all entries. Who only asks never pays for it.
func (f *Frontier) needSeen() (err error) {
	if f.seen == nil {
		n := int(min(f.summary().Entries, math.MaxInt32))
		f.seen, err = seen.Restore(f.kv, n, f.forTables(), f.seenStored)
	}
	return err
}

// forTables returns the bytes that are left for tables by what cannot be done without:
// places and sums, and the counts of links if there are any.
func (f *Frontier) forTables() int {
	return max(f.share.Tables-f.ready.Bytes()-f.book.Bytes()-f.inlinks.Bytes(), 0)
}

// divide keeps what is in memory within Options.Memory.
func (f *Frontier) divide() {
	left, known := f.forTables(), shares.Table(f.seen)
	if f.seen == nil { // who is to need it finds room
		known = shares.Room(seen.Need(int(min(f.summary().Entries, math.MaxInt32)), left))
	}
	shares.Divide(left, known, f.clocks, f.dormant)
}

// note keeps the set true to an entry that was written.
func (f *Frontier) note(id weburl.ID, e *record.Entry) {
	f.seenStored = false
	if f.seen != nil {
		f.seen.Put(id, record.Revivable(e.State, e.Reason))
	}
}

// storeAtClose stores what the next session need not find out again: until when hosts wait,
// and the set of known URLs, if it is whole.
func (f *Frontier) storeAtClose() error {
	if f.fence() != nil {
		return nil //nolint:nilerr // it is another's to write
	}
	b := f.kv.NewBatch()
	for _, h := range f.hosts {
		f.markClock(h).put(b)
	}
	whole := f.seen != nil && f.seen.Whole() && f.seen.Len() == int(f.summary().Entries)
	if whole && !f.seenStored { // else nothing has changed
		if err := f.seen.Write(f.kv, f.fence); err != nil {
			return fmt.Errorf("close frontier: %w", err)
		}
	}
	if whole || f.seenStored {
		seen.Believe(b, f.epoch)
	}
	if err := b.Commit(true); err != nil {
		return fmt.Errorf("close frontier: %w", err)
	}
	return nil
}
