package remoterobots

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of a Desk.
const (
	maxReads  = 32               // files that are read at once
	siteReads = 2                // of these, of one site
	maxWaits  = 16               // questions that wait for them
	waitTime  = 5 * time.Second  // how long a question waits
	readTime  = 3 * time.Minute  // for one file, with the wait for its host
	leastRest = 2 * time.Second  // from the end of one file of a site to the next one
	keepTime  = 10 * time.Minute // how long an answer is remembered
	failTime  = time.Minute      // the same, if it says that the file is unavailable now
	maxKnown  = 1000             // answers that are remembered
	maxBytes  = 16 << 20         // of their bodies
)

// A Folder is what a Desk needs of the owner of a data folder.
type Folder struct {
	// Copy returns what the crawl knows of the robots file of an origin.
	Copy func(weburl.Origin) (acquire.Copy, bool, error)
	// Answers reports whether the host of an origin answered when it was asked last.
	Answers func(weburl.Origin) (bool, error)
	// Ask makes one request at the rate that its host allows. An error means that none was made.
	Ask func(context.Context, weburl.URL) (aranea.Fetched, error)
	// Hold keeps the folder open until end is called; see engine.Engine.
	Hold    func(context.Context) (held context.Context, end func(), ok bool)
	Dialect dialect.Dialect
	Now     func() time.Time
}

// A Desk answers the other nodes. What is asked for often, or takes longer than a question waits, is
// remembered for a while, so that many sites which redirect to one file cost its host no more than one. The
// zero Desk is ready. It is safe for concurrent use.
type Desk struct {
	mu      sync.Mutex
	known   map[weburl.URL]known
	order   []weburl.URL // of what is known, oldest first
	bytes   int
	reads   map[weburl.URL]*read
	sites   map[string]*turn
	waiting int
}

// A turn lets one file of a site be read at a time, and then none for as long as that has taken, and leastRest: a
// claim keeps an address for longer than its request takes, so the crawl there goes on in between, however many
// files are asked for.
type turn struct {
	busy  chan struct{} // holds a token while a file is read
	until time.Time     // none is read before; the token guards it
	users int           // reads that have it, or wait for it
}

// known is an answer that is remembered.
type known struct {
	Answer
	at, until time.Time
}

// A read is a file that is being read.
type read struct {
	done   chan struct{} // closed when the rest is set
	answer Answer
	err    error
}

var (
	errReading = errors.New("its file is being read, in turn with other requests to the host; ask again later")
	errMany    = errors.New("too many files are being read; ask again later")
	errClosing = errors.New("the folder is being closed")
)

// Answer tells what the site of a URL answers. The error is of kind Transient if that is not known in time,
// and of kind Limit if too much is asked for at once.
func (d *Desk) Answer(ctx context.Context, u weburl.URL, f Folder) (Answer, error) {
	if u.IsRobots() {
		if a, ok, err := copied(u.Origin(), f); ok || err != nil {
			return a, err
		}
	}
	a, r, err := d.look(ctx, u, f)
	if r == nil {
		return a, err
	}
	defer d.leave()
	late := time.NewTimer(waitTime)
	defer late.Stop()
	select {
	case <-r.done:
		return r.answer, r.err
	case <-late.C:
		return Answer{}, fault(aranea.Transient, u, errReading)
	case <-ctx.Done():
		return Answer{}, fault(aranea.Canceled, u, context.Cause(ctx))
	}
}

// copied returns what the crawl knows of the robots file of an origin; ok is false if that does not tell it. If the
// host answers and its file is out of reach all the same, another host is, to which it redirects: who asks follows
// that itself. Otherwise two files that redirect to each other would be out of reach for ever, each because the other
// one is.
func copied(o weburl.Origin, f Folder) (a Answer, ok bool, err error) {
	c, ok, err := f.Copy(o)
	if err != nil || !ok {
		return a, false, err
	}
	if !c.DownSince.IsZero() && c.Status == 0 {
		if answers, err := f.Answers(o); answers || err != nil {
			return a, false, err
		}
	}
	a, ok = answerOfCopy(&c, f.Now())
	return a, ok, nil
}

// look returns what is known, or what is being read, for which the caller waits until it calls leave.
func (d *Desk) look(ctx context.Context, u weburl.URL, f Folder) (Answer, *read, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := f.Now()
	if k, ok := d.known[u]; ok && now.Before(k.until) {
		if k.Fresh > 0 {
			k.Fresh = max(k.Fresh-now.Sub(k.at), time.Second)
		}
		return k.Answer, nil, nil
	}
	if d.waiting >= maxWaits {
		return Answer{}, nil, fault(aranea.Limit, u, errMany)
	}
	r := d.reads[u]
	if r == nil {
		if len(d.sites) >= maxKnown { // those that may be asked again are forgotten
			maps.DeleteFunc(d.sites, func(_ string, t *turn) bool { return t.users == 0 && !time.Now().Before(t.until) })
		}
		if len(d.reads) >= maxReads || len(d.sites) >= maxKnown || d.of(u.Origin().Site()) >= siteReads {
			return Answer{}, nil, fault(aranea.Limit, u, errMany)
		}
		held, end, ok := f.Hold(context.WithoutCancel(ctx)) // who asked may not wait for the end of it
		if !ok {
			return Answer{}, nil, fault(aranea.Transient, u, errClosing)
		}
		if d.reads == nil {
			d.reads = map[weburl.URL]*read{}
		}
		r = &read{done: make(chan struct{})}
		d.reads[u] = r
		t := d.enter(u.Origin().Site())
		go func() { // the owner waits for it before the folder is closed
			defer end()
			defer d.exit(t)
			d.read(held, u, r, t, f)
		}()
	}
	d.waiting++
	return Answer{}, r, nil
}

// of returns how many files of a site are being read.
func (d *Desk) of(site string) int {
	if t := d.sites[site]; t != nil {
		return t.users
	}
	return 0
}

// enter returns the turn of a site, until exit.
func (d *Desk) enter(site string) *turn {
	if d.sites == nil {
		d.sites = map[string]*turn{}
	}
	t := d.sites[site]
	if t == nil {
		t = &turn{busy: make(chan struct{}, 1)}
		d.sites[site] = t
	}
	t.users++
	return t
}

// exit ends the use of a turn.
func (d *Desk) exit(t *turn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	t.users--
}

// ask asks for a file when it is the turn of its site.
func (t *turn) ask(ctx context.Context, u weburl.URL, f Folder) (aranea.Fetched, error) {
	select {
	case t.busy <- struct{}{}:
		defer func() { <-t.busy }()
	case <-ctx.Done():
		return aranea.Fetched{}, context.Cause(ctx)
	}
	wait := time.NewTimer(time.Until(t.until))
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
		return aranea.Fetched{}, context.Cause(ctx)
	}
	began := time.Now()
	defer func() { t.until = time.Now().Add(max(time.Since(began), leastRest)) }()
	return f.Ask(ctx, u)
}

func (d *Desk) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting--
}

// read asks for a file, and remembers the answer.
func (d *Desk) read(ctx context.Context, u weburl.URL, r *read, t *turn, f Folder) {
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	got, err := t.ask(ctx, u, f)
	late := err == nil && (got.Failure == aranea.ScheduleLate || got.Failure == aranea.ScheduleStopped) // the site has nothing to do with it
	if late || aranea.KindOf(err) == aranea.Limit {                                                     // its host may not be asked yet
		err = fault(aranea.Transient, u, errReading)
	}
	now := f.Now()
	d.mu.Lock()
	defer d.mu.Unlock()
	defer close(r.done)
	delete(d.reads, u)
	if r.err = err; err != nil {
		return
	}
	r.answer = answerOf(&got)
	keep := keepTime
	if got.Status == 0 || got.Status == http.StatusTooManyRequests || got.Status >= 500 || got.Failure != aranea.ReasonNone {
		keep = failTime
	} else {
		x := acquire.FetchOfBytes(got.Status, got.Header, got.Body)
		x.Location = len(r.answer.Location) > 0
		if c, step := acquire.Next(f.Dialect, acquire.Copy{}, x, now); step == acquire.StepUse {
			r.answer.Fresh = c.Expires.Sub(now)
			keep = min(keep, r.answer.Fresh)
		}
	}
	d.remember(u, known{r.answer, now, now.Add(keep)})
}

// remember remembers an answer, and forgets the oldest for which there is no more room.
func (d *Desk) remember(u weburl.URL, k known) {
	if d.known == nil {
		d.known = map[weburl.URL]known{}
	}
	if was, ok := d.known[u]; ok {
		d.bytes -= len(was.Body)
	} else {
		d.order = append(d.order, u)
	}
	d.known[u] = k
	d.bytes += len(k.Body)
	for len(d.order) > maxKnown || d.bytes > maxBytes {
		d.bytes -= len(d.known[d.order[0]].Body)
		delete(d.known, d.order[0])
		d.order = d.order[1:]
	}
}

func fault(kind aranea.Kind, u weburl.URL, err error) error {
	return &aranea.Error{Op: Op, Kind: kind, Obj: u.String(), Err: err}
}
