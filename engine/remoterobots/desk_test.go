package remoterobots

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// A site answers requests after a while.
type site struct {
	takes  time.Duration
	answer aranea.Fetched
	err    error
	copies map[weburl.Origin]acquire.Copy
	silent bool // its host does not answer

	mu    sync.Mutex
	asked []string
	open  int // calls that hold the folder
}

func (s *site) folder() Folder {
	return Folder{
		Copy:    func(o weburl.Origin) (acquire.Copy, bool, error) { c, ok := s.copies[o]; return c, ok, nil },
		Answers: func(weburl.Origin) (bool, error) { return !s.silent, nil },
		Ask: func(ctx context.Context, u weburl.URL) (aranea.Fetched, error) {
			s.mu.Lock()
			s.asked = append(s.asked, u.String())
			s.mu.Unlock()
			select {
			case <-time.After(s.takes):
			case <-ctx.Done():
				return aranea.Fetched{}, context.Cause(ctx)
			}
			return s.answer, s.err
		},
		Hold: func(ctx context.Context) (context.Context, func(), bool) {
			s.hold(1)
			return ctx, func() { s.hold(-1) }, true
		},
		Dialect: dialect.RFC9309(), Now: time.Now,
	}
}

func (s *site) hold(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open += n
}

func url(t testing.TB, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

const rules = "User-agent: *\nDisallow: /x\n"

func header(kv ...string) aranea.Header {
	h := aranea.Header{}
	for i := 0; i < len(kv); i += 2 {
		h[kv[i]] = []string{kv[i+1]}
	}
	return h
}

// TestDesk: a file is asked for once, whoever asks meanwhile or soon after that, and is no fresher than it
// was when it came.
func TestDesk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &site{takes: 2 * time.Second, answer: aranea.Fetched{Status: 200, Header: header("Content-Type", "text/plain"), Body: []byte(rules)}}
		var d Desk
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				got, err := d.Answer(t.Context(), url(t, "http://a.test/robots.txt"), s.folder())
				if err != nil || string(got.Body) != rules || got.Fresh != 24*time.Hour || got.Type != "text/plain" {
					t.Errorf("%+v, %v", got, err)
				}
			})
		}
		all.Wait()
		time.Sleep(5 * time.Minute)
		if got, err := d.Answer(t.Context(), url(t, "http://a.test/robots.txt"), s.folder()); err != nil || got.Fresh != 24*time.Hour-5*time.Minute || len(s.asked) != 1 {
			t.Errorf("soon after: %+v, %v; asked for %v", got, err, s.asked)
		}
		time.Sleep(keepTime)
		if got, err := d.Answer(t.Context(), url(t, "http://a.test/robots.txt"), s.folder()); err != nil || got.Fresh != 24*time.Hour || len(s.asked) != 2 {
			t.Errorf("later: %+v, %v; asked for %v", got, err, s.asked)
		}
		synctest.Wait()
		if d.waiting != 0 || len(d.reads) != 0 || s.open != 0 {
			t.Errorf("%d wait, %d are read, the folder is held %d times", d.waiting, len(d.reads), s.open)
		}
	})
}

// TestDeskIsSlow: who does not wait long enough learns it later, also if nobody waited for the end.
func TestDeskIsSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &site{takes: 20 * time.Second, answer: aranea.Fetched{Status: 301, Header: header("Location", "/elsewhere.txt")}}
		var d Desk
		u := url(t, "http://a.test/robots.txt")
		start := time.Now()
		if _, err := d.Answer(t.Context(), u, s.folder()); aranea.KindOf(err) != aranea.Transient || time.Since(start) != waitTime {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := d.Answer(gone, u, s.folder()); aranea.KindOf(err) != aranea.Canceled {
			t.Errorf("without a caller: %v", err)
		}
		time.Sleep(30 * time.Second)
		if got, err := d.Answer(t.Context(), u, s.folder()); err != nil || got.Status != 301 || string(got.Location) != "/elsewhere.txt" || got.Fresh != 0 || len(s.asked) != 1 {
			t.Errorf("%+v, %v; asked for %v", got, err, s.asked)
		}
	})
}

// TestDeskRemembersFailures: what is unavailable now is asked for again soon, and what was not asked for at once.
func TestDeskRemembersFailures(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer aranea.Fetched
		err    error
		kind   aranea.Kind
		again  time.Duration // no request before
	}{
		"no answer":      {answer: aranea.Fetched{Failure: aranea.NetTimeout, Detail: "slow"}, again: failTime},
		"server error":   {answer: aranea.Fetched{Status: 503, Header: header("Retry-After", "120")}, again: failTime},
		"cut":            {answer: aranea.Fetched{Status: 200, Failure: aranea.BodyBroken, Body: []byte(rules)}, again: failTime},
		"not there":      {answer: aranea.Fetched{Status: 404}, again: keepTime},
		"late":           {answer: aranea.Fetched{Failure: aranea.ScheduleLate}, kind: aranea.Transient},
		"its host rests": {err: &aranea.Error{Kind: aranea.Limit, Err: errors.New("not before")}, kind: aranea.Transient},
		"paused":         {err: &aranea.Error{Kind: aranea.Denied, Err: errors.New("paused")}, kind: aranea.Denied},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &site{answer: tt.answer, err: tt.err}
				var d Desk
				ask := func(times int) {
					t.Helper()
					got, err := d.Answer(t.Context(), url(t, "http://a.test/robots.txt"), s.folder())
					if tt.kind != 0 && aranea.KindOf(err) != tt.kind || tt.kind == 0 && (err != nil || got.Status != tt.answer.Status || got.Failure != tt.answer.Failure || got.check() != nil) {
						t.Errorf("%+v, %v", got, err)
					}
					if len(s.asked) != times {
						t.Errorf("asked for %d times, want %d", len(s.asked), times)
					}
				}
				ask(1)
				if tt.again > 0 {
					time.Sleep(tt.again - 1)
					ask(1)
				}
				time.Sleep(time.Nanosecond)
				ask(2)
			})
		})
	}
}

// TestDeskHasCopy: what the crawl knows is told without a request, as long as it is fresh.
func TestDeskHasCopy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		until := now.Add(time.Hour)
		for name, tt := range map[string]struct {
			copy acquire.Copy
			want Answer
			asks bool
		}{
			"rules":                {acquire.Copy{Class: acquire.ClassRules, Status: 200, Body: []byte(rules), Expires: until}, Answer{Status: 200, Body: []byte(rules), Fresh: time.Hour}, false},
			"rules of a redirect":  {acquire.Copy{Class: acquire.ClassRules, Status: 206, Body: []byte(rules), Truncated: true, Expires: until}, Answer{Status: 200, Body: []byte(rules), Truncated: true, Fresh: time.Hour}, false},
			"no file":              {acquire.Copy{Class: acquire.ClassUnavailable, Status: 410, Expires: until}, Answer{Status: 410, Fresh: time.Hour}, false},
			"too many redirects":   {acquire.Copy{Class: acquire.ClassUnavailable, Status: 301, Expires: until}, Answer{Status: 404, Fresh: time.Hour}, false},
			"refused":              {acquire.Copy{Class: acquire.ClassForbidden, Status: 401, Expires: until}, Answer{Status: 401, Fresh: time.Hour}, false},
			"closed by its policy": {acquire.Copy{Class: acquire.ClassForbidden, Status: 200, Expires: until}, Answer{Status: 403, Fresh: time.Hour}, false},
			"an outage":            {acquire.Copy{Class: acquire.ClassUnreachable, Status: 503, DownSince: now, Detail: "status 503, 0 bytes", Expires: until}, Answer{Status: 503, RetryAfter: "3600", Detail: "status 503, 0 bytes"}, false},
			"an outage with rules": {acquire.Copy{Class: acquire.ClassRules, Body: []byte(rules), DownSince: now, Expires: until}, Answer{Failure: aranea.RobotsUnreachable, RetryAfter: "3600", Detail: "rules"}, false},
			"a redirect unread":    {acquire.Copy{Class: acquire.ClassUnreachable, DownSince: now, Expires: until}, Answer{Status: 404, Fresh: 24 * time.Hour}, true},
			"old":                  {acquire.Copy{Class: acquire.ClassRules, Status: 200, Body: []byte(rules), Expires: now}, Answer{Status: 404, Fresh: 24 * time.Hour}, true},
			"unknown":              {acquire.Copy{Expires: until}, Answer{Status: 404, Fresh: 24 * time.Hour}, true},
		} {
			s := &site{answer: aranea.Fetched{Status: 404}, copies: map[weburl.Origin]acquire.Copy{"http://a.test": tt.copy}, silent: name == "an outage with rules"}
			var d Desk
			got, err := d.Answer(t.Context(), url(t, "http://a.test/robots.txt"), s.folder())
			if err != nil || fmt.Sprint(got) != fmt.Sprint(tt.want) || (len(s.asked) > 0) != tt.asks || got.check() != nil {
				t.Errorf("%s: %+v, %v; asked for %v", name, got, err, s.asked)
			}
			if _, err := d.Answer(t.Context(), url(t, "http://b.test/other.txt"), s.folder()); err != nil || s.asked[len(s.asked)-1] != "http://b.test/other.txt" {
				t.Errorf("%s: another file: %v; asked for %v", name, err, s.asked)
			}
		}
	})
}

// TestDeskIsLimited: nobody keeps all others waiting, with the hosts of one site or of many, and no more is
// remembered than there is room for.
func TestDeskIsLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &site{takes: time.Minute, answer: aranea.Fetched{Status: 200, Body: []byte(strings.Repeat("#", robotstxt.MaxBody))}}
		var d Desk
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		limited := func(text string) bool {
			_, err := d.Answer(gone, url(t, text), s.folder())
			return aranea.KindOf(err) == aranea.Limit
		}
		for i := range siteReads {
			if limited(fmt.Sprintf("http://n%d.a.test/robots.txt", i)) {
				t.Errorf("file %d of a site is one too many", i)
			}
		}
		if !limited("http://more.a.test/robots.txt") {
			t.Error("any number of files of one site are read at once")
		}
		for i := range maxReads - siteReads {
			if limited(fmt.Sprintf("http://b%d.test/robots.txt", i)) {
				t.Errorf("file %d is one too many", i)
			}
		}
		if !limited("http://c.test/robots.txt") {
			t.Error("any number of files are read at once")
		}
		synctest.Wait()
		var waiting sync.WaitGroup
		for range maxWaits {
			waiting.Go(func() {
				if _, err := d.Answer(t.Context(), url(t, "http://b1.test/robots.txt"), s.folder()); aranea.KindOf(err) != aranea.Transient {
					t.Errorf("waiting: %v", err)
				}
			})
		}
		synctest.Wait()
		if !limited("http://b2.test/robots.txt") {
			t.Error("any number of questions wait")
		}
		waiting.Wait()
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		s.takes = 0
		for i := range maxKnown + 100 {
			time.Sleep(leastRest / 100)
			if i == 100 {
				if d.bytes > maxBytes || d.bytes < maxBytes/2 || len(d.known) != len(d.order) {
					t.Errorf("%d bytes of %d answers are remembered", d.bytes, len(d.known))
				}
				s.answer.Body = nil
			}
			if _, err := d.Answer(t.Context(), url(t, fmt.Sprintf("http://d%d.test/", i)), s.folder()); err != nil {
				t.Fatal(err)
			}
		}
		if len(d.known) != maxKnown || len(d.order) != maxKnown || d.bytes > 0 {
			t.Errorf("%d answers are remembered, %d in order, %d bytes", len(d.known), len(d.order), d.bytes)
		}
	})
}

// TestDeskLeavesTurns: between two files of a site its crawl goes on, and what is known of turns is forgotten.
func TestDeskLeavesTurns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &site{takes: time.Second, answer: aranea.Fetched{Status: 404}}
		var d Desk
		start := time.Now()
		for i, want := range []time.Duration{1, 4, 7} {
			if _, err := d.Answer(t.Context(), url(t, fmt.Sprintf("http://b%d.a.test/", i)), s.folder()); err != nil || time.Since(start) != want*time.Second {
				t.Errorf("%d: after %s, %v", i, time.Since(start), err)
			}
		}
		synctest.Wait()
		s.takes = 0
		for i := range 3 * maxKnown {
			time.Sleep(leastRest / 100)
			if _, err := d.Answer(t.Context(), url(t, fmt.Sprintf("http://c%d.test/", i)), s.folder()); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		if len(d.sites) > maxKnown {
			t.Errorf("the turns of %d sites are known", len(d.sites))
		}
	})
}

// TestDeskCloses: a folder that is being closed reads nothing more.
func TestDeskCloses(t *testing.T) {
	t.Parallel()
	s := &site{}
	f := s.folder()
	f.Hold = func(ctx context.Context) (context.Context, func(), bool) { return ctx, func() {}, false }
	var d Desk
	if _, err := d.Answer(t.Context(), url(t, "http://a.test/robots.txt"), f); aranea.KindOf(err) != aranea.Transient || len(s.asked) > 0 {
		t.Errorf("%v, asked for %v", err, s.asked)
	}
}
