package fetch

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
)

// TestPartition: nothing is asked of a site of another partition, whatever asks: no page, no robots
// file, no form, no address.
func TestPartition(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	server := serve(t, func(http.ResponseWriter, *http.Request) { asked.Add(1) })
	of := partition.Of(parse(t, server).Origin(), 4)
	for n := 1; n <= 4; n++ {
		c := client(t, Options{AllowNet: loopback, Partition: partition.Partition{Number: n, Of: 4}, Resolve: []string{"*:*:127.0.0.1"}})
		for _, change := range []func(*Request){
			func(*Request) {}, func(r *Request) { r.Robots = true }, func(r *Request) { r.Head = true },
			func(r *Request) { r.Form = map[string][]string{"user": {"me"}} }, func(r *Request) { r.LookUp = true },
		} {
			r := page(t, server+"/")
			change(&r)
			before := asked.Load()
			f := c.Do(t.Context(), r)
			if foreign := f.Failure == aranea.ScopePartition; foreign != (n != of) || foreign && (f.WasSent() || asked.Load() != before || len(f.Addresses) > 0) {
				t.Errorf("partition %d of a site of %d: %s, sent %t, %d requests", n, of, f.Failure, f.WasSent(), asked.Load()-before)
			} else if foreign && !strings.HasPrefix(f.Detail, "partition ") {
				t.Errorf("told %q", f.Detail)
			} else if !foreign && !r.LookUp && asked.Load() != before+1 {
				t.Errorf("its own site got %d requests", asked.Load()-before)
			}
		}
		if err := c.Refuses(parse(t, server+"/")); (err != nil) != (n != of) {
			t.Errorf("partition %d of a site of %d: refused with %v", n, of, err)
		}
	}
	if _, err := New(Options{Partition: partition.Partition{Number: 5, Of: 4}}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a partition that is none: %v", err)
	}
}
