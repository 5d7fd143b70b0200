package answering

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/cluster"
	"github.com/aranea-search/aranea/cluster/standby"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/synonym"
	"github.com/aranea-search/aranea/weburl"
)

var whole = partition.Partition{Number: 1, Of: 1}

// crawled returns the owner of a folder of a site that was crawled.
func crawled(t *testing.T) (*engine.Engine, weburl.URL) {
	t.Helper()
	e, err := engine.Open(t.Context(), filepath.Join(t.TempDir(), "data"), engine.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e, servicetest.Crawl(t, e)
}

// copyOf returns a copy of a folder that was made some time ago.
func copyOf(t *testing.T, e *engine.Engine, ago time.Duration) *standby.Copy {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	if _, err := e.BackupLinked(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "LOCK"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return &standby.Copy{Dir: dir, At: time.Now().Add(-ago)}
}

func nodeOptions() api.NodeOptions {
	return api.NodeOptions{Key: strings.Repeat("k", 32), Version: "test", Partition: whole}
}

// deskOf serves a Desk until the test ends.
func deskOf(t *testing.T) (d *Desk, url string) {
	t.Helper()
	d = New(nodeOptions(), engine.Options{Version: "test"})
	srv := httptest.NewServer(d)
	t.Cleanup(func() {
		srv.Close()
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d, srv.URL
}

// at returns a client of what is at a URL, for which a standby answers.
func at(t *testing.T, url, standby string) *api.Client {
	t.Helper()
	c := api.DialNode(api.NodeAddress{URL: url, Key: nodeOptions().Key, Partition: whole, Standby: standby})
	t.Cleanup(c.Close)
	return c
}

// TestLists: the lists of the node's folder count in the copy, unless the standby has its own.
func TestLists(t *testing.T) {
	t.Parallel()
	e, _ := crawled(t)
	c := copyOf(t, e, time.Minute)
	if err := os.WriteFile(filepath.Join(c.Dir, "synonyms.txt"), []byte("filament => silk"), 0o600); err != nil {
		t.Fatal(err)
	}
	d, url := deskOf(t)
	own, ownURL := deskOf(t)
	own.opt.Lists.Synonyms = func() *synonym.Set { return nil }
	for i, d := range []struct {
		*Desk
		url string
	}{{own, ownURL}, {d, url}} {
		if err := d.Show(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if r, err := at(t, d.url, "").Search(t.Context(), search.Request{Query: "filament"}); err != nil || (r.Total > 0) != (i > 0) {
			t.Errorf("desk %d: %d pages; %v", i, r.Total, err)
		}
	}
}

// A split Service answers from a copy; what changes something is asked of the folder.
type split struct {
	service.Answering
	service.Changing
}

// TestAnswers checks that a copy answers all that can be asked of a folder, and refuses what changes it.
func TestAnswers(t *testing.T) {
	t.Parallel()
	e, site := crawled(t)
	d, url := deskOf(t)
	c := at(t, url, "")
	if _, err := c.Docs(t.Context()); aranea.KindOf(err) != aranea.Transient || !strings.Contains(err.Error(), "no copy yet") {
		t.Errorf("before the first copy: %v", err)
	}
	if g, err := c.Greet(t.Context()); err != nil || g.Partition != "1/1" {
		t.Errorf("who it is: %+v, %v", g, err)
	}
	if err := d.Show(t.Context(), copyOf(t, e, 90*time.Minute)); err != nil {
		t.Fatal(err)
	}
	servicetest.Answers(t, split{c, e}, site)
	if st, err := c.Status(t.Context()); err != nil || time.Since(st.Copied) < 90*time.Minute || st.ReadOnly != "" {
		t.Errorf("status: copied %s, read-only %q, %v", st.Copied, st.ReadOnly, err)
	}
	r, err := c.Search(t.Context(), search.Request{Query: "silk"})
	if want := (hint.Hint{Code: hint.Standby, Value: "1/1", N: 90}); err != nil || len(r.Notes) != 1 || r.Notes[0] != want {
		t.Errorf("hints %+v, %v; want %+v", r.Notes, err, want)
	}
	t.Run("as of", func(t *testing.T) { saysCopied(t, c, site) })
	for name, change := range map[string]func() error{
		"stop":   func() error { _, err := c.Steer(t.Context(), service.Order{Deed: service.Stop}); return err },
		"remove": func() error { _, err := c.Remove(t.Context(), service.Removal{Target: site.String()}); return err },
		"prove":  func() error { _, err := c.Prove(t.Context(), service.Proof{Label: "x"}); return err },
	} {
		if err := change(); aranea.KindOf(err) != aranea.Denied || !strings.Contains(err.Error(), "changes nothing") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestInPlaceOfNode checks that a list of results that was begun at a node goes on at its standby when the node
// dies, that the answer says so, and that the node answers again when it is back.
func TestInPlaceOfNode(t *testing.T) {
	t.Parallel()
	e, _ := crawled(t)
	d, url := deskOf(t)
	copied := copyOf(t, e, 10*time.Minute)
	if err := d.Show(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	node := httptest.NewServer(api.Node(e, nodeOptions()))
	f, err := cluster.New([]service.Answering{at(t, node.URL, url)}, cluster.Options{Standbys: map[int]service.Answering{1: at(t, url, "")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	first, err := f.Search(t.Context(), search.Request{Query: "silk", Limit: 2, After: paging.First})
	if err != nil || len(first.Results) != 2 || len(first.Hints) != 0 {
		t.Fatalf("of the node: %+v, %v", first, err)
	}
	st, err := f.Status(t.Context())
	if err != nil || !st.Nodes[0].Copied.IsZero() || st.Nodes[0].Standby == nil || !st.Nodes[0].Standby.Copied.Equal(copied.At.Truncate(0)) {
		t.Errorf("status with the node: %+v, %v", st.Nodes, err)
	}
	node.CloseClientConnections()
	node.Close()
	rest, err := f.Search(t.Context(), search.Request{Query: "silk", Limit: 2, After: first.Next})
	if err != nil || len(rest.Results) != 2 || rest.Total != 4 || rest.More || len(rest.Notes) != 1 || rest.Notes[0].Code != hint.Standby {
		t.Fatalf("of its standby: %d of %d, hints %q, %v", len(rest.Results), rest.Total, rest.Hints, err)
	}
	shown := map[weburl.URL]bool{}
	for _, r := range append(first.Results, rest.Results...) {
		shown[r.URL] = true
	}
	if len(shown) != 4 {
		t.Errorf("%d results are shown of 4", len(shown))
	}
	if st, err = f.Status(t.Context()); err != nil || !st.Nodes[0].Copied.Equal(copied.At) || !st.Copied.IsZero() || st.Docs == 0 {
		t.Errorf("status without the node: %+v, %v", st.Nodes, err)
	}
}

// TestNewCopy checks that searches go on while a new copy takes the place of the one before, that this is closed,
// and that one which cannot be opened takes no place.
func TestNewCopy(t *testing.T) {
	t.Parallel()
	e, _ := crawled(t)
	d, url := deskOf(t)
	c := at(t, url, "")
	if err := d.Show(t.Context(), copyOf(t, e, time.Hour)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var asking sync.WaitGroup
	for range 2 {
		asking.Go(func() {
			for ctx.Err() == nil {
				if r, err := c.Search(ctx, search.Request{Query: "silk"}); ctx.Err() == nil && (err != nil || r.Total != 4) {
					t.Errorf("%d results, %v", r.Total, err)
				}
			}
		})
	}
	for range 5 {
		before := d.current()
		if err := d.Show(t.Context(), copyOf(t, e, time.Minute)); err != nil {
			t.Error(err)
		}
		if _, _, ok := before.Hold(t.Context()); ok {
			t.Error("the look at the copy before is still open")
		}
	}
	broken := copyOf(t, e, 0)
	if err := os.RemoveAll(filepath.Join(broken.Dir, "frontier")); err != nil {
		t.Fatal(err)
	}
	err := d.Show(t.Context(), broken)
	if err == nil || errors.Is(err, errReads) || !strings.Contains(err.Error(), "the copy cannot be opened") {
		t.Errorf("a broken copy: %v", err)
	}
	stop()
	asking.Wait()
	if r, err := c.Search(t.Context(), search.Request{Query: "silk"}); err != nil || r.Total != 4 {
		t.Errorf("after a broken copy: %d results, %v", r.Total, err)
	}
}

// saysCopied checks that lists, and what is told of one URL or host, say that they are from a copy.
func saysCopied(t *testing.T, c service.Answering, site weburl.URL) {
	isOld := func(what string, at time.Time) {
		if time.Since(at) < 90*time.Minute || time.Since(at) > 100*time.Minute {
			t.Errorf("%s: of %s", what, at)
		}
	}
	tr, err := c.Explain(t.Context(), site.String())
	if last := tr.Facts[len(tr.Facts)-1]; err != nil || last.Name != "As of" || !strings.Contains(last.Text, "a standby answered from its copy") {
		t.Errorf("%+v, %v", tr.Facts, err)
	}
	h, err := c.Host(t.Context(), site.Origin())
	if isOld("host", h.Copied); err != nil {
		t.Error(err)
	}
	urls, hosts := servicetest.Gather(t, c.URLs(t.Context(), service.URLFilter{})), servicetest.Gather(t, c.Hosts(t.Context(), service.HostFilter{}))
	isOld("URLs", urls[0].Copied)
	isOld("hosts", hosts[0].Copied)
}
