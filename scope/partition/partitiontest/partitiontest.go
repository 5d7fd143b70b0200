// Package partitiontest names sites of partitions, for tests.
//
// Floor: 2 (pure), inside scope. Stability: engine. Only tests import it.
package partitiontest

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// Site returns the root of a site of a partition: the nth of those with names like site17.test, from 0.
func Site(t testing.TB, of partition.Partition, n int) weburl.URL {
	t.Helper()
	for i := range (n + 1) * partition.Most * 64 { // one in Most of them at least, on average
		u, err := weburl.Parse(fmt.Sprintf("http://site%d.test/", i))
		if err != nil {
			t.Fatal(err)
		}
		if !of.Holds(u.Origin()) {
			continue
		}
		if n--; n < 0 {
			return u
		}
	}
	t.Fatalf("no site is in partition %q", of)
	return weburl.URL{}
}
