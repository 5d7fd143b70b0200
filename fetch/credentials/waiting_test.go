package credentials

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
)

// TestLoginOverCrawls: crawls that follow each other share the sessions and the
// delays between logins. While the site cannot be reached, its pages wait, and when the login
// succeeds, that is reported once, so that they are requested again.
func TestLoginOverCrawls(t *testing.T) {
	t.Parallel()
	text := formSecret
	synctest.Test(t, func(t *testing.T) {
		site, begun, down := &trialSite{}, time.Now(), 10*time.Minute
		asked, opened := 0, 0
		page := parse(t, "https://club.test/members/1")
		var last *Vault
		crawl := func() (evidence string, next time.Time) {
			v := vaultOf(t, text)
			v.Inherit(last, time.Now())
			last = v
			k := Keeper{Vault: v, Tell: func(string, error) {}, Opened: func(context.Context, string) { opened++ }, Ask: func(ctx context.Context, a Ask) (aranea.Fetched, error) {
				if asked++; time.Since(begun) < down {
					return aranea.Fetched{URL: a.URL, Failure: aranea.NetDial, Detail: "connection refused"}, nil
				}
				return site.ask(ctx, a)
			}}
			stop := k.Start(t.Context())
			time.Sleep(11 * time.Second) // no try comes at the end of a crawl
			stop()
			return v.Awaited(page)
		}
		for time.Since(begun) < down {
			if evidence, next := crawl(); !strings.HasPrefix(evidence, "secret club, whose login failed: https://club.test/login: NET.DIAL") || next.Before(time.Now().Add(-time.Second)) {
				t.Fatalf("after %s: %q, %s", time.Since(begun), evidence, next)
			}
		}
		if failing := strings.Join(last.Failing(), ";"); asked != 4 || opened != 0 || !strings.Contains(failing, "NET.DIAL") { // after 0, 1, 3, 7 minutes
			t.Errorf("asked %d times, opened %d times, failing %q", asked, opened, failing)
		}
		for asked = 0; time.Since(begun) < down+20*time.Minute; {
			_, _ = crawl()
		}
		if evidence, _ := last.Awaited(page); evidence != "" || len(last.Failing()) != 0 || asked != 3 || opened != 1 {
			t.Errorf("waits for %q, asked %d times, opened %d times", evidence, asked, opened)
		}
		time.Sleep(sessionKept)
		if asked = 0; last != nil {
			_, _ = crawl()
		}
		if asked != 3 || opened != 1 {
			t.Errorf("with an old session: asked %d times, opened %d times", asked, opened)
		}
	})
}

// TestRefusedOverCrawls: a password that the site refuses is not sent by each of the crawls that
// follow each other, and its pages do not wait. Another password is sent at once.
func TestRefusedOverCrawls(t *testing.T) {
	t.Parallel()
	text, other := formSecret, strings.Replace(formSecret, `"sentinel"`, `"another"`, 1)
	synctest.Test(t, func(t *testing.T) {
		site, begun := &trialSite{refuse: true}, time.Now()
		var last *Vault
		crawl := func(text string) {
			v := vaultOf(t, text)
			v.Inherit(last, time.Now())
			last = v
			stop := (&Keeper{Vault: v, Tell: func(string, error) {}, Ask: site.ask}).Start(t.Context())
			time.Sleep(10 * time.Second)
			stop()
			if evidence, _ := v.Awaited(parse(t, "https://club.test/members/1")); evidence != "" {
				t.Errorf("waits for %q", evidence)
			}
		}
		for time.Since(begun) < maxLoginRetry+time.Minute {
			crawl(text)
		}
		if n := len(site.asked); n != 4 { // two requests for each of two logins
			t.Errorf("asked %d times", n)
		}
		crawl(other)
		if n := len(site.asked); n != 6 {
			t.Errorf("with another password: asked %d times", n)
		}
	})
}

// TestMissed: pages that were requested without a session are requested again when there is one,
// and those that ask for the login in spite of it are not. The evidence says which is which.
func TestMissed(t *testing.T) {
	t.Parallel()
	v, page := vaultOf(t, formSecret), parse(t, "https://club.test/members/list")
	answer := aranea.Fetched{URL: page, Status: 403, NoSession: true}
	v.tried("club", try{fault: v.secrets[len(v.secrets)-1].refused(200)}, false)
	without := v.Lost(&answer, false)
	if want := "secret club, there was no session: the site refuses it (status 200)"; without != want {
		t.Errorf("%q, want %q", without, want)
	}
	if err := v.Login(t.Context(), "club", (&trialSite{}).ask); err != nil {
		t.Fatal(err)
	}
	if v.Lost(&answer, false); !v.ready("club") {
		t.Error("an answer to a request without a session ends the session")
	}
	answer.NoSession = false
	with := v.Lost(&answer, false)
	for _, tt := range []struct {
		e    aranea.Entry
		want bool
	}{
		{aranea.Entry{URL: page, Reason: aranea.HTTPLogin, Detail: without}, true},
		{aranea.Entry{URL: page, Reason: aranea.HTTPLogin, Detail: "secret club"}, true}, // of an earlier version
		{aranea.Entry{URL: page, Reason: aranea.ScheduleLogin}, true},
		{aranea.Entry{URL: page, Reason: aranea.HTTPLogin, Detail: with}, false},
		{aranea.Entry{URL: page, Reason: aranea.HTTPForbidden}, false},
		{aranea.Entry{URL: parse(t, "https://club.test/"), Reason: aranea.HTTPLogin, Detail: without}, false},
	} {
		if got := v.Missed("club", &tt.e); got != tt.want {
			t.Errorf("%s %s %q: %v", tt.e.URL, tt.e.Reason, tt.e.Detail, got)
		}
	}
}

// TestLateAnswers: an answer to a request without a session that comes when there is one again
// makes Opened be called once when its visit is stored, in this crawl or in a later one.
func TestLateAnswers(t *testing.T) {
	t.Parallel()
	page := parse(t, "https://club.test/members/list")
	with, without := aranea.Fetched{URL: page, Status: 403}, aranea.Fetched{URL: page, Status: 403, NoSession: true}
	for _, tt := range []struct {
		name    string
		answers []*aranea.Fetched
		ends    bool          // the crawl ends before it knows of them
		delay   time.Duration // until the next crawl
		logins  int32
		opened  [2]int32 // at once, and after storeTime
	}{
		{"none", nil, false, 0, 0, [2]int32{0, 0}},
		{"after the login", []*aranea.Fetched{&without, &without}, false, 0, 0, [2]int32{0, 1}},
		{"before the next login", []*aranea.Fetched{&with, &without}, false, 0, 1, [2]int32{1, 2}},
		{"after the login, at the end", []*aranea.Fetched{&without}, true, 0, 0, [2]int32{1, 1}},
		{"before the login of the next crawl", []*aranea.Fetched{&with, &without}, true, 0, 1, [2]int32{1, 1}},
		{"before a much later crawl", []*aranea.Fetched{&without}, true, sessionKept, 1, [2]int32{1, 1}},
		{"a session that ended says nothing", []*aranea.Fetched{&with}, false, 0, 1, [2]int32{0, 0}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var logins, opened atomic.Int32
			lost := make(chan struct{}, 1)
			start := func(v *Vault) (stop func()) {
				return (&Keeper{Vault: v, Lost: lost, Ask: (&trialSite{}).ask, Tell: func(string, error) { logins.Add(1) }, Opened: func(context.Context, string) { opened.Add(1) }}).Start(t.Context())
			}
			v := vaultOf(t, formSecret)
			stop := start(v)
			if opened.Load() != 1 || logins.Load() != 1 {
				t.Fatalf("%s: at first: opened %d times in %d logins", tt.name, opened.Load(), logins.Load())
			}
			time.Sleep(time.Minute)
			opened.Store(0)
			logins.Store(0)
			if tt.ends {
				stop()
			}
			for _, f := range tt.answers {
				v.Lost(f, false)
			}
			if tt.ends {
				time.Sleep(tt.delay)
				next := vaultOf(t, formSecret)
				next.Inherit(v, time.Now())
				stop = start(next)
			} else if len(tt.answers) > 0 {
				lost <- struct{}{}
			}
			synctest.Wait()
			if n := opened.Load(); n != tt.opened[0] {
				t.Errorf("%s: opened %d times at once", tt.name, n)
			}
			time.Sleep(storeTime)
			synctest.Wait()
			if n := opened.Load(); n != tt.opened[1] {
				t.Errorf("%s: opened %d times after a while", tt.name, n)
			}
			time.Sleep(time.Hour)
			if stop(); opened.Load() != tt.opened[1] || logins.Load() != tt.logins {
				t.Errorf("%s: in the end opened %d times, %d logins", tt.name, opened.Load(), logins.Load())
			}
		})
	}
}

// TestInterruptedOpened: what Opened did not finish when a crawl ended is done by the next one.
func TestInterruptedOpened(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var opened atomic.Int32
		site, last := &trialSite{}, (*Vault)(nil)
		for crawl, want := range []int32{1, 2, 2} {
			v := vaultOf(t, formSecret)
			v.Inherit(last, time.Now())
			last = v
			k := Keeper{Vault: v, Ask: site.ask, Tell: func(string, error) {}, Opened: func(ctx context.Context, _ string) {
				if opened.Add(1) == 1 {
					<-ctx.Done()
				}
			}}
			stop := k.Start(t.Context())
			time.Sleep(time.Minute)
			if stop(); opened.Load() != want || len(site.asked) != 3 {
				t.Errorf("crawl %d: opened %d times, asked %v", crawl, opened.Load(), site.asked)
			}
		}
	})
}

// TestLoginAtTheEnd: pages do not wait in the next crawl for a login that succeeded just when a
// crawl was stopped.
func TestLoginAtTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var opened atomic.Int32
		site, last := &trialSite{}, (*Vault)(nil)
		for crawl, want := range []int32{0, 1} {
			v := vaultOf(t, formSecret)
			v.Inherit(last, time.Now())
			last = v
			ctx, cancel := context.WithCancel(t.Context())
			k := Keeper{Vault: v, Tell: func(string, error) {}, Opened: func(ctx context.Context, _ string) {
				if ctx.Err() == nil {
					opened.Add(1)
				}
			}, Ask: func(ctx context.Context, a Ask) (aranea.Fetched, error) {
				if a.URL.Path() == "/home" {
					cancel()
				}
				return site.ask(ctx, a)
			}}
			stop := k.Start(ctx)
			synctest.Wait()
			stop()
			cancel()
			if waits, _ := v.Awaited(parse(t, "https://club.test/members/1")); waits != "" || opened.Load() != want || len(site.asked) != 3 {
				t.Errorf("crawl %d: waits for %q, opened %d times, asked %v", crawl, waits, opened.Load(), site.asked)
			}
		}
	})
}
