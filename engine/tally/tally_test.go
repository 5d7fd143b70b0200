package tally

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// TestHosts checks that the hosts with the most URLs are kept, in any order of input.
func TestHosts(t *testing.T) {
	t.Parallel()
	s := New()
	const hosts = 3 * MaxHosts
	for i := range hosts {
		n := aranea.HostCounts{}
		n[aranea.CountFetched] = uint64(i * 7 % hosts) // each number occurs once
		n[aranea.CountRequests] = 1000                 // requests are not URLs
		s.AddHost(weburl.Origin(fmt.Sprintf("http://h%d.test", i)), &n)
	}
	if s.Hosts != hosts || len(s.Host) != MaxHosts {
		t.Errorf("%d hosts, %d kept", s.Hosts, len(s.Host))
	}
	for host, n := range s.Host {
		if n < hosts-MaxHosts {
			t.Errorf("%s with %d URLs is kept", host, n)
		}
	}
}

// TestHostsOfLinks checks that URLs that were only checked are in no count of a host, as they are in
// no other, and that a host of which nothing else is known is not counted.
func TestHostsOfLinks(t *testing.T) {
	t.Parallel()
	s := New()
	for name, n := range map[string]aranea.HostCounts{
		"a.test": {aranea.CountFetched: 2, aranea.CountLinks: 20}, "b.test": {aranea.CountLinks: 5}, "c.test": {aranea.CountLinksWaiting: 1},
		"d.test": {aranea.CountLinksOver: 9, aranea.CountExcluded: 1}, "e.test": {},
	} {
		s.AddHost(weburl.Origin("http://"+name), &n)
	}
	if want := map[string]uint64{"http://a.test": 2, "http://d.test": 1, "http://e.test": 0}; s.Hosts != 3 || !maps.Equal(s.Host, want) {
		t.Errorf("%d hosts, %v", s.Hosts, s.Host)
	}
}

// TestAddElsewhere: of a page that another node visits, only that counts, also if it was visited here once.
func TestAddElsewhere(t *testing.T) {
	t.Parallel()
	s := New()
	s.Add(&aranea.Entry{Kind: aranea.KindPage, State: aranea.StateExcluded, Reason: aranea.ScopePartition, Status: 200, VisitedAt: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)})
	if s.URLs != 1 || s.Reason["SCOPE.PARTITION"] != 1 || len(s.Status)+len(s.Month)+len(s.Depth)+len(s.How)+len(s.Type) > 0 {
		t.Errorf("%+v", s)
	}
}

func TestAdd(t *testing.T) {
	t.Parallel()
	s := New()
	for _, at := range []string{"http://a.test/x.PDF", "http://a.test/x", "http://a.test/x.verylongending", "http://a.test/x.b%20c", "http://a.test/whois/b.local", "http://a.test/www.b.COM"} {
		u, err := weburl.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		s.Add(&aranea.Entry{URL: u, State: aranea.StateDone, Reason: aranea.IndexAdded, Status: 200, Depth: 2, How: aranea.HowSeed, VisitedAt: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)})
	}
	if s.URLs != 6 || s.Type["pdf"] != 1 || s.Type["page"] != 5 || s.Status["200"] != 6 || s.Month["2026-11"] != 6 || s.How["seed"] != 6 {
		t.Errorf("%+v", s)
	}
}
