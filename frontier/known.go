package frontier

import (
	"fmt"
	"math"

	"github.com/aranea-search/aranea/frontier/memory"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/seen"
	"github.com/aranea-search/aranea/weburl"
)

// needSeen loads the set of known URLs: from what the last Close stored, or else by reading all
// entries. Callers that only read never pay for it.
func (f *Frontier) needSeen() (err error) {
	if f.seen == nil {
		n := int(min(f.summary().Entries, math.MaxInt32))
		f.seen, err = seen.Restore(f.kv, n, f.forTables(), f.seenStored)
	}
	return err
}

// forTables returns the bytes left for tables after what is indispensable: places and sums, and
// the counts of links if there are any.
func (f *Frontier) forTables() int {
	return max(f.share.Tables-f.ready.Bytes()-f.book.Bytes()-f.inlinks.Bytes(), 0)
}

// divide keeps memory use within Options.Memory.
func (f *Frontier) divide() {
	left, known := f.forTables(), memory.Table(f.seen)
	if f.seen == nil { // reserve room for when it is needed
		known = memory.Room(seen.Need(int(min(f.summary().Entries, math.MaxInt32)), left))
	}
	memory.Divide(left, known, f.clocks, f.dormant)
}

// note updates the set after an entry was written.
func (f *Frontier) note(id weburl.ID, e *record.Entry) {
	f.seenStored = false
	if f.seen != nil {
		f.seen.Put(id, e.Changeable())
	}
}

// storeAtClose stores what the next session would otherwise have to determine again: until when
// hosts wait, and the set of known URLs, if it is complete.
func (f *Frontier) storeAtClose() error {
	if f.fence() != nil {
		return nil //nolint:nilerr // it is another's to write
	}
	b := f.kv.NewBatch()
	for _, h := range f.hosts {
		f.markClock(h).put(b)
	}
	whole := f.seen != nil && f.seen.Whole() && f.seen.Len() == int(f.summary().Entries)
	if whole && !f.seenStored { // otherwise nothing has changed
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
