package crawl_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/weburl"
)

// TestFailingLogin: a page behind a login that failed is not requested before the login is tried
// again. The run waits for that if it comes soon, and otherwise ends and says what is missing.
func TestFailingLogin(t *testing.T) {
	t.Parallel()
	const evidence = "secret club, whose login failed: NET.DIAL connection refused"
	for _, tt := range []struct {
		name    string
		delay   time.Duration
		verdict verdict.Verdict
		cause   verdict.Cause
	}{{"soon", 2 * time.Minute, verdict.OK, verdict.CauseComplete}, {"later", time.Hour, verdict.Partial, verdict.CauseNoLogin}} {
		synctest.Test(t, func(t *testing.T) {
			x := newMirrorTrial(t, map[string][]reply{
				"http://a.test/":          get(words + "<a href=/members/1>members</a>"),
				"http://a.test/members/1": get("<title>Members</title><p>Text for members."),
			}, "http://a.test/")
			page, begun := url(t, "http://a.test/members/1"), time.Now()
			again := begun.Add(tt.delay)
			x.opt.LoginAwaited = func(u weburl.URL) (string, time.Time) {
				if u == page && time.Now().Before(again) {
					return evidence, again
				}
				return "", time.Time{}
			}
			x.opt.LoginsFailing = func() []string { return []string{evidence} }
			r := x.run(t)
			if r.Verdict != tt.verdict || r.Cause != tt.cause || strings.Contains(r.Why, evidence) != (tt.cause == verdict.CauseNoLogin) {
				t.Errorf("%s: %s, %s: %s", tt.name, r.Verdict, r.Cause, r.Why)
			}
			e, _, err := x.f.EntryByID(page.ID())
			if err != nil {
				t.Fatal(err)
			}
			if tt.cause == verdict.CauseComplete {
				if took := time.Since(begun); e.Reason != aranea.IndexAdded || took < tt.delay || took > tt.delay+time.Minute {
					t.Errorf("%s: %s after %s", tt.name, e.Reason, took)
				}
				return
			}
			if e.Reason != aranea.ScheduleLogin || e.Detail != evidence || e.Attempts != 0 || !e.Due.After(again) || x.web.asked["http://a.test/members/1"] != 0 || !r.Until.Equal(e.Due) {
				t.Errorf("%s: %s %q, due %s, until %s", tt.name, e.Reason, e.Detail, e.Due, r.Until)
			}
		})
	}
}
