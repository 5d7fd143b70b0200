package settingscheck

import (
	"log/slog"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/crawl/tally"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/lastcrawl"
	"github.com/aranea-search/aranea/extract/items"
	"github.com/aranea-search/aranea/internal/pageitem"
	"github.com/aranea-search/aranea/schedule/hostdelay"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// TestOwn: of delays that all nodes are given, each asks only after those of its own sites.
func TestOwn(t *testing.T) {
	t.Parallel()
	all := hostdelay.Delays{"a.test": time.Second, "www.a.test": 0, ".b.test": time.Minute, ".c.test": time.Minute}
	if got := own(all, partition.Partition{}); !maps.Equal(got, all) {
		t.Errorf("of the whole web %v", got)
	}
	told := 0
	for n := 1; n <= 4; n++ {
		got := own(all, partition.Partition{Number: n, Of: 4})
		told += len(got)
		for name := range got {
			if site := name[len(name)-len("a.test"):]; partition.Of(weburl.Origin("http://"+site), 4) != n {
				t.Errorf("partition %d asks after %s", n, name)
			}
		}
		if _, host := got["a.test"]; slices.Contains(slices.Collect(maps.Keys(got)), "www.a.test") != host {
			t.Errorf("partition %d has hosts of a site and not others: %v", n, got)
		}
	}
	if told != len(all) || len(all) != 4 {
		t.Errorf("%d are asked after, of %v", told, all)
	}
}

// TestAddItems: rules on items that gave nothing are told where pages were read to the end, and those
// that gave something stay known, as long as they are the same.
func TestAddItems(t *testing.T) {
	t.Parallel()
	rules, err := items.ParseAll([]string{"a=css:p", "a.x=css:b", "a.y=css:i", "b=css:q", "b.x=css:b"})
	if err != nil {
		t.Fatal(err)
	}
	had := pageitem.Names{{Kind: "a"}, {Kind: "a", Field: "x"}}
	for _, tt := range []struct {
		name           string
		ending         verdict.Ending
		read           bool
		had            pageitem.Names
		before, untold []string
		found, missing []string
	}{
		{"some", verdict.EndFinished, true, had, nil, nil, []string{"a=css:p", "a.x=css:b"}, []string{"a.y=css:i", "b=css:q"}},
		{"the rest is known", verdict.EndFinished, true, nil, []string{"a=css:p", "a.x=css:b", "a.y=css:i", "b=css:q", "b.x=css:b"}, nil, rules.Texts(), nil},
		{"others are known", verdict.EndFinished, true, had, []string{"a.y=css:u", "b=css:q"}, nil, []string{"a=css:p", "a.x=css:b", "b=css:q"}, []string{"a.y=css:i", "b.x=css:b"}},
		{"nothing was read", verdict.EndFinished, false, nil, nil, nil, nil, nil},
		{"nothing was read again", verdict.EndFinished, false, nil, []string{"a=css:p"}, []string{"a.y=css:i", "a.x=css:u"}, []string{"a=css:p"}, []string{"a.y=css:i"}},
		{"stopped", verdict.EndStopped, true, had, nil, nil, []string{"a=css:p", "a.x=css:b"}, nil},
	} {
		r := runreport.Report{Ending: tt.ending, Items: tally.Items{Read: tt.read, Had: tt.had}, UnmatchedItems: []string{"old"}}
		AddItems(&r, rules, &lastcrawl.Crawl{FoundItems: tt.before, UnmatchedItems: tt.untold}, slog.New(slog.DiscardHandler))
		if !slices.Equal(r.FoundItems, tt.found) || !slices.Equal(r.UnmatchedItems, tt.missing) {
			t.Errorf("%s: found %q, missing %q", tt.name, r.FoundItems, r.UnmatchedItems)
		}
	}
}
