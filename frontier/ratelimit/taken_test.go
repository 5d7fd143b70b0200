package ratelimit

import (
	"testing"

	"github.com/aranea-search/aranea/frontier/record"
)

// TestTakenIsOver: a pace that is not remembered is over only when all that was ever stored or
// forgotten is.
func TestTakenIsOver(t *testing.T) {
	t.Parallel()
	const began, late, delay = 1000, 5, 10
	var k taken
	check := func(p Key, now, began record.Instant, want bool) {
		t.Helper()
		if got := k.isOver(p, now, began, late, delay); got != want {
			t.Errorf("at %d, begun at %d: pace %d is over %t", now, began, p, got)
		}
	}
	check(1, 2000, 0, false) // not known when it began
	check(1, began+delay-1, began, false)
	check(1, began+delay, began, true)
	k.store(record.Pace{Next: 1100, Space: 20})
	k.store(record.Pace{Next: 900, Space: 30})
	check(1, 1104, began, false)
	check(1, 1105, began, true)
	check(1, 1129, 1100, false) // a clock that was set back
	check(1, 1130, 1100, true)
	k.take(2, 1200, record.Pace{Next: 1210, Space: 40}, 7)
	check(2, 5000, began, false) // it is remembered, and may be read
	check(1, 1205, began, true)
	for p := range Key(maxTaken) { // all but the last are forgotten, for none is over
		k.take(10+p, 1200, record.Pace{Next: 1300}, 7)
	}
	check(1, 1304, began, false)
	check(1, 1305, began, true)
	check(2, 1305, began, true)
	k.take(3, 1400, record.Pace{Next: 1500}, 7)
	for p := range Key(maxTaken) {
		k.take(10+p, 1400, record.Pace{Next: 1350}, 7)
	}
	check(1, 1405, began, true) // only what was over was forgotten, and the third pace was not
	check(3, 5000, began, false)
}
