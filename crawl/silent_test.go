package crawl_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestBrokenURLs: a few pages that always answer 503 do not keep a crawl from the other pages
// of their host.
func TestBrokenURLs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		home, pages := words, map[string][]reply{}
		for i := range 126 {
			path := fmt.Sprintf("/%d", i)
			home += "<a href=" + path + ">a page</a> "
			pages["http://a.test"+path] = get(fmt.Sprintf("<title>Page %d</title><p>%s", i, strings.Repeat(fmt.Sprintf("words%d ", i), 20)))
			if i%21 == 20 {
				pages["http://a.test"+path] = []reply{{status: 503}}
			}
		}
		pages["http://a.test/"] = get(home)
		x := newMirrorTrial(t, pages, "http://a.test/")
		begun := time.Now()
		r := x.run(t)
		n := x.states(t, "http://a.test")
		if n[aranea.IndexAdded] != 121 || n[aranea.HTTPServer] != 6 {
			t.Errorf("%s: %s: %v", r.Verdict, r.Why, n)
		}
		if took := time.Since(begun); took < 3*time.Minute || took > 15*time.Minute {
			t.Errorf("the crawl took %s", took)
		}
	})
}

// A silentNet is a network on which silent.test accepts no connection, mute.test
// accepts and says nothing, and every other host has a page and no robots file.
type silentNet struct {
	mu     sync.Mutex
	dialed map[string]int
}

func (n *silentNet) lookup(_ context.Context, host string) ([]netip.Addr, error) {
	switch host {
	case "silent.test":
		return []netip.Addr{netip.MustParseAddr("93.184.216.1")}, nil
	case "mute.test":
		return []netip.Addr{netip.MustParseAddr("93.184.216.2")}, nil
	}
	return []netip.Addr{netip.MustParseAddr("93.184.216.3")}, nil
}

// dials returns how often a host was dialed.
func (n *silentNet) dials(host string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.dialed[host]
}

func (n *silentNet) dial(ctx context.Context, _, address string) (net.Conn, error) {
	host, _, _ := net.SplitHostPort(address)
	n.mu.Lock()
	n.dialed[host]++
	n.mu.Unlock()
	if host == "93.184.216.1" {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	client, server := net.Pipe()
	go func() {
		defer server.Close()
		if host == "93.184.216.2" {
			_, _ = io.Copy(io.Discard, server)
			return
		}
		answerPages(server)
	}()
	return client, nil
}

func answerPages(c net.Conn) {
	in := bufio.NewReader(c)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		for text := line; text != "\r\n"; {
			if text, err = in.ReadString('\n'); err != nil {
				return
			}
		}
		answer := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 18\r\n\r\n<p>Words of a page"
		if strings.Contains(line, "robots.txt") {
			answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
		}
		if _, err := io.WriteString(c, answer); err != nil {
			return
		}
	}
}

// TestHostsThatDoNotConnect: a connection that is never accepted, and a handshake that is never
// answered, are failures of their host, with retries and backoff. The crawl ends, and does not
// retry every few seconds until then.
func TestHostsThatDoNotConnect(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &silentNet{dialed: map[string]int{}}
		client, err := fetch.New(fetch.Options{Lookup: n.lookup, DialContext: n.dial})
		if err != nil {
			t.Fatal(err)
		}
		kv := memstore.New()
		start := time.Now()
		r, _ := runAs(t, kv, client, dialect.RFC9309(), "http://silent.test/", "https://mute.test/", "http://good.test/")
		if took := time.Since(start); took > time.Hour {
			t.Errorf("the crawl took %s", took)
		}
		if r.Counts[aranea.CountFetched] != 1 {
			t.Errorf("%d pages, want that of good.test", r.Counts[aranea.CountFetched])
		}
		for _, host := range []string{"93.184.216.1", "93.184.216.2"} {
			if times := n.dials(host); times < 1 || times > 10 {
				t.Errorf("%s was dialed %d times", host, times)
			}
		}
		client.Close()
		f, err := frontier.Open(t.Context(), kv, frontier.Options{Delay: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"http://silent.test/", "https://mute.test/"} {
			u, err := weburl.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			h, _, err := f.Host(u.Origin())
			if err != nil || h.Failures == 0 {
				t.Errorf("%s: %d failures are counted, %v", text, h.Failures, err)
			}
		}
	})
}

// A slowPage is a web whose pages, but not its robots files, are slow.
type slowPage struct{ web }

const slow = 15 * time.Second

func (w *slowPage) Do(ctx context.Context, r fetch.Request) aranea.Fetched {
	if r.URL.Path() != "/robots.txt" {
		<-time.After(slow)
	}
	return w.web.Do(ctx, r)
}

// TestVisitUnderWayIsTold: progress reports that an answer is being waited for.
func TestVisitUnderWayIsTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &slowPage{web{asked: map[string][]time.Time{}}}
		_, shown := runAs(t, memstore.New(), w, dialect.RFC9309(), "http://well.test/")
		told := false
		for i, p := range shown[1:] {
			told = told || p.At.Sub(shown[i].At) >= slow && shown[i].Outstanding == 1
		}
		if !told {
			t.Errorf("nothing was told of the visit under way: %+v", shown)
		}
	})
}
