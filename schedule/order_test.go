package schedule_test

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

func TestOrder(t *testing.T) {
	t.Parallel()
	entry := func(url string, depth uint16) *aranea.Entry {
		u, err := weburl.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		return &aranea.Entry{URL: u, Depth: depth}
	}
	tried := func(url string, depth uint16) *aranea.Entry {
		e := entry(url, depth)
		e.Attempts = 1
		return e
	}
	linked := func(url string, depth uint16) *aranea.Entry {
		e := entry(url, depth)
		e.Nearer = 1
		return e
	}
	for name, tt := range map[string]struct {
		order         schedule.Order
		first, second *aranea.Entry
	}{
		"bfs":                 {schedule.BreadthFirst, entry("http://a.test/deep/deep/x?q", 1), entry("http://a.test/", 2)},
		"dfs":                 {schedule.DepthFirst, entry("http://a.test/", 3), entry("http://a.test/", 2)},
		"best by depth":       {schedule.BestFirst, entry("http://a.test/a/b/c/d/e/f/g/h/i/j?q=1", 1), entry("http://a.test/", 2)},
		"best by path":        {schedule.BestFirst, entry("http://a.test/a", 1), entry("http://a.test/a/b", 1)},
		"best by links":       {schedule.BestFirst, linked("http://a.test/", 2), entry("http://a.test/a", 1)},
		"best by few links":   {schedule.BestFirst, entry("http://a.test/", 1), linked("http://a.test/", 3)},
		"best, a seed":        {schedule.BestFirst, entry("http://a.test/", 0), linked("http://a.test/", 1)},
		"bfs by links":        {schedule.BreadthFirst, entry("http://a.test/", 1), linked("http://a.test/", 2)},
		"best without query":  {schedule.BestFirst, entry("http://a.test/a", 1), entry("http://a.test/a?b", 1)},
		"bfs, tried":          {schedule.BreadthFirst, entry("http://a.test/", 8), tried("http://a.test/", 1)},
		"bfs, far":            {schedule.BreadthFirst, tried("http://a.test/", 1), entry("http://a.test/", 10)},
		"bfs, tried far":      {schedule.BreadthFirst, entry("http://a.test/", 65534), tried("http://a.test/", 65533)},
		"dfs, tried":          {schedule.DepthFirst, entry("http://a.test/", 13), tried("http://a.test/", 20)},
		"dfs, near":           {schedule.DepthFirst, tried("http://a.test/", 20), entry("http://a.test/", 11)},
		"best, tried":         {schedule.BestFirst, entry("http://a.test/a/b?c", 8), tried("http://a.test/", 1)},
		"best, far":           {schedule.BestFirst, tried("http://a.test/a/b?c", 1), entry("http://a.test/", 10)},
		"best at great depth": {schedule.BestFirst, entry("http://a.test/", 4000), entry("http://a.test/", 65535)},
	} {
		if a, b := tt.order.Rank(tt.first), tt.order.Rank(tt.second); a >= b {
			t.Errorf("%s: ranks %d and %d", name, a, b)
		}
	}
	again := tried("http://a.test/", 1)
	if again.Again = true; schedule.BreadthFirst.Rank(again) != 1 {
		t.Error("another visit that failed is put behind")
	}
	check := tried("http://a.test/", 1)
	if check.Kind = aranea.KindLink; schedule.BreadthFirst.Rank(check) != 1 {
		t.Error("the second request of a check is put behind")
	}
	none := &aranea.HostCounts{}
	for o := range schedule.Order(3) {
		shallow, deep := o.Turn(o.Rank(entry("http://a.test/", 1)), 0, none), o.Turn(o.Rank(entry("http://a.test/", 5)), 0, none)
		if o == schedule.DepthFirst {
			shallow, deep = deep, shallow
		}
		if shallow >= deep || shallow < 0 {
			t.Errorf("%s: turns %s and %s", o, shallow, deep)
		}
		if got, ok := schedule.ParseOrder(o.String()); !ok || got != o {
			t.Errorf("%s is read as %s, %v", o, got, ok)
		}
	}
	best := schedule.BestFirst
	good := &aranea.HostCounts{aranea.CountFetched: 100, aranea.CountIndexed: 100}
	poor := &aranea.HostCounts{aranea.CountFetched: 100, aranea.CountIndexed: 1}
	much := &aranea.HostCounts{aranea.CountFetched: 100_000, aranea.CountIndexed: 100_000}
	if best.Turn(1, 0, good) >= best.Turn(1, 0, poor) || best.Turn(1, 0, good) >= best.Turn(1, 0, much) || best.Turn(1, 5, good) >= best.Turn(1, 0, good) {
		t.Error("what a host gave, and what its sitemap says, do not count")
	}
	if longest := best.Turn(65535, -64, poor); longest > 60*24*time.Hour {
		t.Errorf("a host waits for %s", longest)
	}
	if _, ok := schedule.ParseOrder("random"); ok {
		t.Error("an unknown order is read")
	}
}
