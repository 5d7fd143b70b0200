package ratelimit

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store/memstore"
)

// TestAbandoned: a pace is deleted once it is over, unless a host uses it again; and no more of them
// wait than are allowed.
func TestAbandoned(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	b := kv.NewBatch()
	for _, name := range []string{"address a", "address b", "address c"} {
		p := record.Pace{Next: 5}
		b.Put(record.PaceKey(name), p.Encode(nil))
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	var a abandoned
	stored := func(now record.Instant, used string) (names string) {
		t.Helper()
		b := kv.NewBatch()
		a.drop(b, now, func(name string) bool { return name == used })
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		for p, err := range kv.Scan([]byte{record.TablePace}, []byte{record.TablePace + 1}) {
			if err != nil {
				t.Fatal(err)
			}
			names += string(p.Key[len(p.Key)-1:])
		}
		return names
	}
	a.add("address a", 10)
	a.add("address b", 10)
	a.add("address c", 20)
	for _, step := range []struct {
		now  record.Instant
		used string
		want string
	}{{9, "address b", "abc"}, {10, "", "bc"}, {19, "", "bc"}, {20, "", "b"}, {1000, "", "b"}} {
		if got := stored(step.now, step.used); got != step.want {
			t.Errorf("at %d there are %s, want %s", step.now, got, step.want)
		}
	}
	for i := range 2 * maxAbandoned {
		a.add(fmt.Sprint("address ", i), 10)
	}
	if len(a.until) != maxAbandoned {
		t.Errorf("%d wait, want %d", len(a.until), maxAbandoned)
	}
}
