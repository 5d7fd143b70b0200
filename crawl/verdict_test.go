package crawl

import (
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
)

func TestJudge(t *testing.T) {
	t.Parallel()
	type counts = aranea.HostCounts
	home := parse(t, "http://a.test/")
	shell := seedEnd{last: aranea.Entry{URL: home, Reason: aranea.IndexScript}}
	tests := []struct {
		name    string
		ending  Ending
		counts  counts
		trouble aranea.Troubles
		want    Verdict
		says    string
		hosts   []HostTrouble
		ends    []seedEnd
	}{
		{"all well", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountMissing: 20}, aranea.Troubles{}, VerdictOK, "everything", nil, nil},
		{"the page limit", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountQueued: 7}, aranea.Troubles{}, VerdictOK, "page limit was reached; 7 pages are", nil, nil},
		{"the page limit, one left", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountQueued: 1}, aranea.Troubles{}, VerdictOK, "1 page is", nil, nil},
		{"private addresses among the links", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90}, aranea.Troubles{Queued: 7, Barred: 7}, VerdictOK, "everything", nil, nil},
		{"a barred seed", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90}, aranea.Troubles{Queued: 7, Barred: 7, List: []aranea.Trouble{
			{Origin: "http://a.test", Reason: aranea.NetGuard, Queued: 3, Wanted: true}, {Origin: "http://b.test", Reason: aranea.NetGuard, Queued: 4, Wanted: true},
		}}, VerdictPartial, "3 pages wait for hosts whose addresses are not open", nil, []seedEnd{{seed: home}}},
		{"a host that the operator holds", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountQueued: 4}, aranea.Troubles{Queued: 4, List: []aranea.Trouble{
			{Origin: "http://a.test", Reason: aranea.ScheduleHeld, Queued: 3}, {Origin: "https://a.test", Reason: aranea.ScheduleHeld, Queued: 1},
		}}, VerdictPartial, "4 pages wait for hosts that you hold, such as a.test", nil, nil},
		{"nothing but a host that the operator holds", EndFinished, counts{aranea.CountQueued: 1}, aranea.Troubles{Queued: 1, List: []aranea.Trouble{
			{Origin: "http://a.test", Reason: aranea.ScheduleHeld, Queued: 1},
		}}, VerdictEmpty, "1 page waits for hosts that you hold", nil, nil},
		{"few failures", EndFinished, counts{aranea.CountFetched: 1000, aranea.CountIndexed: 900, aranea.CountFailed: 5}, aranea.Troubles{}, VerdictOK, "everything", nil, nil},
		{"many failures", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountFailed: 5}, aranea.Troubles{}, VerdictPartial, "5 pages were", nil, nil},
		{"some refusals", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountRefused: 50}, aranea.Troubles{}, VerdictOK, "everything", nil, nil},
		{"a site that shuts its door on the way", EndFinished, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountRefused: 101}, aranea.Troubles{}, VerdictPartial, "refused more", nil, nil},
		{"stopped", EndStopped, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountQueued: 5}, aranea.Troubles{}, VerdictPartial, "5 pages still queued", nil, nil},
		{"stopped at once", EndStopped, counts{aranea.CountQueued: 1}, aranea.Troubles{}, VerdictPartial, "stopped with 1 page", nil, nil},
		{"deferred", EndDeferred, counts{aranea.CountFetched: 100, aranea.CountIndexed: 90, aranea.CountQueued: 5}, aranea.Troubles{Queued: 5}, VerdictPartial, "5 pages wait", nil, nil},
		{"deferred with nothing", EndDeferred, counts{aranea.CountQueued: 5}, aranea.Troubles{Queued: 5}, VerdictEmpty, "cannot be visited now", nil, nil},
		{"denied by robots", EndFinished, counts{aranea.CountDenied: 3}, aranea.Troubles{}, VerdictBlocked, "robots files deny", nil, nil},
		{"all 403", EndFinished, counts{aranea.CountRefused: 1}, aranea.Troubles{}, VerdictBlocked, "1 page; 401", nil, nil},
		{"403 behind a redirect", EndFinished, counts{aranea.CountRefused: 1, aranea.CountRedirects: 1}, aranea.Troubles{}, VerdictBlocked, "refuse", nil, nil},
		{"some 403, some denied", EndFinished, counts{aranea.CountRefused: 1, aranea.CountDenied: 2, aranea.CountFailed: 1}, aranea.Troubles{}, VerdictBlocked, "2 pages denied by robots files, 1 refused", nil, nil},
		{"one 403 among the dead", EndFinished, counts{aranea.CountRefused: 1, aranea.CountFailed: 5}, aranea.Troubles{}, VerdictEmpty, "5 pages", nil, nil},
		{"one denied, one host dead with much", EndDeferred, counts{aranea.CountDenied: 1, aranea.CountQueued: 5}, aranea.Troubles{Queued: 5}, VerdictEmpty, "now", nil, nil},
		{"everything asks for noindex", EndFinished, counts{aranea.CountFetched: 9, aranea.CountNoIndex: 9}, aranea.Troubles{}, VerdictBlocked, "not to be indexed", nil, nil},
		{"pages without text, one denied", EndFinished, counts{aranea.CountFetched: 9, aranea.CountDenied: 1}, aranea.Troubles{}, VerdictEmpty, "no page with text", nil, nil},
		{"private addresses only", EndFinished, counts{}, aranea.Troubles{Queued: 1, Barred: 1}, VerdictEmpty, "not open", nil, nil},
		{"nothing there", EndFinished, counts{}, aranea.Troubles{}, VerdictEmpty, "no page", nil, nil},
		{"not found", EndFinished, counts{aranea.CountMissing: 1}, aranea.Troubles{}, VerdictEmpty, "1 page asked for does not exist", nil, nil},
		{"dead", EndFinished, counts{aranea.CountFailed: 1}, aranea.Troubles{}, VerdictEmpty, "1 page was", nil, nil},
		{"a host without an address", EndDeferred, counts{aranea.CountQueued: 1}, aranea.Troubles{Queued: 1}, VerdictEmpty, "host name of http://a.test has no address",
			[]HostTrouble{{Origin: "http://a.test", Reason: aranea.NetDNS}}, nil},
		{"a proxy that refuses", EndFinished, counts{aranea.CountFailed: 1}, aranea.Troubles{}, VerdictEmpty, "the proxy did not bring http://a.test (status 407)",
			[]HostTrouble{{Origin: "http://a.test", Reason: aranea.NetProxy, Detail: "status 407"}}, nil},
		{"a robots file in an outage", EndDeferred, counts{aranea.CountQueued: 1}, aranea.Troubles{Queued: 1, List: []aranea.Trouble{{Reason: aranea.RobotsUnreachable}}}, VerdictEmpty, "robots file of http://a.test is unavailable (status 503)",
			[]HostTrouble{{Origin: "http://a.test", Reason: aranea.HTTPServer, Detail: "status 503"}}, nil},
		{"a shell for scripts without a title", EndFinished, counts{aranea.CountFetched: 1}, aranea.Troubles{}, VerdictPartial, "http://a.test/ shows nothing without", nil, []seedEnd{shell}},
		{"a shell for scripts", EndFinished, counts{aranea.CountFetched: 1, aranea.CountIndexed: 1}, aranea.Troubles{}, VerdictPartial, "http://a.test/ shows nothing without", nil, []seedEnd{shell}},
		{"a shell for scripts among many pages", EndFinished, counts{aranea.CountFetched: 10, aranea.CountIndexed: 10}, aranea.Troubles{}, VerdictOK, "everything", nil, []seedEnd{shell}},
		{"a login form", EndFinished, counts{aranea.CountFetched: 2, aranea.CountIndexed: 2}, aranea.Troubles{}, VerdictPartial, "http://a.test/ is a login form", nil,
			[]seedEnd{{last: aranea.Entry{URL: home, Reason: aranea.IndexLogin}}}},
		{"a seed that leads away", EndFinished, counts{aranea.CountRedirects: 1, aranea.CountExcluded: 1}, aranea.Troubles{}, VerdictEmpty, "http://a.test/ leads to http://b.test/, which is out of the scope", nil,
			[]seedEnd{{seed: home, last: aranea.Entry{URL: home, Target: "http://b.test/"}, beyond: aranea.Entry{State: aranea.StateExcluded, Reason: aranea.ScopeHost}}}},
		{"a seed that the operator removed", EndFinished, counts{aranea.CountExcluded: 9}, aranea.Troubles{}, VerdictEmpty, "http://a.test/ is kept out, because you removed a.test", nil,
			[]seedEnd{{seed: home, last: aranea.Entry{URL: home, State: aranea.StateExcluded, Reason: aranea.OperatorRemoved, Detail: "a.test"}}}},
		{"a seed that the operator removed, and a page that is denied", EndFinished, counts{aranea.CountExcluded: 9, aranea.CountDenied: 1}, aranea.Troubles{}, VerdictEmpty, "you removed a.test", nil,
			[]seedEnd{{seed: home, last: aranea.Entry{URL: home, State: aranea.StateExcluded, Reason: aranea.OperatorRemoved, Detail: "a.test"}}}},
		{"state cannot be written", EndFailed, counts{aranea.CountFetched: 9, aranea.CountIndexed: 9}, aranea.Troubles{}, VerdictPartial, "broke off", nil, nil},
	}
	for _, tt := range tests {
		j := judge(situation{ending: tt.ending, counts: tt.counts, waiting: tt.trouble, trouble: tt.hosts, ends: tt.ends})
		if j.verdict != tt.want || !strings.Contains(j.sentence(), tt.says) {
			t.Errorf("%s: %s (%s), want %s with %q", tt.name, j.verdict, j.sentence(), tt.want, tt.says)
		}
	}
}

// TestImpossiblePoliteness: a delay or a number of tries that cannot be meant is
// refused.
func TestImpossiblePoliteness(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]schedule.Policy{"delay": {Delay: 25 * time.Hour}, "attempts": {Attempts: 300}} {
		o := options(t)
		o.Politeness = p
		if err := o.Validate(); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
