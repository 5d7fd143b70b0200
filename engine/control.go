package engine

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net"
	"net/http"
	"os"
	"reflect"
	"sync"
	"time"

	"golang.org/x/net/netutil"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/trap"
)

// maxCallers limits concurrent connections to the control socket; further ones wait.
const maxCallers = 256

// closePatience is how long calls in progress may go on when the folder is closed.
const closePatience = 5 * time.Second

// progressEvery is the least time between two progress lines to one caller.
const progressEvery = 100 * time.Millisecond

// listen opens the control socket for this user only and serves it.
func (e *Engine) listen(ctx context.Context) error {
	path, err := e.folder.ControlPath()
	if err != nil {
		return err
	}
	// This process holds the lock of the folder, so an existing socket was left by a dead owner.
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return store.SocketError(e.dir, err)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "unix", path)
	if err != nil {
		return store.SocketError(e.dir, err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		_ = l.Close() // the first error is returned
		return store.SocketError(e.dir, err)
	}
	e.server = &http.Server{Handler: wire.Recovered(e.counted(e.control()), wire.FaultsTo(e.opt.Logger)), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute}
	e.served = make(chan struct{})
	go func() {
		defer close(e.served)
		if err := e.server.Serve(netutil.LimitListener(l, maxCallers)); !errors.Is(err, http.ErrServerClosed) {
			e.opt.Logger.Error("control socket ended", "error", err)
		}
	}()
	return nil
}

// counted counts the calls in progress, and refuses new ones once the socket is closed.
func (e *Engine) counted(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !e.beginCall() {
			wire.Tell(w, notOpen("ask owner"))
			return
		}
		defer e.calls.Done()
		if err := takeBody(w, r); err != nil {
			wire.Tell(w, wire.BadRequest("ask owner", err))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// A caller may take bodyPatience to send the body of a call, and a second more for every bodyPace
// bytes.
const (
	bodyPatience = 10 * time.Second
	bodyPace     = 4 << 20
)

// takeBody reads the body of a call, so that a caller who never sends it is disconnected. The
// calls themselves may take long.
func takeBody(w http.ResponseWriter, r *http.Request) error {
	if r.ContentLength == 0 {
		return nil
	}
	most := int64(maxRequest)
	if r.URL.Path == apiRoot+crawlCall {
		most = maxSeeds
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

func (e *Engine) beginCall() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.deaf {
		e.calls.Add(1)
	}
	return !e.deaf
}

// hold begins a call in this process.
func (e *Engine) hold(ctx context.Context) (held context.Context, end func(), ok bool) {
	if !e.beginCall() {
		return ctx, func() {}, false
	}
	held, cancel := context.WithCancelCause(ctx)
	unbind := context.AfterFunc(e.cut, func() { cancel(notOpen("ask owner")) })
	return held, func() {
		unbind()
		cancel(nil)
		e.calls.Done()
	}, true
}

// endCalls refuses new calls and waits for those in progress. Calls in this process that do not
// end in time are canceled, and still waited for: they read what is closed next.
func (e *Engine) endCalls(inTime context.Context) {
	e.mu.Lock()
	e.deaf = true
	e.mu.Unlock()
	defer context.AfterFunc(inTime, e.cutOff)()
	e.calls.Wait()
}

// shutDown waits for calls in progress and closes the socket, if it was opened.
func (e *Engine) shutDown() (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), e.patience)
	defer cancel()
	if e.server != nil {
		if err = e.server.Shutdown(ctx); errors.Is(err, context.DeadlineExceeded) {
			err = e.server.Close()
		}
		<-e.served
	}
	e.endCalls(ctx)
	return err
}

// control returns the whole API: the calls that read and those that change something.
func (e *Engine) control() http.Handler {
	mux := newRoutes()
	routeReading(mux, e)
	get(mux, "hello", nothing, func(context.Context, struct{}) (hello, error) {
		return hello{apiVersion, e.opt.Version, os.Getpid()}, nil
	})
	get(mux, "orders", nothing, func(ctx context.Context, _ struct{}) (halt.State, error) { return e.ordered(ctx) })
	one(mux, http.MethodPost, "steer", body[Order], e.Steer)
	one(mux, http.MethodPost, "remove", body[Removal], e.Remove)
	list(mux, http.MethodGet, "removals", nothing, func(ctx context.Context, _ struct{}) iter.Seq2[KeptOut, error] { return e.Removals(ctx) })
	one(mux, http.MethodPost, "mirrors", body[mirror.Order], e.Regroup)
	one(mux, http.MethodPost, "traps", body[trap.Order], e.Allow)
	one(mux, http.MethodPost, "rank", nothing, func(ctx context.Context, _ struct{}) (ranking.Ranked, error) { return e.Rank(ctx) })
	one(mux, http.MethodPost, "rank/rebuild", nothing, func(ctx context.Context, _ struct{}) (ranking.Ranked, error) { return e.Rerank(ctx) })
	one(mux, http.MethodPost, "import", body[imports.Batch], e.Import)
	one(mux, http.MethodPost, "merge", body[upkeep.Merge], e.Merge)
	list(mux, http.MethodPost, "verify", nothing, func(ctx context.Context, _ struct{}) iter.Seq2[upkeep.Verified, error] { return e.Verify(ctx) })
	one(mux, http.MethodPost, "backup", body[backupCall], func(ctx context.Context, c backupCall) (Copied, error) {
		return e.Backup(ctx, c.Dir)
	})
	one(mux, http.MethodPost, "claim", body[claimCall], func(ctx context.Context, c claimCall) (Permit, error) {
		return e.Claim(ctx, c.Origin)
	})
	one(mux, http.MethodPost, "prove", body[Proof], e.Prove)
	one(mux, http.MethodPost, "notify", body[indexnow.Notice], e.Notify)
	one(mux, http.MethodPost, "claim/end", body[endClaimCall], func(ctx context.Context, c endClaimCall) (struct{}, error) {
		return struct{}{}, e.EndClaim(ctx, c.Origin, c.Permit, c.Answered)
	})
	list(mux, http.MethodPost, "check", body[checkCall], func(ctx context.Context, c checkCall) iter.Seq2[Fault, error] {
		return e.Check(ctx, c.Repair)
	})
	calls := &crawlCalls{engine: e, leave: map[string]context.CancelFunc{}}
	mux.Add(http.MethodPost, crawlCall, reflect.TypeFor[Settings](), reflect.TypeFor[crawlLine](), true, calls.crawl)
	one(mux, http.MethodPost, "crawl/leave", body[leaveCall], calls.end)
	describeAll(mux)
	return mux
}

// crawlCalls are the callers at the socket that wait for a crawl.
type crawlCalls struct {
	engine *Engine
	mu     sync.Mutex
	leave  map[string]context.CancelFunc // by caller
}

// crawl answers with lines until the crawl has ended.
func (c *crawlCalls) crawl(w http.ResponseWriter, r *http.Request) {
	s, err := body[Settings](r)
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
	latest := make(chan crawl.Progress, 1)
	done := make(chan struct{})
	var report crawl.Report
	go func() {
		defer close(done)
		report, err = c.engine.Crawl(ctx, s, func(p crawl.Progress) { replace(latest, p) })
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
func replace(ch chan crawl.Progress, v crawl.Progress) {
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
