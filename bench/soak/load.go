package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

type settings struct {
	minutes          float64
	pages, searchers int
	seed             uint64
}

// A tally counts what was done.
type tally struct {
	puts, again, deletes, hides, shows, applies atomic.Int64
	searches, hits, flushes, openings           atomic.Int64
	longestApply, mostSegments                  atomic.Int64
}

// String tells the counts.
func (t *tally) String() string {
	return fmt.Sprintf("%d pages put, %d of them again, %d deleted, %d hidden, %d shown, in %d calls, the longest %d ms\n"+
		"%d searches, %d hits compared; %d flushes, up to %d segments, %d openings",
		t.puts.Load(), t.again.Load(), t.deletes.Load(), t.hides.Load(), t.shows.Load(), t.applies.Load(), t.longestApply.Load(),
		t.searches.Load(), t.hits.Load(), t.flushes.Load(), t.mostSegments.Load(), t.openings.Load())
}

// A load is an index under changes and searches, and the oracle beside it.
type load struct {
	settings
	dir    string
	oracle *oracle
	tally  tally

	open sync.RWMutex // held for writing while the index is opened anew
	x    *index.Index
	s    *search.Searcher
}

func newLoad(s settings, dir string) (*load, error) {
	l := &load{settings: s, dir: dir, oracle: newOracle(s.pages)}
	return l, l.reopen()
}

// reopen opens the index. Memory is small, so that it writes and merges all the time.
func (l *load) reopen() (err error) {
	l.x, err = index.Open(l.dir, index.Options{BufferBytes: 2 << 20, FlushIdle: 3 * time.Second})
	if err != nil {
		return err
	}
	l.s = search.New(l.x, time.Now, search.Options{})
	l.tally.openings.Add(1)
	return nil
}

// run goes on until ctx ends, or something is wrong.
func (l *load) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return l.change(ctx, l.random(0)) })
	group.Go(func() error { return every(ctx, 700*time.Millisecond, l.flush) })
	group.Go(func() error { return every(ctx, 30*time.Second, l.again) })
	for i := range l.searchers {
		group.Go(func() error { return l.search(ctx, l.random(i+1)) })
	}
	err := group.Wait()
	return errors.Join(err, l.x.Close())
}

// random returns the chance of one of those who run.
func (l *load) random(n int) *rand.Rand { return rand.New(rand.NewPCG(l.seed, uint64(n))) }

// every calls do so often until ctx ends.
func every(ctx context.Context, delay time.Duration, do func() error) error {
	t := time.NewTicker(delay)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-t.C:
		}
		if err := do(); err != nil {
			return err
		}
	}
}

// again closes the index and opens it.
func (l *load) again() error {
	l.open.Lock()
	defer l.open.Unlock()
	return l.oracle.flush(func() error {
		if err := l.x.Close(); err != nil {
			return err
		}
		return l.reopen()
	})
}

func (l *load) flush() error {
	l.open.RLock()
	defer l.open.RUnlock()
	l.tally.flushes.Add(1)
	return l.oracle.flush(l.x.Flush)
}

// change changes pages until ctx ends.
func (l *load) change(ctx context.Context, rnd *rand.Rand) error {
	current := make([]state, l.pages) // hidden ones with their words
	for ctx.Err() == nil {
		changes, states := l.batch(rnd, current)
		if err := l.apply(ctx, changes, states); err != nil {
			return err
		}
		if rnd.IntN(8) == 0 {
			time.Sleep(time.Duration(rnd.IntN(300)) * time.Millisecond)
		}
	}
	return nil
}

// apply applies changes after which pages are in these states.
func (l *load) apply(ctx context.Context, changes []aranea.IndexChange, states map[int]state) error {
	l.open.RLock()
	defer l.open.RUnlock()
	accepted := l.oracle.begin(states)
	begun := time.Now()
	if err := l.x.Apply(context.WithoutCancel(ctx), changes); err != nil {
		return err
	}
	accepted()
	l.tally.applies.Add(1)
	most(&l.tally.longestApply, time.Since(begun).Milliseconds())
	return nil
}

// batch draws changes of different pages.
func (l *load) batch(rnd *rand.Rand, current []state) (changes []aranea.IndexChange, states map[int]state) {
	states = map[int]state{}
	for range 1 + rnd.IntN(60) {
		n := rnd.IntN(l.pages)
		if rnd.IntN(2) == 0 {
			n = rnd.IntN(l.pages/20 + 1) // some pages change all the time
		}
		if _, twice := states[n]; twice {
			continue
		}
		s := &current[n]
		c := aranea.IndexChange{URL: address(n)}
		switch d := rnd.IntN(20); {
		case d < 2:
			c.Action, *s = aranea.IndexDelete, state{removed: true}
			l.tally.deletes.Add(1)
		case d < 4 && s.words != nil:
			c.Action, s.removed = aranea.IndexHide, true
			l.tally.hides.Add(1)
		case d < 6 && s.words != nil:
			c.Action, s.removed = aranea.IndexShow, false
			l.tally.shows.Add(1)
		default:
			if l.tally.puts.Add(1); s.words != nil {
				l.tally.again.Add(1)
			}
			*s = state{title: drawWords(rnd, 3), words: drawWords(rnd, 20+rnd.IntN(200))}
			c = put(n, s)
		}
		changes = append(changes, c)
		if states[n] = *s; s.removed {
			states[n] = state{removed: true}
		}
	}
	return changes, states
}

// address returns the URL of a page.
func address(n int) weburl.URL {
	u, err := weburl.Parse(fmt.Sprintf("http://%s/%d", hostName(n%hosts), n))
	if err != nil {
		panic(err)
	}
	return u
}

// put makes the change that puts a page.
func put(n int, s *state) aranea.IndexChange {
	title := text(s.title)
	p := &aranea.Page{URL: address(n), Lang: "en", Text: []byte(title + "\n" + text(s.words))}
	p.Elements = []aranea.Element{
		{Kind: aranea.ElementTitle, End: uint32(len(title))},
		{Kind: aranea.ElementText, Start: uint32(len(title) + 1), End: uint32(len(p.Text))},
	}
	return aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Version: 1, FetchedAt: time.Now(), Page: p, Snippet: true}
}

// search asks and compares until ctx ends.
func (l *load) search(ctx context.Context, rnd *rand.Rand) error {
	for ctx.Err() == nil {
		if err := l.one(ctx, rnd); err != nil {
			return err
		}
	}
	return nil
}

// one asks one question and compares the answer.
func (l *load) one(ctx context.Context, rnd *rand.Rand) error {
	l.open.RLock()
	defer l.open.RUnlock()
	page := l.oracle.draw()
	if page == nil {
		return nil
	}
	q := drawQuestion(rnd, page)
	m := l.oracle.ask()
	r, err := l.s.Search(context.WithoutCancel(ctx), search.Request{Query: q.String(), Limit: search.MaxLimit, Copies: true, ExactTotal: true, Sort: search.ByDate, NoSnippets: rnd.IntN(4) > 0})
	if err != nil {
		return fmt.Errorf("%s: %w", q, err)
	}
	a := answer{hits: map[int]bool{}, whole: r.Total <= len(r.Results), total: r.Total}
	for _, hit := range r.Results {
		n, err := strconv.Atoi(strings.TrimPrefix(hit.URL.Target(), "/"))
		if err != nil {
			return err
		}
		if a.hits[n] {
			return fmt.Errorf("%s finds page %d twice", q, n)
		}
		a.hits[n] = true
	}
	compared, err := l.oracle.check(m, q, a)
	if err != nil {
		return err
	}
	l.tally.searches.Add(1)
	l.tally.hits.Add(int64(compared))
	st, err := l.x.Stats()
	most(&l.tally.mostSegments, int64(st.Segments))
	return err
}

// most keeps the largest value.
func most(v *atomic.Int64, n int64) {
	for old := v.Load(); n > old && !v.CompareAndSwap(old, n); old = v.Load() {
	}
}
