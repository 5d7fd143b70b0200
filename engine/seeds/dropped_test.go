package seeds

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea/weburl"
)

// TestNamed checks which seeds count that were dropped before or after they were named.
func TestNamed(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	a, b := parse(t, "http://a.test/"), parse(t, "http://b.test/")
	all := DroppedList{{URL: a, At: at, Pending: true}}
	for _, tt := range []struct {
		name  string
		urls  []weburl.URL
		at    time.Time
		count string
		left  int
	}{
		{"now", []weburl.URL{a, b}, time.Time{}, "[http://a.test/ http://b.test/]", 0},
		{"later", []weburl.URL{a, b}, at.Add(1), "[http://a.test/ http://b.test/]", 0},
		{"before", []weburl.URL{a, b}, at.Add(-1), "[http://b.test/]", 1},
		{"another", []weburl.URL{b}, at.Add(1), "[http://b.test/]", 1},
		{"none", nil, at.Add(1), "[]", 1},
	} {
		left, count := all.Named(tt.urls, tt.at)
		if fmt.Sprint(count) != tt.count || len(left) != tt.left || len(all) != 1 {
			t.Errorf("%s: %v count, %d are dropped; want %s and %d", tt.name, count, len(left), tt.count, tt.left)
		}
	}
	if !all.Pending() || all.Carried(a).Pending() || !all.Carried(b).Pending() || !all.Pending() || all.Carried(a).Equal(all) {
		t.Error("what is pending is not what was not carried out")
	}
}
