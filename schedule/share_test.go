package schedule

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

func TestStandingOf(t *testing.T) {
	t.Parallel()
	host := func(version uint32, pages uint64, failures uint16, backoff uint8) aranea.Host {
		h := aranea.Host{Robots: aranea.RobotsRef{Version: version, Expires: time.Unix(1, 0)}, Failures: failures, Backoff: backoff}
		h.Counts[aranea.CountFetched] = pages
		return h
	}
	slow := host(1, 1000, 0, 0)
	slow.Held = 3 * time.Second
	tests := []struct {
		name string
		host aranea.Host
		want Standing
	}{
		{"never asked", aranea.Host{}, Stranger},
		{"no answer for its robots file", host(1, 0, 1, 0), Stranger},
		{"a robots file", host(1, 0, 0, 0), Known},
		{"a page", host(1, 1, 0, 0), Trusted},
		{"pages that hold fetchers", slow, Known},
		{"pages, and then a failure", host(1, 1000, 1, 0), Stranger},
		{"pages, and then it asked for rest", host(1, 1000, 0, 1), Stranger},
	}
	for _, tt := range tests {
		if got := StandingOf(&tt.host); got != tt.want {
			t.Errorf("%s: standing %d, want %d", tt.name, got, tt.want)
		}
	}
}

// TestHeld: one long answer counts at once and for some short ones after it.
func TestHeld(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	after := func(h aranea.Host, took time.Duration) aranea.Host {
		return After(h, &aranea.Fetched{Status: 200, TTFB: 1, Sent: now, Ended: now.Add(took)}, false, now.Add(time.Minute))
	}
	h, short := after(aranea.Host{}, 5*time.Second), 0
	for ; h.Held > longHold; short++ {
		h = after(h, 100*time.Millisecond)
	}
	if large := After(aranea.Host{}, &aranea.Fetched{Status: 200, TTFB: 1, Sent: now, Ended: now, Size: 2 << 20}, false, now); large.Held <= longHold {
		t.Errorf("after a large page %s", large.Held)
	}
	if short < 5 || short > 20 {
		t.Errorf("an answer of 5 s is forgotten after %d short ones", short)
	}
}

func TestHasRoom(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name          string
		s             Standing
		held, waiting [Standings]int
		free          int
		want          bool
	}{
		{"nobody else: strangers take all", Stranger, [3]int{63, 0, 0}, [3]int{900, 0, 0}, 1, true},
		{"no fetcher is free", Trusted, [3]int{64, 0, 0}, [3]int{0, 0, 1}, 0, false},
		{"one trusted host waits: one fetcher is kept", Stranger, [3]int{63, 0, 0}, [3]int{900, 0, 1}, 1, false},
		{"and it gets it", Trusted, [3]int{63, 0, 0}, [3]int{900, 0, 1}, 1, true},
		{"it is being asked: its fetcher is kept no more", Stranger, [3]int{62, 0, 1}, [3]int{900, 0, 0}, 1, true},
		{"many trusted hosts: five eighths are kept", Stranger, [3]int{24, 0, 0}, [3]int{900, 0, 500}, 40, false},
		{"not more", Stranger, [3]int{23, 0, 0}, [3]int{900, 0, 500}, 41, true},
		{"known hosts leave three eighths to trusted ones", Known, [3]int{12, 28, 0}, [3]int{0, 500, 500}, 24, false},
		{"and strangers to known ones", Stranger, [3]int{24, 10, 0}, [3]int{900, 500, 0}, 30, false},
		{"outcomes that are not committed yet take no fetcher", Stranger, [3]int{60, 0, 30}, [3]int{900, 0, 500}, 41, true},
		{"of others, they leave no more to strangers", Stranger, [3]int{24, 0, 90}, [3]int{900, 0, 500}, 10, false},
	}
	for _, tt := range tests {
		x := Share{Total: 64, Free: tt.free, Held: tt.held, Waiting: tt.waiting}
		if got := x.HasRoom(tt.s); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
	for total := 1; total <= 8; total++ {
		x := Share{Total: total, Free: total, Waiting: [3]int{900, 500, 500}}
		if !x.HasRoom(Stranger) || !x.HasRoom(Known) {
			t.Errorf("%d fetchers in all: there is never room", total)
		}
	}
}

// TestLargePagesCostMore: the delay grows with the page, unless it is 0.
func TestLargePagesCostMore(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000, 0)
	for size, want := range map[uint64]time.Duration{
		100 << 10: time.Second, FreeBytes: time.Second, 2 << 20: 8 * time.Second, 8 << 20: 32 * time.Second, 1 << 40: MaxLoad,
	} {
		f := aranea.Fetched{Status: 200, Sent: now, Ended: now, TTFB: 1, Size: size}
		h := After(aranea.Host{Delay: time.Second}, &f, false, now)
		if got := h.NextAllowed.Sub(now).Round(time.Second); got != want {
			t.Errorf("after %d bytes the delay is %s, want %s", size, got, want)
		}
		if h = After(aranea.Host{}, &f, false, now); h.NextAllowed.Sub(now) > time.Second {
			t.Errorf("after %d bytes of the operator's own host: %s", size, h.NextAllowed.Sub(now))
		}
	}
}
