package seeds

import (
	"cmp"
	"context"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/settings"
	"github.com/aranea-search/aranea/fetch/replay"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// queuedAtOnce is the number of URLs that are queued for newer captures in one change of the frontier.
const queuedAtOnce = 4096

// newerCapture is the detail in the trail of what is queued for its capture.
const newerCapture = "the archive has a newer capture: it is visited again"

// Captures knows when sites answered.
type Captures interface {
	// Newest returns the date of the capture of a URL that counts; not ok if there is none.
	Newest(u weburl.URL) (at time.Time, ok bool, err error)
	Version() replay.Version
}

var _ Captures = (*replay.Archive)(nil)

// A Queuer knows URLs and queues them.
type Queuer interface {
	Frontier
	Entries
}

var _ Queuer = (*frontier.Frontier)(nil)

// Newer queues what archives have newer captures of than were read. It is not safe for concurrent use.
type Newer struct {
	done replay.Version // the archive of which all newer captures are queued
}

// Queue queues the known URLs of which an archive has a newer capture than the one that was read, and
// those that it lacked when they were to be visited. Robots files with newer captures are read again
// before. It does nothing if it did so for the same files before, or with --refresh none; captures
// without a date are not newer than others.
func (n *Newer) Queue(ctx context.Context, f Queuer, captures Captures, s *settings.Settings, now time.Time) error {
	which, _ := schedule.ParseRefreshing(s.Refresh) // checked by Validate
	if which == schedule.RefreshNone || n.done == captures.Version() {
		return nil
	}
	w := newerWork{ctx: ctx, f: f, captures: captures, now: now}
	for e, err := range f.Select(ctx, frontier.Filter{}) {
		if err == nil {
			err = w.consider(&e)
		}
		if err != nil {
			return err
		}
	}
	if err := w.endOrigin(); err != nil {
		return err
	}
	if err := w.flush(); err != nil {
		return err
	}
	n.done = captures.Version()
	return nil
}

// newerWork is what is gathered to be queued. The URLs of one origin come one after another.
type newerWork struct {
	ctx      context.Context
	f        Queuer
	captures Captures
	now      time.Time

	origin weburl.Origin
	read   time.Time // the date of the newest capture of the origin that was read
	denied bool      // its robots file denies URLs

	robots []weburl.Origin
	again  []weburl.ID
	found  []aranea.Discovery // that the archive did not have before
}

// consider adds an entry to what is queued, if the archive has something newer.
func (w *newerWork) consider(e *aranea.Entry) error {
	if o := e.URL.Origin(); o != w.origin {
		if err := w.endOrigin(); err != nil {
			return err
		}
		w.origin = o
	}
	if e.Captured.After(w.read) {
		w.read = e.Captured
	}
	w.denied = w.denied || e.Reason == aranea.RobotsDenied
	visited := !e.VisitedAt.IsZero() && (e.State == aranea.StateDone || e.State == aranea.StateGone)
	if lacked := e.Reason == aranea.ScopeArchive; e.Waits() || !visited && !lacked {
		return nil
	}
	at, ok, err := w.captures.Newest(e.URL)
	switch {
	case err != nil || !ok:
		return err
	case e.Reason == aranea.ScopeArchive:
		w.found = append(w.found, aranea.Discovery{URL: e.URL, How: e.How, FoundOn: e.FoundOn, Depth: e.Depth, Hops: e.Hops, Kind: e.Kind, Every: e.Every, Reason: aranea.ScheduleQueued})
	case at.After(cmp.Or(e.Captured, e.VisitedAt)):
		w.again = append(w.again, e.URL.ID())
	}
	if len(w.again)+len(w.found) >= queuedAtOnce {
		return w.flush()
	}
	return nil
}

// endOrigin adds the robots file of an origin whose URLs were all considered, if its capture is newer than
// all that was read of the origin.
func (w *newerWork) endOrigin() error {
	o, read := w.origin, w.read
	known := !read.IsZero() || w.denied
	w.origin, w.read, w.denied = "", time.Time{}, false
	if !known {
		return nil
	}
	at, ok, err := w.captures.Newest(o.RobotsURL())
	if err == nil && ok && at.After(read) {
		w.robots = append(w.robots, o)
	}
	return err
}

// flush queues what was gathered.
func (w *newerWork) flush() error {
	if err := w.f.RereadRobots(w.ctx, w.now, w.robots); err != nil {
		return err
	}
	if _, err := w.f.Add(w.ctx, w.now, w.found); err != nil {
		return err
	}
	_, err := w.f.Requeue(w.ctx, w.now, w.again, newerCapture, false)
	w.robots, w.found, w.again = w.robots[:0], w.found[:0], w.again[:0]
	return err
}
