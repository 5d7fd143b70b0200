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
	"github.com/aranea-search/aranea/trap"
)

// TestListsOfFiles: a web server lists the files of each folder in eight orders; only the folder is asked for, but if
// it has nothing to show but one of these.
func TestListsOfFiles(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		pages := map[string][]reply{"http://a.test/sorted/": {{status: 302, header: []string{"Location", "/sorted/?C=M;O=D"}}}}
		list := func(folder string) string {
			text := "<title>Index of " + folder + "</title><a href='../'>Parent</a> "
			for _, column := range "NMSD" {
				text += fmt.Sprintf("<a href='?C=%c;O=D'>column</a> <a href='?C=%c;O=A'>column</a> ", column, column)
			}
			return text + words
		}
		folders := ""
		for i := range 20 {
			folder := "http://a.test/" + spelled(i) + "/"
			pages[folder] = get(list(folder) + "<a href=a.txt>a.txt</a> <a href=b.txt>b.txt</a>")
			pages[folder+"a.txt"], pages[folder+"b.txt"] = get(words+folder+" a"), get(words+folder+" b")
			for _, order := range []string{"C=N;O=D", "C=M;O=A"} {
				pages[folder+"?"+order] = get(list(folder) + "<a href=b.txt>b.txt</a> <a href=a.txt>a.txt</a>")
			}
			folders += "<a href='" + folder + "'>" + spelled(i) + "</a> "
		}
		pages["http://a.test/"] = get(list("/") + folders + "<a href=sorted/>sorted</a>")
		pages["http://a.test/sorted/?C=M;O=D"] = get(list("/sorted/") + "<a href=last.txt>last.txt</a>")
		pages["http://a.test/sorted/last.txt"] = get(words + "last")
		x := newMirrorTrial(t, pages, "http://a.test/")
		x.run(t)
		for u := range x.web.asked {
			if strings.Contains(u, "?C=") && u != "http://a.test/sorted/?C=M;O=D" {
				t.Errorf("asked for %s", u)
			}
		}
		if n := x.states(t, "http://a.test"); n[aranea.IndexAdded] != 1+20*3+2 || n[aranea.HTTPRedirect] != 1 {
			t.Errorf("reasons %v", n)
		}
		if err := x.learner.Allow("http://a.test", trap.RuleShape); err != nil {
			t.Fatal(err)
		}
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.ScopeParameter] != 0 {
			t.Errorf("with leave of the operator: reasons %v", n)
		}
	})
}

// TestSessionsByRedirect: a site that gives a session to whoever comes without one, by a redirect to the same address
// with a parameter, is read: the address with the parameter is the only one that shows the page.
func TestSessionsByRedirect(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &sessionSite{}
		x := newMirrorTrial(t, nil, "http://a.test/")
		x.fetcher = site
		x.run(t)
		if n := x.states(t, "http://a.test"); n[aranea.IndexAdded] != sidPages || n[aranea.ScopeParameter] == 0 || site.asked > 3*sidPages {
			t.Errorf("asked %d times, reasons %v", site.asked, n)
		}
		site.down = true
		for range 10 {
			x.nextDay(t)
		}
		if n := x.states(t, "http://a.test"); n[aranea.IndexAdded] != sidPages {
			t.Errorf("no session is given any more: reasons %v", n)
		}
	})
}

// sidPages is the number of pages of a sessionSite.
const sidPages = 150

// A sessionSite shows its pages only to those who bring a session, and names each page with the session and without.
type sessionSite struct {
	mu    sync.Mutex
	next  int // the next session
	asked int
	down  bool // no session is given
}

func (s *sessionSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	u, err := neturl.Parse(r.URL.String())
	if err != nil || u.Path == "/robots.txt" {
		out.Status = 404
		return out
	}
	s.asked++
	sid := u.Query().Get("sid")
	if sid == "" && s.down {
		out.Status = 404
		return out
	}
	if sid == "" {
		s.next++
		out.Status, out.Header = 302, aranea.Header{"Location": {fmt.Sprintf("%s?sid=%x", u.Path, 7919*s.next)}}
		return out
	}
	var n int
	_, _ = fmt.Sscanf(u.Path, "/%d", &n) // 0 for the home page
	text := fmt.Sprintf("<title>Page %s</title><p>%s %s of %s and %s.", spelled(n), words, spelled(n*n), spelled(n+7), spelled(n*3))
	for i := n + 1; i < min(n+6, sidPages); i++ {
		text += fmt.Sprintf("<a href='/%d?sid=%s'>next</a> <a href='/%d'>next</a> ", i, sid, i)
	}
	out.Body = []byte(text)
	return out
}
