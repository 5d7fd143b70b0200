package schedule

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
)

var t0 = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestHostDelay(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		policy Policy
		wish   time.Duration
		want   time.Duration
		why    string
	}{
		{"default", Policy{Delay: -1}, 0, DefaultDelay, "default"},
		{"operator", Policy{Delay: 3 * time.Second}, 0, 3 * time.Second, "operator"},
		{"none on own hosts", Policy{}, 0, 0, "operator"},
		{"site asks for more", Policy{Delay: time.Second}, 10 * time.Second, 10 * time.Second, "crawl-delay"},
		{"site asks for less", Policy{Delay: 5 * time.Second}, time.Second, 5 * time.Second, "operator"},
		{"site asks for the absurd", Policy{Delay: time.Second}, 30 * 24 * time.Hour, MaxCrawlDelay, "crawl-delay, capped"},
	}
	for _, tt := range tests {
		if d, why := tt.policy.HostDelay(tt.wish); d != tt.want || why != tt.why {
			t.Errorf("%s: %s (%s), want %s (%s)", tt.name, d, why, tt.want, tt.why)
		}
	}
}

func TestAfter(t *testing.T) {
	t.Parallel()
	ok := aranea.Fetched{Sent: t0, TTFB: 200 * time.Millisecond, Ended: t0.Add(time.Second), Status: 200}
	tests := []struct {
		name    string
		host    aranea.Host
		fetched aranea.Fetched
		next    time.Duration // after t0
		backoff uint8
	}{
		{"the pause counts from the first byte", aranea.Host{Delay: time.Second}, ok, 1200 * time.Millisecond, 0},
		{"no answer: from the end", aranea.Host{Delay: time.Second}, aranea.Fetched{Sent: t0, Ended: t0.Add(10 * time.Second), Failure: aranea.NetTimeout}, 11 * time.Second, 0},
		{"three failures give rest", aranea.Host{Delay: time.Second, Failures: 2}, aranea.Fetched{Sent: t0, Ended: t0, Failure: aranea.NetReset}, BackoffUnit, 1},
		{"429 gives rest", aranea.Host{Delay: time.Second}, aranea.Fetched{Sent: t0, Ended: t0, TTFB: time.Millisecond, Status: 429}, BackoffUnit + time.Millisecond, 1},
		{"429 with Retry-After", aranea.Host{}, aranea.Fetched{Sent: t0, Ended: t0, TTFB: time.Millisecond, Status: 429, Header: aranea.Header{"Retry-After": {"90"}}}, 90*time.Second + time.Millisecond, 1},
		{"second 503 doubles", aranea.Host{Backoff: 1, BackoffAt: t0.Add(-time.Minute)}, aranea.Fetched{Sent: t0, Ended: t0, TTFB: time.Millisecond, Status: 503}, 2*BackoffUnit + time.Millisecond, 2},
		{"good behaviour is remembered", aranea.Host{Delay: time.Second, Backoff: 1, BackoffAt: t0.Add(-time.Hour)}, ok, 1200 * time.Millisecond, 0},
		{"success clears failures", aranea.Host{Failures: 2}, ok, 200 * time.Millisecond, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := Policy{}.After(tt.host, &tt.fetched, t0)
			if got := h.NextAllowed.Sub(t0); got != tt.next || h.Backoff != tt.backoff {
				t.Errorf("next after %s with back-off %d, want %s with %d", got, h.Backoff, tt.next, tt.backoff)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"": 0, "120": 2 * time.Minute, " 5 ": 5 * time.Second, "-1": 0, "soon": 0, "9999999": MaxRetryAfter,
		"Fri, 20 Nov 2026 12:01:00 GMT": time.Minute, "Fri, 20 Nov 2020 12:01:00 GMT": 0,
	} {
		if got := RetryAfter(value, t0); got != want {
			t.Errorf("RetryAfter(%q) = %s, want %s", value, got, want)
		}
	}
}

func TestRetryGrowsToItsLimit(t *testing.T) {
	t.Parallel()
	last := time.Duration(0)
	for n := 1; n < 20; n++ {
		d := Policy{}.Retry(n)
		if d < last || d > MaxRetry {
			t.Errorf("try %d waits %s after %s", n, d, last)
		}
		last = d
	}
	if last != MaxRetry {
		t.Errorf("the pause ends at %s", last)
	}
	if (Policy{Attempts: 200}).Validate() == nil || (Policy{Attempts: 5}).Validate() != nil {
		t.Error("Validate")
	}
}
