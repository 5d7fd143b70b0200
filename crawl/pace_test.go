package crawl_test

import (
	"context"
	"fmt"
	neturl "net/url"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
)

// A limitedSite refuses requests beyond a rate at once, as the limits of web servers do. It has a robots file with rules.
type limitedSite struct {
	pages  int
	every  time.Duration // one request in so long,
	burst  float64       // but so many at once
	status int           // of a refusal
	takes  time.Duration // to answer
	broken int           // pages that are refused at any pace

	mu      sync.Mutex
	room    float64
	last    time.Time
	refused int
}

func (s *limitedSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	out := aranea.Fetched{URL: r.URL, TTFB: s.takes, Sent: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	if r.URL.IsRobots() {
		out.Header["Content-Type"], out.Body = []string{"text/plain"}, []byte("User-agent: *\nDisallow: /private/\n")
	} else if u, err := neturl.Parse(r.URL.String()); err == nil {
		out.Status, out.Body = s.answer(u.Path)
	}
	if out.Status == 200 {
		time.Sleep(s.takes)
	}
	out.Ended = time.Now()
	return out
}

func (s *limitedSite) answer(path string) (status int, body []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.room = min(s.room+float64(now.Sub(s.last))/float64(s.every), s.burst); s.last.IsZero() {
		s.room = s.burst
	}
	s.last = now
	var n int
	_, _ = fmt.Sscanf(path, "/%d", &n) // 0 for the home page
	if s.room < 1 || n > 0 && n <= s.broken {
		s.refused++
		return s.status, nil
	}
	s.room--
	text := fmt.Sprintf("<title>Page %s</title><p>%s %s of %s.", spelled(n), words, spelled(n*n), spelled(n*3))
	for i := n + 1; i < min(n+9, s.pages); i++ {
		text += fmt.Sprintf("<a href='/%d'>next</a> ", i)
	}
	return 200, []byte(text)
}

// TestPaceOfLimitedSite: a host that refuses requests beyond a rate is asked at one that it bears: one crawl reads all
// of it with few refusals. Single pages that are always refused do not hold up the others for long.
func TestPaceOfLimitedSite(t *testing.T) {
	t.Parallel()
	const none = -1 // delay
	for _, c := range []struct {
		name   string
		delay  time.Duration
		site   *limitedSite
		within time.Duration
		most   int // refusals
	}{
		{"30 a minute", 0, &limitedSite{pages: 400, every: 2 * time.Second, burst: 30, status: 429}, 14 * time.Minute, 4},
		{"one in five seconds", 0, &limitedSite{pages: 400, every: 5 * time.Second, burst: 5, status: 429}, 50 * time.Minute, 10},
		{"30 a minute, 503", 0, &limitedSite{pages: 400, every: 2 * time.Second, burst: 30, status: 503}, 14 * time.Minute, 40},
		{"ten a second, eight at once", none, &limitedSite{pages: 400, every: 100 * time.Millisecond, burst: 3, status: 429, takes: 50 * time.Millisecond}, 4 * time.Minute, 16},
		{"ten a second, eight at once, 503", none, &limitedSite{pages: 400, every: 100 * time.Millisecond, burst: 3, status: 503, takes: 50 * time.Millisecond}, 8 * time.Minute, 200},
		{"a page that is always refused", 0, &limitedSite{pages: 2000, every: time.Millisecond, burst: 9, status: 429, broken: 1}, 50 * time.Minute, 3},
		{"the same, 503, eight at once", none, &limitedSite{pages: 2000, every: time.Millisecond, burst: 9, status: 503, takes: 20 * time.Millisecond, broken: 1}, 4 * time.Minute, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				x := newMirrorTrial(t, nil, "http://a.test/")
				x.f.Configure(frontier.Pace{Delay: c.delay, PerHost: 8})
				x.fetcher = c.site
				began := time.Now()
				x.run(t)
				n := x.states(t, "http://a.test")
				if n[aranea.IndexAdded] != c.site.pages-c.site.broken || c.site.refused > c.most || time.Since(began) > c.within {
					t.Errorf("after %s and %d refusals: %v", time.Since(began), c.site.refused, n)
				}
			})
		})
	}
}

// TestPaceEnds: the longer delay of a host that refused requests ends when it behaves.
func TestPaceEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		x := newMirrorTrial(t, nil, "http://a.test/")
		site := &limitedSite{pages: 60, every: 2 * time.Second, burst: 5, status: 429}
		x.fetcher = site
		delay := func() time.Duration {
			h, _, err := x.f.Host("http://a.test")
			if err != nil {
				t.Fatal(err)
			}
			return h.Delay
		}
		if x.run(t); delay() != 2*time.Second {
			t.Errorf("the delay is %s after %d refusals", delay(), site.refused)
		}
		site.burst = 1000
		if x.nextDay(t); delay() != time.Second {
			t.Errorf("the delay is %s a day later", delay())
		}
	})
}
