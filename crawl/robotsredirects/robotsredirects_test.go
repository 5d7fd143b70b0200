package robotsredirects

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/weburl"
)

// TestPagesFail: pages are unavailable too if more requests of the host failed than of its file.
func TestPagesFail(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		host, file uint16
		want       bool
	}{{0, 0, false}, {3, 3, false}, {2, 5, false}, {4, 3, true}} {
		if got := pagesFail(&aranea.Host{Failures: tt.host}, &acquire.Copy{Failures: tt.file}); got != tt.want {
			t.Errorf("%d failures of the host, %d of its file: down is %v", tt.host, tt.file, got)
		}
	}
}

// elsewhere are sites of the second partition of two, as their node tells of them.
type elsewhere map[weburl.URL]aranea.Fetched

func (e elsewhere) Robots(_ context.Context, u weburl.URL) aranea.Fetched {
	f, ok := e[u]
	if !ok {
		f = aranea.Fetched{Failure: aranea.ScopePartition, Detail: "its node does not answer"}
	}
	f.URL = u
	return f
}

func redirect(to weburl.URL) aranea.Fetched {
	return aranea.Fetched{Status: 301, Header: aranea.Header{"Location": {to.String()}}}
}

// TestNext: redirects are followed to and through sites of other partitions, five in all, and back.
func TestNext(t *testing.T) {
	t.Parallel()
	first, second := partition.Partition{Number: 1, Of: 2}, partition.Partition{Number: 2, Of: 2}
	own, other := partitiontest.Site(t, first, 0), partitiontest.Site(t, first, 1)
	far := make([]weburl.URL, 6)
	for i := range far {
		far[i] = partitiontest.Site(t, second, i)
	}
	rules := aranea.Fetched{Status: 200, Body: []byte("User-agent: *\nDisallow: /x\n")}
	chain := elsewhere{}
	for i, u := range far[:5] {
		chain[u] = redirect(far[i+1])
	}
	chain[far[5]] = rules
	for name, tt := range map[string]struct {
		web    elsewhere
		done   int
		first  aranea.Fetched
		want   string
		passed int
	}{
		"an own answer":        {nil, 0, rules, "rules", 0},
		"an own redirect":      {nil, 2, redirect(other), "follow " + other.String() + " after 2", 0},
		"rules":                {elsewhere{far[0]: rules}, 0, redirect(far[0]), "rules", 1},
		"no file":              {elsewhere{far[0]: {Status: 404}}, 0, redirect(far[0]), "unavailable", 1},
		"a broken file":        {elsewhere{far[0]: {Status: 200, Failure: aranea.BodyBroken}}, 0, redirect(far[0]), "unreachable", 1},
		"down":                 {elsewhere{far[0]: {Failure: aranea.NetTimeout}}, 0, redirect(far[0]), "unreachable", 1},
		"a server error":       {elsewhere{far[0]: {Status: 503}}, 0, redirect(far[0]), "unreachable", 1},
		"not told":             {elsewhere{}, 0, redirect(far[0]), "unreachable, " + far[0].String() + " unread", 0},
		"not told in the end":  {elsewhere{far[0]: redirect(far[1])}, 0, redirect(far[0]), "unreachable, " + far[1].String() + " unread", 1},
		"nobody to ask":        {nil, 0, redirect(far[0]), "unreachable, " + far[0].String() + " unread", 0},
		"back":                 {elsewhere{far[0]: redirect(far[1]), far[1]: redirect(other)}, 1, redirect(far[0]), "follow " + other.String() + " after 3", 2},
		"the fifth":            {chain, 0, redirect(far[1]), "rules", 5},
		"a sixth":              {chain, 0, redirect(far[0]), "unavailable", 5},
		"a sixth, after some":  {chain, 3, redirect(far[3]), "unavailable", 2},
		"back as a sixth":      {elsewhere{far[0]: redirect(other)}, 4, redirect(far[0]), "unavailable", 1},
		"nowhere":              {elsewhere{far[0]: {Status: 302}}, 0, redirect(far[0]), "unavailable", 1},
		"the crawl is stopped": {elsewhere{far[0]: {Failure: aranea.ScheduleStopped}}, 0, redirect(far[0]), "stopped", 0},
	} {
		rule, err := scope.New(scope.Options{Mode: scope.Any, Partition: first})
		if err != nil {
			t.Fatal(err)
		}
		tt.first.URL = own
		var r Reader
		if tt.web != nil {
			r = tt.web
		}
		a := Answers{Host: &aranea.Host{}, Before: &acquire.Copy{}, First: &tt.first, Done: tt.done}
		a.Beyond = Read(t.Context(), r, rule, a.First, a.Done)
		x := Next(dialect.RFC9309(), rule, a, time.Unix(1e9, 0))
		got := x.Class.String()
		switch {
		case x.Stopped:
			got = "stopped"
		case x.Step == acquire.StepFollow:
			got = fmt.Sprintf("follow %s after %d", x.To, x.Done)
		case !x.Unread.IsZero():
			got += ", " + x.Unread.String() + " unread"
			if tt.web != nil && !strings.HasSuffix(x.Last.Detail, "partition 2 of 2 visits it, and its node does not answer") {
				t.Errorf("%s: told %q", name, x.Last.Detail)
			}
		}
		if got != tt.want || len(x.Beyond) != tt.passed {
			t.Errorf("%s: %s, passed %q; want %s, %d", name, got, x.Beyond, tt.want, tt.passed)
		}
	}
}

// TestUnreadIsAskedForSoon: a file that was not told is asked for again in minutes, however long that has been so: its
// site has no outage, and files that redirect to each other wait for each other no longer than they are remembered.
func TestUnreadIsAskedForSoon(t *testing.T) {
	t.Parallel()
	first, second := partition.Partition{Number: 1, Of: 2}, partition.Partition{Number: 2, Of: 2}
	to := partitiontest.Site(t, second, 0)
	rule, err := scope.New(scope.Options{Mode: scope.Any, Partition: first})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1e9, 0)
	for name, tt := range map[string]struct {
		failures uint16
		beyond   []aranea.Fetched
		want     time.Duration
	}{
		"at first":                {0, nil, 3 * time.Second},
		"for long":                {7, nil, 8 * time.Minute},
		"the node said so":        {7, []aranea.Fetched{{Failure: aranea.ScopePartition}}, 8 * time.Minute},
		"a site that is down":     {7, []aranea.Fetched{{Failure: aranea.NetTimeout}}, time.Hour},
		"a site that asks for it": {7, []aranea.Fetched{{Status: 503, Header: aranea.Header{"Retry-After": {"7200"}}}}, 2 * time.Hour},
	} {
		before := acquire.Copy{Class: acquire.ClassUnreachable, DownSince: now.Add(-time.Hour), Failures: tt.failures}
		f := redirect(to)
		f.URL = partitiontest.Site(t, first, 0)
		x := Next(dialect.RFC9309(), rule, Answers{Host: &aranea.Host{}, Before: &before, First: &f, Beyond: tt.beyond}, now)
		if got := x.Expires.Sub(now); got != tt.want || x.Class != acquire.ClassUnreachable {
			t.Errorf("%s: %s, asked for again after %s, want %s", name, x.Class, got, tt.want)
		}
	}
}
