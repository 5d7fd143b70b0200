package seedreport

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/weburl"
)

// known are entries by their URLs.
type known map[weburl.ID]aranea.Entry

func (k known) EntryByID(id weburl.ID) (aranea.Entry, bool, error) {
	e, found := k[id]
	return e, found, nil
}

func (k known) StoredReason(id weburl.ID) (aranea.Reason, error) { return k[id].Reason, nil }

// main names the main mirror of each origin that a robots file closes.
type main map[weburl.Origin]weburl.Origin

func (m main) Named(o weburl.Origin) (weburl.Origin, error) { return m[o], nil }

// TestUnindexed checks what is listed of the seeds of a caller: what is not in the index, with
// where it led, and of a crawl that was stopped nothing that still waits.
func TestUnindexed(t *testing.T) {
	t.Parallel()
	var seeds []weburl.URL
	entries := known{}
	add := func(e aranea.Entry, text string) {
		u, err := weburl.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		e.URL = u
		entries[u.ID()] = e
		seeds = append(seeds, u)
	}
	add(aranea.Entry{State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true}, "http://a.test/in")
	add(aranea.Entry{State: aranea.StateQueued, Reason: aranea.ScheduleQueued}, "http://a.test/waits")
	add(aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPNotFound, Detail: "status 404"}, "http://a.test/missing")
	add(aranea.Entry{State: aranea.StateDone, Reason: aranea.HTTPRedirect, Target: "http://a.test/missing"}, "http://a.test/moved")
	add(aranea.Entry{State: aranea.StateExcluded, Reason: aranea.OperatorRemoved}, "http://a.test/of another caller")
	ends, err := Ends(entries, main{}, seeds)
	if err != nil {
		t.Fatal(err)
	}
	mine := Of(ends, seeds[:4])
	for _, tt := range []struct {
		name    string
		ends    []verdict.SeedEnd
		stopped bool
		want    string
	}{
		{"finished", mine, false, "[{http://a.test/waits  SCHEDULE.QUEUED } {http://a.test/missing  HTTP.NOT-FOUND status 404} {http://a.test/moved http://a.test/missing HTTP.NOT-FOUND status 404}]"},
		{"stopped", mine, true, "[{http://a.test/missing  HTTP.NOT-FOUND status 404} {http://a.test/moved http://a.test/missing HTTP.NOT-FOUND status 404}]"},
		{"all found", ends[:1], false, "[]"},
	} {
		if got := fmt.Sprint(Unindexed(tt.ends, tt.stopped)); got != tt.want {
			t.Errorf("%s: %s\nwant %s", tt.name, got, tt.want)
		}
	}
	if many := Unindexed(repeated(ends[2], MaxListed+1), false); len(many) != MaxListed {
		t.Errorf("%d are listed", len(many))
	}
}

func repeated(e verdict.SeedEnd, n int) (all []verdict.SeedEnd) {
	for range n {
		all = append(all, e)
	}
	return all
}

// TestEndsNameTheMainMirror checks that where a robots file closes an origin, the main mirror that
// it names is told, and nowhere else.
func TestEndsNameTheMainMirror(t *testing.T) {
	t.Parallel()
	closed, open := weburl.Origin("http://www.a.test").Root(), weburl.Origin("http://b.test").Root()
	entries := known{
		closed.ID(): {URL: closed, State: aranea.StateExcluded, Reason: aranea.RobotsDenied},
		open.ID():   {URL: open, State: aranea.StateDone, Reason: aranea.IndexAdded, Indexed: true},
	}
	mirrors := main{closed.Origin(): "http://a.test", open.Origin(): "http://c.test"}
	ends, err := Ends(entries, mirrors, []weburl.URL{closed, open})
	if err != nil || ends[0].Main != "http://a.test" || ends[1].Main != "" {
		t.Errorf("%v, %v", ends, err)
	}
}
