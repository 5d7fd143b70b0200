package api

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"iter"
	"net/http"
	"os"
	"reflect"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/trap"
)

// progressEvery is the least time between two progress lines to one caller.
const progressEvery = 100 * time.Millisecond

// A caller may take bodyPatience to send the body of a call, and a second more for every bodyPace
// bytes.
const (
	bodyPatience = 10 * time.Second
	bodyPace     = 4 << 20
)

// whole answers a call with h once its body has arrived.
func whole(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		most := int64(maxRequest)
		if r.URL.Path == apiRoot+crawlCall {
			most = maxSeeds
		}
		if err := takeBody(w, r, most); err != nil {
			wire.Tell(w, wire.BadRequest("ask owner", err))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// takeBody reads the body of a call, of at most so many bytes, so that a caller who never sends it is disconnected. The
// calls themselves may take long.
func takeBody(w http.ResponseWriter, r *http.Request, most int64) error {
	if r.ContentLength == 0 {
		return nil
	}
	if r.ContentLength > most {
		return fmt.Errorf("a request of %d bytes is too large: at most %d are read", r.ContentLength, most)
	}
	ctl := http.NewResponseController(w)
	patience := bodyPatience + time.Duration(max(r.ContentLength, 0)/bodyPace)*time.Second
	_ = ctl.SetReadDeadline(time.Now().Add(patience)) // not every writer supports deadlines
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if err != nil {
		return err
	}
	_ = ctl.SetReadDeadline(time.Time{})
	r.Body = io.NopCloser(bytes.NewReader(data))
	return nil
}

// Control returns the whole API of an owner, the calls that read and those that change something,
// for the control socket. version is the version of the program.
func Control(s service.Service, version string) http.Handler { return whole(control(s, version)) }

func control(s service.Service, version string) *wire.Routes {
	mux := newRoutes()
	routeReading(mux, s)
	get(mux, helloCall, nothing, func(context.Context, struct{}) (hello, error) {
		return hello{API: apiVersion, Version: version, PID: os.Getpid()}, nil
	})
	get(mux, "orders", nothing, func(ctx context.Context, _ struct{}) (halt.State, error) { return s.Ordered(ctx) })
	routeTogether(mux, s)
	one(mux, http.MethodPost, "steer", body[service.Order], s.Steer)
	one(mux, http.MethodPost, "remove", body[service.Removal], s.Remove)
	list(mux, http.MethodGet, "removals", nothing, func(ctx context.Context, _ struct{}) iter.Seq2[service.KeptOut, error] { return s.Removals(ctx) })
	one(mux, http.MethodPost, "mirrors", body[mirror.Order], s.Regroup)
	one(mux, http.MethodPost, "traps", body[trap.Order], s.Allow)
	one(mux, http.MethodPost, "rank", nothing, func(ctx context.Context, _ struct{}) (ranking.Ranked, error) { return s.Rank(ctx) })
	one(mux, http.MethodPost, "rank/rebuild", nothing, func(ctx context.Context, _ struct{}) (ranking.Ranked, error) { return s.Rerank(ctx) })
	one(mux, http.MethodPost, "import", body[imports.Batch], s.Import)
	one(mux, http.MethodPost, "merge", body[upkeep.Merge], s.Merge)
	list(mux, http.MethodPost, "verify", nothing, func(ctx context.Context, _ struct{}) iter.Seq2[upkeep.Verified, error] { return s.Verify(ctx) })
	one(mux, http.MethodPost, "backup", body[backupCall], func(ctx context.Context, c backupCall) (service.Copied, error) {
		if err := takeMark(c.Dir); err != nil {
			return service.Copied{}, err
		}
		write := s.Backup
		if c.Linked {
			write = s.BackupLinked
		}
		n, err := write(ctx, c.Dir)
		if store.Forbidden(err) {
			err = unwritable(c.Dir, err)
		}
		return n, err
	})
	one(mux, http.MethodPost, "claim", body[claimCall], func(ctx context.Context, c claimCall) (service.Permit, error) {
		return s.Claim(ctx, c.Origin)
	})
	one(mux, http.MethodPost, "prove", body[service.Proof], s.Prove)
	one(mux, http.MethodPost, "notify", body[indexnow.Notice], s.Notify)
	one(mux, http.MethodPost, "claim/end", body[endClaimCall], func(ctx context.Context, c endClaimCall) (struct{}, error) {
		return struct{}{}, s.EndClaim(ctx, c.Origin, c.Permit, c.Answered)
	})
	one(mux, http.MethodPost, "outgoing", body[handover.Wish], s.Outgoing)
	one(mux, http.MethodPost, "delivered", body[handover.Receipt], func(ctx context.Context, r handover.Receipt) (struct{}, error) {
		return struct{}{}, s.Delivered(ctx, r)
	})
	one(mux, http.MethodPost, "receive", body[handover.Batch], s.Receive)
	one(mux, http.MethodPost, referCall, body[remoterobots.Ask], s.Refer)
	list(mux, http.MethodPost, "check", body[checkCall], func(ctx context.Context, c checkCall) iter.Seq2[service.Fault, error] {
		return s.Check(ctx, c.Repair)
	})
	calls := &crawlCalls{service: s, leave: map[string]context.CancelFunc{}}
	mux.Add(http.MethodPost, crawlCall, reflect.TypeFor[service.Settings](), reflect.TypeFor[crawlLine](), true, calls.crawl)
	one(mux, http.MethodPost, "crawl/leave", body[leaveCall], calls.end)
	describeAll(mux)
	return mux
}

// crawlCalls are the callers at the socket that wait for a crawl.
type crawlCalls struct {
	service service.Service
	mu      sync.Mutex
	leave   map[string]context.CancelFunc // by caller
}

// crawl answers with lines until the crawl has ended.
func (c *crawlCalls) crawl(w http.ResponseWriter, r *http.Request) {
	s, err := body[service.Settings](r)
	if err != nil {
		wire.Tell(w, wire.BadRequest("crawl", err))
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	caller := c.enter(cancel)
	defer c.forget(caller)
	out := wire.NewStream(w)
	out.Put(crawlLine{Caller: caller})
	if !out.Flush() {
		return
	}
	latest := make(chan runreport.Progress, 1)
	done := make(chan struct{})
	var report runreport.Report
	go func() {
		defer close(done)
		report, err = c.service.Crawl(ctx, s, func(p runreport.Progress) { replace(latest, p) })
	}()
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			if err != nil {
				out.Fail(err)
				return
			}
			out.Put(crawlLine{Report: &report})
			out.End()
			return
		case <-tick.C:
		}
		select {
		case p := <-latest:
			out.Put(crawlLine{Progress: &p})
			if !out.Flush() {
				cancel() // the crawl goes on or ends without this caller
				<-done
				return
			}
		default:
		}
	}
}

// replace sends v after discarding a value that nobody has received.
func replace(ch chan runreport.Progress, v runreport.Progress) {
	for {
		select {
		case ch <- v:
			return
		default:
		}
		select {
		case <-ch:
		default:
		}
	}
}

func (c *crawlCalls) enter(cancel context.CancelFunc) string {
	name := rand.Text()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leave[name] = cancel
	return name
}

func (c *crawlCalls) forget(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.leave, name)
}

// end lets a caller leave; its crawl call still gets its answer.
func (c *crawlCalls) end(_ context.Context, l leaveCall) (struct{}, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	cancel, ok := c.leave[l.Caller]
	if !ok {
		return struct{}{}, &aranea.Error{Op: "leave crawl", Kind: aranea.NotFound, Err: fmt.Errorf("no caller %.40q waits for a crawl", l.Caller)}
	}
	cancel()
	return struct{}{}, nil
}
