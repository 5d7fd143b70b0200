package trails_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/frontier/trails"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestRobotsFileThatWasAPage: in a folder of a version that visited robots files as pages too,
// the last visits of both kinds are told, in the order of time.
func TestRobotsFileThatWasAPage(t *testing.T) {
	t.Parallel()
	id := weburl.Origin("http://a.test").RobotsURL().ID()
	t0 := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	kv, e := memstore.New(), record.Entry{}
	b := kv.NewBatch()
	var all []string
	for n := range 2*record.TrailSlots + 3 {
		at := t0.Add(time.Duration(n) * time.Hour)
		tell := func(kind string) []aranea.Event {
			all = append(all, fmt.Sprint(kind, n))
			return []aranea.Event{{At: at, Reason: aranea.HTTPOK, Detail: all[len(all)-1]}}
		}
		b.Put(record.TrailKey(id, uint32(n), true), record.EncodeEvents(tell("robots")))
		if key, value := e.Tell(id, tell("page")); key != nil {
			b.Put(key, value)
		}
	}
	if err := b.Commit(true); err != nil {
		t.Fatal(err)
	}
	events, err := trails.Of(kv, id, &e)
	var told []string
	for _, ev := range events {
		told = append(told, ev.Detail)
	}
	if want := all[len(all)-2*record.TrailSlots:]; err != nil || !slices.Equal(told, want) {
		t.Errorf("%q, want %q; %v", told, want, err)
	}
}
