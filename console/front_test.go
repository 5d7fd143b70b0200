package console

import (
	"net"
	"net/http"
	"net/url"
	"testing"

	"github.com/aranea-search/aranea/cluster"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/scope/partition"
)

// Guard line: the pages may be those of a cluster.
var _ Service = (*cluster.Front)(nil)

// TestOverAFront requests pages of two nodes: what one of them has is on all pages, and without the other the
// search says so.
func TestOverAFront(t *testing.T) {
	t.Parallel()
	open := func() *engine.Engine {
		e, err := engine.Open(t.Context(), t.TempDir()+"/data", engine.Options{Create: true, Version: "9.9"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := e.Close(); err != nil {
				t.Error(err)
			}
		})
		return e
	}
	full, other := open(), open()
	site := servicetest.Crawl(t, full)
	pages := func(other service.Answering) http.Handler {
		nodes := []service.Answering{full, other}
		if partition.Of(site.Origin(), 2) == 2 {
			nodes[0], nodes[1] = nodes[1], nodes[0]
		}
		f, err := cluster.New(nodes, cluster.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(f.Close)
		srv, err := New(f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return srv.Handler()
	}
	h, page := pages(other), url.QueryEscape(site.String()+"p1")
	for path, want := range map[string]string{
		"/": "5 pages", "/?q=spider": "A <mark>spider</mark> number", "/?q=spidre": "q=spider", "/status": "Partition 2 of 2", "/stats": "7 URLs known", "/urls?state=indexed": site.String() + "p1",
		"/hosts": site.Host(), "/why?url=" + page + "&q=spider": "In the index.", "/links?url=" + page: "1 page", "/broken": "/missing", "/orphans": site.String(), "/sitemaps": "unlisted",
		"/hosts?origin=" + url.QueryEscape(string(site.Origin())): "Disallow: /private", "/bot": "Aranea/9.9", "/readyz": "ready", "/metrics": "aranea_documents 5",
	} {
		has(t, get(t, h, path), 200, want)
	}
	h = pages(api.Refusing(wire.Gone(net.ErrClosed)))
	has(t, get(t, h, "/?q=spider"), 200, "does not answer; its pages are missing.", "A <mark>spider</mark> number")
	has(t, get(t, h, "/status"), 200, "Partition 1 of 2", "Partition 2 of 2")
}
