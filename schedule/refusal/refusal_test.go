package refusal

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

// TestRefused: a host that refuses several pages in a row, or its home page, is left alone for an
// hour, then asked for three pages, and for longer each time; other answers end that.
func TestRefused(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	h := aranea.Host{}
	for n := 1; n < InRow; n++ {
		if h = Count(h, false, now); int(h.Refusals) != n || Holds(&h, now) || !h.RefusedUntil.IsZero() {
			t.Fatalf("after %d refusals: %+v", n, h)
		}
	}
	began := now
	for round, rest := range []time.Duration{1, 2, 4, 8, 16, 24, 24, 24} {
		asked := 3
		if round == 0 {
			asked = 1
		}
		for n := range asked {
			if now.Before(h.RefusedUntil) {
				t.Fatalf("round %d: it rests after %d tries", round, n)
			}
			h = Count(h, false, now)
		}
		if got := h.RefusedUntil.Sub(now); got != rest*time.Hour || !h.RefusedSince.Equal(began) || !Holds(&h, now) {
			t.Errorf("round %d: left alone for %s, %+v", round, got, h)
		}
		if late := Count(h, false, now); late != h {
			t.Errorf("round %d: a request that was under way counts: %+v", round, late)
		}
		now = h.RefusedUntil
	}
	if over := began.Add(schedule.UnreachableFor); Holds(&h, over) {
		t.Error("its pages stay for longer than those of a host without answers")
	} else if late := Count(h, true, over.Add(3*24*time.Hour)); now.Before(late.RefusedUntil) && late.RefusedUntil != h.RefusedUntil {
		t.Errorf("after that it rests until %s", late.RefusedUntil)
	}
	for status, ends := range map[int]bool{200: true, 304: true, 301: true, 404: true, 410: true, 403: false, 401: false, 429: false, 503: false, 0: false} {
		if got := After(h, &aranea.Fetched{Status: status}); (got == aranea.Host{}) != ends {
			t.Errorf("status %d: %+v", status, got)
		}
	}
}

// TestRefusedHome: the home page decides sooner, unless the host gives other pages in between.
func TestRefusedHome(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	h := Count(Count(aranea.Host{}, true, now), false, now)
	if Holds(&h, now) {
		t.Errorf("after two refusals: %+v", h)
	}
	other := After(h, &aranea.Fetched{Status: 200})
	if other = Count(other, true, now); Holds(&other, now) {
		t.Errorf("with another page in between: %+v", other)
	}
	if h = Count(h, true, now); !Holds(&h, now) || !h.RefusedUntil.Equal(now.Add(Rest)) {
		t.Errorf("after three: %+v", h)
	}
}
