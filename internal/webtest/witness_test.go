package webtest_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/webtest"
	"github.com/aranea-search/aranea/weburl"
)

// A belief is what the index must contain for a URL, as far as known.
type belief struct {
	effect webtest.Effect // Put, Drop, or Unsure
	title  string         // with Put
	closed bool           // with Drop: due to a robots file
	since  time.Time      // when it was acknowledged
}

// A witness remembers what the robot has acknowledged, and what follows from the answers it was
// acknowledged for. It survives the robot's lives.
type witness struct {
	web     *webtest.Web
	endless bool // a life need not come to its end
	jumps   bool // the clock of the machine is set from time to time

	mu      sync.Mutex
	trace   []string
	faults  []string
	entries map[string]aranea.Entry // as acknowledged, by URL
	beliefs map[string]belief       // by host and target
	rules   map[string][]force      // by host, in order
	acked   map[int]bool            // indexes in the record of the web
	dead    map[int]bool            // lives that were killed
	torn    map[string]bool         // hosts and targets of which a killed process may have stored a partial visit
	// verdicts are the kinds of things that were learned about hosts.
	verdicts map[aranea.Reason]bool
	happened map[string]bool               // events that must happen to some robot
	due      map[string]time.Time          // hosts and targets that were named, with the time
	wrong    map[string][]webtest.Exchange // requests for wrong keys, by site
	came     map[string]int                // by host: the life in which the robot last logged in
	refused  map[string]int                // by host: the life in which a password was last refused
	vague    map[string]bool               // hosts for which a killed process may have stored a robots file
}

// A force is the robots file that applies to an origin.
type force struct {
	rules *webtest.Robots
	place int // index in the record
	since time.Time
}

func newWitness(web *webtest.Web) witness {
	return witness{
		web: web, entries: map[string]aranea.Entry{}, beliefs: map[string]belief{}, rules: map[string][]force{},
		acked: map[int]bool{}, dead: map[int]bool{}, torn: map[string]bool{}, vague: map[string]bool{}, verdicts: map[aranea.Reason]bool{},
		happened: map[string]bool{}, came: map[string]int{}, due: map[string]time.Time{}, wrong: map[string][]webtest.Exchange{}, refused: map[string]int{},
	}
}

// isTorn reports whether a killed process may have stored a partial visit, and no visit has been
// acknowledged since.
func (w *witness) isTorn(key string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.torn[key]
}

// maxFaults limits the faults reported for one seed.
const maxFaults = 12

func (w *witness) fault(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.faultLocked(format, args...)
}

func (w *witness) faultLocked(format string, args ...any) {
	text := fmt.Sprintf("%s FAULT ", stamp(time.Now())) + fmt.Sprintf(format, args...)
	w.trace = append(w.trace, text)
	if len(w.faults) < maxFaults {
		w.faults = append(w.faults, text)
	}
}

// killed records what a killed process may have stored without acknowledgement, about which the
// next one decides.
func (w *witness) killed(life int) {
	record := w.web.Record()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dead[life] = true
	for i := len(record) - 1; i >= 0 && record[i].Life == life; i-- {
		x := &record[i]
		if w.acked[i] || x.Login() {
			continue
		}
		if !isRobots(x) {
			w.beliefs[x.Host+x.Target], w.torn[x.Host+x.Target] = belief{}, true
			continue
		}
		for k := range w.beliefs {
			if host, _, _ := strings.Cut(k, "/"); w.web.Governs(x, host) {
				w.beliefs[k] = belief{}
				w.vague[host] = true
			}
		}
	}
}

// A witnessed is a frontier whose acknowledgements are remembered.
type witnessed struct {
	*frontier.Frontier
	robot   *robot
	process *process
}

// Commit implements crawl.Frontier.
func (f *witnessed) Commit(ctx context.Context, now time.Time, outcomes []aranea.Outcome) ([]aranea.LeaseID, error) {
	fenced, err := f.Frontier.Commit(ctx, now, outcomes)
	if err == nil {
		f.robot.acknowledge(outcomes)
	}
	return fenced, err
}

// Redecide implements crawl.Frontier.
func (f *witnessed) Redecide(ctx context.Context, now time.Time, did *aranea.RobotsChange, behind weburl.ID, most int, decide func(*aranea.Entry) []aranea.Event, apply func(context.Context, []aranea.IndexChange) error) (weburl.ID, error) {
	next, err := f.Frontier.Redecide(ctx, now, did, behind, most, decide, apply)
	if err != nil {
		f.robot.blur(authority(did.Origin))
	}
	if err == nil && next.IsZero() {
		f.robot.redecided(did.Origin)
		f.robot.note("decided on %s anew: %+v", did.Origin, *did)
	}
	return next, err
}

// Reexamine implements crawl.Frontier.
func (f *witnessed) Reexamine(ctx context.Context, now time.Time, origin weburl.Origin, behind weburl.ID, decide func(*aranea.Entry) (aranea.Event, string, bool), drop func(context.Context, []aranea.IndexChange) error) (weburl.ID, error) {
	return f.Frontier.Reexamine(ctx, now, origin, behind, func(e *aranea.Entry) (aranea.Event, string, bool) {
		event, instead, changes := decide(e)
		if changes {
			f.robot.reexamined(e, event.Reason)
		}
		return event, instead, changes
	}, drop)
}

// reexamined records that a page is visited again, or gives way, because of something learned
// about its host.
func (r *robot) reexamined(e *aranea.Entry, why aranea.Reason) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.beliefs[key(e.URL)] = belief{}
	if e.Reason == aranea.MirrorMoved && why == aranea.ScheduleQueued {
		r.happened["mirrors split"] = true
	}
}

// acknowledge records what the frontier has accepted.
func (r *robot) acknowledge(outcomes []aranea.Outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range outcomes {
		o := &outcomes[i]
		if o.Entry.Kind == aranea.KindRobots {
			r.ackRobots(o)
			continue
		}
		r.entries[o.Entry.URL.String()] = o.Entry
		r.ackPage(o)
	}
}

// find returns the exchange of this life for an outcome.
func (r *robot) find(fits func(*webtest.Exchange) bool) (int, *webtest.Exchange) {
	for i := r.web.Len() - 1; i >= 0; i-- {
		x := r.web.At(i)
		if x.Life != r.lives {
			break
		}
		if !r.acked[i] && fits(&x) {
			return i, &x
		}
	}
	return -1, nil
}

// ackRobots records a robots file that now applies. The target of a redirect applies to the
// original host.
func (r *robot) ackRobots(o *aranea.Outcome) {
	if !o.Sent {
		return // a lookup, after which the file may have been requested already
	}
	host := authority(o.Host.Origin)
	asked := host + "/robots.txt"
	if o.Robots != nil {
		asked = key(o.Entry.URL)
	}
	i, x := r.find(func(x *webtest.Exchange) bool { return x.Host+x.Target == asked })
	if x == nil {
		return
	}
	r.acked[i] = true
	// For a missing file the status suffices, whatever happens to the body.
	missing := o.Robots != nil && o.Robots.Status == http.StatusNotFound && x.Answer.Status == http.StatusNotFound
	if (x.Whole || missing) && x.Answer.Rules != nil && o.Robots != nil {
		r.rules[host] = append(r.rules[host], force{x.Answer.Rules, i, time.Now()})
		delete(r.vague, host)
	}
}

func (r *robot) ackPage(o *aranea.Outcome) {
	k := key(o.Entry.URL)
	if !o.Sent {
		switch {
		case o.Entry.State == aranea.StateExcluded:
			r.beliefs[k] = belief{effect: webtest.Drop, closed: o.Entry.Reason == aranea.RobotsDenied, since: time.Now()}
		case o.Entry.State == aranea.StateGone:
			r.beliefs[k] = belief{}
		}
		return
	}
	i, x := r.find(func(x *webtest.Exchange) bool { return x.Host+x.Target == k })
	if x == nil {
		return // the connection ended before the web received the request
	}
	r.acked[i] = true
	torn := r.torn[k]
	if x.Answer.Effect != webtest.Unsure || o.Entry.State != aranea.StateQueued {
		delete(r.torn, k) // otherwise the page was requested without an answer
	}
	b := belief{effect: x.Answer.Effect, title: x.Answer.Title, since: time.Now()}
	switch {
	case !x.Whole, b.effect == webtest.Keep:
		b = belief{}
	case torn && r.jumps && x.Answer.Status == http.StatusNotModified:
		b = belief{} // the web itself returned to the state before the visit that was killed
	case b.effect == webtest.Put && o.Entry.Reason == aranea.DupExact:
		r.checkTwin(o, x)
		b.effect = webtest.Drop
	}
	r.beliefs[k] = b
}

// checkTwin checks that a page was not left out as a duplicate of a page for which another text,
// or its absence, was acknowledged before the page was requested.
func (r *robot) checkTwin(o *aranea.Outcome, x *webtest.Exchange) {
	_, twin, _ := strings.Cut(o.Entry.Detail, "://")
	b, known := r.beliefs[twin]
	if known && b.effect != webtest.Unsure && b.since.Before(x.At) && b.title != x.Answer.Title {
		r.faultLocked("%s with the text of %q was left out for %s, which has that of %q", o.Entry.URL, x.Answer.Title, o.Entry.Detail, b.title)
	}
}

// blur records that a process was killed while it decided again, so that it is unknown how much
// of that was stored.
func (r *robot) blur(host string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k := range r.beliefs {
		if of, _, _ := strings.Cut(k, "/"); of == host {
			r.beliefs[k] = belief{}
			delete(r.entries, "http://"+k)
		}
	}
}

// redecided records that a robots file was applied to all known pages.
func (r *robot) redecided(o weburl.Origin) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.rules[authority(o)]
	if len(all) == 0 {
		return
	}
	rules := all[len(all)-1].rules
	for k, b := range r.beliefs {
		host, target, _ := strings.Cut(k, "/")
		if host != authority(o) {
			continue
		}
		switch {
		case r.vague[host]:
			r.beliefs[k] = belief{}
		case rules.Closes("/" + target):
			r.beliefs[k] = belief{effect: webtest.Drop, closed: true, since: time.Now()}
		case b.closed:
			r.beliefs[k] = belief{}
		}
		delete(r.entries, "http://"+k) // its state has changed
	}
}
