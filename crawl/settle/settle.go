package settle

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/weburl"
)

// MoveChunk is the maximum number of URLs that one part queues as replacements of others.
const MoveChunk = 256

// looked is the number of entries that such a part examines.
const looked = 4096

// A Task is an origin whose known pages are to be examined again.
type Task struct {
	Origin weburl.Origin
	Main   weburl.Origin // the main mirror, "" if there is none
	Why    string        // the evidence for that
	Mark   uint64        // increases each time that the origin is to be examined again
}

// A Learner provides what was learned.
type Learner interface {
	// Pending returns the task that has waited longest, false if there is none.
	Pending() (Task, bool)
	// Stands reports whether the main mirror of a task's origin is still that of the
	// task.
	Stands(t Task) bool
	// Settled notes that a task is done. That is durable when it returns, unless the origin must
	// be examined again because of what was learned meanwhile: then it waits after all others.
	Settled(t Task) error
	// Freed reports whether nothing that was learned speaks any longer against a URL that was
	// left out.
	Freed(e *aranea.Entry) (bool, error)
	// Doubted reports whether a page must be visited again because of what was learned, or
	// allowed by the operator, about challenges and about how its host answers for pages that it
	// does not have.
	Doubted(e *aranea.Entry) (bool, error)
}

// A Frontier stores the entries.
type Frontier interface {
	// Add stores discoveries and returns how many were queued.
	Add(ctx context.Context, now time.Time, found []aranea.Discovery) (queued int, err error)
	// EntryByID returns the entry of a URL, false if the URL is not known.
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
	// Requeue queues visited entries for another visit and returns how many; with anew, nothing
	// of the last visit is reused. why is noted in their trails.
	Requeue(ctx context.Context, now time.Time, ids []weburl.ID, why string, anew bool) (int, error)
	// Entries yields the entries of an origin in the order of their IDs, those after behind if
	// that is not zero.
	Entries(ctx context.Context, origin weburl.Origin, behind weburl.ID) iter.Seq2[aranea.Entry, error]
	// Reexamine queues or excludes, for a part of the pages of an origin, those for which decide
	// returns a step for their trail, with the URL that replaces them. drop makes durable that
	// documents are deleted from the index before that is stored. The first part begins after
	// the zero ID, each further one after the ID that is returned, until that is zero.
	Reexamine(ctx context.Context, now time.Time, origin weburl.Origin, behind weburl.ID, decide func(*aranea.Entry) (step aranea.Event, instead string, changes bool), drop func(context.Context, []aranea.IndexChange) error) (weburl.ID, error)
}

// A Settler executes one task after another. It is for one goroutine at a time.
type Settler struct {
	frontier Frontier
	learner  Learner
	// apply makes durable that documents are deleted from the index.
	apply func(context.Context, []aranea.IndexChange) error

	task   Task      // in progress
	queued bool      // the replacements of its pages are queued
	behind weburl.ID // where the next part begins
}

// New returns a Settler.
func New(f Frontier, l Learner, apply func(context.Context, []aranea.IndexChange) error) *Settler {
	return &Settler{frontier: f, learner: l, apply: apply}
}

// IsLeft reports whether there is something to settle.
func (s *Settler) IsLeft() bool {
	_, left := s.learner.Pending()
	return left
}

// Part executes a part of the work, and reports whether that completed a task. inScope says
// which URLs may be visited, whoever names them. A started task is finished before another
// begins, so that news of one origin delays no other; but a task that would move pages to a
// former main mirror is abandoned.
func (s *Settler) Part(ctx context.Context, now time.Time, inScope func(u weburl.URL, depth int, how aranea.How) bool) (done bool, err error) {
	if s.task.Origin != "" && !s.learner.Stands(s.task) {
		if err := s.end(); err != nil {
			return false, err
		}
	}
	if s.task.Origin == "" {
		task, left := s.learner.Pending()
		if !left {
			return true, nil
		}
		s.task, s.queued, s.behind = task, task.Main == "", weburl.ID{}
	}
	if err := s.step(ctx, now, inScope); err != nil {
		return false, fmt.Errorf("settle the pages of %s: %w", s.task.Origin, err)
	}
	switch {
	case !s.behind.IsZero():
		return false, nil
	case !s.queued:
		s.queued = true
		return false, nil
	}
	return true, s.end()
}

// end drops the current task.
func (s *Settler) end() error {
	task := s.task
	s.task = Task{}
	return s.learner.Settled(task)
}

// step queues the replacements of an origin's pages, and when that is done, excludes these
// pages, or lets them be visited under their own names again.
func (s *Settler) step(ctx context.Context, now time.Time, inScope func(weburl.URL, int, aranea.How) bool) (err error) {
	moved := func(from weburl.URL) weburl.URL {
		u, err := weburl.Parse(string(s.task.Main) + from.Target())
		if err != nil || s.task.Main == "" || !inScope(u, 0, aranea.HowSeed) {
			return weburl.URL{}
		}
		return u
	}
	if !s.queued {
		s.behind, err = s.queueMoved(ctx, now, moved)
		return err
	}
	why := show.Clip(s.task.Why, aranea.MaxDetail)
	again := func(why string) (aranea.Event, string, bool) {
		return aranea.Event{At: now, Reason: aranea.ScheduleQueued, Detail: why}, "", true
	}
	var gone []weburl.URL
	drop := func(ctx context.Context, changes []aranea.IndexChange) error {
		for i := range changes {
			gone = append(gone, changes[i].URL)
		}
		return s.apply(ctx, changes)
	}
	s.behind, err = s.frontier.Reexamine(ctx, now, s.task.Origin, s.behind, func(e *aranea.Entry) (aranea.Event, string, bool) {
		to := moved(e.URL)
		switch excluded := e.State == aranea.StateExcluded; {
		case to.IsZero() && s.doubted(e):
			return again("how its host answers is known better now")
		case to.IsZero() && excluded && s.released(e, inScope):
			return again("what was learned of its host no longer says so")
		case to.IsZero() && excluded && e.Reason == aranea.MirrorMoved:
			return again("its host is no longer taken for another mirror")
		case to.IsZero(), excluded && (e.Reason != aranea.MirrorMoved || e.Target == to.String()):
			return aranea.Event{}, "", false
		}
		return aranea.Event{At: now, Reason: aranea.MirrorMoved, Detail: why}, to.String(), true
	}, drop)
	if err != nil {
		return err
	}
	return s.callMoved(ctx, now, gone, moved)
}

// callMoved queues the replacements of pages that are now out of the index, if they were visited
// while these pages were still in it, and were left out as their duplicates.
func (s *Settler) callMoved(ctx context.Context, now time.Time, gone []weburl.URL, moved func(weburl.URL) weburl.URL) error {
	var ids []weburl.ID
	for _, from := range gone {
		to := moved(from)
		if to.IsZero() {
			continue
		}
		gave, err := s.gaveWay(to, from)
		if err != nil {
			return err
		}
		if gave {
			ids = append(ids, to.ID())
		}
	}
	_, err := s.frontier.Requeue(ctx, now, ids, whyAgain, true)
	return err
}

// whyAgain is the reason for the visit in the trail of such a page.
const whyAgain = "the page with the same text gave way to it"

// gaveWay reports whether a URL was visited and left out because it has the text of another one.
func (s *Settler) gaveWay(u, twin weburl.URL) (bool, error) {
	e, known, err := s.frontier.EntryByID(u.ID())
	return known && e.State == aranea.StateDone && e.Reason == aranea.DupExact && e.Twin == twin.ID(), err
}

// released reports whether an entry that was left out as a trap, for a parameter or for its
// type, no longer has to be.
func (s *Settler) released(e *aranea.Entry, inScope func(weburl.URL, int, aranea.How) bool) bool {
	if e.Reason != aranea.ScopeTrap && e.Reason != aranea.ScopeParameter && e.Reason != aranea.ScopeType {
		return false
	}
	freed, err := s.learner.Freed(e)
	return err == nil && freed && inScope(e.URL, int(e.Depth), e.How)
}

// doubted reports whether a page must be visited again because of what was learned of how its
// host answers.
func (s *Settler) doubted(e *aranea.Entry) bool {
	doubted, err := s.learner.Doubted(e)
	return err == nil && doubted // an error is reported to whoever reads the record next
}

// queueMoved queues the replacements for a part of an origin's pages, and returns where the next
// part begins, zero for none. A replacement that is known, and gave way to such a page as its
// duplicate, is visited again.
func (s *Settler) queueMoved(ctx context.Context, now time.Time, moved func(weburl.URL) weburl.URL) (next weburl.ID, err error) {
	var found []aranea.Discovery
	var gaveWay []weburl.ID
	seen, more := 0, false
	for e, err := range s.frontier.Entries(ctx, s.task.Origin, s.behind) {
		if err != nil {
			return next, err
		}
		if more = len(found) == MoveChunk || seen == looked; more {
			break
		}
		seen++
		next = e.URL.ID()
		to := moved(e.URL)
		if to.IsZero() || e.Kind != aranea.KindPage || e.State == aranea.StateExcluded && e.Reason != aranea.MirrorMoved {
			continue
		}
		found = append(found, aranea.Discovery{URL: to, How: aranea.HowMirror, Depth: e.Depth, FoundOn: e.URL.ID(), Reason: aranea.ScheduleQueued})
		gave, err := s.gaveWay(to, e.URL)
		if err != nil {
			return next, err
		}
		if gave {
			gaveWay = append(gaveWay, to.ID())
		}
	}
	if _, err = s.frontier.Add(ctx, now, found); err != nil {
		return next, err
	}
	_, err = s.frontier.Requeue(ctx, now, gaveWay, whyAgain, true)
	if !more {
		next = weburl.ID{}
	}
	return next, err
}
