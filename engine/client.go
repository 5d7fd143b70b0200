package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Client calls the owner of a folder through its control socket. It is safe for concurrent
// use.
type Client struct {
	remote wire.Remote
	owner  hello
}

var _ Service = (*Client)(nil)

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
	c := clientOver(&http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{Timeout: dialPatience}).DialContext(ctx, "unix", path)
		},
		MaxIdleConnsPerHost: 16, IdleConnTimeout: 30 * time.Second,
	})
	ask, cancel := context.WithTimeout(ctx, dialPatience)
	defer cancel()
	if c.owner, err = call[hello](ask, c, http.MethodGet, "hello", nil, nil); err != nil {
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

// Close closes idle connections.
func (c *Client) Close() { c.remote.HTTP.CloseIdleConnections() }

// clientOver returns a client whose calls go through t.
func clientOver(t http.RoundTripper) *Client {
	return &Client{remote: wire.Remote{HTTP: &http.Client{Transport: t}, Root: "http://owner" + apiRoot, Read: problemError}}
}

// problemError returns the error from which a problem was made. An owner that is closing counts
// as gone.
func problemError(p wire.Problem) error {
	err := p.Plain()
	switch {
	case p.Detail == errClosing.Error():
		return wire.Gone(err)
	case p.Op == indexnow.Op:
		return &indexnow.Refusal{Why: err}
	}
	return err
}

// call makes one call with one answer.
func call[Out any](ctx context.Context, c *Client, method, name string, query url.Values, in any) (Out, error) {
	return wire.Call[Out](ctx, &c.remote, method, name, query, in)
}

// values makes one call and yields the values of its answer.
func values[Out any](ctx context.Context, c *Client, method, name string, query url.Values, in any) iter.Seq2[Out, error] {
	return wire.Values[Out](ctx, &c.remote, method, name, query, in)
}

// leavePatience is how long the report may take after the caller wants to leave.
const leavePatience = time.Minute

// Crawl asks the owner for a crawl. When ctx ends, it tells the owner and still waits for the
// report.
func (c *Client) Crawl(ctx context.Context, s Settings, watch func(crawl.Progress)) (crawl.Report, error) {
	if !fits(&s) {
		return crawl.Report{}, &aranea.Error{Op: "crawl", Kind: aranea.Limit, Err: fmt.Errorf("%d seeds are too many for process %d, which owns the folder; stop that, or split the list", len(s.Seeds), c.owner.PID)}
	}
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	var report crawl.Report
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
func fits(s *Settings) bool {
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

// Steer implements Service.
func (c *Client) Steer(ctx context.Context, o Order) (Steered, error) {
	return call[Steered](ctx, c, http.MethodPost, "steer", nil, o)
}

// ordered implements partner.
func (c *Client) ordered(ctx context.Context) (halt.State, error) {
	return call[halt.State](ctx, c, http.MethodGet, "orders", nil, nil)
}

// Status implements Service.
func (c *Client) Status(ctx context.Context) (Status, error) {
	return call[Status](ctx, c, http.MethodGet, "status", nil, nil)
}

// Explain implements Service.
func (c *Client) Explain(ctx context.Context, text string) (trail.Trail, error) {
	return call[trail.Trail](ctx, c, http.MethodGet, "explain", url.Values{"url": {text}}, nil)
}

// Host implements Service.
func (c *Client) Host(ctx context.Context, o weburl.Origin) (HostFacts, error) {
	return call[HostFacts](ctx, c, http.MethodGet, "host", url.Values{"origin": {string(o)}}, nil)
}

// RobotsHistory implements Service.
func (c *Client) RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[RobotsCopy, error] {
	return values[RobotsCopy](ctx, c, http.MethodGet, "robots-history", url.Values{"origin": {string(o)}}, nil)
}

// Claim implements Service.
func (c *Client) Claim(ctx context.Context, o weburl.Origin) (Permit, error) {
	return call[Permit](ctx, c, http.MethodPost, "claim", nil, claimCall{o})
}

// Identity implements Service.
func (c *Client) Identity(ctx context.Context) (Identity, error) {
	return call[Identity](ctx, c, http.MethodGet, "identity", nil, nil)
}

// Prove implements Service.
func (c *Client) Prove(ctx context.Context, p Proof) (Proven, error) {
	return call[Proven](ctx, c, http.MethodPost, "prove", nil, p)
}

// Notify implements Service.
func (c *Client) Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error) {
	return call[indexnow.Received](ctx, c, http.MethodPost, "notify", nil, n)
}

// EndClaim implements Service.
func (c *Client) EndClaim(ctx context.Context, o weburl.Origin, p Permit, answered time.Time) error {
	_, err := call[struct{}](ctx, c, http.MethodPost, "claim/end", nil, endClaimCall{o, p, answered})
	return err
}

// URLs implements Service.
func (c *Client) URLs(ctx context.Context, f URLFilter) iter.Seq2[URLFacts, error] {
	return values[URLFacts](ctx, c, http.MethodGet, "urls", f.Query(), nil)
}

// Hosts implements Service.
func (c *Client) Hosts(ctx context.Context, f HostFilter) iter.Seq2[HostFacts, error] {
	return values[HostFacts](ctx, c, http.MethodGet, "hosts", f.query(), nil)
}

// Inlinks implements Service.
func (c *Client) Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	return call[linkgraph.Inlinks](ctx, c, http.MethodGet, "inlinks", url.Values{"url": {u.String()}}, nil)
}

// Links implements Service.
func (c *Client) Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error] {
	return values[linkgraph.Link](ctx, c, http.MethodGet, "links", linkQuery(&f), nil)
}

// CheckedLinks implements Service.
func (c *Client) CheckedLinks(ctx context.Context, f linkcheck.Filter) iter.Seq2[linkcheck.Link, error] {
	return values[linkcheck.Link](ctx, c, http.MethodGet, "broken-links", f.Query(), nil)
}

// OrphanPages implements Service.
func (c *Client) OrphanPages(ctx context.Context, f linkcheck.OrphanFilter) iter.Seq2[linkcheck.Orphan, error] {
	return values[linkcheck.Orphan](ctx, c, http.MethodGet, "orphan-pages", f.Query(), nil)
}

// UncheckedLinks implements Service.
func (c *Client) UncheckedLinks(ctx context.Context, host string) (linkcheck.Unchecked, error) {
	v := url.Values{}
	wire.SetText(v, "host", host)
	return call[linkcheck.Unchecked](ctx, c, http.MethodGet, "unchecked-links", v, nil)
}

// AlternateFaults implements Service.
func (c *Client) AlternateFaults(ctx context.Context, f linkcheck.AlternateFilter) iter.Seq2[linkcheck.AlternateFault, error] {
	return values[linkcheck.AlternateFault](ctx, c, http.MethodGet, "alternate-faults", f.Query(), nil)
}

// CountAlternates implements Service.
func (c *Client) CountAlternates(ctx context.Context, host string) (linkcheck.AlternateCounts, error) {
	f := linkcheck.AlternateFilter{Host: host}
	return call[linkcheck.AlternateCounts](ctx, c, http.MethodGet, "alternate-counts", f.Query(), nil)
}

// Documents implements Service.
func (c *Client) Documents(ctx context.Context) iter.Seq2[DocumentFacts, error] {
	return values[DocumentFacts](ctx, c, http.MethodGet, "documents", nil, nil)
}

// Stats implements Service.
func (c *Client) Stats(ctx context.Context) (Stats, error) {
	return call[Stats](ctx, c, http.MethodGet, "stats", nil, nil)
}

// Remove implements Service.
func (c *Client) Remove(ctx context.Context, r Removal) (Removed, error) {
	return call[Removed](ctx, c, http.MethodPost, "remove", nil, r)
}

// Removals implements Service.
func (c *Client) Removals(ctx context.Context) iter.Seq2[KeptOut, error] {
	return values[KeptOut](ctx, c, http.MethodGet, "removals", nil, nil)
}

// Check implements Service.
func (c *Client) Check(ctx context.Context, repair bool) iter.Seq2[Fault, error] {
	return values[Fault](ctx, c, http.MethodPost, "check", nil, checkCall{repair})
}

// Rank implements Service.
func (c *Client) Rank(ctx context.Context) (ranking.Ranked, error) {
	return call[ranking.Ranked](ctx, c, http.MethodPost, "rank", nil, nil)
}

// Backup implements Service.
func (c *Client) Backup(ctx context.Context, dir string) (Copied, error) {
	dir, err := filepath.Abs(dir) // the owner has another working directory
	if err != nil {
		return Copied{}, backupError(dir, err)
	}
	return call[Copied](ctx, c, http.MethodPost, "backup", nil, backupCall{dir})
}

// Search implements Service.
func (c *Client) Search(ctx context.Context, r search.Request) (search.Response, error) {
	return call[search.Response](ctx, c, http.MethodGet, "search", searchQuery(&r), nil)
}

// Complete implements Service.
func (c *Client) Complete(ctx context.Context, r search.Request) (search.Completions, error) {
	return call[search.Completions](ctx, c, http.MethodGet, "complete", completeQuery(&r), nil)
}

// Why implements Service.
func (c *Client) Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error) {
	return call[search.Explanation](ctx, c, http.MethodGet, "why", whyQuery(&r, u), nil)
}

// Docs implements Service.
func (c *Client) Docs(ctx context.Context) (int, error) {
	d, err := call[docsAnswer](ctx, c, http.MethodGet, "docs", nil, nil)
	return d.Docs, err
}
