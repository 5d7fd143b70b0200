package credentials

import (
	"context"
	"strings"
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
