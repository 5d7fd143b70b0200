package schedule

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule/hostdelay"
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
		{"default", Policy{}, 0, DefaultDelay, "default"},
		{"operator", Policy{Delay: 3 * time.Second}, 0, 3 * time.Second, "operator"},
		{"none on own hosts", Policy{Delay: NoDelay}, 0, 0, "operator"},
		{"more than the default", Policy{}, 10 * time.Second, 10 * time.Second, "crawl-delay"},
		{"exactly none", Policy{Delay: Exactly(0)}, 0, 0, "operator"},
		{"site asks for more", Policy{Delay: time.Second}, 10 * time.Second, 10 * time.Second, "crawl-delay"},
		{"site asks for less", Policy{Delay: 5 * time.Second}, time.Second, 5 * time.Second, "operator"},
		{"another for this host", Policy{Delay: 5 * time.Second, HostDelays: hostdelay.Delays{"a.test": time.Second}}, 0, time.Second, "host-delay"},
		{"none for this host", Policy{HostDelays: hostdelay.Delays{".test": 0}}, 0, 0, "host-delay"},
		{"site asks for more than that", Policy{Delay: 5 * time.Second, HostDelays: hostdelay.Delays{"a.test": time.Second}}, 2 * time.Second, 2 * time.Second, "crawl-delay"},
		{"another for other hosts", Policy{HostDelays: hostdelay.Delays{"b.test": time.Minute}}, 0, DefaultDelay, "default"},
		{"a folder answers", Policy{OnDisk: hostdelay.OnDisk{Folders: map[string]bool{"a.test": true}}}, 10 * time.Second, 0, "folder"},
		{"a folder answers for another host", Policy{OnDisk: hostdelay.OnDisk{Folders: map[string]bool{"b.test": true}}}, 0, DefaultDelay, "default"},
		{"an archive answers", Policy{OnDisk: hostdelay.OnDisk{Archive: true}}, 10 * time.Second, 0, "archive"},
		{"a delay for a host in an archive", Policy{OnDisk: hostdelay.OnDisk{Archive: true}, HostDelays: hostdelay.Delays{"a.test": time.Second}}, 0, time.Second, "host-delay"},
		{"a delay for a host of a folder", Policy{OnDisk: hostdelay.OnDisk{Folders: map[string]bool{"a.test": true}}, HostDelays: hostdelay.Delays{"a.test": time.Second}}, 2 * time.Second, 2 * time.Second, "crawl-delay"},
		{"site asks for the absurd", Policy{Delay: time.Second}, 30 * 24 * time.Hour, MaxCrawlDelay, "crawl-delay, capped"},
	}
	for _, tt := range tests {
		if d := tt.policy.HostDelay("a.test").AtLeast(Asked(tt.wish)); d.Length != tt.want || d.Source != tt.why {
			t.Errorf("%s: %v, want %s (%s)", tt.name, d, tt.want, tt.why)
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
		{"the delay counts from the first byte", aranea.Host{Delay: time.Second}, ok, 1200 * time.Millisecond, 0},
		{"no answer: from the end", aranea.Host{Delay: time.Second}, aranea.Fetched{Sent: t0, Ended: t0.Add(10 * time.Second), Failure: aranea.NetTimeout}, 11 * time.Second, 0},
		{"three failures give rest", aranea.Host{Delay: time.Second, Failures: 2}, aranea.Fetched{Sent: t0, Ended: t0, Failure: aranea.NetReset}, backoffUnit, 1},
		{"an archive has no host that rests", aranea.Host{Failures: 2}, aranea.Fetched{Sent: t0, Ended: t0, Captured: t0.Add(-time.Hour), Status: 429}, 0, 0},
		{"429 gives rest", aranea.Host{Delay: time.Second}, aranea.Fetched{Sent: t0, Ended: t0, TTFB: time.Millisecond, Status: 429}, backoffUnit + time.Millisecond, 1},
		{"429 with Retry-After", aranea.Host{}, aranea.Fetched{Sent: t0, Ended: t0, TTFB: time.Millisecond, Status: 429, Header: aranea.Header{"Retry-After": {"90"}}}, 90*time.Second + time.Millisecond, 1},
		{"second 503 doubles", aranea.Host{Backoff: 1, BackoffAt: t0.Add(-time.Minute)}, aranea.Fetched{Sent: t0, Ended: t0, TTFB: time.Millisecond, Status: 503}, 2*backoffUnit + time.Millisecond, 2},
		{"good behaviour is remembered", aranea.Host{Delay: time.Second, Backoff: 1, BackoffAt: t0.Add(-time.Hour)}, ok, 1200 * time.Millisecond, 0},
		{"a slow answer gets a longer delay", aranea.Host{Delay: time.Second}, aranea.Fetched{Sent: t0, TTFB: 3 * time.Second, Ended: t0.Add(4 * time.Second), Status: 200}, 9 * time.Second, 0},
		{"an almost slow answer does not", aranea.Host{Delay: time.Second}, aranea.Fetched{Sent: t0, TTFB: slowAnswer - 1, Ended: t0.Add(4 * time.Second), Status: 200}, slowAnswer - 1 + time.Second, 0},
		{"a slow answer asks for less than the delay", aranea.Host{Delay: time.Minute}, aranea.Fetched{Sent: t0, TTFB: 3 * time.Second, Ended: t0.Add(4 * time.Second), Status: 200}, 63 * time.Second, 0},
		{"a slow answer of one's own host, without delays", aranea.Host{}, aranea.Fetched{Sent: t0, TTFB: 3 * time.Second, Ended: t0.Add(4 * time.Second), Status: 200}, 3 * time.Second, 0},
		{"the delay of the slowest is capped", aranea.Host{Delay: time.Second}, aranea.Fetched{Sent: t0, TTFB: time.Hour, Ended: t0.Add(time.Hour), Status: 200}, time.Hour + maxSlow, 0},
		{"an origin that nobody reached gives none", aranea.Host{Delay: time.Second, Failures: 200}, aranea.Fetched{Ended: t0, Failure: aranea.NetTimeout}, time.Second, 0},
		{"one that was reached once gives rest", aranea.Host{Failures: 2, Counts: aranea.HostCounts{aranea.CountRequests: 1}}, aranea.Fetched{Ended: t0, Failure: aranea.NetTimeout}, backoffUnit, 1},
		{"third body that breaks off gives rest", aranea.Host{Failures: 2}, aranea.Fetched{Sent: t0, TTFB: time.Millisecond, Ended: t0, Status: 200, Failure: aranea.NetReset}, backoffUnit + time.Millisecond, 1},
		{"third gateway without an answer gives rest", aranea.Host{Failures: 2}, aranea.Fetched{Sent: t0, TTFB: time.Millisecond, Ended: t0, Status: 504}, backoffUnit + time.Millisecond, 1},
		{"a broken page is not a broken host", aranea.Host{Failures: 2}, aranea.Fetched{Sent: t0, TTFB: time.Millisecond, Ended: t0, Status: 500}, time.Millisecond, 0},
		{"a body that does not decode is not the host's load", aranea.Host{Failures: 2}, aranea.Fetched{Sent: t0, TTFB: time.Millisecond, Ended: t0, Status: 200, Failure: aranea.BodyBroken}, time.Millisecond, 0},
		{"two failures give no rest", aranea.Host{Delay: time.Second, Failures: 1}, aranea.Fetched{Sent: t0, Ended: t0, Failure: aranea.NetReset}, time.Second, 0},
		{"one delay doubles once", aranea.Host{Backoff: 2, BackoffAt: t0.Add(-9 * time.Second)}, aranea.Fetched{Sent: t0, Ended: t0, TTFB: time.Millisecond, Status: 503}, 2*backoffUnit + time.Millisecond, 2},
		{"doublings end", aranea.Host{Backoff: maxDoublings, BackoffAt: t0.Add(-time.Hour)}, aranea.Fetched{Sent: t0, Ended: t0, TTFB: time.Millisecond, Status: 503}, maxBackoff + time.Millisecond, maxDoublings},
		{"Retry-After as a date behind a slow answer", aranea.Host{}, aranea.Fetched{Sent: t0.Add(-2 * time.Second), Ended: t0, TTFB: time.Millisecond, Status: 503, Header: aranea.Header{"Retry-After": {"Fri, 20 Nov 2026 12:01:00 GMT"}}}, time.Minute, 1},
		{"Retry-After beyond its cap", aranea.Host{}, aranea.Fetched{Sent: t0, Ended: t0, TTFB: time.Millisecond, Status: 503, Header: aranea.Header{"Retry-After": {"99999999999999999999"}}}, maxRetryAfter + time.Millisecond, 1},
		{"Retry-After shorter than the delay", aranea.Host{Delay: time.Minute}, aranea.Fetched{Sent: t0, Ended: t0, TTFB: time.Millisecond, Status: 429, Header: aranea.Header{"Retry-After": {"1"}}}, time.Minute + time.Millisecond, 1},
		{"nothing sent leaves a later instant", aranea.Host{Delay: time.Second, NextAllowed: t0.Add(time.Hour)}, aranea.Fetched{Ended: t0, Failure: aranea.NetDNS}, time.Hour, 0},
		{"a request that was not processed gives no rest", aranea.Host{Delay: time.Second, Failures: 2}, aranea.Fetched{Sent: t0, Ended: t0, Failure: aranea.NetReset, Unprocessed: true}, time.Second, 0},
		{"success clears failures", aranea.Host{Failures: 2}, ok, 200 * time.Millisecond, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := After(tt.host, &tt.fetched, false, t0)
			if got := h.NextAllowed.Sub(t0); got != tt.next || h.Backoff != tt.backoff {
				t.Errorf("next after %s with back-off %d, want %s with %d", got, h.Backoff, tt.next, tt.backoff)
			}
		})
	}
}

// TestUnprocessed: a request that a server did not process leaves what is known of its host.
func TestUnprocessed(t *testing.T) {
	t.Parallel()
	h := aranea.Host{Delay: time.Second, Failures: 2, Backoff: 1, BackoffAt: t0.Add(-time.Second)}
	got := After(h, &aranea.Fetched{Sent: t0, Ended: t0, Failure: aranea.NetReset, Unprocessed: true}, true, t0)
	if got.Failures != h.Failures || got.Backoff != h.Backoff || !got.BackoffAt.Equal(h.BackoffAt) {
		t.Errorf("%+v became %+v", h, got)
	}
}

// TestOutageAndRecovery takes a host through a day without answers: delays grow to their limit,
// never shrink on the way, and are forgotten.
func TestOutageAndRecovery(t *testing.T) {
	t.Parallel()
	h := aranea.Host{Delay: time.Second}
	now, last, requests := t0, time.Duration(0), 0
	for now.Before(t0.Add(24 * time.Hour)) {
		h = After(h, &aranea.Fetched{Sent: now, Ended: now, Failure: aranea.NetTimeout}, true, now)
		delay := h.NextAllowed.Sub(now)
		if delay < last || delay < h.Delay || delay > maxBackoff {
			t.Fatalf("request %d: a delay of %s after %s", requests, delay, last)
		}
		now, last, requests = h.NextAllowed, delay, requests+1
	}
	if last != maxBackoff || requests > 40 {
		t.Errorf("%d requests in a day of silence, the last delay %s", requests, last)
	}
	for day := now.Add(24 * time.Hour); now.Before(day); now = h.NextAllowed {
		h = After(h, &aranea.Fetched{Sent: now, TTFB: time.Millisecond, Ended: now, Status: 200}, false, now)
		if delay := h.NextAllowed.Sub(now); delay != h.Delay+time.Millisecond {
			t.Fatalf("a good answer is followed by %s", delay)
		}
	}
	if h.Backoff != 0 || h.Failures != 0 {
		t.Errorf("after a good day: %d doublings, %d failures", h.Backoff, h.Failures)
	}
}

// TestAgain: a URL that asks for rest again is itself at fault. Its host rests as long as
// before, or as Retry-After says.
func TestAgain(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		host    aranea.Host
		told    string
		next    time.Duration
		backoff uint8
	}{
		"had no rest":          {aranea.Host{}, "", backoffUnit, 1},
		"has rest":             {aranea.Host{Backoff: 3, BackoffAt: t0.Add(-time.Minute)}, "", 4 * backoffUnit, 3},
		"has rest and is told": {aranea.Host{Backoff: 3, BackoffAt: t0.Add(-time.Minute)}, "3600", time.Hour, 3},
	} {
		f := aranea.Fetched{Sent: t0, Ended: t0, TTFB: 1, Status: 503, Header: aranea.Header{"Retry-After": {tt.told}}}
		h := After(tt.host, &f, true, t0)
		if got := h.NextAllowed.Sub(t0) - f.TTFB; got != tt.next || h.Backoff != tt.backoff {
			t.Errorf("%s: next after %s with back-off %d, want %s with %d", name, got, h.Backoff, tt.next, tt.backoff)
		}
	}
}

// TestGoodAnswers: for a host with a rest of a minute and more, goodAnswers good answers revert
// a doubling, whatever the time; slow or bad ones do not.
func TestGoodAnswers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		f       aranea.Fetched
		answers int
		want    uint8
	}{
		"too few":         {aranea.Fetched{Status: 200}, goodAnswers - 1, 5},
		"enough":          {aranea.Fetched{Status: 200}, goodAnswers, 4},
		"missing pages":   {aranea.Fetched{Status: 404}, goodAnswers, 4},
		"twice as many":   {aranea.Fetched{Status: 304}, 2 * goodAnswers, 3},
		"broken pages":    {aranea.Fetched{Status: 500}, goodAnswers, 5},
		"slow answers":    {aranea.Fetched{Status: 200, TTFB: slowAnswer}, goodAnswers, 5},
		"refusals":        {aranea.Fetched{Status: 403}, goodAnswers, 5},
		"logins":          {aranea.Fetched{Status: 401}, goodAnswers, 5},
		"broken exchange": {aranea.Fetched{Status: 200, Failure: aranea.NetReset}, failuresForRest - 1, 5},
	} {
		h := aranea.Host{Backoff: 5, BackoffAt: t0}
		tt.f.Sent, tt.f.Ended = t0, t0
		for range tt.answers {
			h = After(h, &tt.f, false, t0)
		}
		if h.Backoff != tt.want {
			t.Errorf("%s: %d doublings, want %d", name, h.Backoff, tt.want)
		}
	}
}

// TestShareOfBrokenURLs takes hosts through crawls in which every n-th page always answers 503:
// few such pages cost little, and with many the host is requested less and less often.
func TestShareOfBrokenURLs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		every       int // every n-th page is broken
		least, most time.Duration
	}{
		{100, 1000 * time.Second, 25 * time.Minute},
		{20, 20 * time.Minute, 2 * time.Hour},
		{5, 8 * time.Hour, 40 * 24 * time.Hour},
		{1, 2000 * time.Hour, 3100 * time.Hour},
	} {
		h, now := aranea.Host{Delay: time.Second}, t0
		for try := range MaxAttempts { // retries come after all other pages
			for page := 1; page <= 1000; page++ {
				f := aranea.Fetched{Status: 200, Sent: now, Ended: now}
				if page%tt.every == 0 {
					f.Status = 503
				} else if try > 0 {
					continue
				}
				h = After(h, &f, try > 0, now)
				now = h.NextAllowed
			}
		}
		if took := now.Sub(t0); took < tt.least || took > tt.most {
			t.Errorf("one of %d broken: 1000 pages took %s, want %s to %s", tt.every, took, tt.least, tt.most)
		}
	}
}

// TestBrokenURLsFirst: ten URLs with 503 before any good one do not delay the others for long,
// and a host with nothing but 503 is requested less and less often.
func TestBrokenURLsFirst(t *testing.T) {
	t.Parallel()
	h, now := aranea.Host{Delay: time.Second}, t0
	after := make([]time.Duration, 0, 40)
	for range 40 {
		h = After(h, &aranea.Fetched{Status: 503, Sent: now, Ended: now}, false, now)
		now = h.NextAllowed
		after = append(after, now.Sub(t0))
	}
	if after[9] > 7*time.Minute {
		t.Errorf("ten URLs took %s", after[9])
	}
	if last := after[39] - after[38]; last != maxBackoff {
		t.Errorf("after 40 URLs the host has a rest of %s", last)
	}
	h.Failures, h.Backoff, h.BackoffAt = 9, 3, now.Add(-time.Minute)
	if h = After(h, &aranea.Fetched{Status: 429, Sent: now, Ended: now}, false, now); h.Backoff != 4 {
		t.Errorf("a 429 behind them: back-off %d", h.Backoff)
	}
}

// TestThrottled: a host that answers 429 now and then is requested less and less often, whatever
// it answers in between and whichever URL it is.
func TestThrottled(t *testing.T) {
	t.Parallel()
	for _, between := range []int{200, 403, 404} {
		h, now, requests := aranea.Host{Delay: time.Second}, t0, 0
		for ; now.Before(t0.Add(24 * time.Hour)); requests++ {
			f := aranea.Fetched{Status: between, Sent: now, Ended: now}
			if requests%11 == 10 {
				f.Status = 429
			}
			h = After(h, &f, f.Status == 429 && requests > 11, now)
			now = h.NextAllowed
		}
		if requests > 400 || !h.Throttled || h.Backoff != maxDoublings {
			t.Errorf("%d between: %d requests in a day, back-off %d", between, requests, h.Backoff)
		}
		f := aranea.Fetched{Status: 200, Sent: now.Add(24 * time.Hour), Ended: now.Add(24 * time.Hour)}
		if h = After(h, &f, false, f.Ended); h.Throttled || h.Backoff != 0 {
			t.Errorf("%d between: after a day of rest back-off %d", between, h.Backoff)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"": 0, "120": 2 * time.Minute, " 5 ": 5 * time.Second, "-1": 0, "soon": 0, "9999999": maxRetryAfter, "4294967296": maxRetryAfter, "99999999999999999999": maxRetryAfter, "+5": 0, "1.5": 0, "0": 0,
		"Fri, 20 Nov 2026 12:01:00 GMT": time.Minute, "Fri, 20 Nov 2020 12:01:00 GMT": 0,
		"Friday, 20-Nov-26 12:01:00 GMT": time.Minute, "Fri Nov 20 12:01:00 2026": time.Minute,
	} {
		if got := RetryAfter(value, t0); got != want {
			t.Errorf("RetryAfter(%q) = %s, want %s", value, got, want)
		}
	}
}

// TestDelayFrom: the answer to a single request says from when on the delay counts.
func TestDelayFrom(t *testing.T) {
	answer := func(status int, retryAfter string) *aranea.Fetched {
		return &aranea.Fetched{Status: status, Sent: t0, TTFB: time.Second, Header: aranea.Header{"Retry-After": {retryAfter}}}
	}
	now := t0.Add(3 * time.Second)
	for name, tt := range map[string]struct {
		f    *aranea.Fetched
		want time.Duration
	}{
		"a page":                 {answer(200, "60"), time.Second},
		"wants rest":             {answer(503, "60"), 63 * time.Second},
		"wants rest, says when":  {answer(429, "60"), 63 * time.Second},
		"wants rest, but passed": {answer(429, "-1"), time.Second},
		"nothing came":           {&aranea.Fetched{Ended: t0.Add(2 * time.Second)}, 2 * time.Second},
	} {
		if got := DelayFrom(tt.f, now).Sub(t0); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, s := range []string{"", "120", "-1", "99999999999999999999", "Fri, 20 Nov 2026 12:01:00 GMT", "Friday, 20-Nov-26 12:01:00 GMT", "Fri Nov 20 12:01:00 2026"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if d := RetryAfter(value, t0); d < 0 || d > maxRetryAfter {
			t.Errorf("RetryAfter(%q) = %s", value, d)
		}
	})
}

func BenchmarkAfter(b *testing.B) {
	h := aranea.Host{Delay: time.Second}
	f := &aranea.Fetched{Sent: t0, TTFB: time.Millisecond, Ended: t0, Status: 200}
	b.ReportAllocs()
	for b.Loop() {
		h = After(h, f, false, t0)
	}
}

func TestRetryGrowsToItsLimit(t *testing.T) {
	t.Parallel()
	last := time.Duration(0)
	for n := 1; n < 20; n++ {
		d := Retry(n)
		if d < last || d > MaxRetry {
			t.Errorf("try %d waits %s after %s", n, d, last)
		}
		last = d
	}
	if last != MaxRetry {
		t.Errorf("the delay ends at %s", last)
	}
	if (Policy{Delay: 25 * time.Hour}).Validate() == nil || (Policy{Delay: -time.Second}).Validate() == nil || (Policy{Delay: NoDelay}).Validate() != nil {
		t.Error("Validate")
	}
}
