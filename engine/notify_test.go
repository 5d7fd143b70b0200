package engine

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/weburl"
)

// TestNotify checks that URLs in a notice by the IndexNow protocol become due at once if the
// site has the key, only within the scope, and only URLs of that site.
func TestNotify(t *testing.T) {
	t.Parallel()
	const key = "0123-abcd"
	var home, asked atomic.Int64
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "<title>Home</title><p>Words of the home page, version %d.", home.Add(1))
	})
	mux.HandleFunc("/new", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<title>New</title><p>A page that nothing links to.")
	})
	mux.HandleFunc("/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "User-agent: *\nDisallow: /logout\n")
	})
	mux.HandleFunc("/logout", func(w http.ResponseWriter, _ *http.Request) { asked.Add(1) })
	mux.HandleFunc("/"+key+".txt", func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		fmt.Fprintln(w, key)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	site, err := weburl.Parse(server.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	e := openEngine(t, t.TempDir())
	notify := func(key string, paths ...string) (indexnow.Received, error) {
		n := indexnow.Notice{Host: site.Host(), Key: key}
		for _, p := range paths {
			n.URLs = append(n.URLs, server.URL+p)
		}
		return e.Notify(t.Context(), n)
	}
	if _, err := notify(key, "/new"); aranea.KindOf(err) != aranea.Invalid || asked.Load() != 0 {
		t.Errorf("a site that is not crawled: %v, %d requests", err, asked.Load())
	}
	if _, err := e.Crawl(t.Context(), servicetest.Settings(site), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := notify("another-key", "/new"); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("a key that the site does not have: %v", err)
	}
	for _, deed := range []service.Deed{service.Pause, service.Resume, service.Stop} {
		if _, err := e.Steer(t.Context(), service.Order{Deed: deed}); err != nil {
			t.Fatal(err)
		}
		if deed == service.Resume {
			continue
		}
		if _, err := notify(key, "/new"); aranea.KindOf(err) != aranea.Denied || asked.Load() != 0 {
			t.Errorf("after %s: %v, %d requests", deed, err, asked.Load())
		}
	}
	if _, err := e.Steer(t.Context(), service.Order{Deed: service.Resume}); err != nil {
		t.Fatal(err)
	}
	for _, location := range []string{"/logout", "/" + key + ".txt?now", "/key.zip"} {
		n := indexnow.Notice{Host: site.Host(), Key: key, KeyLocation: location, URLs: []string{server.URL + "/new"}}
		_, err := e.Notify(t.Context(), n)
		if refusal, ok := errors.AsType[*indexnow.Refusal](err); !ok || asked.Load() != 0 {
			t.Errorf("a key at %s: %v, %d requests", location, err, asked.Load())
		} else if closed := refusal.Why.Kind == aranea.Denied; closed != (location == "/logout") {
			t.Errorf("a key at %s: %v", location, err)
		}
	}
	if n, err := notify(key, "/", "/new", "/file.zip"); err != nil || n != (indexnow.Received{New: 1, Again: 1, Outside: 1}) {
		t.Errorf("%+v, %v", n, err)
	}
	if n, err := notify(key, "/"); err != nil || n != (indexnow.Received{Waiting: 1}) || asked.Load() != 1 {
		t.Errorf("said again: %+v, %v; the key was asked for %d times", n, err, asked.Load())
	}
	if _, err := e.Crawl(t.Context(), servicetest.Settings(site), nil); err != nil {
		t.Fatal(err)
	}
	if n, err := e.Docs(t.Context()); err != nil || n != 2 || home.Load() != 2 {
		t.Errorf("%d pages can be found, %v; the home page was visited %d times", n, err, home.Load())
	}
	trail, err := e.Explain(t.Context(), server.URL+"/new")
	if err != nil || len(trail.Events) == 0 || trail.Events[0].Code != aranea.DiscoverNotice.String() {
		t.Errorf("the trail of the new page: %+v, %v", trail, err)
	}
}

// homeWithKey returns a site of one page with a key file.
func homeWithKey(key string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<title>Home</title><p>Words of the home page.")
	})
	mux.HandleFunc("/"+key+".txt", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, key) })
	return mux
}

// TestNotifyIsTold checks that the request for a key is counted, and that URLs queued by a
// notice have a next visit.
func TestNotifyIsTold(t *testing.T) {
	t.Parallel()
	const key = "0123-abcd"
	server := httptest.NewServer(homeWithKey(key))
	defer server.Close()
	site, err := weburl.Parse(server.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	e := openEngine(t, t.TempDir())
	if _, err := e.Crawl(t.Context(), servicetest.Settings(site), nil); err != nil {
		t.Fatal(err)
	}
	before, err := e.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Notify(t.Context(), indexnow.Notice{Host: site.Host(), Key: key, URLs: []string{server.URL + "/"}}); err != nil {
		t.Fatal(err)
	}
	want := before.Counts
	want[aranea.CountRequests]++
	want[aranea.CountBytes] += uint64(len(key) + 1)
	want[aranea.CountDue]++
	if st, err := e.Status(t.Context()); err != nil || st.Counts != want || st.Asked != before.Asked {
		t.Errorf("with the key %+v, %v; before it %+v", st.Counts, err, before.Counts)
	}
	why, err := e.Explain(t.Context(), server.URL+"/")
	if err != nil || !slices.ContainsFunc(why.Facts, func(f trail.Fact) bool { return f.Name == "Next visit" }) {
		t.Errorf("what waits for another visit: %+v, %v", why, err)
	}
}

// TestNotifyOfAMovedSeed checks that the target of a moved seed is in scope for notices as well.
func TestNotifyOfAMovedSeed(t *testing.T) {
	t.Parallel()
	const key = "0123-abcd"
	moved := httptest.NewServer(homeWithKey(key))
	defer moved.Close()
	old := httptest.NewServer(http.RedirectHandler(moved.URL+"/", http.StatusMovedPermanently))
	defer old.Close()
	site, err := weburl.Parse(old.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	set := servicetest.Settings(site)
	set.Scope = "prefix" // in which another port is another folder
	e := openEngine(t, t.TempDir())
	if _, err := e.Crawl(t.Context(), set, nil); err != nil {
		t.Fatal(err)
	}
	n, err := e.Notify(t.Context(), indexnow.Notice{Host: site.Host(), Key: key, URLs: []string{moved.URL + "/", moved.URL + "/new"}})
	if err != nil || n != (indexnow.Received{New: 1, Again: 1}) {
		t.Errorf("%+v, %v", n, err)
	}
	if trail, err := e.Explain(t.Context(), moved.URL+"/other"); err != nil || len(trail.Moved) != 1 || trail.Moved[0] != moved.URL+"/" {
		t.Errorf("the trail says %q, %v", trail.Moved, err)
	}
}
