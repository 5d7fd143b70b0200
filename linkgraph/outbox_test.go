package linkgraph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/store/pebblestore"
	"github.com/aranea-search/aranea/weburl"
)

// siteOf returns the root of the nth site of a partition of three.
func siteOf(t testing.TB, part, n int) string {
	t.Helper()
	return partitiontest.Site(t, partition.Partition{Number: part, Of: 3}, n).String()
}

// divided returns the graph of the first of three partitions.
func divided(kv store.KV) *Graph {
	g := New(kv, nil)
	g.Divide(partition.Partition{Number: 1, Of: 3})
	return g
}

// waiting returns what waits for a partition: each page with the targets and words of its links.
func waiting(t testing.TB, g *Graph, to int) (text []string, marks []Mark) {
	t.Helper()
	for d, err := range g.Outgoing(t.Context(), to, true) {
		if err != nil {
			t.Fatal(err)
		}
		var links []string
		for _, e := range d.Edges {
			links = append(links, strings.TrimSpace(e.Target.String()+" "+e.Anchor))
		}
		text = append(text, d.Page.String()+": "+strings.Join(links, ", "))
		marks = append(marks, Mark{Page: d.Page, Version: d.Version})
	}
	slices.Sort(text)
	return text, marks
}

func delivered(t testing.TB, g *Graph, to int, marks []Mark) {
	t.Helper()
	if err := g.Delivered(t.Context(), to, marks, 1); err != nil {
		t.Fatal(err)
	}
}

// TestOutgoing: a page waits for each other partition into which its links have changed.
func TestOutgoing(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	g := divided(kv)
	own, other, second, third := siteOf(t, 1, 0), siteOf(t, 1, 1), siteOf(t, 2, 0), siteOf(t, 3, 0)
	for _, s := range []struct {
		name  string
		links []string
		want  [4][]string // by partition
	}{
		{"links into its own partition", []string{other + " own"}, [4][]string{}},
		{"into both others", []string{other + " own", second + " two", third + "x !three"}, [4][]string{2: {own + ": " + second + " two"}, 3: {own + ": " + third + "x three"}}},
		{"the same again", []string{other + " own", second + " two", third + "x !three"}, [4][]string{}},
		{"another link of its own", []string{other + " other", second + " two", third + "x !three"}, [4][]string{}},
		{"other words", []string{second + " deux", third + "x !three"}, [4][]string{2: {own + ": " + second + " deux"}}},
		{"a recommendation", []string{second + " deux", third + "x three"}, [4][]string{3: {own + ": " + third + "x three"}}},
		{"one more", []string{second + " deux", second + "y", third + "x three"}, [4][]string{2: {own + ": " + second + " deux, " + second + "y"}}},
		{"one less", []string{second + "y", third + "x three"}, [4][]string{2: {own + ": " + second + "y"}}},
		{"none", nil, [4][]string{2: {own + ": "}, 3: {own + ": "}}},
		{"none again", nil, [4][]string{}},
	} {
		apply(t, g, page(t, own, s.links...))
		for to := range s.want {
			got, marks := waiting(t, g, to)
			if !slices.Equal(got, s.want[to]) {
				t.Errorf("%s: for %d wait %q, want %q", s.name, to, got, s.want[to])
			}
			if n, more, err := g.Waiting(t.Context(), to, 10); n != len(got) || more || err != nil {
				t.Errorf("%s: %d wait for %d (more %t), %v", s.name, n, to, more, err)
			}
			delivered(t, g, to, marks)
		}
	}
	for p := range kv.Scan([]byte{tableOutbox}, []byte{tableOutbox + 1}) {
		if len(p.Key) > 1 {
			t.Errorf("left behind: %x", p.Key)
		}
	}
}

// TestRedivide: when the folder keeps a part of its partition, its pages wait for all parts of those they
// waited for, and pages of the rest do not. Links that other nodes hand over then make nothing wait.
func TestRedivide(t *testing.T) {
	t.Parallel()
	sites := map[int][]string{} // by partition of six
	for i := range 200 {
		root := fmt.Sprintf("http://site%d.test/", i)
		of := partition.Of(parse(t, root).Origin(), 6)
		sites[of] = append(sites[of], root)
	}
	kv := memstore.New()
	g := divided(kv)
	kept, left := sites[1][0], sites[4][0] // both of 1 of 3
	apply(t, g, page(t, kept, sites[2][0]+" two", sites[5][0]+" five", left+" own"), page(t, left, sites[2][0]+" other", kept+" back"))
	to := partition.Partition{Number: 1, Of: 6}
	for range 2 { // repeating it is harmless
		if err := g.Redivide(t.Context(), g.Partition(), to); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.Redivide(t.Context(), partition.Partition{}, to); err != nil { // of the whole web nothing waits
		t.Fatal(err)
	}
	g.Divide(to)
	apply(t, g, page(t, left, kept+" from its node")) // handed over
	for part, want := range map[int][]string{2: {kept + ": " + sites[2][0] + " two"}, 5: {kept + ": " + sites[5][0] + " five"}, 3: nil, 4: nil, 6: nil} {
		if got, _ := waiting(t, g, part); !slices.Equal(got, want) {
			t.Errorf("for %d wait %q, want %q", part, got, want)
		}
	}
}

// TestOutgoingEdges: a link arrives as it was applied, of whatever kind.
func TestOutgoingEdges(t *testing.T) {
	t.Parallel()
	g := divided(memstore.New())
	second := siteOf(t, 2, 0)
	want := []aranea.Edge{
		{Target: parse(t, second+"1"), How: aranea.HowRedirect},
		{Target: parse(t, second+"2"), How: aranea.HowCanonical, Anchor: "two", Zone: aranea.ZoneMain, HasZone: true},
		{Target: parse(t, second+"3"), How: aranea.HowAnchor, Rel: 5, NoFollow: true, Anchor: "three", Zone: aranea.ZoneHidden, HasZone: true},
	}
	apply(t, g, aranea.EdgeChange{Source: parse(t, siteOf(t, 1, 0)), Edges: want})
	for d, err := range g.Outgoing(t.Context(), 2, true) {
		if err != nil || !slices.Equal(d.Edges, want) {
			t.Errorf("%+v, %v", d.Edges, err)
		}
	}
}

// TestDeliveredInBetween: a page that changes between Outgoing and Delivered waits again, also if
// its links are again what they were before.
func TestDeliveredInBetween(t *testing.T) {
	t.Parallel()
	g := divided(memstore.New())
	own, second := siteOf(t, 1, 0), siteOf(t, 2, 0)
	apply(t, g, page(t, own, second+" a"))
	_, marks := waiting(t, g, 2)
	apply(t, g, page(t, own, second+" b"))
	apply(t, g, page(t, own, second+" a"))
	delivered(t, g, 2, marks)
	got, marks := waiting(t, g, 2)
	if want := []string{own + ": " + second + " a"}; !slices.Equal(got, want) {
		t.Errorf("%q wait", got)
	}
	delivered(t, g, 3, marks) // of another partition
	if got, _ := waiting(t, g, 2); len(got) != 1 {
		t.Errorf("%q wait", got)
	}
	delivered(t, g, 2, marks)
	delivered(t, g, 2, marks)
	if got, _ := waiting(t, g, 2); len(got) != 0 {
		t.Errorf("%q wait after all", got)
	}
}

// TestOutgoingInTurn: pages that change all the time do not keep others from their turn.
func TestOutgoingInTurn(t *testing.T) {
	t.Parallel()
	g := divided(memstore.New())
	own, second := siteOf(t, 1, 0), siteOf(t, 2, 0)
	seen := map[weburl.URL]bool{}
	change := func(round int) {
		for i := range 5 {
			apply(t, g, page(t, fmt.Sprint(own, i), fmt.Sprint(second, " ", round)))
		}
	}
	change(0)
	for round := range 5 {
		for d, err := range g.Outgoing(t.Context(), 2, true) {
			if err != nil {
				t.Fatal(err)
			}
			seen[d.Page] = true
			change(round + 1)
			delivered(t, g, 2, []Mark{{Page: d.Page, Version: d.Version}})
			break
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d of 5 pages had their turn", len(seen))
	}
	if n, more, err := g.Waiting(t.Context(), 2, 3); n != 3 || !more || err != nil {
		t.Errorf("%d wait (more %t), %v", n, more, err)
	}
}

// TestReceivedIsNotHandedOn: links of pages of another partition that lead into the own one wait for
// nobody, and neither does anything in a folder of the whole web.
func TestReceivedIsNotHandedOn(t *testing.T) {
	t.Parallel()
	g, whole := divided(memstore.New()), New(memstore.New(), nil)
	own, second, third := siteOf(t, 1, 0), siteOf(t, 2, 0), siteOf(t, 3, 0)
	apply(t, g, page(t, second, own+" a"))
	apply(t, g, page(t, second))
	apply(t, whole, page(t, own, second+" a", third+" b"))
	for to := range 4 {
		for _, g := range []*Graph{g, whole} {
			if got, _ := waiting(t, g, to); len(got) > 0 {
				t.Errorf("for %d wait %q", to, got)
			}
		}
	}
}

// TestOutboxSurvives: after a crash, marks and links are both there or both not, and a mark has a
// version that none had before.
func TestOutboxSurvives(t *testing.T) {
	t.Parallel()
	disk := vfs.NewCrashableMem()
	var kv *pebblestore.Store
	restart := func() *Graph {
		if kv != nil {
			disk = disk.CrashClone(vfs.CrashCloneCfg{})
			_ = kv.Close() // the process is dead
		}
		var err error
		if kv, err = pebblestore.Open("db", pebblestore.Options{FS: disk, CacheBytes: 1 << 20, MemTableBytes: 64 << 10}); err != nil {
			t.Fatal(err)
		}
		return divided(kv)
	}
	defer func() { _ = kv.Close() }()
	own, second := siteOf(t, 1, 0), siteOf(t, 2, 0)
	want := func(g *Graph, when string, want ...string) []Mark {
		t.Helper()
		got, marks := waiting(t, g, 2)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q wait, want %q", when, got, want)
		}
		return marks
	}
	g := restart()
	apply(t, g, page(t, own, second+" a"))
	g = restart()
	want(g, "nothing was durable")
	apply(t, g, page(t, own, second+" a")) // the visit is repeated
	if err := g.Sync(); err != nil {
		t.Fatal(err)
	}
	g = restart()
	first := want(g, "durable", own+": "+second+" a")
	delivered(t, g, 2, first)
	g = restart()
	want(g, "delivered")
	apply(t, g, page(t, own, second+" b"))
	if err := g.Sync(); err != nil {
		t.Fatal(err)
	}
	g = restart()
	again := want(g, "changed", own+": "+second+" b")
	if len(first) == 1 && len(again) == 1 && again[0].Version <= first[0].Version {
		t.Errorf("the versions are %d and then %d", first[0].Version, again[0].Version)
	}
	delivered(t, g, 2, first) // of the process before
	want(g, "an old receipt", own+": "+second+" b")
}

// TestOutboxDamage: a record that does not decode is an error that names it.
func TestOutboxDamage(t *testing.T) {
	t.Parallel()
	own, second := siteOf(t, 1, 0), siteOf(t, 2, 0)
	source := refOf(parse(t, own).ID())
	for name, bad := range map[string]store.Pair{
		"short":       {Key: outboxKey(2, source), Value: []byte{recordVersion, 0}},
		"version":     {Key: outboxKey(2, source), Value: append([]byte{99, 0, 0, 0, 0, 0, 0, 0, 1}, own...)},
		"URL":         {Key: outboxKey(2, source), Value: append([]byte{recordVersion, 0, 0, 0, 0, 0, 0, 0, 1}, "http//"...)},
		"key":         {Key: outboxKey(2, source)[:9], Value: append([]byte{recordVersion, 0, 0, 0, 0, 0, 0, 0, 1}, own...)},
		"page":        {Key: outKey(source), Value: []byte{recordVersion, 200}},
		"last number": {Key: []byte{tableOutbox}, Value: []byte{recordVersion}},
	} {
		kv := memstore.New()
		g := divided(kv)
		apply(t, g, page(t, own, second+" a"))
		b := kv.NewBatch()
		b.Put(bad.Key, bad.Value)
		if err := b.Commit(true); err != nil {
			t.Fatal(err)
		}
		var err error
		for _, err = range g.Outgoing(t.Context(), 2, true) {
			if err != nil {
				break
			}
		}
		if name == "last number" {
			err = divided(kv).Apply(t.Context(), nil)
		}
		if aranea.KindOf(err) != aranea.Corrupt || !strings.Contains(err.Error(), fmt.Sprintf("%x", bad.Key)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := divided(memstore.New())
	if err := g.Delivered(ctx, 2, []Mark{{Page: parse(t, own), Version: 1}}, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("for a caller who gave up: %v", err)
	}
}

func TestSource(t *testing.T) {
	t.Parallel()
	g := New(memstore.New(), nil)
	apply(t, g, page(t, "http://a.test/1", "http://b.test/"))
	for u, want := range map[string]bool{"http://a.test/1": true, "http://b.test/": false} {
		got, found, err := g.Source(parse(t, u).ID())
		if found != want || err != nil || want && got.String() != u {
			t.Errorf("%s: %s, %t, %v", u, got, found, err)
		}
	}
}
