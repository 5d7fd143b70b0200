package verdict

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func TestJudge(t *testing.T) {
	t.Parallel()
	type counts = aranea.HostCounts
	home, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	shell := SeedEnd{Last: aranea.Entry{URL: home, Reason: aranea.IndexScript}}
	tests := []struct {
		name    string
		ending  Ending
		counts  counts
		trouble aranea.Troubles
		want    Verdict
		says    string
		hosts   []HostTrouble
		ends    []SeedEnd
	}{
		{"all well", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountMissing: 20}, aranea.Troubles{}, OK, "everything", nil, nil},
		{"the page limit", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountQueued: 7}, aranea.Troubles{}, OK, "page limit was reached; 7 pages are", nil, nil},
		{"the page limit, one left", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountQueued: 1}, aranea.Troubles{}, OK, "1 page is", nil, nil},
		{"private addresses among the links", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90}, aranea.Troubles{Queued: 7, Barred: 7}, OK, "everything", nil, nil},
		{"a barred seed", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90}, aranea.Troubles{Queued: 7, Barred: 7, List: []aranea.Trouble{
			{Origin: "http://a.test", Reason: aranea.NetGuard, Queued: 3, Wanted: true}, {Origin: "http://b.test", Reason: aranea.NetGuard, Queued: 4, Wanted: true},
		}}, Partial, "3 pages wait for hosts whose addresses are not open", nil, []SeedEnd{{Seed: home}}},
		{"a host that the operator holds", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountQueued: 4}, aranea.Troubles{Queued: 4, List: []aranea.Trouble{
			{Origin: "http://a.test", Reason: aranea.ScheduleHeld, Queued: 3}, {Origin: "https://a.test", Reason: aranea.ScheduleHeld, Queued: 1},
		}}, Partial, "4 pages wait for hosts that you hold, such as a.test", nil, nil},
		{"nothing but a host that the operator holds", EndFinished, counts{aranea.CountQueued: 1}, aranea.Troubles{Queued: 1, List: []aranea.Trouble{
			{Origin: "http://a.test", Reason: aranea.ScheduleHeld, Queued: 1},
		}}, Empty, "1 page waits for hosts that you hold", nil, nil},
		{"few failures", EndFinished, counts{aranea.CountFetched: 1000, aranea.CountIndexed: 900, aranea.CountFailed: 5}, aranea.Troubles{}, OK, "everything", nil, nil},
		{"many failures", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountFailed: 5}, aranea.Troubles{}, Partial, "5 pages were", nil, nil},
		{"some refusals", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountRefused: 50}, aranea.Troubles{}, OK, "everything", nil, nil},
		{"a site that shuts its door on the way", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountRefused: 101}, aranea.Troubles{}, Partial, "refused more", nil, nil},
		{"stopped", EndStopped, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountQueued: 5}, aranea.Troubles{}, Partial, "5 pages still queued", nil, nil},
		{"stopped with visits of old pages ahead", EndStopped, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountDue: 1}, aranea.Troubles{}, Partial, "stopped with 1 page still to be visited again; run", nil, nil},
		{"stopped with both ahead", EndStopped, counts{aranea.CountIndexed: 90, aranea.CountQueued: 2, aranea.CountDue: 3}, aranea.Troubles{}, Partial, "2 pages still queued and 3 pages still to be visited again", nil, nil},
		{"stopped with links ahead", EndStopped, counts{aranea.CountFetched: 1, aranea.CountIndexed: 1, aranea.CountLinksWaiting: 2}, aranea.Troubles{}, Partial, "stopped with 2 links still to be checked; run", nil, nil},
		{"links that wait for their sites", EndFinished, counts{aranea.CountFetched: 1, aranea.CountIndexed: 1, aranea.CountLinksWaiting: 2}, aranea.Troubles{}, OK, "everything", nil, nil},
		{"stopped at the last robots file", EndStopped, counts{aranea.CountFetched: 1, aranea.CountIndexed: 1}, aranea.Troubles{}, Partial, "no page was queued any more", nil, nil},
		{"stopped at once", EndStopped, counts{aranea.CountQueued: 1}, aranea.Troubles{}, Partial, "stopped with 1 page", nil, nil},
		{"deferred", EndDeferred, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountQueued: 5}, aranea.Troubles{Queued: 5}, Partial, "5 pages wait", nil, nil},
		{"deferred with nothing", EndDeferred, counts{aranea.CountQueued: 5}, aranea.Troubles{Queued: 5}, Empty, "cannot be visited now", nil, nil},
		{"denied by robots", EndFinished, counts{aranea.CountDenied: 3}, aranea.Troubles{}, Blocked, "robots files deny", nil, nil},
		{"denied by a robots file that names the main mirror", EndFinished, counts{aranea.CountDenied: 1}, aranea.Troubles{}, Blocked, "(1 page); that of http://a.test/ names http://b.test/ as the main mirror", nil,
			[]SeedEnd{{Seed: home, Last: aranea.Entry{URL: home, Reason: aranea.RobotsDenied}, Main: "http://b.test"}}},
		{"all 403", EndFinished, counts{aranea.CountRefused: 1}, aranea.Troubles{}, Blocked, "1 page; 401", nil, nil},
		{"403 behind a redirect", EndFinished, counts{aranea.CountRefused: 1, aranea.CountRedirects: 1}, aranea.Troubles{}, Blocked, "refuse", nil, nil},
		{"some 403, some denied", EndFinished, counts{aranea.CountRefused: 1, aranea.CountDenied: 2, aranea.CountFailed: 1}, aranea.Troubles{}, Blocked, "2 pages denied by robots files, 1 refused", nil, nil},
		{"one 403 among the dead", EndFinished, counts{aranea.CountRefused: 1, aranea.CountFailed: 5}, aranea.Troubles{}, Empty, "5 pages", nil, nil},
		{"one denied, one host dead with much", EndDeferred, counts{aranea.CountDenied: 1, aranea.CountQueued: 5}, aranea.Troubles{Queued: 5}, Empty, "now", nil, nil},
		{"everything asks for noindex", EndFinished, counts{aranea.CountFetched: 9, aranea.CountNoIndex: 9}, aranea.Troubles{}, Blocked, "not to be indexed", nil, nil},
		{"a list of others", EndFinished, counts{aranea.CountExcluded: 2}, aranea.Troubles{}, Empty, "no page with text was found; in the list http://a.test/: 2 pages", nil,
			[]SeedEnd{{Seed: home, Last: aranea.Entry{URL: home, Reason: aranea.SitemapRead, Detail: "2 pages"}}}},
		{"a web page in place of a list", EndFinished, counts{}, aranea.Troubles{}, Empty, "no page with text was found; the list http://a.test/ is no sitemap, or not a whole one: a web page", nil,
			[]SeedEnd{{Seed: home, Last: aranea.Entry{URL: home, Kind: aranea.KindSitemap, State: aranea.StateDone, Reason: aranea.SitemapBroken, Detail: "a web page"}}}},
		{"a list behind redirects in a circle", EndFinished, counts{}, aranea.Troubles{}, Empty, "the list http://a.test/ redirects to http://a.test/2", nil,
			[]SeedEnd{{Seed: home, Last: aranea.Entry{URL: home, Kind: aranea.KindSitemap, State: aranea.StateDone, Reason: aranea.HTTPRedirect, Detail: "status 301", Target: "http://a.test/2"}}}},
		{"an empty answer in place of a list", EndFinished, counts{}, aranea.Troubles{}, Empty, "no page with text was found; the list http://a.test/ was answered without a body", nil,
			[]SeedEnd{{Seed: home, Last: aranea.Entry{URL: home, Kind: aranea.KindSitemap, State: aranea.StateDone, Reason: aranea.HTTPEmpty}}}},
		{"a robots file only", EndFinished, counts{}, aranea.Troubles{}, Empty, "no page with text was found; http://a.test/robots.txt is the robots file of its host, which is read for its rules and is no page", nil,
			[]SeedEnd{{Seed: home.Origin().RobotsURL()}}},
		{"a robots file and a seed without text", EndFinished, counts{aranea.CountFetched: 1}, aranea.Troubles{}, Empty, "no page with text was found", nil,
			[]SeedEnd{{Seed: home.Origin().RobotsURL()}, {Seed: home}}},
		{"pages without text, one denied", EndFinished, counts{aranea.CountFetched: 9, aranea.CountDenied: 1}, aranea.Troubles{}, Empty, "no page with text", nil, nil},
		{"private addresses only", EndFinished, counts{}, aranea.Troubles{Queued: 1, Barred: 1}, Empty, "not open", nil, nil},
		{"nothing there", EndFinished, counts{}, aranea.Troubles{}, Empty, "no page", nil, nil},
		{"not found", EndFinished, counts{aranea.CountMissing: 1}, aranea.Troubles{}, Empty, "1 page asked for does not exist", nil, nil},
		{"dead", EndFinished, counts{aranea.CountFailed: 1}, aranea.Troubles{}, Empty, "1 page was", nil, nil},
		{"a host without an address", EndDeferred, counts{aranea.CountQueued: 1}, aranea.Troubles{Queued: 1}, Empty, "host name of http://a.test has no address",
			[]HostTrouble{{Origin: "http://a.test", Reason: aranea.NetDNS}}, nil},
		{"a proxy that refuses", EndFinished, counts{aranea.CountFailed: 1}, aranea.Troubles{}, Empty, "the proxy did not bring http://a.test (status 407)",
			[]HostTrouble{{Origin: "http://a.test", Reason: aranea.NetProxy, Detail: "status 407"}}, nil},
		{"a robots file in an outage", EndDeferred, counts{aranea.CountQueued: 1}, aranea.Troubles{Queued: 1, List: []aranea.Trouble{{Reason: aranea.RobotsUnreachable}}}, Empty, "robots file of http://a.test is unavailable (status 503)",
			[]HostTrouble{{Origin: "http://a.test", Reason: aranea.HTTPServer, Detail: "status 503"}}, nil},
		{"a shell for scripts without a title", EndFinished, counts{aranea.CountFetched: 1}, aranea.Troubles{}, Partial, "http://a.test/ shows nothing without", nil, []SeedEnd{shell}},
		{"a shell for scripts", EndFinished, counts{aranea.CountFetched: 1, aranea.CountIndexed: 1}, aranea.Troubles{}, Partial, "http://a.test/ shows nothing without", nil, []SeedEnd{shell}},
		{"a shell for scripts among many pages", EndFinished, counts{aranea.CountFetched: 10, aranea.CountIndexed: 10}, aranea.Troubles{}, OK, "everything", nil, []SeedEnd{shell}},
		{"a login form", EndFinished, counts{aranea.CountFetched: 2, aranea.CountIndexed: 2}, aranea.Troubles{}, Partial, "http://a.test/ is a login form", nil,
			[]SeedEnd{{Last: aranea.Entry{URL: home, Reason: aranea.IndexLogin}}}},
		{"a seed that leads away", EndFinished, counts{aranea.CountRedirects: 1, aranea.CountExcluded: 1}, aranea.Troubles{}, Empty, "http://a.test/ leads to http://b.test/, which is out of the scope", nil,
			[]SeedEnd{{Seed: home, Last: aranea.Entry{URL: home, Target: "http://b.test/"}, Beyond: aranea.Entry{State: aranea.StateExcluded, Reason: aranea.ScopeHost}}}},
		{"a seed that the operator removed", EndFinished, counts{aranea.CountExcluded: 9}, aranea.Troubles{}, Empty, "http://a.test/ is kept out, because you removed a.test", nil,
			[]SeedEnd{{Seed: home, Last: aranea.Entry{URL: home, State: aranea.StateExcluded, Reason: aranea.OperatorRemoved, Detail: "a.test"}}}},
		{"a seed that the operator removed, and a page that is denied", EndFinished, counts{aranea.CountExcluded: 9, aranea.CountDenied: 1}, aranea.Troubles{}, Empty, "you removed a.test", nil,
			[]SeedEnd{{Seed: home, Last: aranea.Entry{URL: home, State: aranea.StateExcluded, Reason: aranea.OperatorRemoved, Detail: "a.test"}}}},
		{"a challenge before everything", EndFinished, counts{aranea.CountRefused: 2}, aranea.Troubles{}, Blocked, "2 pages stand behind a page that wants to see a browser first, such as that of http://a.test (of Anubis, status 200)",
			[]HostTrouble{{Origin: "http://a.test", Reason: aranea.HTTPChallenge, Detail: "of Anubis, status 200", Failed: 2}}, nil},
		{"a challenge that was met again and waits", EndDeferred, counts{aranea.CountFetched: 10, aranea.CountIndexed: 10, aranea.CountQueued: 3}, aranea.Troubles{Queued: 3}, Partial, "3 pages stand behind",
			[]HostTrouble{{Origin: "http://a.test", Reason: aranea.HTTPChallenge, Queued: 3}}, nil},
		{"one challenge among many pages", EndFinished, counts{aranea.CountFetched: 1000, aranea.CountIndexed: 900}, aranea.Troubles{}, OK, "everything",
			[]HostTrouble{{Origin: "http://a.test", Reason: aranea.HTTPChallenge, Failed: 1}}, nil},
		{"a site that refuses all that it gave before", EndDeferred, counts{aranea.CountFetched: 10, aranea.CountIndexed: 10, aranea.CountDue: 3}, aranea.Troubles{Queued: 3, List: []aranea.Trouble{{Origin: "http://a.test", Reason: aranea.HTTPForbidden, Queued: 3}}}, Partial, "the site http://a.test refuses all that it gave before; 3 pages wait, and what is in the index stays for 14 days",
			[]HostTrouble{{Origin: "http://a.test", Reason: aranea.HTTPForbidden, Queued: 3}}, nil},
		{"such a site among many pages", EndFinished, counts{aranea.CountFetched: 1000, aranea.CountIndexed: 1000}, aranea.Troubles{Queued: 3, List: []aranea.Trouble{{Origin: "http://a.test", Reason: aranea.HTTPForbidden, Queued: 3}}}, OK, "everything", nil, nil},
		{"state cannot be written", EndFailed, counts{aranea.CountFetched: 9, aranea.CountIndexed: 9}, aranea.Troubles{}, Partial, "broke off", nil, nil},
	}
	for _, tt := range tests {
		j := Of(Situation{Ending: tt.ending, Counts: tt.counts, Waiting: tt.trouble, Trouble: tt.hosts, Ends: tt.ends})
		if j.Verdict != tt.want || !strings.Contains(j.Sentence(), tt.says) {
			t.Errorf("%s: %s (%s), want %s with %q", tt.name, j.Verdict, j.Sentence(), tt.want, tt.says)
		}
	}
}

// TestUnfollowed checks that a crawl says which start page asks that its links be not followed, unless
// it found much.
func TestUnfollowed(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/")
	if err != nil {
		t.Fatal(err)
	}
	open := SeedEnd{Last: aranea.Entry{URL: u, Reason: aranea.IndexAdded, Detail: "40 elements, 14 links"}}
	closed := open
	closed.Last.Detail += Unfollowed + "nofollow in meta robots, line 6, column 1"
	const said = "everything that may be visited was visited"
	for _, tt := range []struct {
		end     SeedEnd
		indexed uint64
		cause   Cause
		want    string
	}{
		{closed, 1, CauseNoFollow, said + "; the start page http://a.test/ asks that its links be not followed (nofollow in meta robots, line 6, column 1)"},
		{closed, 10, CauseComplete, said},
		{open, 1, CauseComplete, said},
	} {
		j := Of(Situation{Ending: EndFinished, Counts: aranea.HostCounts{aranea.CountFetched: tt.indexed, aranea.CountIndexed: tt.indexed}, Ends: []SeedEnd{tt.end}})
		if j.Verdict != OK || j.Cause != tt.cause || j.Sentence() != tt.want {
			t.Errorf("%d in the index: %s, %s: %s", tt.indexed, j.Verdict, j.Cause, j.Sentence())
		}
	}
}

// TestFailingLogins checks that a crawl that ends while pages wait for a login says so, with the
// error, and that one that has ended otherwise does not.
func TestFailingLogins(t *testing.T) {
	t.Parallel()
	logins := []string{"secret club, whose login failed: so", "secret wiki, whose login failed: too"}
	const want = "5 pages are still queued; what lies behind a login waits for it: secret club, whose login failed: so; secret wiki, whose login failed: too"
	for indexed, verdict := range map[uint64]Verdict{0: Empty, 90: Partial} {
		n := aranea.HostCounts{aranea.CountFetched: indexed, aranea.CountIndexed: indexed, aranea.CountQueued: 5}
		s := Situation{Ending: EndDeferred, Counts: n, Waiting: aranea.Troubles{Queued: 5}, Logins: func() []string { return logins }}
		if j := Of(s); j.Verdict != verdict || j.Cause != CauseNoLogin || j.Sentence() != want {
			t.Errorf("%d in the index: %s, %s, %s", indexed, j.Verdict, j.Cause, j.Sentence())
		}
		if s.Ending = EndFinished; Of(s).Cause == CauseNoLogin {
			t.Errorf("%d in the index: finished, and waits for a login", indexed)
		}
	}
}

// TestMainMirrorIsNamedOnce checks that the main mirror that a robots file names is not proposed
// as a seed if it is one already, or if the seed was not denied.
func TestMainMirrorIsNamedOnce(t *testing.T) {
	t.Parallel()
	end := func(o weburl.Origin, why aranea.Reason, main weburl.Origin) SeedEnd {
		return SeedEnd{Seed: o.Root(), Last: aranea.Entry{URL: o.Root(), Reason: why}, Main: main}
	}
	const a, b = "http://a.test", "http://b.test"
	for name, tt := range map[string]struct {
		ends []SeedEnd
		want string
	}{
		"denied":     {[]SeedEnd{end(a, aranea.RobotsDenied, b)}, "http://b.test/"},
		"both":       {[]SeedEnd{end(a, aranea.RobotsDenied, b), end(b, aranea.RobotsDenied, "")}, ""},
		"not denied": {[]SeedEnd{end(a, aranea.NetDial, b)}, ""},
		"no name":    {[]SeedEnd{end(a, aranea.RobotsDenied, "")}, ""},
	} {
		if j := Of(Situation{Ending: EndFinished, Counts: aranea.HostCounts{aranea.CountDenied: 1}, Ends: tt.ends}); j.Cause != CauseDenied || j.Target != tt.want || (j.Seed == "") != (tt.want == "") {
			t.Errorf("%s: %+v", name, j)
		}
	}
}
