package linkcheck

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/mirror"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t *testing.T, text string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestJudge checks what counts as broken, moved, fine and unchecked.
func TestJudge(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		e    aranea.Entry
		want verdict
	}{
		"404":               {aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPNotFound, Status: 404}, broken},
		"soft 404":          {aranea.Entry{State: aranea.StateDone, Reason: aranea.HTTPSoftMissing, Status: 200, Visits: 1}, broken},
		"no address":        {aranea.Entry{State: aranea.StateGone, Reason: aranea.NetDNS}, broken},
		"retried":           {aranea.Entry{State: aranea.StateQueued, Reason: aranea.ScheduleRetry, Detail: "HTTP.SERVER-ERROR status 500", Status: 500}, broken},
		"retried after 429": {aranea.Entry{State: aranea.StateQueued, Reason: aranea.ScheduleRetry, Detail: "HTTP.THROTTLED status 429", Status: 429}, unchecked},
		"no host":           {aranea.Entry{State: aranea.StateQueued, Reason: aranea.RobotsUnreachable, Detail: "NET.DNS no such host"}, broken},
		"no robots file":    {aranea.Entry{State: aranea.StateQueued, Reason: aranea.RobotsUnreachable, Detail: "HTTP.SERVER-ERROR status 503"}, unchecked},
		"for its links":     {aranea.Entry{State: aranea.StateDone, Reason: aranea.ScopeNoIndex, Status: 200, Visits: 1}, fine},
		"waiting":           {aranea.Entry{State: aranea.StateQueued, Reason: aranea.ScheduleQueued}, unchecked},
		"outside":           {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.ScopeHost}, unchecked},
		"denied":            {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.RobotsDenied, Visits: 1, Status: 200}, unchecked},
		"challenge":         {aranea.Entry{State: aranea.StateGone, Reason: aranea.HTTPChallenge, Status: 403}, unchecked},
		"private address":   {aranea.Entry{State: aranea.StateGone, Reason: aranea.NetGuard}, unchecked},
		"indexed":           {aranea.Entry{State: aranea.StateDone, Reason: aranea.IndexAdded, Status: 200, Visits: 1}, fine},
		"noindex":           {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.DirectiveNoIndex, Status: 200, Visits: 1}, fine},
		"checked":           {aranea.Entry{Kind: aranea.KindLink, State: aranea.StateDone, Reason: aranea.LinkAvailable, Status: 200, Visits: 1}, fine},
		"refused":           {aranea.Entry{Kind: aranea.KindLink, State: aranea.StateGone, Reason: aranea.LinkRefused, Status: 403, Visits: 1}, unchecked},
		"over the limit":    {aranea.Entry{Kind: aranea.KindLink, State: aranea.StateExcluded, Reason: aranea.LinkLimit}, unchecked},
		"missing to HEAD":   {aranea.Entry{Kind: aranea.KindLink, State: aranea.StateQueued, Reason: aranea.ScheduleRetry, Detail: "LINK.REFUSED status 403 to HEAD", Attempts: 1}, unchecked},
		"mirror, redirects": {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.MirrorMoved, Status: 301, Visits: 1, Target: "http://a.test/"}, moved},
		"mirror, missing":   {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.MirrorMoved, Status: 404, Visits: 1, Target: "http://a.test/"}, broken},
		"mirror, a page":    {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.MirrorMoved, Status: 200, Visits: 1, Target: "http://a.test/"}, fine},
		"mirror, throttled": {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.MirrorMoved, Status: 429, Visits: 1, Target: "http://a.test/"}, unchecked},
		"mirror, not asked": {aranea.Entry{State: aranea.StateExcluded, Reason: aranea.MirrorMoved, Target: "http://a.test/"}, unchecked},
		"redirect":          {aranea.Entry{State: aranea.StateDone, Reason: aranea.HTTPRedirect, Status: 301, Visits: 1}, moved},
	} {
		if got, _ := judge(&c.e); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

// A web is a frontier and a link graph in memory.
type web struct {
	entries []aranea.Entry
	links   []linkgraph.Link
	parts   map[weburl.URL]linkgraph.Parts
	to      []linkgraph.PartLink
	mirrors map[weburl.Origin]*mirror.Record
	sets    []linkgraph.AlternateSet
	lists   []linkgraph.List

	own        partition.Partition
	canonicals []linkgraph.Canonicals
	older      bool      // not all alternates are known
	since      time.Time // since when they are
	// How often links were asked for, and how many were read.
	asked, read int
}

func (w *web) Select(context.Context, frontier.Filter) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		for _, e := range w.entries {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (w *web) Entry(u weburl.URL) (aranea.Entry, bool, error) {
	i := slices.IndexFunc(w.entries, func(e aranea.Entry) bool { return e.URL == u })
	if i < 0 {
		return aranea.Entry{}, false, nil
	}
	return w.entries[i], true, nil
}

func (w *web) Mirror(o weburl.Origin) (*mirror.Record, error) { return w.mirrors[o], nil }

func (w *web) LinksTo(_ context.Context, u weburl.URL, site weburl.Origin) iter.Seq2[linkgraph.Link, error] {
	w.asked++
	return func(yield func(linkgraph.Link, error) bool) {
		for _, l := range w.links {
			if l.To != u || site != "" && l.From.Origin().Site() != site.Site() {
				continue
			}
			if w.read++; !yield(l, nil) {
				return
			}
		}
	}
}

// visited adds a URL that was visited, and a link to it from the start page.
func (w *web) visited(t *testing.T, path string, reason aranea.Reason, status uint16, target string) {
	u := parse(t, "http://a.test"+path)
	w.entries = append(w.entries, aranea.Entry{URL: u, State: aranea.StateDone, Reason: reason, Status: status, Visits: 1, Target: target})
	w.link(t, "http://a.test/", u.String(), path, "main")
}

func (w *web) link(t *testing.T, from, to, anchor, zone string) {
	w.links = append(w.links, linkgraph.Link{From: parse(t, from), To: parse(t, to), Kind: "link", Anchor: anchor, Zone: zone})
}

func (w *web) list(t *testing.T, f Filter) []string {
	t.Helper()
	var out []string
	for l, err := range New(w, w, w, nil).Links(t.Context(), f) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%s %s %d %s %s %t %d", l.From, l.To.Target(), l.Status, l.Reason, l.LeadsTo, l.Permanent, l.Pages))
		if l.Redirects > 1 {
			out[len(out)-1] += fmt.Sprintf(" by %d", l.Redirects)
		}
	}
	return out
}

// TestMirrors checks links to a host that redirects every path to its main mirror: they are moved,
// or broken if the page is missing there, also if they were never asked for, and if the crawl took
// them for links to the main mirror at once. Those to a mirror that answers itself are not checked
// unless they were asked for.
func TestMirrors(t *testing.T) {
	t.Parallel()
	w := &web{mirrors: map[weburl.Origin]*mirror.Record{
		"http://a.test":     {Members: []weburl.Origin{"http://www.a.test", "http://same.test"}},
		"http://www.a.test": {Main: "http://a.test", Home: "http://a.test"},
		"http://same.test":  {Main: "http://a.test"},
	}}
	w.visited(t, "/page", aranea.IndexAdded, 200, "")
	w.visited(t, "/gone", aranea.HTTPNotFound, 404, "")
	w.visited(t, "/old", aranea.HTTPRedirect, 302, "http://a.test/page")
	mirrored := func(from, path string, status uint16, visits uint32) {
		u := parse(t, from+path)
		w.entries = append(w.entries, aranea.Entry{URL: u, State: aranea.StateExcluded, Reason: aranea.MirrorMoved, Status: status, Visits: visits, Target: "http://a.test" + path})
		w.link(t, "http://a.test/", u.String(), path, "main")
	}
	mirrored("http://www.a.test", "/", 301, 1)
	mirrored("http://www.a.test", "/page", 302, 1)
	mirrored("http://www.a.test", "/other", 0, 0)
	mirrored("http://same.test", "/", 200, 1)
	mirrored("http://same.test", "/page", 0, 0)
	w.link(t, "http://b.test/", "http://www.a.test/gone", "not known", "main")
	w.link(t, "http://b.test/", "http://www.a.test/old", "not known", "main")
	w.link(t, "http://b.test/", "http://same.test/gone", "not known", "main")
	want := []string{
		"http://a.test/ /old 302 HTTP.REDIRECT http://a.test/page false 1",
		"http://a.test/ / 301 MIRROR.MOVED http://a.test/ true 1",
		"http://b.test/ /old 0 MIRROR.MOVED http://a.test/page false 1 by 2",
		"http://a.test/ /other 0 MIRROR.MOVED http://a.test/other true 1",
		"http://a.test/ /page 302 MIRROR.MOVED http://a.test/page false 1",
	}
	if got := w.list(t, Filter{Moved: true}); !slices.Equal(got, want) {
		t.Errorf("moved: %q", got)
	}
	want = []string{
		"http://a.test/ /gone 404 HTTP.NOT-FOUND  false 1",
		"http://b.test/ /gone 404 HTTP.NOT-FOUND http://a.test/gone true 1",
	}
	if got := w.list(t, Filter{}); !slices.Equal(got, want) {
		t.Errorf("broken: %q", got)
	}
	u, err := New(w, w, w, nil).Unchecked(t.Context(), "")
	if err != nil || u.URLs != 1 || u.Other != 1 {
		t.Errorf("not checked: %+v, %v", u, err)
	}
}

// TestRedirects checks that redirects are followed to what they lead to.
func TestRedirects(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.visited(t, "/new", aranea.IndexAdded, 200, "")
	w.visited(t, "/temporary", aranea.HTTPRedirect, 302, "http://a.test/new")
	w.visited(t, "/chain", aranea.HTTPRedirect, 301, "http://a.test/temporary")
	w.visited(t, "/away", aranea.HTTPRedirect, 308, "http://b.test/")
	w.visited(t, "/gone", aranea.HTTPNotFound, 404, "")
	w.visited(t, "/old", aranea.HTTPRedirect, 301, "http://a.test/gone")
	w.visited(t, "/loop", aranea.HTTPRedirect, 301, "http://a.test/loop")
	want := []string{
		"http://a.test/ /away 308 HTTP.REDIRECT http://b.test/ true 1",
		"http://a.test/ /chain 301 HTTP.REDIRECT http://a.test/new false 1 by 2",
		"http://a.test/ /temporary 302 HTTP.REDIRECT http://a.test/new false 1",
	}
	if got := w.list(t, Filter{Moved: true}); !slices.Equal(got, want) {
		t.Errorf("moved: %q", got)
	}
	want = []string{
		"http://a.test/ /gone 404 HTTP.NOT-FOUND  false 1",
		"http://a.test/ /loop 301 HTTP.BAD-REDIRECT http://a.test/loop true 1",
		"http://a.test/ /old 404 HTTP.NOT-FOUND http://a.test/gone true 1",
	}
	if got := w.list(t, Filter{}); !slices.Equal(got, want) {
		t.Errorf("broken: %q", got)
	}
}

// TestFold checks that links of a template are listed once per host, and others one by one.
func TestFold(t *testing.T) {
	t.Parallel()
	w := &web{}
	gone := "http://a.test/gone"
	w.visited(t, "/gone", aranea.HTTPNotFound, 404, "")
	for i := range Few + 1 {
		w.link(t, fmt.Sprintf("http://a.test/p%02d", i), gone, "Imprint", "navigation")
		w.link(t, fmt.Sprintf("http://a.test/u%02d", i), gone, "without a zone", "")
	}
	for i := range 2 {
		w.link(t, fmt.Sprintf("http://b.test/p%d", i), gone, "Imprint", "navigation")
		w.link(t, fmt.Sprintf("http://c.test/m%d", i), gone, "here", "main")
		w.link(t, fmt.Sprintf("http://c.test/u%d", i), gone, "few", "")
	}
	w.links = append(w.links, linkgraph.Link{From: parse(t, "http://a.test/old"), To: parse(t, gone), Kind: "redirect"})
	tail := " /gone 404 HTTP.NOT-FOUND  false "
	want := []string{
		"http://a.test/" + tail + "1", "http://a.test/p00" + tail + "11", "http://a.test/u00" + tail + "11", "http://b.test/p0" + tail + "2",
		"http://c.test/m0" + tail + "1", "http://c.test/m1" + tail + "1", "http://c.test/u0" + tail + "1", "http://c.test/u1" + tail + "1",
	}
	if got := w.list(t, Filter{}); !slices.Equal(got, want) {
		t.Errorf("all: %q", got)
	}
	if got := w.list(t, Filter{Host: "B.test"}); !slices.Equal(got, want[3:4]) {
		t.Errorf("of one host: %q", got)
	}
}

// TestManyLinks checks the limit on links to one target.
func TestManyLinks(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.visited(t, "/gone", aranea.HTTPNotFound, 404, "")
	for i := range MaxPerTarget {
		w.link(t, fmt.Sprintf("http://a.test/p%d", i), "http://a.test/gone", "Imprint", "navigation")
	}
	var last Link
	for l, err := range New(w, w, w, nil).Links(t.Context(), Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		last = l
	}
	if last.Pages != MaxPerTarget-1 || !last.More {
		t.Errorf("%+v", last)
	}
}

// TestManyLinksOfASite checks that --host does not lift the limit, and that the links on other
// sites do not count for it.
func TestManyLinksOfASite(t *testing.T) {
	t.Parallel()
	w := &web{}
	w.visited(t, "/gone", aranea.HTTPNotFound, 404, "")
	for i := range 2 * MaxPerTarget {
		w.link(t, fmt.Sprintf("http://a.test/p%d", i), "http://a.test/gone", "Imprint", "navigation")
	}
	w.link(t, "http://c.test/", "http://a.test/gone", "there", "main")
	if got := w.list(t, Filter{Host: "b.a.test"}); len(got) != 0 || w.read > MaxPerTarget+1 {
		t.Errorf("%q of %d links read", got, w.read)
	}
	w.read = 0
	if got := w.list(t, Filter{Host: "c.test"}); len(got) != 1 || w.read != 1 {
		t.Errorf("on another site: %q of %d links read", got, w.read)
	}
}

// TestUnchecked checks that only targets of links count, by why they were not checked.
// Partition implements Graph.
func (w *web) Partition() partition.Partition { return w.own }

// TestOtherPartitions: links on pages of a host of another partition are those that its node has told of, and URLs
// that other nodes visit are counted as such.
func TestOtherPartitions(t *testing.T) {
	t.Parallel()
	a := weburl.Origin("http://a.test")
	w := &web{own: partition.Partition{Number: partition.Of(a, 2), Of: 2}}
	other := ""
	for i := 0; other == ""; i++ {
		if name := fmt.Sprintf("b%d.test", i); !w.own.Holds(weburl.Origin("http://" + name)) {
			other = name
		}
	}
	w.visited(t, "/gone", aranea.HTTPNotFound, 404, "")
	w.visited(t, "/elsewhere", aranea.ScopePartition, 0, "")
	w.links = append(w.links, linkgraph.Link{From: parse(t, "http://"+other+"/"), To: parse(t, "http://a.test/gone"), Kind: "link"})
	var got []string
	for l, err := range New(w, w, w, nil).Links(t.Context(), Filter{Host: other}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, l.From.String()+" "+l.To.String())
	}
	if want := "http://" + other + "/ http://a.test/gone"; len(got) != 1 || got[0] != want {
		t.Errorf("broken links on %s: %q, want %s", other, got, want)
	}
	if u, err := New(w, w, w, nil).Unchecked(t.Context(), ""); err != nil || u != (Unchecked{URLs: 1, Elsewhere: 1}) || !strings.Contains(u.String(), "1 that other nodes visit") {
		t.Errorf("%+v, %s, %v", u, u.String(), err)
	}
	if _, err := New(w, w, w, nil).Unchecked(t.Context(), "a b"); aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("no host: %v", err)
	}
}

func TestUnchecked(t *testing.T) {
	t.Parallel()
	w := &web{}
	for i, r := range []aranea.Reason{aranea.ScopeHost, aranea.RobotsDenied, aranea.HTTPChallenge, aranea.ScheduleQueued, aranea.HTTPNotFound, aranea.LinkLimit, aranea.LinkRefused, aranea.HTTPThrottled, aranea.LinkAvailable} {
		w.visited(t, fmt.Sprintf("/%d", i), r, 200, "")
	}
	w.entries[3].State = aranea.StateQueued
	w.entries[7].State, w.entries[7].Kind = aranea.StateGone, aranea.KindLink
	w.entries = append(w.entries, aranea.Entry{URL: parse(t, "http://a.test/seed"), State: aranea.StateQueued})
	all := Unchecked{URLs: 7, Outside: 1, Limit: 1, Refused: 2, Denied: 1, Waiting: 1, Other: 1}
	for host, want := range map[string]Unchecked{"": all, "a.test": all, "b.test": {}} {
		if u, err := New(w, w, w, nil).Unchecked(t.Context(), host); err != nil || u != want {
			t.Errorf("%q: %+v, %v", host, u, err)
		}
	}
	for _, host := range []string{"a b", "a.test/x", "a.test:81", "u@a.test"} {
		if _, err := New(w, w, w, nil).Unchecked(t.Context(), host); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%q: %v", host, err)
		}
	}
}

// TestManyUnchecked checks that the count ends at its limit, and says so.
func TestManyUnchecked(t *testing.T) {
	t.Parallel()
	w := &web{}
	for i := range MaxAsked + 10 {
		w.entries = append(w.entries, aranea.Entry{URL: parse(t, fmt.Sprintf("http://b.test/%d", i)), State: aranea.StateExcluded, Reason: aranea.ScopeHost})
	}
	w.link(t, "http://a.test/", "http://b.test/0", "away", "main")
	u, err := New(w, w, w, nil).Unchecked(t.Context(), "")
	if want := (Unchecked{URLs: 1, Outside: 1, More: true}); err != nil || u != want || w.asked > MaxAsked {
		t.Errorf("%+v, %v after %d questions", u, err, w.asked)
	}
	for text, u := range map[string]Unchecked{
		"Not checked: at least 1 URL that these pages link to (1 out of scope or of a type that is not read); the others were not counted.": u,
		"Not checked: 1 URL that these pages link to (1 denied by robots.txt).":                                                             {URLs: 1, Denied: 1},
		"Not checked: 6 URLs that these pages link to (1 over the limit of links to check, 5 refused to robots).":                           {URLs: 6, Limit: 1, Refused: 5},
		"All URLs that these pages link to were checked.":                                                                                   {},
		"How many URLs that these pages link to were not checked was not counted: there are too many to ask about.":                         {More: true},
	} {
		if u.String() != text {
			t.Errorf("%+v: %s", u, u.String())
		}
	}
}
