package servicetest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/engine/remoterobots"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// nodes is the number of partitions of the cluster in the tests.
const nodes = 2

// Node returns settings of a crawl of a site as the node of its partition, and the root of a site
// that another node visits.
func Node(t testing.TB, site weburl.URL) (s service.Settings, elsewhere weburl.URL) {
	t.Helper()
	s = Settings(site)
	s.Partition = partition.Partition{Number: partition.Of(site.Origin(), nodes), Of: nodes}
	for i := 0; elsewhere.IsZero(); i++ {
		u, err := weburl.Parse(fmt.Sprintf("http://site%d.test/", i))
		if err != nil {
			t.Fatal(err)
		}
		if !s.Partition.Holds(u.Origin()) {
			elsewhere = u
		}
	}
	return s, elsewhere
}

// robotsFile is that of the site of a node.
const robotsFile = "User-agent: *\nDisallow: /closed\n"

// handing checks what nodes of a cluster ask of each other.
func (c *contract) handing(t *testing.T) {
	c.handingAlone(t)
	var elsewhere weburl.URL
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `<title>Start</title><p>Welcome. <a href="%sthere">foreign words</a>`, elsewhere)
	})
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, robotsFile) })
	mux.HandleFunc("/found", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<title>Found</title><p>Nothing here links to it.")
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	site, err := weburl.Parse(server.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	n := node{service: c.open(t, filepath.Join(t.TempDir(), "node")), site: site}
	n.set, elsewhere = Node(t, site)
	n.elsewhere, n.other = elsewhere, 1+nodes-n.set.Partition.Number
	b := handover.Batch{From: partition.Partition{Number: n.other, Of: nodes}, Pages: []handover.Page{{
		URL: elsewhere, Depth: 1, Links: []handover.Link{{To: site, Anchor: "home"}, {To: resolve(t, site, "/found"), Anchor: "gossamer"}, {To: elsewhere}},
	}}}
	if _, err := n.service.Receive(t.Context(), b); aranea.KindOf(err) != aranea.Transient {
		t.Errorf("before the first crawl: %v", err)
	}
	if out, err := n.service.Outgoing(t.Context(), handover.Wish{To: n.other}); !out.IsEmpty() || err != nil {
		t.Errorf("before the first crawl %+v waits, %v", out, err)
	}
	own, ask := remoterobots.Ask{From: n.other, URL: site.Origin().RobotsURL()}, n.service.Refer
	if _, err := ask(t.Context(), own); aranea.KindOf(err) != aranea.Transient {
		t.Errorf("a robots file before the first crawl: %v", err)
	}
	n.crawl(t)
	if a, err := ask(t.Context(), own); err != nil || string(a.Body) != robotsFile || a.Status != http.StatusOK || a.Fresh <= 0 {
		t.Errorf("the robots file: %+v, %v", a, err)
	}
	own.URL = resolve(t, site, "/found")
	if a, err := ask(t.Context(), own); err != nil || !strings.Contains(string(a.Body), "Nothing here") {
		t.Errorf("another file: %+v, %v", a, err)
	}
	n.outgoing(t)
	for _, queued := range []int{1, 0} {
		if did, err := n.service.Receive(t.Context(), b); did != (handover.Received{Pages: 1, Links: 2, Queued: queued}) || err != nil {
			t.Errorf("received %+v, %v", did, err)
		}
	}
	n.crawl(t)
	n.received(t)
	n.refusals(t, b)
}

// A node visits a site of its partition, which links to one elsewhere, in the other partition.
type node struct {
	service         service.Service
	set             service.Settings
	site, elsewhere weburl.URL
	other           int
}

func (n *node) crawl(t *testing.T) {
	t.Helper()
	if _, err := n.service.Crawl(t.Context(), n.set, nil); err != nil {
		t.Fatal(err)
	}
}

// outgoing checks what waits after the first crawl, and that it does so until it is delivered.
func (n *node) outgoing(t *testing.T) {
	waits := func(want int) {
		t.Helper()
		if st, err := n.service.Status(t.Context()); err != nil || len(st.Handover) != want || want == 1 && st.Handover[0] != (handover.Waiting{To: n.other, Pages: 1}) {
			t.Errorf("the status says %+v, %v", st.Handover, err)
		}
	}
	out, err := n.service.Outgoing(t.Context(), handover.Wish{To: n.other})
	if err != nil || len(out.Batch.Pages) != 1 || len(out.Batch.Pages[0].Links) != 1 || out.Batch.Pages[0].URL != n.site || out.Batch.Pages[0].Links[0].Anchor != "foreign words" || out.Batch.From != n.set.Partition {
		t.Errorf("%+v waits, %v", out, err)
	}
	waits(1)
	if err := n.service.Delivered(t.Context(), out.Receipt); err != nil {
		t.Errorf("delivered: %v", err)
	}
	for told := 0; ; told++ {
		out, err := n.service.Outgoing(t.Context(), handover.Wish{To: n.other})
		if err != nil || told > 1 || len(out.Batch.Pages) > 0 {
			t.Errorf("after all pages were delivered %+v waits, %v", out, err)
			break
		}
		if out.IsEmpty() {
			if told == 0 {
				t.Error("no ranks are told")
			}
			break
		}
		if err := n.service.Delivered(t.Context(), out.Receipt); err != nil {
			t.Errorf("delivered ranks: %v", err)
		}
	}
	waits(0)
}

// refusals checks that nothing is handed over to oneself, or to nobody. b is from the other node.
func (n *node) refusals(t *testing.T, b handover.Batch) {
	own := n.set.Partition
	b.From = own
	for name, err := range map[string]error{
		"what waits for oneself": last(n.service.Outgoing(t.Context(), handover.Wish{To: own.Number})), "what waits for nobody": last(n.service.Outgoing(t.Context(), handover.Wish{To: nodes + 1})),
		"delivered to oneself": n.service.Delivered(t.Context(), handover.Receipt{To: own.Number}), "from oneself": last(n.service.Receive(t.Context(), b)),
		"a robots file for oneself": last(n.service.Refer(t.Context(), remoterobots.Ask{From: own.Number, URL: n.site})), "a robots file elsewhere": last(n.service.Refer(t.Context(), remoterobots.Ask{From: n.other, URL: n.elsewhere})),
		"no robots file": last(n.service.Refer(t.Context(), remoterobots.Ask{From: n.other})),
	} {
		if aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%s: %v, want an error of kind invalid", name, err)
		}
	}
}

// handingAlone checks that a folder with the whole web takes part in no handover.
func (c *contract) handingAlone(t *testing.T) {
	for name, err := range map[string]error{
		"outgoing": last(c.s.Outgoing(t.Context(), handover.Wish{To: 1})), "delivered": c.s.Delivered(t.Context(), handover.Receipt{To: 1}),
		"receive": last(c.s.Receive(t.Context(), handover.Batch{From: partition.Partition{Number: 1, Of: nodes}})),
		"refer":   last(c.s.Refer(t.Context(), remoterobots.Ask{From: 1, URL: weburl.MustParse("http://a.test/robots.txt")})),
	} {
		if aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "of no cluster") {
			t.Errorf("%s of the whole web: %v", name, err)
		}
	}
}

// received checks what is known of a page that only a page of another node links to.
func (n *node) received(t *testing.T) {
	s, found, elsewhere := n.service, resolve(t, n.site, "/found"), n.elsewhere
	trail, err := s.Explain(t.Context(), found.String())
	if err != nil || !trail.In || !strings.Contains(fmt.Sprint(trail.Facts), "{Found on "+elsewhere.String()) || !strings.Contains(fmt.Sprint(trail.Facts), "2 links from a start page") {
		t.Errorf("explain: %+v, %v", trail, err)
	}
	in, err := s.Inlinks(t.Context(), found)
	if err != nil || in.Pages != 1 || in.Foreign != 1 || in.Examples[0].From != elsewhere || in.Examples[0].Anchor != "gossamer" {
		t.Errorf("links to it: %+v, %v", in, err)
	}
	if r, err := s.Search(t.Context(), search.Request{Query: "gossamer"}); err != nil || r.Total != 1 || r.Results[0].URL != found {
		t.Errorf("by the words of the link: %+v, %v", r, err)
	}
}

func resolve(t *testing.T, base weburl.URL, path string) weburl.URL {
	t.Helper()
	u, err := base.Resolve(path)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// last returns the error of a call with an answer.
func last[T any](_ T, err error) error { return err }
