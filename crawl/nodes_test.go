package crawl_test

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// One machine answers for all hosts, and notes when each request was sent.
type machine struct {
	mu    sync.Mutex
	hosts []string
	sent  []time.Time
	pages int
}

func (m *machine) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	now := time.Now()
	out := aranea.Fetched{URL: r.URL, Ended: now}
	if r.LookUp {
		out.Addresses = []netip.Addr{netip.MustParseAddr("192.0.2.7")}
		return out
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hosts, m.sent = append(m.hosts, r.URL.Host()), append(m.sent, now)
	out.Sent, out.TTFB, out.Status = now, time.Millisecond, 404
	if !r.Robots {
		m.pages++
		out.Status, out.Header, out.Body = 200, aranea.Header{"Content-Type": {"text/html"}}, []byte(words)
	}
	return out
}

// TestNodesShareOneMachine: the nodes of a cluster crawl the sites of one machine, each its own and
// without knowing of the others, and together send it no more than one crawl of all of them would.
func TestNodesShareOneMachine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const nodes, sites, delay = 4, 24, time.Second
		seeds := make([]weburl.URL, 0, sites)
		for n := range sites {
			seeds = append(seeds, url(t, fmt.Sprintf("http://site%d.test/", n)))
		}
		var all sync.WaitGroup
		machines := make([]machine, nodes)
		for n := range nodes {
			all.Go(func() { crawlPartition(t, &machines[n], seeds, partition.Partition{Number: n + 1, Of: nodes}, delay) })
		}
		all.Wait()
		began, pages := time.Now(), 0
		for n := range machines {
			m := &machines[n]
			for i, at := range m.sent {
				if at.Before(began) {
					began = at
				}
				if own := partition.Of(weburl.Origin("http://"+m.hosts[i]), nodes); own != n+1 {
					t.Errorf("node %d asks %s, of partition %d", n+1, m.hosts[i], own)
				}
				if i > 0 && at.Sub(m.sent[i-1]) < nodes*delay/schedule.AddressShare {
					t.Errorf("node %d asks %s %s after %s", n+1, m.hosts[i], at.Sub(m.sent[i-1]), m.hosts[i-1])
				}
			}
			pages += m.pages
		}
		if pages != sites {
			t.Errorf("%d pages were fetched, of %d", pages, sites)
		}
		// The robots file of each new host has a whole delay of the address for itself.
		for _, after := range []time.Duration{5 * time.Second, 10 * time.Second, 15 * time.Second} {
			robots := 0
			for n := range machines {
				first := map[string]bool{}
				for i, at := range machines[n].sent {
					if !first[machines[n].hosts[i]] && at.Sub(began) < after {
						robots++
					}
					first[machines[n].hosts[i]] = true
				}
			}
			if most := int(after/delay) + nodes; robots > most || robots < nodes {
				t.Errorf("%d new hosts were asked within %s, at most %d are", robots, after, most)
			}
		}
	})
}

// crawlPartition crawls what of the seeds is of one partition.
func crawlPartition(t *testing.T, m *machine, seeds []weburl.URL, p partition.Partition, delay time.Duration) {
	kv := memstore.New()
	f, err := frontier.Open(t.Context(), kv, frontier.Options{Delay: delay, Addresses: true, Nodes: p.Of})
	if err != nil {
		t.Error(err)
		return
	}
	learner, err := learn.New(learned.New(kv))
	if err != nil {
		t.Error(err)
		return
	}
	rules, err := scope.New(scope.Options{Seeds: seeds, Partition: p})
	if err != nil {
		t.Error(err)
		return
	}
	var found []aranea.Discovery
	for _, u := range seeds {
		d := aranea.Discovery{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}
		if v := rules.Decide(u, 0, aranea.HowSeed); !v.OK {
			d.Reason, d.Detail = v.Reason, v.Rule
		}
		found = append(found, d)
	}
	if _, err := f.Add(t.Context(), time.Now(), found); err != nil {
		t.Error(err)
	}
	c, err := crawl.New(f, m, noIndex{}, noGraph{}, crawl.Options{Agents: []dialect.AgentToken{"Aranea"}, Scope: rules, Learner: learner})
	if err != nil {
		t.Error(err)
		return
	}
	if r, err := c.Run(t.Context()); err != nil || r.Ending != verdict.EndFinished {
		t.Errorf("partition %s: %s, %v", p, r.Ending, err)
	}
}
