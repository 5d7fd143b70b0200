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
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// A mazeSite is a site with a maze of words, in which each page has its own text and names
// three pages below it, and with a sequence of chapters, each of which names the previous and
// the next.
type mazeSite struct {
	asked map[string]int // by first path segment
	aside string         // a maze page that the last chapter names, "" for none
}

const chapters = 60

func (s *mazeSite) Do(_ context.Context, r fetch.Request) aranea.Fetched {
	out := aranea.Fetched{URL: r.URL, TTFB: time.Millisecond, Sent: time.Now(), Ended: time.Now(), Status: 200, Header: aranea.Header{"Content-Type": {"text/html"}}}
	path := r.URL.Path()
	first, _, _ := strings.Cut(path[1:], "/")
	s.asked[first]++
	if path == s.aside {
		s.asked["aside"]++
	}
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
		} else if s.aside != "" {
			out.Body = fmt.Appendf(out.Body, " <a href=%s>Aside</a>", s.aside)
		}
	default:
		out.Status = 404
	}
	return out
}

// mazePage returns a page of words derived from its path.
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

// TestMaze: a maze of words is reported once, with its folder, and what is found in it from
// then on waits for the rest of its host, which is not a maze. What the operator allows is
// visited in its turn again, and not reported again.
func TestMaze(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		site := &mazeSite{asked: map[string]int{}}
		x := newMirrorTrial(t, nil, "http://a.test/")
		x.fetcher = site
		var told []string
		x.opt.Endless = func(o weburl.Origin, f trap.Folder) { told = append(told, string(o)+" "+f.Why) }
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
		if again, err := x.learner.Advise(url(t, "http://a.test/maze/x/")); err != nil || again.Folder != nil {
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

// lookedEndless stores that a folder has looked endless three times, and is examined for the
// fourth time after more pages.
func lookedEndless(t *testing.T, kv store.KV, more uint32) {
	t.Helper()
	b := trap.Book{Origin: "http://a.test", Folders: []trap.Folder{{Path: "/maze/", Visits: 8000 - more, Held: 3, Next: 8000, Why: "it did"}}}
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := learned.New(kv).Put([]learned.Record{{Kind: learned.Traps, Name: string(b.Origin), Data: data}}, true); err != nil {
		t.Fatal(err)
	}
}

// leftOut counts the URLs left out because of the maze. Nothing else is left out, nothing
// waits, and what is learned of other things brings none of them back.
func leftOut(t *testing.T, x *mirrorTrial) (left int) {
	t.Helper()
	for e, err := range x.f.Entries(t.Context(), "http://a.test", weburl.ID{}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.State == aranea.StateExcluded && e.Reason == aranea.ScopeTrap && trap.FolderIn(e.Detail, e.URL.Target()) == "/maze/" {
			left++
			freed, err := x.learner.Freed(&e)
			e.Detail = "of the last 64 pages of /*, 64 had a text that was known"
			if other, _ := x.learner.Freed(&e); freed || !other || err != nil {
				t.Fatalf("%s: freed %t, with other evidence %t, %v", e.URL, freed, other, err)
			}
			continue
		}
		if e.Waits() || e.State == aranea.StateExcluded {
			t.Fatalf("%s is %s, %s", e.URL, e.State, e.Reason)
		}
	}
	return left
}

// TestMazeEnds: the crawl of a site with a maze of words ends. What only pages of the maze name
// is left out with the evidence; what another page names is not. A later crawl requests no more
// of it, except for what was left out once the operator allows it.
func TestMazeEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const more = 800
		kv := memstore.New()
		lookedEndless(t, kv, more)
		site := &mazeSite{asked: map[string]int{}, aside: "/maze/far/away/"}
		crawled := func() *mirrorTrial {
			x := mirrorTrialIn(t, kv, nil, "http://a.test/")
			x.fetcher = site
			return x
		}
		x := crawled()
		var told []trap.Folder
		x.opt.Endless = func(_ weburl.Origin, f trap.Folder) { told = append(told, f) }
		x.run(t)
		maze := site.asked["maze"]
		if maze < more || maze > more+20 || site.asked["chapters"] != chapters || site.asked["aside"] != 1 {
			t.Errorf("asked for %v", site.asked)
		}
		if len(told) != 1 || !told[0].IsBounded() {
			t.Errorf("told %+v", told)
		}
		if left := leftOut(t, x); left < more {
			t.Errorf("%d URLs left out", left)
		}
		x = crawled()
		if x.run(t); site.asked["maze"] != maze {
			t.Errorf("%d pages of the maze more by a later crawl", site.asked["maze"]-maze)
		}
		if err := x.learner.Allow("http://a.test", "/maze/"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 150*time.Second)
		defer cancel()
		if x.runUntil(ctx, t); site.asked["maze"] < maze+100 {
			t.Errorf("%d pages of the maze more that is allowed", site.asked["maze"]-maze)
		}
	})
}
