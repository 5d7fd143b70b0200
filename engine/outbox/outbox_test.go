package outbox

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/handover"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/store/pebblestore"
	"github.com/aranea-search/aranea/weburl"
)

var t0 = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// urlOf returns a URL on a site of a partition of two.
func urlOf(t testing.TB, part int, path string) weburl.URL {
	t.Helper()
	return parse(t, partitiontest.Site(t, partition.Partition{Number: part, Of: 2}, 0).String()+path)
}

// boxOn returns the box of a partition in a store.
func boxOn(t testing.TB, kv store.KV, part int) Box {
	t.Helper()
	f, err := frontier.Open(context.Background(), kv, frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := linkgraph.New(kv, nil)
	g.Divide(partition.Partition{Number: part, Of: 2})
	return Box{Frontier: f, Graph: g, Now: func() time.Time { return t0 }}
}

// options are those of a crawl of every site of a partition.
func options(t testing.TB, part int, seed weburl.URL) crawl.Options {
	t.Helper()
	rules, err := scope.New(scope.Options{Mode: scope.Any, Depth: 3, Seeds: []weburl.URL{seed}, Partition: partition.Partition{Number: part, Of: 2}})
	if err != nil {
		t.Fatal(err)
	}
	return crawl.Options{Scope: rules}
}

// TestTake: what becomes of links of another node.
func TestTake(t *testing.T) {
	t.Parallel()
	x, opt := boxOn(t, memstore.New(), 1), options(t, 1, urlOf(t, 1, "seed"))
	page := urlOf(t, 2, "page")
	links := map[string]struct {
		how   aranea.How
		rel   bool // nofollow
		state aranea.EntryState
		why   aranea.Reason
		depth uint16
		hops  uint8
		kind  aranea.EntryKind
	}{
		"link":      {aranea.HowAnchor, false, aranea.StateQueued, aranea.ScheduleQueued, 3, 0, aranea.KindPage},
		"nofollow":  {aranea.HowAnchor, true, aranea.StateExcluded, aranea.ScopeNoFollow, 3, 0, aranea.KindPage},
		"redirect":  {aranea.HowRedirect, false, aranea.StateQueued, aranea.ScheduleQueued, 2, 5, aranea.KindPage},
		"refresh":   {aranea.HowRefresh, false, aranea.StateQueued, aranea.ScheduleQueued, 3, 5, aranea.KindPage},
		"canonical": {aranea.HowCanonical, true, aranea.StateQueued, aranea.ScheduleQueued, 3, 0, aranea.KindPage},
		"feed":      {aranea.HowFeed, false, aranea.StateQueued, aranea.ScheduleQueued, 1, 0, aranea.KindSitemap},
	}
	p := handover.Page{URL: page, Depth: 2, Hops: 4, Links: []handover.Link{{To: urlOf(t, 2, "elsewhere")}}}
	for name, l := range links {
		p.Links = append(p.Links, handover.Link{To: urlOf(t, 1, name), How: l.how, NoFollow: l.rel})
	}
	deep := handover.Page{URL: urlOf(t, 2, "deep"), Depth: 65_535, Hops: 255, Links: []handover.Link{{To: urlOf(t, 1, "deeper")}, {To: urlOf(t, 1, "further"), How: aranea.HowRedirect}}}
	b := handover.Batch{From: partition.Partition{Number: 2, Of: 2}, Pages: []handover.Page{p, deep}}
	for _, queued := range []int{5, 0} {
		did, err := x.Take(t.Context(), &b, opt)
		if want := (handover.Received{Pages: 2, Links: len(links) + 2, Queued: queued}); did != want || err != nil {
			t.Errorf("%+v, want %+v; %v", did, want, err)
		}
	}
	for name, want := range links {
		e, known, err := x.Frontier.Entry(urlOf(t, 1, name))
		if !known || err != nil || e.State != want.state || e.Reason != want.why || e.Depth != want.depth || e.Hops != want.hops || e.How != want.how || e.Kind != want.kind || e.FoundOn != page.ID() {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
		if linked, err := x.Graph.IsLinked(t.Context(), urlOf(t, 1, name)); !linked || err != nil {
			t.Errorf("%s is not linked, %v", name, err)
		}
	}
	for name, hops := range map[string]uint8{"deeper": 0, "further": crawl.MaxHops + 1} {
		if e, _, err := x.Frontier.Entry(urlOf(t, 1, name)); err != nil || e.Reason != aranea.ScopeDepth || e.Depth < 65_534 || e.Hops != hops {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
	if _, known, err := x.Frontier.Entry(urlOf(t, 2, "elsewhere")); known || err != nil {
		t.Errorf("a URL of its own node became known, %v", err)
	}
	b.Pages = []handover.Page{{URL: page}}
	if did, err := x.Take(t.Context(), &b, opt); did != (handover.Received{Pages: 1}) || err != nil {
		t.Errorf("without links: %+v, %v", did, err)
	}
	if linked, err := x.Graph.IsLinked(t.Context(), urlOf(t, 1, "link")); linked || err != nil {
		t.Errorf("a link that is gone is still there, %v", err)
	}
}

// TestOutgoingFacts: pages bring their depth and the redirects that led to them, and a batch is
// limited.
func TestOutgoingFacts(t *testing.T) {
	t.Parallel()
	x := boxOn(t, memstore.New(), 1)
	page, to := urlOf(t, 1, "page"), urlOf(t, 2, "to")
	if _, err := x.Frontier.Add(t.Context(), t0, []aranea.Discovery{{URL: page, Depth: 7, Hops: 2, Reason: aranea.ScheduleQueued}}); err != nil {
		t.Fatal(err)
	}
	apply := func(page weburl.URL) {
		t.Helper()
		if err := x.Graph.Apply(t.Context(), []aranea.EdgeChange{{Source: page, Edges: []aranea.Edge{{Target: to}}}}); err != nil {
			t.Fatal(err)
		}
	}
	apply(page)
	out, err := x.Outgoing(t.Context(), handover.Wish{To: 2})
	if err != nil || len(out.Batch.Pages) != 1 || out.Batch.Pages[0].Depth != 7 || out.Batch.Pages[0].Hops != 2 || out.Batch.Check(partition.Partition{Number: 2, Of: 2}) != nil {
		t.Errorf("%+v, %v", out, err)
	}
	for i := range handover.MaxPages {
		apply(urlOf(t, 1, fmt.Sprint(i)))
	}
	if all, err := x.Waiting(t.Context()); err != nil || len(all) != 1 || all[0] != (handover.Waiting{To: 2, Pages: handover.MaxPages + 1}) {
		t.Errorf("%+v wait, %v", all, err)
	}
	for _, want := range []int{handover.MaxPages, 1, 0} {
		out, err := x.Outgoing(t.Context(), handover.Wish{To: 2})
		if err != nil || len(out.Batch.Pages) != want {
			t.Errorf("%d pages at once, want %d; %v", len(out.Batch.Pages), want, err)
		}
		if err := x.Delivered(t.Context(), out.Receipt); err != nil {
			t.Error(err)
		}
	}
}

// TestOutgoingOfOthers: a page that a new program counts among the sites of another node does not
// hold up those behind it.
func TestOutgoingOfOthers(t *testing.T) {
	t.Parallel()
	x := boxOn(t, memstore.New(), 1)
	other := func(of int, ok func(weburl.URL) bool) weburl.URL {
		for i := range 100 {
			if u := parse(t, fmt.Sprintf("http://other%d.test/", i)); partition.Of(u.Origin(), of) == 2 && ok(u) {
				return u
			}
		}
		t.Fatal("there is no such site")
		return weburl.URL{}
	}
	own, to := urlOf(t, 1, "own"), other(3, func(u weburl.URL) bool { return partition.Of(u.Origin(), 2) == 2 })
	theirs := other(2, func(u weburl.URL) bool { return partition.Of(u.Origin(), 3) == 3 }) // as the other program saw sites
	for page, own := range map[weburl.URL]partition.Partition{theirs: {Number: 3, Of: 3}, own: {Number: 1, Of: 2}} {
		x.Graph.Divide(own)
		if err := x.Graph.Apply(t.Context(), []aranea.EdgeChange{{Source: page, Edges: []aranea.Edge{{Target: to}}}}); err != nil {
			t.Fatal(err)
		}
	}
	x.Graph.Divide(partition.Partition{Number: 1, Of: 2})
	out, err := x.Outgoing(t.Context(), handover.Wish{To: 2})
	if err != nil || len(out.Batch.Pages) != 1 || out.Batch.Pages[0].URL != own || len(out.Receipt.Marks) != 2 || out.Batch.Check(partition.Partition{Number: 2, Of: 2}) != nil {
		t.Errorf("%+v, %v", out, err)
	}
	if err := x.Delivered(t.Context(), out.Receipt); err != nil {
		t.Fatal(err)
	}
	if out, err = x.Outgoing(t.Context(), handover.Wish{To: 2}); err != nil || !out.IsEmpty() {
		t.Errorf("%+v still waits, %v", out, err)
	}
}

// A machine has the folder of one partition on a disk that loses what is not durable.
type machine struct {
	t    *testing.T
	part int
	disk *vfs.MemFS
	kv   *pebblestore.Store
	Box
}

func newMachine(t *testing.T, part int) *machine {
	m := &machine{t: t, part: part, disk: vfs.NewCrashableMem()}
	m.boot()
	t.Cleanup(func() { _ = m.kv.Close() })
	return m
}

// restore replaces the folder by an older state of it, as from a backup.
func (m *machine) restore(old *vfs.MemFS) {
	m.disk = old.CrashClone(vfs.CrashCloneCfg{})
	_ = m.kv.Close()
	m.boot()
}

// crash kills the process and the machine, and starts both again.
func (m *machine) crash() {
	m.disk = m.disk.CrashClone(vfs.CrashCloneCfg{})
	_ = m.kv.Close() // of the dead process
	m.boot()
}

func (m *machine) boot() {
	var err error
	if m.kv, err = pebblestore.Open("db", pebblestore.Options{FS: m.disk, CacheBytes: 1 << 20, MemTableBytes: 64 << 10}); err != nil {
		m.t.Fatal(err)
	}
	m.Box = boxOn(m.t, m.kv, m.part)
}

// linksOf returns the links of a page into the second partition, as they are stored.
func (m *machine) linksOf(page weburl.URL) (all []string) {
	for l, err := range m.Graph.Links(m.t.Context(), linkgraph.Filter{URL: page, From: true}) {
		if err != nil {
			m.t.Fatal(err)
		}
		if partition.Of(l.To.Origin(), 2) == 2 {
			all = append(all, l.To.String()+" "+l.Anchor)
		}
	}
	return all
}

// TestCrashes: whatever is killed at any moment, in the end the other node knows the links of every
// page as they are, and its queue has what they lead to. After its folder was replaced by
// an older state, that holds of the pages that have links.
func TestCrashes(t *testing.T) {
	t.Parallel()
	const pages, visits = 6, 12
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		a, b := newMachine(t, 1), newMachine(t, 2)
		opt, restored := options(t, 2, urlOf(t, 1, "seed")), false
		backup := b.disk.CrashClone(vfs.CrashCloneCfg{})
		do := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
		visit := func(durable bool) { // the links of a page are other ones
			page := urlOf(t, 1, fmt.Sprint("page", r.IntN(pages)))
			c := aranea.EdgeChange{Source: page}
			for range r.IntN(4) {
				c.Edges = append(c.Edges, aranea.Edge{Target: urlOf(t, 1+r.IntN(2), fmt.Sprint(r.IntN(6))), Anchor: fmt.Sprint("words ", r.IntN(3))})
			}
			do(a.Graph.Apply(t.Context(), []aranea.EdgeChange{c}))
			if !durable {
				return
			}
			_, err := a.Frontier.Add(t.Context(), t0, []aranea.Discovery{{URL: page, Reason: aranea.ScheduleQueued}})
			do(err)
		}
		deliver := func(until int) (some bool) { // until a step, before which all is killed that takes part
			out, err := a.Outgoing(t.Context(), handover.Wish{To: 2})
			do(err)
			if until > 0 {
				did, err := b.Take(t.Context(), &out.Batch, opt)
				if do(err); did.Again && !restored {
					t.Fatalf("seed %d: %+v, and nothing is lost", seed, did)
				}
				if did.Again && until > 1 {
					do(a.Again(t.Context(), handover.Receipt{To: 2, Last: did.Last}, func(f func() error) error { return f() }))
				}
				if did.Again {
					return true
				}
			}
			if out.IsEmpty() {
				return false
			}
			if until > 1 {
				do(a.Delivered(t.Context(), out.Receipt))
			}
			return true
		}
		for range visits {
			visit(r.IntN(3) > 0)
			if r.IntN(2) == 0 {
				deliver(r.IntN(3))
			}
			switch r.IntN(4) {
			case 0:
				a.crash()
			case 1:
				b.crash()
			}
			switch x := r.IntN(10); {
			case seed%2 == 0: // nothing is replaced
			case x < 2:
				b.restore(backup)
				restored = true
			case x < 4:
				backup = b.disk.CrashClone(vfs.CrashCloneCfg{})
			}
		}
		for deliver(2) { //nolint:revive // until nothing waits
		}
		a.crash()
		b.crash()
		for i := range pages {
			page := urlOf(t, 1, fmt.Sprint("page", i))
			got, want := b.linksOf(page), a.linksOf(page)
			if !slices.Equal(got, want) && (len(want) > 0 || !restored) {
				t.Errorf("seed %d: the links of %s are %q, the other node has %q", seed, page, want, got)
			}
			for l, err := range b.Graph.Links(t.Context(), linkgraph.Filter{URL: page, From: true}) {
				do(err)
				if e, known, err := b.Frontier.Entry(l.To); !known || err != nil || e.State != aranea.StateQueued {
					t.Errorf("seed %d: %s is not queued: %+v, %v", seed, l.To, e, err)
				}
			}
		}
	}
}

// TestAgain: a node with another folder is handed over everything again, also what has not changed, and
// that once.
func TestAgain(t *testing.T) {
	t.Parallel()
	a, b, opt := boxOn(t, memstore.New(), 1), boxOn(t, memstore.New(), 2), options(t, 2, urlOf(t, 1, "seed"))
	to, still := urlOf(t, 2, "to"), func(f func() error) error { return f() }
	var pages []weburl.URL
	hand := func() (again bool) {
		out, err := a.Outgoing(t.Context(), handover.Wish{To: 2})
		if err != nil {
			t.Fatal(err)
		}
		did, err := b.Take(t.Context(), &out.Batch, opt)
		if err == nil && did.Again {
			err = a.Again(t.Context(), handover.Receipt{To: 2, Last: did.Last}, still)
		} else if err == nil {
			err = a.Delivered(t.Context(), out.Receipt)
		}
		if err != nil {
			t.Fatal(err)
		}
		return did.Again
	}
	for i := range 3 {
		pages = append(pages, urlOf(t, 1, fmt.Sprint("page", i)))
		if err := a.Graph.Apply(t.Context(), []aranea.EdgeChange{{Source: pages[i], Edges: []aranea.Edge{{Target: to}}}}); err != nil {
			t.Fatal(err)
		}
		if hand() {
			t.Error("handed over again without need")
		}
	}
	if hand() {
		t.Error("a greeting had all handed over again")
	}
	b = boxOn(t, memstore.New(), 2)
	if !hand() || hand() || hand() { // told by a greeting; all; nothing
		t.Error("a new folder is not noticed, or more than once")
	}
	for _, page := range pages {
		if _, found, err := b.Graph.Source(page.ID()); !found || err != nil {
			t.Errorf("%s is not there: %v", page, err)
		}
	}
	if out, err := a.Outgoing(t.Context(), handover.Wish{To: 2}); err != nil || !out.IsEmpty() || out.Batch.After == 0 || out.Batch.Number != 0 {
		t.Errorf("%+v, %v", out, err)
	}
}

// TestOutgoingIsDurable: a crash does not take back what may have reached the other node.
func TestOutgoingIsDurable(t *testing.T) {
	t.Parallel()
	m, page := newMachine(t, 1), urlOf(t, 1, "page")
	if err := m.Graph.Apply(t.Context(), []aranea.EdgeChange{{Source: page, Edges: []aranea.Edge{{Target: urlOf(t, 2, "to")}}}}); err != nil {
		t.Fatal(err)
	}
	before, err := m.Outgoing(t.Context(), handover.Wish{To: 2})
	if err != nil || before.IsEmpty() {
		t.Fatalf("%+v, %v", before, err)
	}
	m.crash()
	if after, err := m.Outgoing(t.Context(), handover.Wish{To: 2}); err != nil || !slices.Equal(after.Receipt.Marks, before.Receipt.Marks) || len(m.linksOf(page)) != 1 {
		t.Errorf("%+v waited, and after a crash %+v; %v", before, after, err)
	}
}

func TestRecords(t *testing.T) {
	t.Parallel()
	x, opt := boxOn(t, memstore.New(), 1), options(t, 1, urlOf(t, 1, "seed"))
	page, own := urlOf(t, 2, "page"), urlOf(t, 1, "own")
	b := handover.Batch{From: partition.Partition{Number: 2, Of: 2}, Pages: []handover.Page{{URL: page, Links: []handover.Link{{To: own}}}}}
	if _, err := x.Take(t.Context(), &b, opt); err != nil {
		t.Fatal(err)
	}
	r := Records{x.Frontier, x.Graph}
	for u, want := range map[weburl.URL]bool{page: true, own: true, urlOf(t, 1, "other"): false, urlOf(t, 2, "other"): false} {
		e, known, err := r.Entry(u)
		byID, knownByID, failed := r.EntryByID(u.ID())
		if err != nil || failed != nil || known != want || knownByID != want || known && (e.URL != u || byID.URL != u) || (e.State == aranea.StateQueued) != (u == own) {
			t.Errorf("%s: %+v, %+v, %v, %v", u, e, byID, err, failed)
		}
	}
	x.Graph.Divide(partition.Partition{})
	if _, known, err := r.Entry(page); known || err != nil {
		t.Errorf("in the whole web: known %t, %v", known, err)
	}
}
