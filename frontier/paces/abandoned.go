package paces

import (
	"maps"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
)

// maxLeft is how many paces wait to be deleted. Further ones stay in the store.
const maxLeft = 1 << 12

// left are the paces of addresses that hosts have left. Their records are deleted once they delay
// nobody: otherwise a name that leads elsewhere at each look-up would leave one behind each time.
// The zero left is empty.
type left struct{ until map[string]record.Instant }

// add adds the pace with a name, which delays others until an instant.
func (l *left) add(name string, until record.Instant) {
	if l.until == nil {
		l.until = map[string]record.Instant{}
	}
	if len(l.until) < maxLeft {
		l.until[name] = until
	}
}

// drop deletes in a batch those that are over now, and forgets those that hosts use again.
func (l *left) drop(b store.Batch, now record.Instant, used func(name string) bool) {
	maps.DeleteFunc(l.until, func(name string, until record.Instant) bool {
		again := used(name)
		if !again && until <= now {
			b.Delete(record.PaceKey(name))
		}
		return again || until <= now
	})
}
