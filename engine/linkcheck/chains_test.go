package linkcheck

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/chains"
	"github.com/aranea-search/aranea/frontier"
)

// chainedWeb returns a web with each fault of redirects, and two URLs that lead on without.
func chainedWeb(t *testing.T) *web {
	t.Helper()
	w := &web{}
	w.visited(t, "/ok", aranea.IndexAdded, 200, "")
	w.visited(t, "/one", aranea.HTTPRedirect, 301, "http://a.test/ok")
	w.visited(t, "/two", aranea.HTTPRedirect, 302, "http://a.test/one")
	w.visited(t, "/self", aranea.HTTPRedirect, 301, "http://a.test/self")
	w.visited(t, "/gone", aranea.HTTPNotFound, 404, "")
	w.visited(t, "/old", aranea.HTTPRedirect, 301, "http://a.test/gone")
	w.visited(t, "/other", aranea.DupCanonical, 200, "http://a.test/ok")
	return w
}

// TestChainFaults checks the faults of redirects, and what is counted beside them.
func TestChainFaults(t *testing.T) {
	t.Parallel()
	w := chainedWeb(t)
	c := New(w, w, w, nil)
	var got []string
	for x, err := range c.Faults(t.Context(), FaultFilter{Check: Chains, Host: "a.test"}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, strings.ReplaceAll(strings.Join(Chains.Cells(&x), " "), "http://a.test", ""))
	}
	want := []string{"loop /self 1 /self 301 HTTP.REDIRECT /self", "dead-end /old 1 /gone 404 HTTP.NOT-FOUND /gone", "chain /two 2 /ok 200 INDEX.ADDED /one /ok"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	n, err := c.CountFaults(t.Context(), FaultFilter{Check: Chains})
	if err != nil || n.Pages != 5 || n.Faults[chains.Loop] != 1 || Chains.Text(&n) != "5 URLs that lead on to another one." {
		t.Errorf("%+v, %v", n, err)
	}
	fails(t, &web{}, FaultFilter{Check: Chains, Host: "other.test"}, aranea.NotFound)
	for text, pages := range map[string]int{"No URL that leads on to another one is known.": 0, "1 URL that leads on to another one.": 1} {
		if got := Chains.Text(&FaultCounts{Pages: pages}); got != text {
			t.Errorf("%q, want %q", got, text)
		}
	}
}

// A countedWeb counts how often all its entries are looked at, and fails behind one of them.
type countedWeb struct {
	*web
	passes, failsAt int
}

func (w *countedWeb) Select(ctx context.Context, f frontier.Filter) iter.Seq2[aranea.Entry, error] {
	return func(yield func(aranea.Entry, error) bool) {
		w.passes++
		n := 0
		for e := range w.web.Select(ctx, f) {
			if n++; n == w.failsAt {
				yield(e, errors.New("disk"))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// TestWithCounts: the counts come in the pass of the list, whichever part of it is asked for.
func TestWithCounts(t *testing.T) {
	t.Parallel()
	w := &countedWeb{web: chainedWeb(t)}
	c := New(w, w, w, nil)
	want, err := c.CountFaults(t.Context(), FaultFilter{Check: Chains})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []FaultFilter{{}, {Limit: 1}, {Offset: 2, Limit: 1}, {Offset: 9}, {Faults: []string{chains.Long, chains.Loop}}} {
		w.passes = 0
		f.Check, f.WithCounts = Chains, true
		var all []Fault
		for x, err := range c.Faults(t.Context(), f) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, x)
		}
		last := all[len(all)-1]
		if w.passes != 1 || last.Fault != "" || last.Counts == nil || !reflect.DeepEqual(*last.Counts, want) {
			t.Errorf("%+v: %d passes, %+v", f, w.passes, last)
		}
		if n := map[int]int{0: 3, 1: 1}[f.Limit]; f.Offset == 0 && f.Faults == nil && len(all) != n+1 {
			t.Errorf("%+v: %+v", f, all)
		}
		for range c.Faults(t.Context(), f) {
			break // nobody waits for the counts
		}
	}
}

// TestCountsFail: what fails behind the end of the list is told as well, once.
func TestCountsFail(t *testing.T) {
	t.Parallel()
	w := &countedWeb{web: &web{}}
	for range MaxSorted + 2 {
		w.visited(t, "/self", aranea.HTTPRedirect, 301, "http://a.test/self")
	}
	w.failsAt = MaxSorted + 1
	var got []string
	for x, err := range New(w, w, w, nil).Faults(t.Context(), FaultFilter{Check: Chains, Limit: 1, WithCounts: true}) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, x.Fault)
	}
	if !slices.Equal(got, []string{"loop", "disk"}) {
		t.Errorf("%q", got)
	}
}
