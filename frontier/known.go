package frontier

import (
	"fmt"
	"math"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/seen"
	"github.com/aranea-search/aranea/weburl"
)

// needSeen brings the set of known URLs into memory: from what the last Close
// stored, or else by reading all entries. Who only asks never pays for it.
func (f *Frontier) needSeen() (err error) {
	if f.seen == nil {
		n := int(min(f.summary().Entries, math.MaxInt32))
		f.seen, err = seen.Restore(f.kv, n, f.opt.Memory, f.seenStored)
	}
	return err
}

// note keeps the set true to an entry that was written.
func (f *Frontier) note(id weburl.ID, e *record.Entry) {
	f.seenStored = false
	if f.seen != nil {
		f.seen.Put(id, record.Revivable(e.State, e.Reason))
	}
}

// saveSeen stores the set for the next session, if it is whole.
func (f *Frontier) saveSeen() error {
	if f.fence() != nil {
		return nil //nolint:nilerr // it is another's to write
	}
	b := f.kv.NewBatch()
	if !f.seenStored { // else nothing has changed
		if f.seen == nil || !f.seen.Whole() || f.seen.Len() != int(f.summary().Entries) {
			return nil
		}
		f.seen.Write(b)
	}
	seen.Believe(b, f.epoch)
	if err := b.Commit(true); err != nil {
		return fmt.Errorf("store known URLs: %w", err)
	}
	return nil
}
