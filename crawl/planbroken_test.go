package crawl

import (
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/twins"
	"github.com/aranea-search/aranea/schedule"
)

// TestPlanBrokenOrEmpty: an answer that broke off or is empty leaves the document of a page as it
// was, and the page is tried again. What the owner asks for counts all the same, and so does the
// answer if it is all that the site gives.
func TestPlanBrokenOrEmpty(t *testing.T) {
	t.Parallel()
	const long = schedule.UnreachableFor + time.Hour
	indexed := func(f facts) facts { return again(f) }
	broken := func(f facts) facts {
		f.fetched.Failure, f.fetched.Detail = aranea.NetReset, "the peer was gone"
		return f
	}
	unread := func(f facts) facts {
		f.fetched.Failure, f.fetched.Detail = aranea.BodyType, "application/x-other"
		return f
	}
	last := func(f facts) facts {
		f.lease.Entry.Attempts = schedule.MaxAttempts - 1
		return f
	}
	since := func(f facts, ago time.Duration) facts {
		f.lease.Entry.Reason, f.lease.Entry.Since = aranea.BodyBroken, f.now.Add(-ago)
		return f
	}
	part := func(f facts) facts {
		f.lease.Entry.Reason = aranea.BodyBroken
		return f
	}
	const noindex = "<meta name=robots content=noindex>"
	for _, tt := range []struct {
		name    string
		f       facts
		state   aranea.EntryState
		reason  aranea.Reason
		action  aranea.IndexAction
		again   bool
		changes uint16 // at most
	}{
		{"broken", indexed(broken(visit(t, 200, body))), aranea.StateQueued, aranea.ScheduleRetry, aranea.IndexKeep, false, 0},
		{"broken before anything came", indexed(broken(visit(t, 200, ""))), aranea.StateQueued, aranea.ScheduleRetry, aranea.IndexKeep, false, 0},
		{"empty", indexed(visit(t, 200, "")), aranea.StateQueued, aranea.ScheduleRetry, aranea.IndexKeep, false, 0},
		{"broken at the last try", last(indexed(broken(visit(t, 200, body)))), aranea.StateGone, aranea.BodyBroken, aranea.IndexKeep, false, 0},
		{"empty at the last try", last(indexed(visit(t, 200, ""))), aranea.StateGone, aranea.HTTPEmpty, aranea.IndexKeep, false, 0},
		{"broken for a day", since(indexed(broken(visit(t, 200, body))), 24*time.Hour), aranea.StateQueued, aranea.ScheduleRetry, aranea.IndexKeep, false, 0},
		{"broken for too long", since(indexed(broken(visit(t, 200, body))), long), aranea.StateDone, aranea.BodyBroken, aranea.IndexPut, true, 0},
		{"empty for too long", since(indexed(visit(t, 200, "")), long), aranea.StateDone, aranea.HTTPEmpty, aranea.IndexDelete, false, 1},
		{"a part for a part", part(indexed(broken(visit(t, 200, body)))), aranea.StateDone, aranea.BodyBroken, aranea.IndexPut, false, 0},
		{"nothing for a part", part(indexed(visit(t, 200, ""))), aranea.StateQueued, aranea.ScheduleRetry, aranea.IndexKeep, false, 0},
		{"the whole for a part", part(indexed(visit(t, 200, body))), aranea.StateDone, aranea.IndexAdded, aranea.IndexPut, false, 0},
		{"broken, with noindex", indexed(broken(visit(t, 200, noindex+body))), aranea.StateDone, aranea.DirectiveNoIndex, aranea.IndexDelete, false, 1},
		{"empty, with noindex", indexed(visit(t, 200, "", "X-Robots-Tag", "noindex")), aranea.StateDone, aranea.HTTPEmpty, aranea.IndexDelete, false, 1},
		{"a bomb", func() facts {
			f := indexed(visit(t, 200, ""))
			f.fetched.Failure = aranea.BodyBomb
			return f
		}(), aranea.StateDone, aranea.BodyBomb, aranea.IndexDelete, false, 1},
		{"of a type that is not read", unread(indexed(visit(t, 200, ""))), aranea.StateDone, aranea.BodyType, aranea.IndexDelete, false, 1},
		{"of a type that is not read at first", unread(visit(t, 200, "")), aranea.StateDone, aranea.BodyType, aranea.IndexKeep, false, 0},
		{"cut by our own limit", func() facts {
			f := indexed(visit(t, 200, body))
			f.fetched.Truncated = true
			return f
		}(), aranea.StateDone, aranea.BodyTooLarge, aranea.IndexPut, false, 1},
		{"broken at first", broken(visit(t, 200, body)), aranea.StateDone, aranea.BodyBroken, aranea.IndexPut, true, 0},
		{"nothing came at first", broken(visit(t, 200, "")), aranea.StateDone, aranea.NetReset, aranea.IndexKeep, true, 0},
		{"broken at first, and at the last try", last(broken(visit(t, 200, body))), aranea.StateDone, aranea.BodyBroken, aranea.IndexPut, false, 0},
		{"empty at first", visit(t, 200, ""), aranea.StateDone, aranea.HTTPEmpty, aranea.IndexKeep, false, 0},
	} {
		o := plan(options(t), tt.f)
		if o.Entry.State != tt.state || o.Entry.Reason != tt.reason || o.Index.Action != tt.action || o.Entry.Again != tt.again || o.Entry.Change.Changes > tt.changes {
			t.Errorf("%s: %s %s (%s), index %s, again %t, %+v", tt.name, o.Entry.State, o.Entry.Reason, o.Entry.Detail, o.Index.Action, o.Entry.Again, o.Entry.Change)
		}
		kept := tt.f.lease.Entry.Indexed && o.Index.Action == aranea.IndexKeep
		if e := o.Entry; kept && (!e.Indexed || e.Visits != 1 || e.MediaType != "text/html" || e.Language != "pt" || o.Edges != nil || len(o.Links) > 0) {
			t.Errorf("%s: what was known has changed: %+v, edges %+v, links %+v", tt.name, e, o.Edges, o.Links)
		}
		if tries := o.Entry.Again || o.Entry.State == aranea.StateQueued; tries != (o.Entry.Attempts == tt.f.lease.Entry.Attempts+1 && o.Entry.Due.Sub(tt.f.now) < time.Minute) {
			t.Errorf("%s: try %d is at %s", tt.name, o.Entry.Attempts, o.Entry.Due)
		}
	}
}

// TestPlanPartsAreNoTwins: a first part that is the same as that of another page makes no
// duplicate as long as the rest may come.
func TestPlanPartsAreNoTwins(t *testing.T) {
	t.Parallel()
	f := visit(t, 200, body)
	f.fetched.Failure = aranea.NetReset
	f.twin = twins.Twin{ID: parse(t, "http://a.test/first").ID(), URL: "http://a.test/first", Why: "it gives way"}
	if o := plan(options(t), f); o.Entry.Reason != aranea.BodyBroken || o.Index.Action != aranea.IndexPut || o.Displaced != nil || !o.Entry.Fingerprint.IsZero() {
		t.Errorf("%s, index %s, %x", o.Entry.Reason, o.Index.Action, o.Entry.Fingerprint)
	}
	f.lease.Entry.Attempts, f.twin.Why = schedule.MaxAttempts-1, ""
	if o := plan(options(t), f); o.Entry.Reason != aranea.DupExact {
		t.Errorf("at the last try: %s", o.Entry.Reason)
	}
}

// TestPlanBackAsItWas: a page that was given up and has not changed is there again, and its
// reason no longer says that it is gone.
func TestPlanBackAsItWas(t *testing.T) {
	t.Parallel()
	f := again(visit(t, 304, ""))
	f.lease.Entry.Reason, f.lease.Entry.Since = aranea.HTTPServer, f.now.Add(-24*time.Hour)
	if o := plan(options(t), f); o.Entry.State != aranea.StateDone || o.Entry.Reason != aranea.HTTPNotModified || !o.Entry.Since.IsZero() || !o.Entry.Indexed {
		t.Errorf("%+v", o.Entry)
	}
}
