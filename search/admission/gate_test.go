package admission

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/aranea-search/aranea"
)

// TestGate: so many run, so many wait, the next is refused at once; who leaves
// makes room; who gives up frees its place in the queue.
func TestGate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(Options{MaxRunning: 2, MaxWaiting: 2, MaxCost: 1_000_000})
		a, err := g.Enter(t.Context(), 1)
		b, err2 := g.Enter(t.Context(), 1)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		ctx, cancel := context.WithCancel(t.Context())
		gaveUp, entered := make(chan error), make(chan *Place)
		go func() { _, err := g.Enter(ctx, 1); gaveUp <- err }()
		go func() { p, _ := g.Enter(t.Context(), 1); entered <- p }()
		synctest.Wait()
		if _, err := g.Enter(t.Context(), 1); !errors.Is(err, ErrBusy) || aranea.KindOf(err) != aranea.Limit {
			t.Errorf("a fifth query: %v", err)
		}
		cancel()
		if err := <-gaveUp; !errors.Is(err, context.Canceled) {
			t.Errorf("who gives up gets %v", err)
		}
		a.Leave()
		c := <-entered
		b.Leave()
		c.Leave()
		if len(g.running)+len(g.waiting)+len(g.dear) != 0 {
			t.Errorf("%d run and %d wait after the last has left", len(g.running), len(g.waiting))
		}
	})
}

// TestDearQueries: they never hold the last place, and one beyond the limit is
// refused however idle the machine is.
func TestDearQueries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(Options{MaxRunning: 2, MaxCost: 2 * DearCost})
		if _, err := g.Enter(t.Context(), 2*DearCost+1); !errors.Is(err, ErrDear) || aranea.KindOf(err) != aranea.Limit {
			t.Errorf("beyond the limit: %v", err)
		}
		dear, err := g.Enter(t.Context(), DearCost+1)
		if err != nil {
			t.Fatal(err)
		}
		second := make(chan *Place)
		go func() { p, _ := g.Enter(t.Context(), DearCost+1); second <- p }()
		synctest.Wait()
		cheap, err := g.Enter(t.Context(), DearCost)
		if err != nil {
			t.Fatal(err)
		}
		if cheap.MayCost(DearCost+1) || !cheap.MayCost(DearCost) {
			t.Error("a cheap query became dear while another is")
		}
		dear.Leave()
		p := <-second
		p.Leave()
		if !cheap.MayCost(DearCost+1) || cheap.MayCost(2*DearCost+1) {
			t.Error("a cheap query cannot become dear")
		}
		cheap.Leave()
		if len(g.running)+len(g.dear) != 0 {
			t.Error("a place is still held")
		}
	})
}

// TestRise: a query that turns out to be dear gives its place to cheap ones while it waits for another dear
// one; if it is refused, beyond the limit or since nobody waits for it, it has no place any more.
func TestRise(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(Options{MaxRunning: 2, MaxCost: 2 * DearCost})
		enter := func(cost int64) *Place {
			t.Helper()
			p, err := g.Enter(t.Context(), cost)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		dear, p := enter(DearCost+1), enter(0)
		if same, err := p.Rise(t.Context(), DearCost); same != p || err != nil {
			t.Errorf("a cheap query: %v, %v", same, err)
		}
		risen := make(chan *Place)
		go func() { p, _ := p.Rise(t.Context(), DearCost+1); risen <- p }()
		synctest.Wait()
		cheap := enter(0) // in the place of the one that waits
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if lost, err := cheap.Rise(gone, DearCost+1); lost != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("of somebody who is gone: %v, %v", lost, err)
		}
		dear.Leave()
		last := <-risen
		if lost, err := last.Rise(t.Context(), 2*DearCost+1); lost != nil || !errors.Is(err, ErrDear) {
			t.Errorf("beyond the limit: %v, %v", lost, err)
		}
		if len(g.running)+len(g.waiting)+len(g.dear) != 0 {
			t.Error("a place is still held")
		}
	})
}
