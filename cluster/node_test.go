package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/answer"
	"github.com/aranea-search/aranea/search/collapse"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/weburl"
)

// A fake node answers after a while, or not at all.
type fake struct {
	service.Answering
	mu    sync.Mutex
	gone  bool          // it refuses connections
	hangs bool          // it never answers
	slow  time.Duration // that a search takes
	walk  time.Duration // that counts take, and each row of a list
	err   error         // of what it answers
	empty bool          // its answer to a search has nothing in it
	docs  int           // that it says it has
	count int           // questions
}

// answer waits as long as an answer takes.
func (x *fake) answer(ctx context.Context, takes time.Duration) error {
	x.mu.Lock()
	gone, hangs, err := x.gone, x.hangs, x.err
	x.count++
	x.mu.Unlock()
	switch {
	case gone:
		return wire.Gone(net.ErrClosed)
	case hangs:
		<-ctx.Done()
		return context.Cause(ctx)
	}
	select {
	case <-time.After(takes):
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// asked returns how many questions the node got.
func (x *fake) asked() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.count
}

func (x *fake) set(change func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	change()
}

func (x *fake) Docs(ctx context.Context) (int, error) { return 1, x.answer(ctx, 0) }

func (x *fake) Facts(ctx context.Context, _ search.Request) (collection.Facts, error) {
	facts := collection.New()
	facts.Pages.Docs = x.docs
	return *facts, x.answer(ctx, 0)
}

func (x *fake) Search(ctx context.Context, _ search.Request) (search.Response, error) {
	if x.empty {
		return search.Response{}, nil
	}
	return search.Response{Total: 1, Results: []search.Result{}}, x.answer(ctx, x.slow)
}

func (x *fake) Stats(ctx context.Context) (service.Stats, error) {
	return service.Stats{}, x.answer(ctx, x.walk)
}

func (x *fake) Status(ctx context.Context) (service.Status, error) {
	return service.Status{Docs: 1, Version: "test"}, x.answer(ctx, 0)
}

func (x *fake) Removals(ctx context.Context) iter.Seq2[service.KeptOut, error] {
	return func(yield func(service.KeptOut, error) bool) {
		for i := range 1000 {
			err := x.answer(ctx, x.walk)
			if !yield(service.KeptOut{Target: fmt.Sprintf("http://%03d.test/", i)}, err) || err != nil {
				return
			}
		}
	}
}

// fakes returns a front of fake nodes. The test closes the front.
func fakes(t *testing.T, n int) (*Front, []*fake, *strings.Builder) {
	t.Helper()
	var all []*fake
	var nodes []service.Answering
	for range n {
		x := &fake{}
		all, nodes = append(all, x), append(nodes, x)
	}
	log := &strings.Builder{}
	f, err := New(nodes, Options{Logger: slog.New(slog.NewTextHandler(io.Writer(log), nil))})
	if err != nil {
		t.Fatal(err)
	}
	return f, all, log
}

// TestAway: a node that does not answer in time leaves its pages out of searches, which say so. It delays
// one search, not those that follow, and is asked beside these until it is there again.
func TestAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, nodes, log := fakes(t, 3)
		defer f.Close()
		look := func(when string, takes time.Duration, away bool) {
			t.Helper()
			began := time.Now()
			r, err := f.Search(t.Context(), search.Request{Query: "silk"})
			told := len(r.Notes) == 1 && r.Notes[0] == hint.Hint{Code: hint.NodeAway, Value: "2", N: 3} && r.More
			if took := time.Since(began); err != nil || took != takes || told != away || !away && len(r.Notes)+len(r.Hints) > 0 {
				t.Errorf("%s: %s, %+v, %v; want %s, told %t", when, took, r, err, takes, away)
			}
		}
		look("all are there", 0, false)
		nodes[1].set(func() { nodes[1].hangs = true })
		look("one hangs", Patience, true)
		look("it is known to hang", 0, true)
		time.Sleep(firstWait)
		look("it is asked beside", 0, true)
		synctest.Wait()
		asked := nodes[1].asked()
		time.Sleep(time.Minute)
		if nodes[1].asked() != asked {
			t.Errorf("it was asked %d times while nobody searched", nodes[1].asked()-asked)
		}
		nodes[1].set(func() { nodes[1].hangs = false })
		look("it is there, which is not known yet", 0, true)
		synctest.Wait()
		look("it is there again", 0, false)
		if got := log.String(); strings.Count(got, "a node does not answer") != 1 || strings.Count(got, "there again") != 1 {
			t.Errorf("log:\n%s", got)
		}
	})
}

// TestWrongFacts: a node that says of the words what no index has is left out, so that the others search.
func TestWrongFacts(t *testing.T) {
	t.Parallel()
	f, nodes, _ := fakes(t, 3)
	defer f.Close()
	nodes[2].docs = -1
	r, err := f.Search(t.Context(), search.Request{Query: "silk"})
	if err != nil || r.Total != 2 || !slices.Contains(r.Notes, hint.Hint{Code: hint.NodeAway, Value: "3", N: 3}) {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestNoAnswer: a node whose answer to a search is none, as of a server that is no node, is told as missing, and does
// not pass for one that finds nothing.
func TestNoAnswer(t *testing.T) {
	t.Parallel()
	f, nodes, log := fakes(t, 3)
	defer f.Close()
	nodes[1].empty = true
	r, err := f.Search(t.Context(), search.Request{Query: "silk"})
	if err != nil || r.Total != 2 || !r.More || !slices.Contains(r.Notes, hint.Hint{Code: hint.NodeAway, Value: "2", N: 3}) {
		t.Errorf("%+v, %v", r, err)
	}
	if !strings.Contains(log.String(), "see what runs at its URL") {
		t.Errorf("log: %s", log)
	}
	for _, n := range nodes {
		n.empty = true
	}
	if r, err := f.Search(t.Context(), search.Request{Query: "silk"}); err == nil {
		t.Errorf("no node answers: %+v", r)
	}
}

// TestBackOff: a node that stays away is asked beside searches every ten seconds in the end.
func TestBackOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, nodes, _ := fakes(t, 2)
		defer f.Close()
		nodes[0].set(func() { nodes[0].gone = true })
		for range 10 * 60 {
			if _, err := f.Search(t.Context(), search.Request{Query: "silk"}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(100 * time.Millisecond)
		}
		if n := nodes[0].asked(); n < 9 || n > 12 { // at 0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5, 35.5, 45.5, 55.5
			t.Errorf("it was asked %d times in a minute", n)
		}
	})
}

// TestSlow: a node whose search is slow is waited for, as long as the caller can wait.
func TestSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, nodes, _ := fakes(t, 2)
		defer f.Close()
		nodes[1].slow = 2 * Patience
		if r, err := f.Search(t.Context(), search.Request{Query: "silk"}); err != nil || len(r.Notes) > 0 {
			t.Errorf("%+v, %v", r, err)
		}
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), Patience)
		defer cancel()
		if r, err := f.Search(ctx, search.Request{Query: "silk"}); err != nil || len(r.Notes) != 1 || time.Since(began) >= Patience {
			t.Errorf("within %s: %+v, %v", time.Since(began), r, err)
		}
		nodes[0].slow, nodes[1].slow = time.Hour, time.Hour
		if _, err := f.Search(t.Context(), search.Request{Query: "silk"}); aranea.KindOf(err) != aranea.Transient {
			t.Errorf("all are slow: %v", err)
		}
	})
}

// TestAllAway: without a node there is no answer; with one there are no counts that would be wrong.
func TestAllAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, nodes, _ := fakes(t, 2)
		defer f.Close()
		nodes[0].set(func() { nodes[0].gone = true })
		if _, err := f.Stats(t.Context()); aranea.KindOf(err) != aranea.Transient || !strings.Contains(err.Error(), "partition 1 of 2 does not answer") {
			t.Errorf("counts without a node: %v", err)
		}
		if s, err := f.Status(t.Context()); err != nil || s.Docs != 1 || len(s.Nodes) != 2 || s.Nodes[0].Away == "" || strings.Contains(s.Nodes[0].Away, "partition") || s.Nodes[1].Away != "" {
			t.Errorf("status without a node: %+v, %v", s, err)
		}
		if n, err := f.Docs(t.Context()); err != nil || n != 1 {
			t.Errorf("%d pages, %v", n, err)
		}
		if err := firstOf(f.Removals(t.Context())); aranea.KindOf(err) != aranea.Transient {
			t.Errorf("a list without a node: %v", err)
		}
		nodes[1].set(func() { nodes[1].gone = true })
		for name, ask := range map[string]func() error{
			"search":   func() error { _, err := f.Search(t.Context(), search.Request{Query: "silk"}); return err },
			"complete": func() error { _, err := f.Facts(t.Context(), search.Request{Query: "sil"}); return err },
			"status":   func() error { _, err := f.Status(t.Context()); return err },
			"docs":     func() error { _, err := f.Docs(t.Context()); return err },
		} {
			if err := ask(); aranea.KindOf(err) != aranea.Transient || !errors.Is(err, wire.ErrGone) || strings.Count(err.Error(), "ask cluster") != 1 {
				t.Errorf("%s without any node: %v", name, err)
			}
		}
	})
}

// TestLongQuestions: counts and lists may take long of a node that is there, and are not waited for of one that
// stands still, at whatever moment it does.
func TestLongQuestions(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, nodes, _ := fakes(t, 2)
		defer f.Close()
		nodes[0].set(func() { nodes[0].walk = 20 * time.Minute })
		if _, err := f.Stats(t.Context()); err != nil {
			t.Errorf("counts that take long: %v", err)
		}
		nodes[0].set(func() { nodes[0].walk = time.Second })
		for name, ask := range map[string]func() error{
			"counts":   func() error { _, err := f.Stats(t.Context()); return err },
			"a list":   func() error { return firstOf(f.Removals(t.Context())) },
			"one node": func() error { return firstOf(f.RobotsHistory(t.Context(), originOf(t, 2, 1))) },
		} {
			start := time.Now()
			later := time.AfterFunc(time.Minute, func() { nodes[0].set(func() { nodes[0].hangs = true }) })
			nodes[0].set(func() { nodes[0].hangs = name == "counts" })
			err := ask()
			later.Stop()
			limit := 2*Patience + 2*time.Second
			if name != "counts" {
				limit += time.Minute
			}
			if took := time.Since(start); aranea.KindOf(err) != aranea.Transient || !isGone(err) || took > limit {
				t.Errorf("%s of a node that stands still: %v after %v", name, err, took)
			}
			nodes[0].set(func() { nodes[0].hangs = false })
			for f.isAway(f.nodes[0]) != nil {
				<-time.After(longestWait)
			}
		}
	})
}

// originOf returns the origin of a site in a partition.
func originOf(t *testing.T, of, part int) weburl.Origin {
	t.Helper()
	return partitiontest.Site(t, partition.Partition{Number: part, Of: of}, 0).Origin()
}

// RobotsHistory is a list without an end.
func (x *fake) RobotsHistory(ctx context.Context, _ weburl.Origin) iter.Seq2[service.RobotsCopy, error] {
	return func(yield func(service.RobotsCopy, error) bool) {
		for ctx.Err() == nil { // and ends without a word
			if x.answer(ctx, x.walk) == nil && !yield(service.RobotsCopy{}, nil) {
				return
			}
		}
	}
}

// firstOf returns the error that ends a list.
func firstOf[T any](all iter.Seq2[T, error]) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// TestRefusedByAll: what all nodes refuse is wrong with the question, and none of them is away for that. What
// one of them refuses leaves that one out.
func TestRefusedByAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, nodes, log := fakes(t, 2)
		defer f.Close()
		busy := &aranea.Error{Op: "search", Kind: aranea.Limit, Err: errors.New("too many searches at once")}
		nodes[0].set(func() { nodes[0].err = busy })
		if r, err := f.Search(t.Context(), search.Request{Query: "silk"}); err != nil || len(r.Notes) != 1 || r.Notes[0].Value != "1" {
			t.Errorf("%+v, %v", r, err)
		}
		nodes[1].set(func() { nodes[1].err = busy })
		if _, err := f.Search(t.Context(), search.Request{Query: "silk"}); !errors.Is(err, busy) {
			t.Errorf("%v", err)
		}
		if log.Len() > 0 {
			t.Errorf("log: %s", log)
		}
	})
}

// TestListsEnd: a caller who has enough, or gives up, ends the lists of all nodes.
func TestListsEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, nodes, _ := fakes(t, 3)
		defer f.Close()
		for k, err := range f.Removals(t.Context()) {
			if err != nil || k.Target != "http://000.test/" {
				t.Fatalf("%+v, %v", k, err)
			}
			break
		}
		synctest.Wait()
		for i, n := range nodes {
			if n.asked() > aheadOf+2 {
				t.Errorf("node %d was read for %d values", i, n.asked())
			}
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		n, enough := 0, errors.New("enough")
		var last error
		for _, err := range f.Removals(ctx) {
			if n++; n == 10 {
				cancel(enough)
			}
			last = err
		}
		if !errors.Is(last, enough) {
			t.Errorf("after %d values: %v", n, last)
		}
		all := 0
		for _, err := range f.Removals(t.Context()) {
			if all++; err != nil {
				t.Fatal(err)
			}
		}
		if all != 1000 {
			t.Errorf("%d targets, want each once", all)
		}
	})
}

// TestNew: a cluster has nodes.
func TestNew(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 257} {
		if _, err := New(make([]service.Answering, n), Options{}); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%d nodes: %v", n, err)
		}
	}
}

// TestCursor: a cursor is read back as it was written, for its search and cluster only.
func TestCursor(t *testing.T) {
	t.Parallel()
	c := cursor{passed: 30, shown: []collapse.Item{{Sketch: 1 << 60, Lang: analyze.De, Known: 200}, {Sketch: 3}}, places: []place{
		{left: true}, {ended: true}, {used: []uint64{1, 2}}, {after: "AAEC", used: []uint64{7}}, {after: "no base64!", used: []uint64{}},
	}}
	text := c.encode("silk")
	back, err := decode(text, "silk", 5)
	if err != nil || fmt.Sprintf("%+v", *back) != fmt.Sprintf("%+v", c) {
		t.Errorf("%+v, %v; want %+v", back, err, c)
	}
	for name, err := range map[string]error{
		"another search":  second(decode(text, "hay", 5)),
		"another cluster": second(decode(text, "silk", 4)),
		"cut":             second(decode(text[:len(text)-1], "silk", 5)),
		"none":            second(decode("start", "silk", 5)),
		"too long":        second(decode(strings.Repeat("A", MaxCursor+1), "silk", 5)),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for range 2000 {
		c.places[2].used = append(c.places[2].used, 1)
	}
	if got := c.encode("silk"); got != "" {
		t.Errorf("a cursor of %d characters", len(got))
	}
	for _, r := range []search.Request{{After: "x"}, {Limit: answer.MaxTogether}, {Offset: -1}, {After: text, Offset: 1}, {Sort: "-date"}} {
		f, _, _ := fakes(t, 5)
		if _, err := f.Search(t.Context(), r); aranea.KindOf(err) != aranea.Invalid {
			t.Errorf("%+v: %v", r, err)
		}
		f.Close()
	}
}

func second(_ *cursor, err error) error { return err }

// FuzzDecode: whatever is given as a cursor is refused or bounded, and what is read is written again.
func FuzzDecode(f *testing.F) {
	c := cursor{passed: 30, shown: []collapse.Item{{Sketch: 9, Known: 1}}, places: []place{{left: true}, {after: "AAEC", used: []uint64{7}}}}
	f.Add([]byte(c.encode("silk")))
	f.Add([]byte("start"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := decode(string(text), "silk", 2)
		if err != nil {
			return
		}
		if len(c.places) != 2 || len(c.langs) > 8 || len(c.shown) > maxShown {
			t.Fatalf("%+v", c)
		}
		for _, p := range c.places {
			if len(p.used) > maxUsed || len(p.after) > 2*MaxCursor {
				t.Fatalf("%+v", p)
			}
		}
		again, err := decode(c.encode("silk"), "silk", 2)
		if err != nil || fmt.Sprintf("%+v", again) != fmt.Sprintf("%+v", c) {
			t.Fatalf("%+v, %v; want %+v", again, err, c)
		}
	})
}

// TestLeaf: the place behind results that were taken names the page of the first one that was not, and those
// behind it that were.
func TestLeaf(t *testing.T) {
	t.Parallel()
	url := func(i int) weburl.URL { return weburl.MustParse(fmt.Sprintf("http://a.test/%d", i)) }
	key := func(i int) uint64 { return keyOf(url(i)) }
	l := leaf{pages: []page{{"", []uint64{key(0), key(1)}}, {"one", []uint64{key(2), key(3)}}}, next: "two", used: map[uint64]bool{key(0): true, key(9): true}}
	for i := 1; i < 4; i++ {
		l.first.Results = append(l.first.Results, search.Result{URL: url(i)})
	}
	for _, tt := range []struct {
		taken []int
		after string
		used  []int
	}{
		{nil, "", []int{0, 9}}, {[]int{1}, "one", []int{9}}, {[]int{1, 3}, "one", []int{3, 9}}, {[]int{2, 3}, "", []int{0, 2, 3, 9}}, {[]int{1, 2, 3}, "two", []int{9}},
	} {
		taken, used := map[uint64]bool{}, map[uint64]bool{}
		for _, i := range tt.taken {
			taken[key(i)] = true
		}
		for _, i := range tt.used {
			used[key(i)] = true
		}
		got := l.behind(taken)
		ok := got.after == tt.after && len(got.used) == len(used) && !got.ended
		for _, k := range got.used {
			ok = ok && used[k]
		}
		if !ok {
			t.Errorf("behind %v: %+v", tt.taken, got)
		}
	}
	l.next = ""
	if got := l.behind(map[uint64]bool{key(1): true, key(2): true, key(3): true}); !got.ended {
		t.Errorf("at the end: %+v", got)
	}
}
