package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Client asks the owner of a folder through its control socket. It is safe for
// concurrent use.
type Client struct {
	http  *http.Client
	owner hello
}

var _ Service = (*Client)(nil)

// errGone is in the chain of errors of a Client whose owner ended or cannot be
// reached: another process may take the folder over.
var errGone = errors.New("the process that owns the folder does not answer")

// dialPatience is how long an owner may take to answer a connection.
const dialPatience = 5 * time.Second

// Dial reaches the owner of a folder. The error has errGone in its chain if
// there is none.
func Dial(ctx context.Context, dir string) (*Client, error) {
	folder, err := store.OpenFolderReadOnly(dir)
	if err != nil {
		return nil, err
	}
	path, err := folder.ControlPath()
	if err != nil {
		return nil, gone(err)
	}
	c := &Client{http: &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{Timeout: dialPatience}).DialContext(ctx, "unix", path)
		},
		MaxIdleConnsPerHost: 16, IdleConnTimeout: 30 * time.Second,
	}}}
	ask, cancel := context.WithTimeout(ctx, dialPatience)
	defer cancel()
	if c.owner, err = call[hello](ask, c, http.MethodGet, "hello", nil, nil); err != nil {
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			err = gone(err)
		}
		return nil, err
	}
	if c.owner.API != apiVersion {
		return nil, &aranea.Error{Op: "ask owner", Kind: aranea.Invalid, Obj: dir, Err: fmt.Errorf("process %d, aranea %s, owns the folder and speaks version %d of the control socket, this program %d; stop it or use the same version", c.owner.PID, c.owner.Version, c.owner.API, apiVersion)}
	}
	return c, nil
}

// Close lets go of the connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// gone says that the owner cannot be reached.
func gone(err error) error {
	return &aranea.Error{Op: "ask owner", Kind: aranea.Transient, Err: fmt.Errorf("%w: %w", errGone, err)}
}

// send makes one call and returns the body of a good answer.
func (c *Client) send(ctx context.Context, method, name string, query url.Values, in any) (io.ReadCloser, error) {
	target := "http://owner" + apiRoot + name
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	var content io.Reader
	if in != nil {
		var data bytes.Buffer
		enc := json.NewEncoder(&data)
		enc.SetEscapeHTML(false) // markup takes six bytes for one else, and an owner reads so much
		if err := enc.Encode(in); err != nil {
			return nil, err
		}
		content = &data
	}
	r, err := http.NewRequestWithContext(ctx, method, target, content)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return nil, lost(ctx, err)
	}
	if resp.StatusCode == http.StatusOK {
		return resp.Body, nil
	}
	defer func() { _ = resp.Body.Close() }() // it was read
	var p wire.Problem
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxLine)).Decode(&p); err != nil {
		return nil, unread(ctx, fmt.Errorf("status %d: %w", resp.StatusCode, err))
	}
	return nil, problemError(p)
}

// unread tells an owner whose answer makes no sense, and who would give it again,
// from one that is gone.
func unread(ctx context.Context, err error) error {
	var syntax *json.SyntaxError
	var other *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &other) {
		return &aranea.Error{Op: "ask owner", Kind: aranea.Internal, Err: fmt.Errorf("its answer is not understood: %w", err)}
	}
	return lost(ctx, err)
}

// lost tells a caller who gave up from an owner who is gone.
func lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return gone(err)
}

// problemError is the error that a problem was made of. That the owner is ending is as
// good as its being gone.
func problemError(p wire.Problem) error {
	err := &aranea.Error{Op: p.Op, Kind: kindOf(p.Kind), Obj: p.Object, Err: errors.New(p.Detail)}
	if p.Status == http.StatusInsufficientStorage {
		err.Err = fullDisk(p.Detail)
	}
	if p.Detail == errClosing.Error() {
		return gone(err)
	}
	if p.Op == indexnow.Op {
		return &indexnow.Refusal{Why: err}
	}
	return err
}

// A fullDisk is what an owner said of a disk that is full.
type fullDisk string

func (f fullDisk) Error() string { return string(f) }

// Is lets store.DiskFull know it.
func (fullDisk) Is(target error) bool { return target == store.ErrDiskFull }

func kindOf(name string) aranea.Kind {
	for k := aranea.Internal; k <= aranea.Canceled; k++ {
		if k.String() == name {
			return k
		}
	}
	return aranea.Internal
}

// call makes one call with one answer.
func call[Out any](ctx context.Context, c *Client, method, name string, query url.Values, in any) (out Out, err error) {
	content, err := c.send(ctx, method, name, query, in)
	if err != nil {
		return out, err
	}
	defer func() { _ = content.Close() }() // it was read
	if err := json.NewDecoder(io.LimitReader(content, maxAnswer)).Decode(&out); err != nil {
		return out, unread(ctx, err)
	}
	return out, nil
}

// maxAnswer bounds one answer that is no stream, in bytes.
const maxAnswer = 64 << 20

// maxLine bounds one line of a stream: a robots file of 500 KiB in base64 with
// room to spare.
const maxLine = 16 << 20

// Beginnings of the lines that end a stream.
var (
	endLine     = []byte(`{"end":`)
	problemLine = []byte(`{"problem":`)
)

// lines makes one call and yields the lines of its answer but the last. A stream
// without its last line was cut off.
func (c *Client) lines(ctx context.Context, method, name string, query url.Values, in any) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		content, err := c.send(ctx, method, name, query, in)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = content.Close() }() // a reader who stops early needs no rest
		scan := bufio.NewScanner(content)
		scan.Buffer(make([]byte, 64<<10), maxLine)
		scan.Split(wholeLines)
		for scan.Scan() {
			switch line := scan.Bytes(); {
			case bytes.HasPrefix(line, endLine):
				return
			case bytes.HasPrefix(line, problemLine):
				var p struct{ Problem wire.Problem }
				if err := json.Unmarshal(line, &p); err != nil {
					yield(nil, unread(ctx, err))
					return
				}
				yield(nil, problemError(p.Problem))
				return
			case !yield(line, nil):
				return
			}
		}
		err = scan.Err()
		if err == nil {
			err = io.ErrUnexpectedEOF
		}
		yield(nil, lost(ctx, err))
	}
}

// wholeLines splits at line ends. What stands behind the last one was cut off.
func wholeLines(data []byte, _ bool) (advance int, line []byte, err error) {
	i := bytes.IndexByte(data, '\n')
	if i < 0 {
		return 0, nil, nil
	}
	return i + 1, data[:i], nil
}

// values makes one call and yields the values of its answer.
func values[Out any](ctx context.Context, c *Client, method, name string, query url.Values, in any) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		for line, err := range c.lines(ctx, method, name, query, in) {
			var v Out
			if err == nil {
				if err = json.Unmarshal(line, &v); err != nil {
					err = unread(ctx, err)
				}
			}
			if !yield(v, err) || err != nil {
				return
			}
		}
	}
}

// leavePatience is how long the report may take after the caller wants to leave.
const leavePatience = time.Minute

// Crawl asks the owner for a crawl. When ctx ends the owner is told; the report
// still comes.
func (c *Client) Crawl(ctx context.Context, s Settings, watch func(crawl.Progress)) (crawl.Report, error) {
	run, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	var report crawl.Report
	for line, err := range c.lines(run, http.MethodPost, "crawl", nil, s) {
		if err != nil {
			return report, err
		}
		var l crawlLine
		if err := json.Unmarshal(line, &l); err != nil {
			return report, unread(run, err)
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

// leave tells the owner that the caller does not want to wait any longer, and
// hangs up if the report does not come.
func (c *Client) leave(run context.Context, hangUp context.CancelFunc, caller string) {
	ctx, cancel := context.WithTimeout(run, leavePatience)
	defer cancel()
	if _, err := call[struct{}](ctx, c, http.MethodPost, "crawl/leave", nil, leaveCall{caller}); err != nil {
		hangUp()
		return
	}
	<-ctx.Done() // the report came, or the patience ended
	hangUp()
}

// Steer is part of Service.
func (c *Client) Steer(ctx context.Context, o Order) (Steered, error) {
	return call[Steered](ctx, c, http.MethodPost, "steer", nil, o)
}

// Status is part of Service.
func (c *Client) Status(ctx context.Context) (Status, error) {
	return call[Status](ctx, c, http.MethodGet, "status", nil, nil)
}

// Explain is part of Service.
func (c *Client) Explain(ctx context.Context, text string) (trail.Trail, error) {
	return call[trail.Trail](ctx, c, http.MethodGet, "explain", url.Values{"url": {text}}, nil)
}

// Host is part of Service.
func (c *Client) Host(ctx context.Context, o weburl.Origin) (HostFacts, error) {
	return call[HostFacts](ctx, c, http.MethodGet, "host", url.Values{"origin": {string(o)}}, nil)
}

// RobotsHistory is part of Service.
func (c *Client) RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[RobotsCopy, error] {
	return values[RobotsCopy](ctx, c, http.MethodGet, "robots-history", url.Values{"origin": {string(o)}}, nil)
}

// Claim is part of Service.
func (c *Client) Claim(ctx context.Context, o weburl.Origin) (Permit, error) {
	return call[Permit](ctx, c, http.MethodPost, "claim", nil, claimCall{o})
}

// Identity is part of Service.
func (c *Client) Identity(ctx context.Context) (Identity, error) {
	return call[Identity](ctx, c, http.MethodGet, "identity", nil, nil)
}

// Prove is part of Service.
func (c *Client) Prove(ctx context.Context, p Proof) (Proven, error) {
	return call[Proven](ctx, c, http.MethodPost, "prove", nil, p)
}

// Notify is part of Service.
func (c *Client) Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error) {
	return call[indexnow.Received](ctx, c, http.MethodPost, "notify", nil, n)
}

// EndClaim is part of Service.
func (c *Client) EndClaim(ctx context.Context, o weburl.Origin, p Permit, answered time.Time) error {
	_, err := call[struct{}](ctx, c, http.MethodPost, "claim/end", nil, endClaimCall{o, p, answered})
	return err
}

// URLs is part of Service.
func (c *Client) URLs(ctx context.Context, f URLFilter) iter.Seq2[URLFacts, error] {
	return values[URLFacts](ctx, c, http.MethodGet, "urls", urlQuery(&f), nil)
}

// Hosts is part of Service.
func (c *Client) Hosts(ctx context.Context, f HostFilter) iter.Seq2[HostFacts, error] {
	return values[HostFacts](ctx, c, http.MethodGet, "hosts", f.query(), nil)
}

// Inlinks is part of Service.
func (c *Client) Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	return call[linkgraph.Inlinks](ctx, c, http.MethodGet, "inlinks", url.Values{"url": {u.String()}}, nil)
}

// Links is part of Service.
func (c *Client) Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error] {
	return values[linkgraph.Link](ctx, c, http.MethodGet, "links", linkQuery(&f), nil)
}

// Documents is part of Service.
func (c *Client) Documents(ctx context.Context) iter.Seq2[DocumentFacts, error] {
	return values[DocumentFacts](ctx, c, http.MethodGet, "documents", nil, nil)
}

// Stats is part of Service.
func (c *Client) Stats(ctx context.Context) (Stats, error) {
	return call[Stats](ctx, c, http.MethodGet, "stats", nil, nil)
}

// Remove is part of Service.
func (c *Client) Remove(ctx context.Context, r Removal) (Removed, error) {
	return call[Removed](ctx, c, http.MethodPost, "remove", nil, r)
}

// Check is part of Service.
func (c *Client) Check(ctx context.Context, repair bool) iter.Seq2[Fault, error] {
	return values[Fault](ctx, c, http.MethodPost, "check", nil, checkCall{repair})
}

// Rank is part of Service.
func (c *Client) Rank(ctx context.Context) (ranking.Ranked, error) {
	return call[ranking.Ranked](ctx, c, http.MethodPost, "rank", nil, nil)
}

// Backup is part of Service.
func (c *Client) Backup(ctx context.Context, dir string) (Copied, error) {
	dir, err := filepath.Abs(dir) // the owner works in another folder
	if err != nil {
		return Copied{}, backupError(dir, err)
	}
	return call[Copied](ctx, c, http.MethodPost, "backup", nil, backupCall{dir})
}

// Search is part of Service.
func (c *Client) Search(ctx context.Context, r search.Request) (search.Response, error) {
	return call[search.Response](ctx, c, http.MethodGet, "search", searchQuery(&r), nil)
}

// Complete is part of Service.
func (c *Client) Complete(ctx context.Context, r search.Request) (search.Completions, error) {
	return call[search.Completions](ctx, c, http.MethodGet, "complete", searchQuery(&r), nil)
}

// Why is part of Service.
func (c *Client) Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error) {
	return call[search.Explanation](ctx, c, http.MethodGet, "why", whyQuery(&r, u), nil)
}

// Docs is part of Service.
func (c *Client) Docs(ctx context.Context) (int, error) {
	d, err := call[docsAnswer](ctx, c, http.MethodGet, "docs", nil, nil)
	return d.Docs, err
}
