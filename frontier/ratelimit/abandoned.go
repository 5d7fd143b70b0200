package ratelimit

import (
	"maps"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
)

// maxAbandoned is how many paces wait to be deleted. Further ones stay in the store.
const maxAbandoned = 1 << 12

// abandoned are the paces of addresses that hosts have left. Their records are deleted once they delay
// nobody: otherwise a name that leads elsewhere at each look-up would leave one behind each time.
// The zero abandoned is empty.
type abandoned struct{ until map[string]record.Instant }

// add adds the pace with a name, which delays others until an instant.
func (a *abandoned) add(name string, until record.Instant) {
	if a.until == nil {
		a.until = map[string]record.Instant{}
	}
	if len(a.until) < maxAbandoned {
		a.until[name] = until
	}
}

// drop deletes in a batch those that are over now, and forgets those that hosts use again.
func (a *abandoned) drop(b store.Batch, now record.Instant, used func(name string) bool) {
	maps.DeleteFunc(a.until, func(name string, until record.Instant) bool {
		again := used(name)
		if !again && until <= now {
			b.Delete(record.PaceKey(name))
		}
		return again || until <= now
	})
}
