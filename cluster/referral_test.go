package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/weburl"
)

// A movedWeb has a site of partition 1 of 2 whose robots file redirects to one of a site of partition 2, which
// redirects once more.
type movedWeb struct {
	old, fresh string
	mutual     bool // the other file redirects back
	settings   service.Settings

	mu    sync.Mutex
	asked map[string]int // by host and path
}

func newMovedWeb(t *testing.T) *movedWeb {
	t.Helper()
	w := &movedWeb{asked: map[string]int{}}
	first, second := partition.Partition{Number: 1, Of: 2}, partition.Partition{Number: 2, Of: 2}
	start, other := partitiontest.Site(t, first, 0), partitiontest.Site(t, second, 0)
	w.old, w.fresh = start.Origin().Host(), other.Origin().Host()
	srv := httptest.NewServer(w)
	t.Cleanup(srv.Close)
	w.settings = servicetest.Settings(start)
	w.settings.Resolve, w.settings.Scope = []string{"*:*:" + strings.TrimPrefix(srv.URL, "http://")}, "any"
	return w
}

func (w *movedWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.asked[r.Host+r.URL.Path]++
	w.mu.Unlock()
	switch r.Host + r.URL.Path {
	case w.fresh + "/robots.txt":
		if w.mutual {
			http.Redirect(rw, r, "http://"+w.old+"/robots.txt", http.StatusFound)
			return
		}
		fmt.Fprint(rw, "User-agent: *\nDisallow: /closed\n")
	case w.old + "/robots.txt":
		http.Redirect(rw, r, "http://"+w.fresh+"/rules/robots.txt", http.StatusMovedPermanently)
	case w.fresh + "/rules/robots.txt":
		http.Redirect(rw, r, "/robots.txt", http.StatusFound)
	case w.old + "/", w.old + "/open":
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(rw, "<html lang=en><title>Page</title><p>The words of %s. <a href=/open>open</a> <a href=/closed>closed</a>", r.URL.Path)
	default:
		http.NotFound(rw, r)
	}
}

func (w *movedWeb) requests(page string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked[page]
}

// A later node is known after who asks it.
type later struct{ *engine.Engine }

// Refer implements remoterobots.Node.
func (l *later) Refer(ctx context.Context, a remoterobots.Ask) (remoterobots.Answer, error) {
	if l.Engine == nil {
		return remoterobots.Answer{}, errors.New("there is no such node")
	}
	return l.Engine.Refer(ctx, a)
}

// A node is the owner of one of two partitions.
type node struct {
	*engine.Engine
	settings service.Settings
}

func (w *movedWeb) open(t *testing.T, number int, peers []*later) *node {
	t.Helper()
	own := partition.Partition{Number: number, Of: 2}
	asker := remoterobots.NewAsker(own, []remoterobots.Node{peers[0], peers[1]})
	e, err := engine.Open(t.Context(), filepath.Join(t.TempDir(), "data"), engine.Options{Version: "test", Create: true, Referral: asker})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	n := &node{e, w.settings}
	n.settings.Partition = own
	return n
}

func (n *node) crawl(t *testing.T) {
	t.Helper()
	if _, err := n.Crawl(t.Context(), n.settings, nil); err != nil {
		t.Fatal(err)
	}
}

// TestRobotsFileOfAnotherPartition: the robots file of a site may be that of a site of another partition, as
// in one folder. Its node reads it, and nobody else asks that site.
func TestRobotsFileOfAnotherPartition(t *testing.T) {
	t.Parallel()
	w := newMovedWeb(t)
	peers := []*later{{}, {}}
	first, second := w.open(t, 1, peers), w.open(t, 2, peers)
	peers[1].Engine = second.Engine
	second.crawl(t) // nothing yet, but now it has its partition
	first.crawl(t)
	for path, reason := range map[string]aranea.Reason{"/": aranea.IndexAdded, "/open": aranea.IndexAdded, "/closed": aranea.RobotsDenied} {
		if tr, err := first.Explain(t.Context(), "http://"+w.old+path); err != nil || tr.Reason != reason.String() {
			t.Errorf("%s: %s, %v; want %s", path, tr.Reason, err, reason)
		}
	}
	tr, err := first.Explain(t.Context(), "http://"+w.old+"/robots.txt")
	if text := fmt.Sprintf("%+v", tr); err != nil || !strings.Contains(text, "robots file, to http://"+w.fresh+"/rules/robots.txt; partition 2 of 2 visits it") || !strings.Contains(text, "robots file, to http://"+w.fresh+"/robots.txt; partition 2 of 2 visits it") {
		t.Errorf("the trail of the file: %v: %s", err, text)
	}
	if w.requests(w.old+"/closed") > 0 || w.requests(w.fresh+"/robots.txt") != 1 || w.requests(w.fresh+"/rules/robots.txt") != 1 {
		t.Errorf("requests: %v", w.asked)
	}
	if got, err := second.Refer(t.Context(), remoterobots.Ask{From: 1, URL: parsed(t, "http://"+w.old+"/robots.txt")}); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("a site of another partition: %+v, %v", got, err)
	}
	if _, err := second.Steer(t.Context(), service.Order{Deed: service.Stop}); err != nil {
		t.Fatal(err)
	}
	if got, err := second.Refer(t.Context(), remoterobots.Ask{From: 1, URL: parsed(t, "http://"+w.fresh+"/other.txt")}); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("while nothing may be requested: %+v, %v", got, err)
	}
}

// TestRobotsFilesOfEachOther: two robots files that redirect to each other are no files, as in one folder, also if one
// of them is out of reach at first, because nobody tells of the other.
func TestRobotsFilesOfEachOther(t *testing.T) {
	t.Parallel()
	w := newMovedWeb(t)
	w.mutual = true
	peers := []*later{{}, {}}
	first, second := w.open(t, 1, peers), w.open(t, 2, peers)
	second.settings.Seeds = append(second.settings.Seeds, parsed(t, "http://"+w.fresh+"/"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, err := second.Crawl(ctx, second.settings, func(p runreport.Progress) {
		if p.Errors > 0 { // its file is out of reach
			cancel()
		}
	}); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	peers[1].Engine = second.Engine
	first.crawl(t)
	if tr, err := first.Explain(t.Context(), "http://"+w.old+"/closed"); err != nil || tr.Reason != aranea.HTTPNotFound.String() {
		t.Errorf("%+v, %v", tr, err)
	}
	tr, err := first.Explain(t.Context(), "http://"+w.old+"/robots.txt")
	if err != nil || slices.ContainsFunc(tr.Events, func(e trail.Event) bool { return e.Code == aranea.RobotsUnreachable.String() }) {
		t.Errorf("the file that the other one leads back to: %+v, %v", tr.Events, err)
	}
}

func parsed(t *testing.T, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
