package crawl_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/weburl"
)

// A mazeSite is a site with a maze of words, each page of which has a text of its own and
// names three pages below it, and with chapters one behind the other, each of which names
// the one before and the next.
type mazeSite struct {
	asked map[string]int // by first path segment
}

const chapters = 60

func (s *mazeSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	path := r.URL.Path()
	first, _, _ := strings.Cut(path[1:], "/")
	s.asked[first]++
	n := 0
	switch first {
	case "":
		out.Body = []byte(words + "<a href=/maze/>In</a> <a href=/chapters/" + spelled(0) + ">Read</a>")
	case "maze":
		out.Body = []byte(mazePage(path))
	case "chapters":
		for path != "/chapters/"+spelled(n) {
			n++
		}
		out.Body = fmt.Appendf(nil, "%s Chapter %s. <a href=%s>Back</a>", words, spelled(n), spelled(max(n-1, 0)))
		if n+1 < chapters {
			out.Body = fmt.Appendf(out.Body, " <a href=%s>On</a>", spelled(n+1))
		}
	default:
		out.Status = 404
	}
	return out
}

// mazePage returns a page of words made of its path.
func mazePage(path string) string {
	word := func(i int) string {
		h := fnv.New32a()
		_, _ = fmt.Fprint(h, path, i)
		return strings.Map(func(r rune) rune { return 'a' + r%26 }, fmt.Sprintf("%x", h.Sum32()))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<title>%s</title><p>", word(0))
	for i := range 40 {
		fmt.Fprintf(&b, "%s ", word(10+i))
	}
	for i := range 3 {
		fmt.Fprintf(&b, "<a href='%s%s/'>%s</a> ", path, word(100+i), word(i))
	}
	return b.String()
}

// TestMaze: a maze of words is told once, with its folder, and what is found in it from
// then on waits for the rest of its host, which is no maze. What the operator allows
// comes in its turn again, and is not told again.
func TestMaze(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &mazeSite{asked: map[string]int{}}
		x := newMirrorTrial(t, nil, "http://a.test/")
		x.fetcher = site
		var told []string
		x.opt.Endless = func(o weburl.Origin, why string) { told = append(told, string(o)+" "+why) }
		ctx, cancel := context.WithTimeout(t.Context(), 4000*time.Second)
		defer cancel()
		x.runUntil(ctx, t)
		if n := site.asked["chapters"]; n != chapters {
			t.Errorf("%d of %d chapters were asked for, and %d pages of the maze", n, chapters, site.asked["maze"])
		}
		const want = "http://a.test 1000 pages of /maze/ were visited; "
		if len(told) != 1 || !strings.HasPrefix(told[0], want) {
			t.Fatalf("told %q, want %q once", told, want)
		}
		if err := x.learner.Allow("http://a.test", "/maze/"); err != nil {
			t.Fatal(err)
		}
		if again, err := x.learner.Advise(url(t, "http://a.test/maze/x/")); err != nil || again.Late != "" {
			t.Errorf("what is allowed comes late: %+v, %v", again, err)
		}
		before := site.asked["maze"]
		more, cancel := context.WithTimeout(t.Context(), 150*time.Second)
		defer cancel()
		x.runUntil(more, t)
		if len(told) != 1 || site.asked["maze"] < before+100 {
			t.Errorf("told %q, %d pages of the maze asked for", told, site.asked["maze"])
		}
	})
}
