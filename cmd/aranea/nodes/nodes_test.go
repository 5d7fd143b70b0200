package nodes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/engine/addressturns"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/engine/seeds"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/upkeep"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/weburl"
)

var key = strings.Repeat("0123456789abcdef", 2)

// A fake Service has a state, and takes what it is handed.
type fake struct {
	service.Service
	state    service.Status
	outgoing chan handover.Outgoing
	taken    chan handover.Batch
	received handover.Received
}

// Status implements service.Service.
func (f *fake) Status(context.Context) (service.Status, error) { return f.state, nil }

// Outgoing implements service.Service.
func (f *fake) Outgoing(_ context.Context, w handover.Wish) (handover.Outgoing, error) {
	select {
	case o := <-f.outgoing:
		o.Receipt.To = w.To
		return o, nil
	default:
		return handover.Outgoing{}, nil
	}
}

// Delivered implements service.Service.
func (f *fake) Delivered(context.Context, handover.Receipt) error { return nil }

// Receive implements service.Service.
func (f *fake) Receive(_ context.Context, b handover.Batch) (handover.Received, error) {
	if f.taken != nil {
		f.taken <- b
	}
	got := f.received
	got.Pages = len(b.Pages)
	return got, nil
}

// Notify implements service.Service.
func (f *fake) Notify(context.Context, indexnow.Notice) (indexnow.Received, error) {
	return indexnow.Received{}, nil
}

// Refer implements service.Service.
func (f *fake) Refer(_ context.Context, a remoterobots.Ask) (remoterobots.Answer, error) {
	return remoterobots.Answer{Status: 404, Detail: fmt.Sprint(a.From)}, nil
}

// serve serves a Service as a node until the test ends, and returns its URL.
func serve(t *testing.T, s service.Service, node, of int) string {
	t.Helper()
	srv := httptest.NewServer(api.Node(s, api.NodeOptions{Key: key, Version: "1.2.3", Partition: partition.Partition{Number: node, Of: of}}))
	t.Cleanup(srv.Close)
	return srv.URL
}

// clusterFile writes a cluster file.
func clusterFile(t *testing.T, urls ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cluster.toml")
	text := fmt.Sprintf("key = %q\nnodes = [\"%s\"]\n", key, strings.Join(urls, `", "`))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCheck checks what is told of nodes that answer, are away, are others than they should be, or
// crawl with other settings.
func TestCheck(t *testing.T) {
	t.Parallel()
	state := func(scope string, node int) service.Status {
		s := service.Status{Docs: 1234, InForce: &seeds.InForce{Scope: scope, Delay: time.Second, Partition: partition.Partition{Number: node, Of: 4}}, Handover: []handover.Waiting{{To: 2, Pages: 1}}}
		s.Counts[aranea.CountQueued], s.Counts[aranea.CountFetched] = 5, 1300
		return s
	}
	gone := httptest.NewServer(nil)
	gone.Close()
	waits := state("any", 1) // beside what node 2 is said to be
	_, why := api.DialNode(api.NodeAddress{URL: gone.URL, Key: key, Partition: partition.Partition{Number: 2, Of: 4}}).Greet(t.Context())
	waits.Handover[0].Fault = why.Error()
	first := serve(t, &fake{state: waits}, 1, 4)
	all := clusterFile(t, first, gone.URL, serve(t, &fake{state: state("host", 3)}, 3, 4), serve(t, &fake{state: service.Status{}}, 3, 4))
	var out, errs bytes.Buffer
	check := func(args ...string) error {
		cmd := New()
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetArgs(append([]string{"check"}, args...))
		out.Reset()
		cmd.SetOut(&out)
		cmd.SetErr(&errs)
		return cmd.ExecuteContext(t.Context())
	}
	var code *command.Error
	if err := check(all); !errors.As(err, &code) || code.Code != command.ExitInternal || code.Err != nil {
		t.Errorf("error %v", err)
	}
	for _, want := range []string{
		"Node 1 of 4 at " + first + ": aranea 1.2.3, process ", "no crawl under way; 1,234 pages of 1,305 known URLs, 5 queued\n  waits to be handed over: 1 page for partition 2\nNode 2 of 4",
		"see that it runs, and that this machine reaches it\nNode 3 of 4", "it crawls with other settings (scope) than node 1", "it has partition 3/4, and was asked for 4/4",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s\nlacks %q", &out, want)
		}
	}
	if n := strings.Count(out.String(), "queued"); n != 2 {
		t.Errorf("numbers of %d nodes, and only two told any:\n%s", n, &out)
	}
	one := serve(t, &fake{state: state("any", 1)}, 1, 1)
	if err := check("--json", clusterFile(t, one)); err != nil || !strings.Contains(out.String(), `"partition":"1/1","pages":1234,"urls":1305,"queued":5,"crawling":false,"handover":[{"to":2,"pages":1}]}`) {
		t.Errorf("%v\n%s", err, &out)
	}
	if err := check(filepath.Join(t.TempDir(), "none.toml")); !errors.As(err, &code) || code.Code != command.ExitUsage {
		t.Errorf("no file: %v", err)
	}
	if errs.Len() > 0 {
		t.Errorf("on standard error: %s", &errs)
	}
}

// TestCheckOfNoNode: a server that answers each call with a value without content is no node.
func TestCheckOfNoNode(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "null\n")
	}))
	t.Cleanup(other.Close)
	cmd := New()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs([]string{"check", clusterFile(t, other.URL)})
	var out bytes.Buffer
	cmd.SetOut(&out)
	var code *command.Error
	if err := cmd.ExecuteContext(t.Context()); !errors.As(err, &code) || code.Code != command.ExitInternal || !strings.Contains(out.String(), "what answers there is no node") || strings.Contains(out.String(), "queued") {
		t.Errorf("%v\n%s", err, &out)
	}
}

// TestStill checks what is told of a node that takes connections and answers nothing.
func TestStill(t *testing.T) {
	t.Parallel()
	done := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-done }))
	defer srv.Close()
	defer close(done)
	c := api.DialNode(api.NodeAddress{URL: srv.URL, Key: key, Partition: partition.Partition{Number: 1, Of: 2}})
	defer c.Close()
	if s := stateOf(t.Context(), c, 20*time.Millisecond); s.Fault != "it does not answer within 20ms; see that it is not overloaded or stopped" {
		t.Errorf("%+v", s)
	}
}

// commandWith returns a command with the flags of all, and those that bind adds.
func commandWith(t *testing.T, bind func(*cobra.Command), args ...string) *cobra.Command {
	t.Helper()
	cmd := &cobra.Command{Use: "test", RunE: func(*cobra.Command, []string) error { return nil }}
	for _, name := range []string{"data", "synonyms", "pins", "weights"} {
		cmd.Flags().String(name, "", "")
	}
	bind(cmd)
	cmd.SetErr(new(bytes.Buffer))
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	cmd.SetContext(t.Context())
	return cmd
}

// TestFrontChangesLittle checks that a front refuses what changes a folder, and says where that is done, but
// for the orders of the operator.
func TestFrontChangesLittle(t *testing.T) {
	t.Parallel()
	own := &seeds.InForce{Scope: "any", Partition: partition.Partition{Number: 1, Of: 1}}
	file := clusterFile(t, serve(t, &fake{state: service.Status{InForce: own}}, 1, 1))
	f, err := Open(commandWith(t, func(c *cobra.Command) { BindFile(c) }, "--cluster", file), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for name, change := range map[string]func() error{
		"merge":   func() error { _, err := f.Merge(t.Context(), upkeep.Merge{}); return err },
		"crawl":   func() error { _, err := f.Crawl(t.Context(), service.DefaultSettings(), nil); return err },
		"receive": func() error { _, err := f.Receive(t.Context(), handover.Batch{}); return err },
	} {
		if err := change(); aranea.KindOf(err) != aranea.Denied || !strings.Contains(err.Error(), "a cluster is changed at its nodes") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if st, err := f.Status(t.Context()); err != nil || len(st.Nodes) != 1 || st.InForce == nil || !st.InForce.Partition.IsWhole() {
		t.Errorf("status: %+v, %v", st, err)
	}
}

// TestSourceOfCommands checks whether a command asks a folder or a cluster.
func TestSourceOfCommands(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		want string
		bad  bool
	}{
		{nil, "", false},
		{[]string{"--data", "d"}, "", false},
		{[]string{"--cluster", "c"}, "c", false},
		{[]string{"--cluster", "c", "--data", "d"}, "c", true},
	} {
		cmd := commandWith(t, func(c *cobra.Command) { BindFile(c) }, tt.args...)
		if got := ClusterOf(cmd); got != tt.want || (oneSource(cmd) != nil) != tt.bad {
			t.Errorf("%v: %q, %v", tt.args, got, oneSource(cmd))
		}
	}
	plain := commandWith(t, func(*cobra.Command) {}, "--data", "d")
	if name, flag := AskedOf(plain); name != "d" || flag != " --data d" || oneSource(plain) != nil {
		t.Errorf("%q, %q", name, flag)
	}
	if name, flag := AskedOf(commandWith(t, func(c *cobra.Command) { BindFile(c) }, "--cluster", "c d")); name != "the cluster of c d" || flag != " --cluster 'c d'" {
		t.Errorf("%q, %q", name, flag)
	}
}

// TestMember checks that a node hands over what waits, takes what it is handed, and tells when that
// is to be visited; and that it gives others turns, at first none as long as an earlier one may last.
func TestMember(t *testing.T) {
	t.Parallel()
	page := handover.Page{URL: urlOf(t, 2, 1)}
	peer := &fake{taken: make(chan handover.Batch, 1)}
	path := clusterFile(t, "http://127.0.0.1:1", serve(t, peer, 2, 2))
	var flags Flags
	cmd := commandWith(t, func(c *cobra.Command) { flags.Bind(c.Flags()) }, "--cluster", path, "--node", "1", "--cluster-listen", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "none"))
	m, err := flags.Member(cmd, "test")
	if err != nil || m.Partition() != (partition.Partition{Number: 1, Of: 2}) {
		t.Fatalf("%+v, %v", m, err)
	}
	m.Sharing(&service.Settings{Delay: time.Hour})
	if err := m.Listen(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := m.Referral().Robots(t.Context(), urlOf(t, 2, 2)); got.Status != 404 || got.Detail != "1" {
		t.Errorf("a robots file of the other node: %+v", got)
	}
	own := &fake{outgoing: make(chan handover.Outgoing, 1), received: handover.Received{Queued: 1}}
	own.state.InForce = &seeds.InForce{Partition: m.Partition()}
	own.outgoing <- handover.Outgoing{Batch: handover.Batch{From: m.Partition(), Pages: []handover.Page{page}}, Receipt: handover.Receipt{Marks: []handover.Mark{{Page: page.URL}}}}
	due, done := make(chan struct{}, 1), make(chan error, 1)
	ctx, end := context.WithCancelCause(t.Context())
	var out bytes.Buffer
	go func() { done <- m.Run(ctx, &out, own, due, slog.New(slog.DiscardHandler)) }()
	<-m.begun
	if b := <-peer.taken; len(b.Pages) != 1 || b.Pages[0].URL != page.URL || b.From != m.Partition() {
		t.Errorf("handed over: %+v", b)
	}
	c := api.DialNode(api.NodeAddress{URL: "http://" + m.l.Addr().String(), Key: key, Partition: m.Partition()})
	defer c.Close()
	if r, err := c.Receive(t.Context(), handover.Batch{}); err != nil || r.Queued != 1 || len(due) != 1 {
		t.Errorf("received: %+v, %v", r, err)
	}
	<-due
	if _, err := c.Notify(t.Context(), indexnow.Notice{}); err != nil || len(due) != 1 {
		t.Errorf("notice: %v", err)
	}
	<-due
	a := netip.MustParseAddr("192.0.2.1")
	for partition.OfAddress(a, 2) != 1 {
		a = a.Next()
	}
	if r, err := c.Turns(t.Context(), addressturns.Batch{From: 2, Asks: []addressturns.Ask{{Address: a, Apart: time.Hour}}}); err != nil || len(r.Turns) != 1 || r.Turns[0].Wait < time.Hour {
		t.Errorf("turns: %+v, %v", r, err)
	}
	own.received.Queued = 0
	if _, err := c.Receive(t.Context(), handover.Batch{}); err != nil || len(due) > 0 {
		t.Errorf("nothing new: %v, told %d times", err, len(due))
	}
	enough := errors.New("enough")
	end(enough)
	if err := <-done; !errors.Is(err, enough) {
		t.Errorf("end: %v", err)
	}
	if want := "Node 1 of 2 listens for the other nodes at http://" + m.l.Addr().String() + "\n"; out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
	var none *Member
	if !none.Partition().IsWhole() || none.Referral() != nil {
		t.Error("a command that is no node has a part of the web, or asks others")
	}
}

// TestOneProcess checks that a node is one process: whoever finds another one at the URL of its node does not
// start, or ends, and the one that answers there goes on.
func TestOneProcess(t *testing.T) {
	t.Parallel()
	var answering atomic.Pointer[http.Handler] // at the URL of node 1
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if h := answering.Load(); h != nil {
			(*h).ServeHTTP(w, r)
			return
		}
		w.WriteHeader(http.StatusBadGateway) // as a proxy before a node that is down
	}))
	defer srv.Close()
	as := func(instance string, node int) {
		h := api.Node(&fake{}, api.NodeOptions{Key: key, Version: "1.2.3", Partition: partition.Partition{Number: node, Of: 2}, Instance: instance})
		answering.Store(&h)
	}
	path := clusterFile(t, srv.URL, "http://127.0.0.1:1")
	member := func() *Member {
		var flags Flags
		cmd := commandWith(t, func(c *cobra.Command) { flags.Bind(c.Flags()) }, "--cluster", path, "--node", "1", "--cluster-listen", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "none"))
		m, err := flags.Member(cmd, "test")
		if err != nil {
			t.Fatal(err)
		}
		m.every = time.Millisecond
		m.Sharing(&service.Settings{})
		return m
	}
	as("another", 1)
	err := member().Listen(t.Context())
	if e, usage := errors.AsType[*command.Error](err); !usage || e.Code != command.ExitUsage || !strings.Contains(err.Error(), "node 1 of 2 runs already: process ") || !strings.Contains(err.Error(), srv.URL) {
		t.Errorf("started beside another: %v", err)
	}
	as("another", 2) // a node in a wrong place, which the check of the cluster tells
	wrong := member()
	if err := wrong.Listen(t.Context()); err != nil {
		t.Errorf("beside another node: %v", err)
	} else if err := wrong.l.Close(); err != nil {
		t.Error(err)
	}
	answering.Store(nil)
	m := member()
	if err := m.Listen(t.Context()); err != nil {
		t.Fatal(err)
	}
	as(m.instance, 1)
	own, enough := m.own(), errors.New("enough")
	defer own.Close()
	if err := m.other(t.Context(), own); err != nil {
		t.Errorf("the process itself: %v", err)
	}
	ctx, end := context.WithCancelCause(t.Context())
	defer end(enough)
	done := make(chan error, 1)
	go func() {
		done <- m.Run(ctx, io.Discard, &fake{}, make(chan struct{}, 1), slog.New(slog.DiscardHandler))
	}()
	as("another", 1)
	err = <-done
	if e, ok := errors.AsType[*command.Error](err); !ok || e.Code != command.ExitInternal || !strings.Contains(err.Error(), "runs already") {
		t.Errorf("went on beside another: %v", err)
	}
	if _, err := new(net.Dialer).DialContext(t.Context(), "tcp", m.l.Addr().String()); err == nil {
		t.Error("the node still listens")
	}
}

// urlOf returns a URL of a partition.
func urlOf(t *testing.T, of, part int) weburl.URL {
	t.Helper()
	return partitiontest.Site(t, partition.Partition{Number: part, Of: of}, 0)
}

// TestStatus checks what the status of a cluster says of its nodes.
func TestStatus(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	part := func(n int) partition.Partition { return partition.Partition{Number: n, Of: 4} }
	var b strings.Builder
	Status(&b, []service.NodeStatus{
		{Partition: part(1), Version: "1.0", Docs: 1, Queued: 2, Crawling: true},
		{Partition: part(2), Away: "it is\x1b gone"},
		{Partition: part(3), Version: "1.0", Stopped: at, Damaged: 1},
		{Partition: part(4), Version: "1.0", Paused: at, Crawling: true},
	})
	want := "3 of 4 nodes of the cluster answer; what follows is the sum of what they have.\n" +
		"  1: 1 page, 2 URLs queued, aranea 1.0, a crawl is under way\n" +
		"  2: does not answer: it is\\x1b gone\n" +
		"  3: 0 pages, 0 URLs queued, aranea 1.0, stopped since " + command.Clock(at) + ", 1 damaged file\n" +
		"  4: 0 pages, 0 URLs queued, aranea 1.0, paused since " + command.Clock(at) + "\n"
	if got := b.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	b.Reset()
	all := []service.NodeStatus{
		{Partition: part(1), Version: "1.0", Standby: &service.StandbyStatus{Copied: at}},
		{Partition: part(2), Docs: 3, Copied: at, Standby: &service.StandbyStatus{Copied: at}},
		{Partition: part(3), Away: "off", Standby: &service.StandbyStatus{Away: "off, too"}},
	}
	Status(&b, all)
	want = "1 of 3 nodes of the cluster answers; what follows is the sum of what they and the standbys of others have.\n" +
		"  1: 0 pages, 0 URLs queued, aranea 1.0; its standby has a copy of " + command.Clock(at) + "\n" +
		"  2: does not answer; its standby answers from a copy of " + command.Clock(at) + ": 3 pages\n" +
		"  3: does not answer: off; its standby does not answer: off, too\n"
	if got := b.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if Answered(all[:1]) != nil || Answered(all[:2]) == nil {
		t.Error("a standby that answers makes a node one that does, or none")
	}
}

// A newcomer is a node whose folder has another partition until its crawl begins.
type newcomer struct {
	fake
	part  atomic.Pointer[partition.Partition]
	asked chan struct{} // receives when it is asked for its partition
}

// Status implements service.Service.
func (n *newcomer) Status(context.Context) (service.Status, error) {
	p := *n.part.Load()
	select {
	case n.asked <- struct{}{}:
	default:
	}
	return service.Status{InForce: &seeds.InForce{Partition: p}}, nil
}

// Outgoing implements service.Service.
func (n *newcomer) Outgoing(ctx context.Context, w handover.Wish) (handover.Outgoing, error) {
	if n.part.Load().Of != 2 {
		return handover.Outgoing{}, &aranea.Error{Op: handover.Op, Kind: aranea.Invalid, Err: errors.New("this folder is of no cluster: it has the whole web")}
	}
	return n.fake.Outgoing(ctx, w)
}

// TestMemberBegins: a folder of the whole web that becomes a node hands over, and takes, nothing before its
// crawl has begun, which is no fault, and both from then on.
func TestMemberBegins(t *testing.T) {
	t.Parallel()
	peer := &fake{taken: make(chan handover.Batch, 1)}
	path := clusterFile(t, "http://127.0.0.1:1", serve(t, peer, 2, 2))
	var flags Flags
	cmd := commandWith(t, func(c *cobra.Command) { flags.Bind(c.Flags()) }, "--cluster", path, "--node", "1", "--cluster-listen", "127.0.0.1:0", "--data", filepath.Join(t.TempDir(), "none"))
	m, err := flags.Member(cmd, "test")
	if err != nil {
		t.Fatal(err)
	}
	m.Sharing(&service.Settings{})
	if err := m.Listen(t.Context()); err != nil {
		t.Fatal(err)
	}
	own := &newcomer{fake: fake{outgoing: make(chan handover.Outgoing, 1)}, asked: make(chan struct{}, 1)}
	own.part.Store(&partition.Partition{})
	own.outgoing <- handover.Outgoing{Batch: handover.Batch{From: m.Partition(), Pages: []handover.Page{{URL: urlOf(t, 2, 1)}}}, Receipt: handover.Receipt{Marks: []handover.Mark{{Page: urlOf(t, 2, 1)}}}}
	ctx, end := context.WithCancelCause(t.Context())
	var log bytes.Buffer
	done := make(chan error, 1)
	go func() {
		done <- m.Run(ctx, io.Discard, own, make(chan struct{}, 1), slog.New(slog.NewTextHandler(&log, nil)))
	}()
	c := api.DialNode(api.NodeAddress{URL: "http://" + m.l.Addr().String(), Key: key, Partition: m.Partition()})
	defer c.Close()
	if _, err := c.Receive(t.Context(), handover.Batch{}); aranea.KindOf(err) != aranea.Transient || !strings.Contains(err.Error(), "has begun yet") {
		t.Errorf("received: %v", err)
	}
	<-own.asked
	own.part.Store(&partition.Partition{Number: 1, Of: 2})
	if b := <-peer.taken; len(b.Pages) != 1 {
		t.Errorf("handed over: %+v", b)
	}
	if _, err := c.Receive(t.Context(), handover.Batch{}); err != nil {
		t.Error(err)
	}
	end(errors.New("enough"))
	if <-done; strings.Contains(log.String(), "WARN") {
		t.Errorf("logged %s", log.String())
	}
}
