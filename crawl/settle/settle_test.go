package settle_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/settle"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A teacher provides what a test wants it to have learned.
type teacher struct {
	task settle.Task
	done bool
	free string // substring of the targets that nothing speaks against
}

func (t *teacher) Pending() (settle.Task, bool)        { return t.task, !t.done }
func (t *teacher) Stands(task settle.Task) bool        { return task.Main == t.task.Main }
func (t *teacher) Settled(task settle.Task) error      { t.done = task == t.task; return nil }
func (t *teacher) Doubted(*aranea.Entry) (bool, error) { return false, nil }
func (t *teacher) Freed(e *aranea.Entry) (bool, error) {
	return strings.Contains(e.URL.Target(), t.free), nil
}
func inScope(weburl.URL, int, aranea.How) bool         { return true }
func drop(context.Context, []aranea.IndexChange) error { return nil }
func at() time.Time                                    { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }
func parse(t *testing.T, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func open(t *testing.T, kv store.KV) *frontier.Frontier {
	t.Helper()
	f, err := frontier.Open(t.Context(), kv, frontier.Options{Delay: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const (
	old  = weburl.Origin("http://www.a.test")
	main = weburl.Origin("http://a.test")
	// pages is more than fits in two parts.
	pages = 700
)

// fill makes the pages of an origin known, all with the same reason.
func fill(t *testing.T, f *frontier.Frontier, pages int, reason aranea.Reason) {
	t.Helper()
	var found []aranea.Discovery
	for i := range pages {
		found = append(found, aranea.Discovery{URL: parse(t, fmt.Sprintf("%s/p/%d", old, i)), How: aranea.HowAnchor, Reason: reason})
	}
	if _, err := f.Add(t.Context(), at(), found); err != nil {
		t.Fatal(err)
	}
}

// tell counts the entries of an origin by reason, and those that lead to the main mirror.
func tell(t *testing.T, f *frontier.Frontier, o weburl.Origin) string {
	t.Helper()
	n, lead := map[aranea.Reason]int{}, 0
	for e, err := range f.Entries(t.Context(), o, weburl.ID{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n[e.Reason]++; e.Target == string(main)+e.URL.Target() {
			lead++
		}
	}
	return fmt.Sprint(n, " leading ", lead)
}

// TestKilledBetweenParts: a large mirror is moved in parts of bounded size; a process killed
// after any of them leaves a state from which the next one reaches the same result.
func TestKilledBetweenParts(t *testing.T) {
	t.Parallel()
	for life := 1; life <= 6; life++ { // parts that a process completes before it is killed
		kv, l := memstore.New(), &teacher{task: settle.Task{Origin: old, Main: main, Why: "they have the same pages", Mark: 1}}
		f := open(t, kv)
		fill(t, f, pages, aranea.ScheduleQueued)
		s, parts := settle.New(f, l, drop), 0
		for ; s.IsLeft() && parts < 100; parts++ {
			if parts == life { // as after kill -9: nothing is closed, and nothing is remembered
				f = open(t, kv)
				s = settle.New(f, l, drop)
			}
			before, _ := f.Counts()
			if _, err := s.Part(t.Context(), at(), inScope); err != nil {
				t.Fatal(err)
			}
			after, _ := f.Counts()
			if more := after[aranea.CountQueued] - before[aranea.CountQueued]; int64(more) > settle.MoveChunk || int64(more) < -settle.MoveChunk {
				t.Errorf("life %d: part %d changed %d entries of the queue", life, parts, int64(more))
			}
		}
		if least := pages/settle.MoveChunk + pages/settle.MoveChunk; parts < least || !l.done {
			t.Errorf("life %d: %d parts, done %t", life, parts, l.done)
		}
		if was, is := tell(t, f, old), tell(t, f, main); was != "map[MIRROR.MOVED:700] leading 700" || is != "map[SCHEDULE.QUEUED:700] leading 0" {
			t.Errorf("life %d: %s has %s, %s has %s", life, old, was, main, is)
		}
	}
}

// TestLearnedMeanwhile: what is learned of an origin while it is settled does not restart the
// task: it is finished, and then started once more, so that entries already passed are examined
// by what is known now.
func TestLearnedMeanwhile(t *testing.T) {
	t.Parallel()
	f, l := open(t, memstore.New()), &teacher{task: settle.Task{Origin: old, Mark: 1}, free: "/p/1"}
	fill(t, f, 2*pages, aranea.ScopeTrap)
	s := settle.New(f, l, drop)
	part := func() bool {
		done, err := s.Part(t.Context(), at(), inScope)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	if done := part(); done || tell(t, f, old) != "map[SCOPE.TRAP:1144 SCHEDULE.QUEUED:256] leading 0" {
		t.Errorf("a part of those that are free: %s, done %t", tell(t, f, old), done)
	}
	for i, done := 0, false; !done; i++ { // there is news before each part
		if l.task.Mark++; i == 100 {
			t.Fatal("it does not come to its end")
		}
		done = part()
	}
	if l.free = "/p/"; l.done {
		t.Error("the news is taken for settled")
	}
	for i := 0; !part(); i++ {
		if i == 100 {
			t.Fatal("it does not come to its end once more")
		}
	}
	if !l.done || tell(t, f, old) != "map[SCHEDULE.QUEUED:1400] leading 0" {
		t.Errorf("all are free: %s, done %t", tell(t, f, old), l.done)
	}
	if done, err := s.Part(t.Context(), at(), inScope); !done || err != nil {
		t.Errorf("nothing left: %t, %v", done, err)
	}
}

// TestOtherMainMeanwhile: no further page is moved to a former main mirror.
func TestOtherMainMeanwhile(t *testing.T) {
	t.Parallel()
	f, l := open(t, memstore.New()), &teacher{task: settle.Task{Origin: old, Main: main, Mark: 1}}
	fill(t, f, pages, aranea.ScheduleQueued)
	s := settle.New(f, l, drop)
	for i := 0; !strings.Contains(tell(t, f, old), "MIRROR.MOVED"); i++ {
		if _, err := s.Part(t.Context(), at(), inScope); err != nil || i == 100 {
			t.Fatalf("part %d: %v", i, err)
		}
	}
	l.task.Main, l.task.Mark = "", 2
	for i := 0; s.IsLeft(); i++ {
		if _, err := s.Part(t.Context(), at(), inScope); err != nil || i == 100 {
			t.Fatalf("part %d: %v", i, err)
		}
		if i == 0 && tell(t, f, old) != "map[SCHEDULE.QUEUED:700] leading 0" {
			t.Errorf("it goes on with another main mirror: %s", tell(t, f, old))
		}
	}
}

// visitAll visits everything that is queued. keep sets the result for a page.
func visitAll(t *testing.T, f *frontier.Frontier, keep func(e *aranea.Entry)) {
	t.Helper()
	for now := at(); ; now = now.Add(time.Minute) {
		leases, wake, err := f.Lease(t.Context(), now, 10)
		if err != nil {
			t.Fatal(err)
		}
		if len(leases) == 0 && wake.IsZero() {
			return
		}
		for _, l := range leases {
			o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host, Sent: true, Reached: now}
			o.Entry.State, o.Entry.Reason = aranea.StateDone, aranea.IndexAdded
			o.Entry.Visits++
			if o.Entry.Kind == aranea.KindRobots {
				o.Robots = &acquire.Copy{Class: acquire.ClassRules, CheckedAt: now, Expires: now.Add(24 * time.Hour)}
			} else {
				keep(&o.Entry)
			}
			if _, err := f.Commit(t.Context(), now, []aranea.Outcome{o}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestVisitedBetweenParts: a page of the main mirror that is visited while the page that it
// replaces is still in the index gives way to that as its duplicate; it is visited again when
// that page has left.
func TestVisitedBetweenParts(t *testing.T) {
	t.Parallel()
	f, l := open(t, memstore.New()), &teacher{task: settle.Task{Origin: old, Main: main, Mark: 1}}
	fill(t, f, 1, aranea.ScheduleQueued)
	text := aranea.Fingerprint{1}
	keep := func(e *aranea.Entry) {
		e.Reason, e.Indexed, e.Fingerprint = aranea.IndexAdded, true, text
		if id, _, found, err := f.Twin(text); err != nil {
			t.Fatal(err)
		} else if found && id != e.URL.ID() {
			e.Reason, e.Indexed, e.Twin = aranea.DupExact, false, id
		}
	}
	visitAll(t, f, keep)
	s := settle.New(f, l, drop)
	for i := 0; s.IsLeft(); i++ {
		if _, err := s.Part(t.Context(), at(), inScope); err != nil || i == 100 {
			t.Fatalf("part %d: %v", i, err)
		}
		visitAll(t, f, keep)
		if was := tell(t, f, main); i == 0 && was != "map[DUP.EXACT:1] leading 0" {
			t.Errorf("the page that is visited in between: %s", was)
		}
	}
	if was, is := tell(t, f, old), tell(t, f, main); was != "map[MIRROR.MOVED:1] leading 1" || is != "map[INDEX.ADDED:1] leading 0" {
		t.Errorf("%s has %s, %s has %s", old, was, main, is)
	}
}
