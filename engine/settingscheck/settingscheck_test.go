package settingscheck

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// TestOwn: of delays that all nodes are given, each asks only after those of its own sites.
func TestOwn(t *testing.T) {
	t.Parallel()
	all := hostdelay.Delays{"a.test": time.Second, "www.a.test": 0, ".b.test": time.Minute, ".c.test": time.Minute}
	if got := own(all, partition.Partition{}); !maps.Equal(got, all) {
		t.Errorf("of the whole web %v", got)
	}
	told := 0
	for n := 1; n <= 4; n++ {
		got := own(all, partition.Partition{Number: n, Of: 4})
		told += len(got)
		for name := range got {
			if site := name[len(name)-len("a.test"):]; partition.Of(weburl.Origin("http://"+site), 4) != n {
				t.Errorf("partition %d asks after %s", n, name)
			}
		}
		if _, host := got["a.test"]; slices.Contains(slices.Collect(maps.Keys(got)), "www.a.test") != host {
			t.Errorf("partition %d has hosts of a site and not others: %v", n, got)
		}
	}
	if told != len(all) || len(all) != 4 {
		t.Errorf("%d are asked after, of %v", told, all)
	}
}
