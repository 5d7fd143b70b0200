package cluster

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/tally"
	"github.com/aranea-search/aranea/scope/partition"
)

// A told node says what it was given.
type told struct {
	service.Answering
	status service.Status
	stats  service.Stats
}

func (x *told) Status(context.Context) (service.Status, error) { return x.status, nil }
func (x *told) Stats(context.Context) (service.Stats, error)   { return x.stats, nil }

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// TestStatusSums: what nodes say is summed, and what holds for all of them holds.
func TestStatusSums(t *testing.T) {
	t.Parallel()
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	few, many := uint64(10), uint64(20)
	crawl := func(from int, waits bool) *service.CrawlStatus {
		c := &service.CrawlStatus{Since: at(from), Callers: 1, Seeds: 3, Rate: 1.5, Progress: runreport.Progress{
			At: at(from + 5), LastURL: fmt.Sprintf("http://a.test/%d", from), Longest: runreport.Document{URL: fmt.Sprintf("http://a.test/%d.pdf", from), Since: at(from)}, Hosts: 2, Errors: 1, Left: time.Duration(from), Counts: aranea.HostCounts{aranea.CountQueued: 4},
		}}
		if waits {
			c.Progress.Until = at(from + 9)
		}
		return c
	}
	a := service.Status{
		Version: "1", Since: at(1), Docs: 5, Memory: 1, Disk: 2, DiskFree: &many, DiskLimit: 100, Labels: []string{"wiki"}, Held: []string{"b.test"}, Stopped: at(3), Paused: at(3),
		Crawl: crawl(2, true), Damage: []service.Fault{{File: "index/x"}}, Trouble: []verdict.HostTrouble{{Origin: "http://a.test", Queued: 1}}, Troubled: 1, Counts: aranea.HostCounts{aranea.CountQueued: 7},
		Closed: []service.ClosedOrigin{{Origin: "http://a.test", Hidden: 1}}, Handover: []handover.Waiting{{To: 2, Pages: 3}},
	}
	b := service.Status{
		Version: "2", Since: at(0), Docs: 6, Memory: 3, Disk: 4, DiskFree: &few, DiskLimit: 50, Labels: []string{"wiki", "docs"}, Held: []string{"a.test"}, Stopped: at(4),
		Crawl: crawl(1, true), Damage: []service.Fault{{File: "frontier/y"}}, Trouble: []verdict.HostTrouble{{Origin: "http://b.test", Queued: 9}}, Troubled: 2, Counts: aranea.HostCounts{aranea.CountQueued: 1},
		Closed: []service.ClosedOrigin{{Origin: "http://b.test", Hidden: 2}}, Handover: []handover.Waiting{{To: 1, Pages: 1}, {To: 2, Pages: 4, More: true}},
	}
	f, err := New([]service.Answering{&told{status: a}, &told{status: b}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := f.Status(t.Context())
	want := service.Status{
		Version: "1", Since: at(0), Docs: 11, Memory: 4, Disk: 6, DiskFree: &few, DiskLimit: 150, Labels: []string{"docs", "wiki"}, Held: []string{"a.test", "b.test"}, Stopped: at(4),
		Damage: []service.Fault{{File: "1/index/x"}, {File: "2/frontier/y"}}, Trouble: []verdict.HostTrouble{b.Trouble[0], a.Trouble[0]}, Troubled: 3, Counts: aranea.HostCounts{aranea.CountQueued: 8},
		Closed: []service.ClosedOrigin{b.Closed[0], a.Closed[0]}, Handover: []handover.Waiting{{To: 1, Pages: 1}, {To: 2, Pages: 7, More: true}},
		Crawl: &service.CrawlStatus{Since: at(1), Callers: 2, Seeds: 3, Rate: 3, Progress: runreport.Progress{
			At: at(7), LastURL: "http://a.test/2", Longest: runreport.Document{URL: "http://a.test/1.pdf", Since: at(1)}, Hosts: 4, Errors: 2, Left: 2, Counts: aranea.HostCounts{aranea.CountQueued: 8}, Until: at(10),
		}},
		Nodes: []service.NodeStatus{
			{Partition: partition.Partition{Number: 1, Of: 2}, Version: "1", Docs: 5, Queued: 7, Crawling: true, Stopped: at(3), Paused: at(3), Damaged: 1},
			{Partition: partition.Partition{Number: 2, Of: 2}, Version: "2", Docs: 6, Queued: 1, Crawling: true, Stopped: at(4), Damaged: 1},
		},
	}
	if err != nil || !reflect.DeepEqual(s, want) {
		t.Errorf("%+v, %v; want %+v", s, err, want)
	}
	x, y := crawl(1, true), crawl(2, false)
	if c := crawlOf(x, y); !c.Progress.Until.IsZero() || crawlOf(nil, x) != x || crawlOf(x, nil) != x {
		t.Errorf("one of two waits: %+v", c)
	}
}

// TestLastCrawl: the last crawl is that which ended last, and none while one is under way.
func TestLastCrawl(t *testing.T) {
	t.Parallel()
	last := func(hours int) *lastcrawl.Crawl {
		return &lastcrawl.Crawl{Ended: noon.Add(time.Duration(hours) * time.Hour)}
	}
	for _, tt := range []struct {
		a, b *lastcrawl.Crawl
		runs bool
		want *lastcrawl.Crawl
	}{{nil, nil, false, nil}, {last(1), nil, false, last(1)}, {nil, last(2), false, last(2)}, {last(1), last(2), false, last(2)}, {last(3), last(2), false, last(3)}, {last(3), nil, true, nil}} {
		a, b := service.Status{Last: tt.a}, service.Status{Last: tt.b}
		if tt.runs {
			b.Crawl = &service.CrawlStatus{}
		}
		f, err := New([]service.Answering{&told{status: a}, &told{status: b}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.Status(t.Context())
		if err != nil || !reflect.DeepEqual(s.Last, tt.want) {
			t.Errorf("of %+v and %+v: %+v, %v", tt.a, tt.b, s.Last, err)
		}
		f.Close()
	}
}

// TestStatsOfOthers: a URL that the node of another partition visits is counted there.
func TestStatsOfOthers(t *testing.T) {
	t.Parallel()
	counts := func(urls, others uint64, host string) service.Stats {
		s := tally.New()
		s.URLs, s.State["done"], s.State["excluded"], s.Reason[aranea.ScopePartition.String()], s.Hosts = urls, urls-others, others, others, 1
		s.Host[host] = urls
		return s
	}
	f, err := New([]service.Answering{&told{stats: counts(10, 4, "http://a.test")}, &told{stats: counts(6, 1, "http://b.test")}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, err := f.Stats(t.Context())
	if err != nil || s.URLs != 11 || s.State["done"] != 11 || len(s.State) != 1 || len(s.Reason) != 0 || s.Hosts != 2 || s.Host["http://a.test"] != 10 || s.Host["http://b.test"] != 6 {
		t.Errorf("%+v, %v", s, err)
	}
}
