package revisit

import (
	"fmt"
	"testing"
	"time"
)

// TestOrders checks when an order goes on with an earlier one, and when it begins anew.
func TestOrders(t *testing.T) {
	t.Parallel()
	at := func(hour int) time.Time { return time.Date(2026, 11, 28, hour, 0, 0, 0, time.UTC) }
	host := []string{"a.test"}
	begun := Orders{{Since: at(1), Hosts: host, Queued: true}, {Since: at(2), Sites: host}}
	for _, tt := range []struct {
		name     string
		given    Order
		underWay bool
		since    time.Time
		queued   bool
		left     int
	}{
		{"goes on", Order{Since: at(3), Hosts: host}, false, at(1), true, 2},
		{"goes on before its URLs were queued", Order{Since: at(3), Sites: host}, false, at(2), false, 2},
		{"is for other hosts", Order{Since: at(3)}, false, at(3), false, 3},
		{"joins, given later", Order{Since: at(3), Hosts: host}, true, at(3), false, 2},
		{"joins the crawl of its next owner", Order{Since: at(1), Hosts: host}, true, at(1), true, 2},
		{"is too long", Order{Since: at(3), Hosts: make([]string, maxNames+1)}, false, at(3), false, 2},
	} {
		all, o := begun.Add(tt.given, tt.underWay)
		if !o.Since.Equal(tt.since) || o.Queued != tt.queued || len(all) != tt.left {
			t.Errorf("%s: %+v of %d", tt.name, o, len(all))
		}
		done := all.Queue(o)
		if tt.left == 2 && tt.name != "is too long" && (!done.Equal(all) == o.Queued) {
			t.Errorf("%s: queued, the orders are %v", tt.name, done)
		}
	}
	if got := fmt.Sprint(begun); got != fmt.Sprint(Orders{{Since: at(1), Hosts: host, Queued: true}, {Since: at(2), Sites: host}}) {
		t.Errorf("the orders changed to %s", got)
	}
}
