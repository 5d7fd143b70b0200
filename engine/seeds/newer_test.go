package seeds

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/weburl"
)

// recaptured is a frontier that notes what is queued.
type recaptured struct {
	visited
	all    []aranea.Entry
	robots []weburl.Origin
	found  []string
}

func (r *recaptured) Select(context.Context, frontier.Filter) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		for _, e := range r.all {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (r *recaptured) RereadRobots(_ context.Context, _ time.Time, origins []weburl.Origin) error {
	r.robots = append(r.robots, origins...)
	return nil
}

func (r *recaptured) Add(_ context.Context, _ time.Time, found []aranea.Discovery) (int, error) {
	for _, d := range found {
		r.found = append(r.found, fmt.Sprintf("%s %d %s", d.URL.Path(), d.Depth, d.Reason))
	}
	return len(found), nil
}

// captures are the dates of captures, by URL.
type captures map[string]time.Time

func (c captures) Newest(u weburl.URL) (time.Time, bool, error) {
	at, ok := c[u.String()]
	return at, ok, nil
}

func (c captures) Version() replay.Version { return replay.Version(fmt.Sprint(len(c))) }

// TestNewer checks which known URLs, and which robots files, are queued for their captures.
func TestNewer(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	old, read := now.AddDate(-9, 0, 0), now.AddDate(-8, 0, 0)
	newer := now.AddDate(-1, 0, 0)
	f := &recaptured{visited: visited{entries: map[weburl.ID]aranea.Entry{}}}
	c := captures{
		"http://a.test/robots.txt": newer, "http://b.test/robots.txt": old, "http://c.test/robots.txt": old,
		"http://d.test/robots.txt": newer,
	}
	add := func(url string, e aranea.Entry, captured time.Time) {
		e.URL = parse(t, url)
		f.entries[e.URL.ID()] = e
		if f.all = append(f.all, e); !captured.IsZero() {
			c[url] = captured
		}
	}
	done := aranea.Entry{State: aranea.StateDone, Reason: aranea.IndexAdded, VisitedAt: now, Captured: read}
	gone, undated, again, lacked := done, done, done, aranea.Entry{State: aranea.StateExcluded, Reason: aranea.ScopeArchive, Depth: 3}
	gone.State, undated.Captured, again.Again = aranea.StateGone, time.Time{}, true
	add("http://a.test/same", done, read)
	add("http://a.test/newer", done, newer)
	add("http://a.test/older", done, old)
	add("http://a.test/none", done, time.Time{})
	add("http://a.test/missing", gone, newer)
	add("http://a.test/undated", undated, newer)
	add("http://a.test/waits", again, newer)
	add("http://b.test/lacked", lacked, old)
	add("http://b.test/lacks", lacked, time.Time{})
	add("http://b.test/read", done, read)
	add("http://c.test/denied", aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied}, newer)
	add("http://d.test/new", aranea.Entry{State: aranea.StateQueued}, newer)

	var n Newer
	if err := n.Queue(t.Context(), f, c, &settings.Settings{Refresh: "none"}, now); err != nil || f.queued != nil {
		t.Fatalf("--refresh none: %v, %v", f.queued, err)
	}
	for range 2 {
		if err := n.Queue(t.Context(), f, c, &settings.Settings{Refresh: "due"}, now); err != nil {
			t.Fatal(err)
		}
		if want := []string{"/newer", "/missing"}; !slices.Equal(f.queued, want) {
			t.Errorf("visited again: %q, want %q", f.queued, want)
		}
		if want := []string{"/lacked 3 SCHEDULE.QUEUED"}; !slices.Equal(f.found, want) {
			t.Errorf("found: %q, want %q", f.found, want)
		}
		if want := []weburl.Origin{"http://a.test", "http://c.test"}; !slices.Equal(f.robots, want) {
			t.Errorf("robots files: %q, want %q", f.robots, want)
		}
	}
}

// TestNewerInParts checks that many URLs are queued in parts.
func TestNewerInParts(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	f, c := &recaptured{visited: visited{entries: map[weburl.ID]aranea.Entry{}}}, captures{}
	for i := range queuedAtOnce + 5 {
		e := aranea.Entry{URL: parse(t, fmt.Sprintf("http://a.test/%d", i)), State: aranea.StateDone, VisitedAt: now, Captured: now.AddDate(-2, 0, 0)}
		f.entries[e.URL.ID()], f.all, c[e.URL.String()] = e, append(f.all, e), now.AddDate(-1, 0, 0)
	}
	if err := new(Newer).Queue(t.Context(), f, c, &settings.Settings{}, now); err != nil {
		t.Fatal(err)
	}
	if slices.Sort(f.queued); len(slices.Compact(f.queued)) != queuedAtOnce+5 {
		t.Errorf("%d are queued", len(f.queued))
	}
}
