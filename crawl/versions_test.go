package crawl_test

import (
	"context"
	"fmt"
	neturl "net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
)

const (
	sourceFiles, sourceCommits = 30, 40
	sourceProducts             = 200
)

// A sourceSite shows a repository: its files as they are and as they were after each commit, each with
// its history and its plain text, and the commits with their differences. Beside it is a catalogue
// whose pages have little of their own.
type sourceSite struct {
	mu    sync.Mutex
	asked map[string]int // by target
}

func (s *sourceSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	u, err := neturl.Parse(r.URL.String())
	if err != nil || u.Path == "/robots.txt" || strings.Contains(u.Path, "0aranea") { // a name made up to see what a missing page is answered with
		out.Status = 404
		return out
	}
	s.asked[r.URL.Target()]++
	out.Body = []byte(s.page(strings.Split(strings.Trim(u.Path, "/"), "/"), u.Query()))
	return out
}

// lines are words that begin with a number of their own.
func lines(of string, from, n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "<p>%s %s says %s and %s", of, spelled(from+i), spelled(3*(from+i)), spelled(7*(from+i)))
	}
	return text.String()
}

func link(to string) string { return "<a href='" + to + "'>" + to + "</a> " }

func (s *sourceSite) page(path []string, q neturl.Values) string {
	view, name := path[0], ""
	if len(path) > 2 {
		view, name = path[1], path[2]
	} else if len(path) == 2 {
		view = path[1]
	}
	id, at := q.Get("id"), sourceCommits
	if id != "" {
		_, _ = fmt.Sscanf(id, "a%07x", &at)
		id = "?id=" + id
	}
	head := "<title>Repository " + view + "</title>"
	switch view {
	case "tree":
		if name == "" {
			return head + every(sourceFiles, func(i int) string { return "/r/tree/" + spelled(i) + id })
		}
		text := lines("File "+name, 0, 40) + lines("Change of "+name, at/20, 2)
		return "<title>" + name + "</title>" + text + link("/r/plain/"+name+id) + link("/r/log/"+name+id) + link("/r/tree/"+id)
	case "plain":
		return "<title>" + name + "</title>" + lines("File "+name, 0, 40) + lines("Change of "+name, at/20, 2)
	case "log":
		return head + every(at, func(i int) string { return "/r/commit/?id=" + commit(i+1) })
	case "commit":
		return fmt.Sprintf("<title>Commit %s</title>", spelled(at)) + lines("Commit", 100*at, 20) + link("/r/tree/"+id) + link("/r/diff/"+id)
	case "diff":
		return head + lines("Commit", 100*at, 20) + link("/r/commit/"+id)
	case "product":
		return "<title>Shop</title><div class=item><h1>Item " + spelled(sum(q.Get("n"))) + "</h1></div><div class=terms>" + lines("Terms", 0, 20) + "</div>"
	case "shop":
		return head + every(sourceProducts, func(i int) string { return fmt.Sprintf("/product?n=%d", i) })
	}
	return head + link("/r/tree/") + link("/r/log/") + link("/shop")
}

func sum(number string) (n int) {
	_, _ = fmt.Sscan(number, &n)
	return n
}

// commit returns the identifier of a commit.
func commit(n int) string { return fmt.Sprintf("a%07x", n) }

func every(n int, to func(int) string) string {
	text := ""
	for i := range n {
		text += link(to(i))
	}
	return text
}

// TestOldVersions: of the old versions of files few are asked for, and all files, commits and products
// are. What the operator wants is visited.
func TestOldVersions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &sourceSite{asked: map[string]int{}}
		x := newMirrorTrial(t, nil, "http://a.test/")
		x.fetcher = site
		x.run(t)
		old := site.count("/r/tree/", "id=")
		n := x.states(t, "http://a.test")
		t.Logf("%d old versions of %d were asked for, and %d URLs in all; reasons %v", old, sourceFiles*sourceCommits, len(site.asked), n)
		if files := site.count("/r/tree/", "") - old; files != sourceFiles+1 || site.count("/r/commit/", "") != sourceCommits || site.count("/product", "") != sourceProducts {
			t.Errorf("%d files, %d commits and %d products were asked for", files, site.count("/r/commit/", ""), site.count("/product", ""))
		}
		if old > 400 || len(site.asked) > 1000 || n[aranea.ScopeTrap] < 1000 {
			t.Errorf("%d old versions were asked for, and %d URLs; reasons %v", old, len(site.asked), n)
		}
		if err := x.learner.Allow("http://a.test", "/r/tree/**?id=*"); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		if now := site.count("/r/tree/", "id="); now < sourceFiles*sourceCommits {
			t.Errorf("%d old versions were asked for when the operator wants them", now)
		}
	})
}

// count counts the URLs asked for that begin with a path and have a text.
func (s *sourceSite) count(path, text string) (n int) {
	for target := range s.asked {
		if strings.HasPrefix(target, path) && strings.Contains(target, text) {
			n++
		}
	}
	return n
}
