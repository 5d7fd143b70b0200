package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/addressturns"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/scope/partition"
)

// A NodeAddress says how to ask a node of a cluster.
type NodeAddress struct {
	URL       string // scheme, host and port
	Key       string // of the cluster
	Partition partition.Partition
	// Standby is the URL of the standby of the node, which answers what only reads while the node is away; ""
	// if there is none.
	Standby string
	// Logger gets a line when the standby begins to answer in the place of the node, and when that ends; nil for none.
	Logger *slog.Logger
}

// DialNode returns a client of a node. It makes no connection before its first call: a node may be
// started later, or again, and every call says itself whom it is meant for. Redirects are not
// followed, and no proxy is used.
//
// Errors of the node are those of the owner of its folder. If it cannot be asked, the error is of
// kind Transient if it does not answer, Denied if it does not take the key, Invalid if it is another
// node or of another version, and wraps wire.ErrGone; its operation is "ask node", its object the
// number and the URL of the node.
//
// With a standby, the caller closes the client: it asks a node that is away beside other requests whether it is
// there again.
func DialNode(a NodeAddress) *Client {
	w := &way{now: newReach(a)}
	c := over(w)
	c.way = w
	c.remote.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c
}

// node returns what makes requests to a node, or its standby, at a URL.
func (a *NodeAddress) node(at string) *node {
	return &node{
		name: fmt.Sprintf("%d at %s", a.Partition.Number, at), root: at, key: a.Key, part: a.Partition.String(),
		inner: &http.Transport{
			DialContext:         (&net.Dialer{Timeout: dialPatience, KeepAlive: 15 * time.Second}).DialContext,
			TLSHandshakeTimeout: dialPatience, MaxIdleConnsPerHost: 16, IdleConnTimeout: time.Minute, // less than the node keeps them
			MaxResponseHeaderBytes: maxNodeHeader,
		},
	}
}

// A Greeting is how a node introduces itself.
type Greeting = hello

// Greet asks a node who it is. Every version of the API has this call.
func (c *Client) Greet(ctx context.Context) (Greeting, error) {
	return call[hello](ctx, c, http.MethodGet, helloCall, nil, nil)
}

// Turns asks a node for turns at its addresses.
func (c *Client) Turns(ctx context.Context, b addressturns.Batch) (addressturns.Turns, error) {
	return call[addressturns.Turns](ctx, c, http.MethodPost, turnsCall, nil, b)
}

// opNode is the operation of errors about a node that cannot be asked.
const opNode = "ask node"

// A node makes requests to one node.
type node struct {
	name, root, key, part string
	inner                 *http.Transport
}

// A nodeFault is why a node cannot be asked.
type nodeFault struct{ err *aranea.Error }

// Error implements error.
func (f *nodeFault) Error() string { return f.err.Error() }

// Unwrap returns the error for the caller.
func (f *nodeFault) Unwrap() error { return f.err }

// fault returns why the node cannot be asked.
func (n *node) fault(kind aranea.Kind, err error) *nodeFault {
	return &nodeFault{n.about(kind, gone{err})}
}

// about returns an error about the node.
func (n *node) about(kind aranea.Kind, err error) *aranea.Error {
	return &aranea.Error{Op: opNode, Kind: kind, Obj: n.name, Err: err}
}

// A gone error is why a node gives no answer.
type gone struct{ error }

// Is makes a node that cannot be asked one that is gone.
func (gone) Is(target error) bool { return target == wire.ErrGone }

// Unwrap returns the error itself.
func (g gone) Unwrap() error { return g.error }

var errSlow = errors.New("it has accepted the connection, and answers nothing")

// restPatience is how long the rest of an answer may take longer than the node works on it.
const restPatience = time.Minute

// RoundTrip implements http.RoundTripper. It waits for an answer a little longer than the node works
// on it, and as long for its end: one that never ends would keep whoever asks. Whatever host the request
// names, it goes to the node.
func (n *node) RoundTrip(r *http.Request) (*http.Response, error) {
	at, err := url.Parse(n.root)
	if err != nil {
		return nil, n.fault(aranea.Invalid, err)
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	slow := time.AfterFunc(patienceOf(r)+dialPatience, func() { cancel(errSlow) })
	out := r.Clone(ctx)
	out.URL.Scheme, out.URL.Host, out.Host = at.Scheme, at.Host, ""
	out.Header.Set("Authorization", "Bearer "+n.key)
	out.Header.Set(versionField, strconv.Itoa(apiVersion))
	out.Header.Set(partitionField, n.part)
	resp, err := n.inner.RoundTrip(out)
	slow.Reset(patienceOf(r) + restPatience)
	end := func() { slow.Stop(); cancel(nil) }
	switch {
	case err != nil && r.Context().Err() != nil: // whoever asked has given up
		end()
		return nil, err
	case err != nil:
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		end()
		return nil, n.fault(aranea.Transient, fmt.Errorf("%w; see that it runs, and that this machine reaches it", err))
	case resp.StatusCode == http.StatusUnauthorized:
		end()
		return nil, errors.Join(n.fault(aranea.Denied, errors.New("it does not take the key; use the same cluster file on all machines")), resp.Body.Close())
	}
	resp.Body = &closing{resp.Body, end}
	return resp, nil
}

// CloseIdleConnections closes connections that are not in use.
func (n *node) CloseIdleConnections() { n.inner.CloseIdleConnections() }

// A closing body calls end when it is closed.
type closing struct {
	io.ReadCloser
	end func()
}

// Close implements io.Closer.
func (c *closing) Close() error {
	c.end()
	return c.ReadCloser.Close()
}

// errCut is for a node that ended, or was cut off, while it answered.
var errCut = errors.New("it ended, or the connection was cut, before the end of its answer; ask again")

// errNodeVersion is for a node without the route of a call.
var errNodeVersion = errors.New("it is of another version of the program, and cannot answer this; use the same version on all machines")

// named returns an error of a call with the name of the node, if the node could not be asked, or
// has not answered to the end.
func (n *node) named(err error) error {
	var fault *nodeFault
	var e *aranea.Error
	switch {
	case err == nil || n == nil:
		return err
	case errors.As(err, &fault):
		return fault.err
	case errors.As(err, &e) && e.Op == opNode && e.Kind == aranea.Invalid: // it is another one
		return n.fault(e.Kind, e.Err).err
	case errors.Is(err, wire.ErrGone):
		return n.fault(aranea.Transient, errCut).err
	case errors.Is(err, wire.ErrUnknownCall):
		return n.about(aranea.Invalid, errNodeVersion)
	case errors.As(err, &e) && (e.Op == wire.OpAsk || e.Op == opNode):
		return n.about(e.Kind, e.Err)
	}
	return err
}
