package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Client calls the owner of a folder through its control socket, or a node of a cluster. It is
// safe for concurrent use.
type Client struct {
	remote wire.Remote
	owner  hello
	way    *way // to the node; nil for a client of a control socket
}

var _ service.Service = (*Client)(nil)

// dialPatience is how long an owner may take to accept a connection.
const dialPatience = 5 * time.Second

// Dial connects to the owner of a folder. The error wraps wire.ErrGone if there is no owner.
func Dial(ctx context.Context, dir string) (*Client, error) {
	folder, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		return nil, err
	}
	path, err := folder.ControlPath()
	if err != nil {
		return nil, wire.Gone(err)
	}
	c := over(&http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{Timeout: dialPatience}).DialContext(ctx, "unix", path)
		},
		MaxIdleConnsPerHost: 16, IdleConnTimeout: 30 * time.Second,
	})
	ask, cancel := context.WithTimeout(ctx, dialPatience)
	defer cancel()
	if c.owner, err = call[hello](ask, c, http.MethodGet, helloCall, nil, nil); err != nil {
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			err = wire.Gone(err)
		}
		return nil, err
	}
	if c.owner.API != apiVersion {
		return nil, &aranea.Error{Op: "ask owner", Kind: aranea.Invalid, Obj: dir, Err: fmt.Errorf("process %d, aranea %s, owns the folder and speaks version %d of the control socket, this program %d; stop it or use the same version", c.owner.PID, c.owner.Version, c.owner.API, apiVersion)}
	}
	return c, nil
}

// Close closes idle connections, and ends what is asked beside calls.
func (c *Client) Close() {
	if c.way != nil {
		c.way.close()
	}
	c.remote.HTTP.CloseIdleConnections()
}

// Refusing returns a client of an owner that refuses every call with err.
func Refusing(err error) *Client {
	c := over(wire.Refusal{Err: err})
	c.remote.Read = func(wire.Problem) error { return err }
	return c
}

// over returns a client whose calls go through t.
func over(t http.RoundTripper) *Client {
	return &Client{remote: wire.Remote{HTTP: &http.Client{Transport: t}, Root: "http://owner" + apiRoot, Read: problemError}}
}

// problemError returns the error from which a problem was made. An owner that is closing counts
// as gone.
func problemError(p wire.Problem) error {
	err := p.Plain()
	switch {
	case p.Detail == wire.ErrClosing.Error():
		return wire.Gone(err)
	case p.Op == indexnow.Op:
		return &indexnow.Refusal{Why: err}
	}
	return err
}

// call makes one call with one answer.
func call[Out any](ctx context.Context, c *Client, method, name string, query url.Values, in any) (Out, error) {
	out, err := wire.Call[Out](ctx, &c.remote, method, name, query, in)
	return out, c.way.node().named(err)
}

// values makes one call and yields the values of its answer.
func values[Out any](ctx context.Context, c *Client, method, name string, query url.Values, in any) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		for v, err := range wire.Values[Out](ctx, &c.remote, method, name, query, in) {
			if !yield(v, c.way.node().named(err)) {
				return
			}
		}
	}
}

// leavePatience is how long the report may take after the caller wants to leave.
const leavePatience = time.Minute

// Crawl asks the owner for a crawl. When ctx ends, it tells the owner and still waits for the
// report.
func (c *Client) Crawl(ctx context.Context, s service.Settings, watch func(runreport.Progress)) (runreport.Report, error) {
	if !fits(&s) {
		return runreport.Report{}, &aranea.Error{Op: "crawl", Kind: aranea.Limit, Err: fmt.Errorf("%d seeds are too many for process %d, which owns the folder; stop that, or split the list", len(s.Seeds), c.owner.PID)}
	}
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	var report runreport.Report
	for line, err := range c.remote.Lines(run, http.MethodPost, crawlCall, nil, s) {
		if err != nil {
			return report, err
		}
		var l crawlLine
		if err := json.Unmarshal(line, &l); err != nil {
			return report, wire.Unread(run, err)
		}
		switch {
		case l.Caller != "":
			defer context.AfterFunc(ctx, func() { c.leave(run, cancel, l.Caller) })()
		case l.Progress != nil && watch != nil:
			watch(*l.Progress)
		case l.Report != nil:
			report = *l.Report
		}
	}
	return report, nil
}

// fits reports whether an owner reads a call with settings, whatever they are besides seeds.
func fits(s *service.Settings) bool {
	room := maxSeeds - maxRequest/2
	for _, list := range [][]weburl.URL{s.Seeds, s.Sitemaps} {
		for _, u := range list {
			room -= len(u.String()) + len(`"",`)
		}
	}
	return room >= 0
}

// leave tells the owner that the caller no longer wants to wait, and disconnects if the report
// does not come.
func (c *Client) leave(run context.Context, hangUp context.CancelFunc, caller string) {
	ctx, cancel := context.WithTimeout(run, leavePatience)
	defer cancel()
	if _, err := call[struct{}](ctx, c, http.MethodPost, "crawl/leave", nil, leaveCall{caller}); err != nil {
		hangUp()
		return
	}
	<-ctx.Done() // the report came, or leavePatience elapsed
	hangUp()
}
