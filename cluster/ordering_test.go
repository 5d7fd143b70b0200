package cluster

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// An obedient node takes orders.
type obedient struct {
	fake
	stopping time.Duration // that its crawl takes to end
	stopped  time.Time
	orders   []service.Order
	removals []service.Removal
}

func (x *obedient) Steer(ctx context.Context, o service.Order) (service.Steered, error) {
	if err := x.answer(ctx, 0); err != nil {
		return service.Steered{}, err
	}
	x.set(func() { x.orders, x.stopped = append(x.orders, o), time.Now() })
	return service.Steered{Changed: true}, x.answer(ctx, x.stopping)
}

func (x *obedient) Ordered(ctx context.Context) (halt.State, error) {
	return halt.State{Stopped: x.stopped}, x.answer(ctx, 0)
}

func (x *obedient) Remove(ctx context.Context, r service.Removal) (service.Removed, error) {
	err := x.answer(ctx, 0)
	if err == nil {
		x.set(func() { x.removals = append(x.removals, r) })
	}
	return service.Removed{URLs: 2, Documents: 1, Others: []string{"b.test", "a.test"}, OtherCount: 2}, err
}

func (x *obedient) Prove(context.Context, service.Proof) (service.Proven, error) {
	return service.Proven{}, errors.New("no orders")
}

func (x *obedient) Notify(context.Context, indexnow.Notice) (indexnow.Received, error) {
	return indexnow.Received{}, errors.New("no orders")
}

// obedients returns a front of three nodes that take orders.
func obedients(t *testing.T) (*Front, []*obedient) {
	t.Helper()
	all := []*obedient{{}, {}, {}}
	f, err := New([]service.Answering{all[0], all[1], all[2]}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f, all
}

// TestSteerAway: an order is given to all nodes, also to one that was away, and who is away is named.
func TestSteerAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, all := obedients(t)
		defer f.Close()
		all[1].set(func() { all[1].gone = true })
		all[2].set(func() { all[2].hangs = true })
		began := time.Now()
		s, err := f.Steer(t.Context(), service.Order{Deed: service.Stop})
		if aranea.KindOf(err) != aranea.Transient || !strings.Contains(err.Error(), "it holds on 1 of 3 nodes only") ||
			!strings.Contains(err.Error(), "partition 2 of 3 does not answer") || !strings.Contains(err.Error(), "partition 3 of 3 does not answer: it takes too long") ||
			strings.Contains(err.Error(), "partition 1 of 3") || !s.Changed || len(all[0].orders) != 1 {
			t.Errorf("%+v, %v; %+v", s, err, all[0].orders)
		}
		if took := time.Since(began); took > Obedience+Patience {
			t.Errorf("who hangs is waited for %v", took)
		}
		for _, x := range all { // they are back, and nobody has noticed
			x.set(func() { x.gone, x.hangs = false, false })
		}
		if s, err := f.Steer(t.Context(), service.Order{Deed: service.Pause}); err != nil || !s.Changed || len(all[1].orders) != 1 || len(all[2].orders) != 1 {
			t.Errorf("again: %+v, %v", s, err)
		}
	})
}

// TestSteerSlowStop: a stop holds as soon as it is stored, although a site keeps the crawl waiting.
func TestSteerSlowStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f, all := obedients(t)
		defer f.Close()
		all[2].stopping = time.Hour
		if s, err := f.Steer(t.Context(), service.Order{Deed: service.Stop}); err != nil || !s.Crawling || !s.Changed {
			t.Errorf("%+v, %v", s, err)
		}
		if _, err := f.Steer(t.Context(), service.Order{Deed: service.Pause}); aranea.KindOf(err) != aranea.Transient {
			t.Errorf("a pause that was not confirmed: %v", err)
		}
	})
}

// TestOrderOfOneSite: an order about a host or a URL goes to its node only, so that the others may be away.
func TestOrderOfOneSite(t *testing.T) {
	t.Parallel()
	for _, give := range []struct {
		name string
		site weburl.Origin // "" for all
		do   func(context.Context, *Front) error
	}{
		{"host", "http://www.a.test", func(ctx context.Context, f *Front) error {
			_, err := f.Steer(ctx, service.Order{Deed: service.Stop, Host: "www.a.test"})
			return err
		}},
		{"address", "http://[2001:db8::1]", func(ctx context.Context, f *Front) error {
			_, err := f.Steer(ctx, service.Order{Deed: service.Resume, Host: "[2001:db8::1]"})
			return err
		}},
		{"url", "https://b.test", removing("https://www.b.test/x", false)},
		{"prefix", "https://b.test", removing("https://b.test/x/*", false)},
		{"without a scheme", "https://b.test", removing("b.test:8080/x", false)},
		{"host name", "https://c.test", removing("c.test", false)},
		{"undo", "https://c.test", removing("https://c.test/*", true)},
		{"everything", "", removing("*", false)},
		{"undo everything", "", removing("*", true)},
	} {
		f, all := obedients(t)
		own := 0
		if give.site != "" {
			own = partition.Of(give.site, len(all))
		}
		for i, x := range all {
			x.gone = own != 0 && i+1 != own
		}
		if err := give.do(t.Context(), f); err != nil {
			t.Errorf("%s: %v", give.name, err)
		}
		for i, x := range all {
			if got := len(x.orders) + len(x.removals); (got == 1) != (own == 0 || i+1 == own) {
				t.Errorf("%s: node %d got %d orders; the site is in partition %d", give.name, i+1, got, own)
			}
		}
		if all[max(own, 1)-1].gone = true; own != 0 {
			if err := give.do(t.Context(), f); aranea.KindOf(err) != aranea.Transient || !strings.Contains(err.Error(), "it does not hold on its node, as far as is known") {
				t.Errorf("%s, of a node that is away: %v", give.name, err)
			}
		}
		f.Close()
	}
}

func removing(target string, undo bool) func(context.Context, *Front) error {
	return func(ctx context.Context, f *Front) error {
		_, err := f.Remove(ctx, service.Removal{Target: target, Undo: undo})
		return err
	}
}

// TestRemoveSum: what nodes removed is summed.
func TestRemoveSum(t *testing.T) {
	t.Parallel()
	f, _ := obedients(t)
	defer f.Close()
	r, err := f.Remove(t.Context(), service.Removal{Target: "*"})
	if err != nil || r.URLs != 6 || r.Documents != 3 || len(r.Others) != 2 || r.Others[0] != "a.test" || r.OtherCount != 6 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestIllOrders: an order that is none, or not for a front, is given to no node.
func TestIllOrders(t *testing.T) {
	t.Parallel()
	f, all := obedients(t)
	defer f.Close()
	for _, tt := range []struct {
		name string
		kind aranea.Kind
		do   func() error
	}{
		{"deed", aranea.Invalid, func() error {
			_, err := f.Steer(t.Context(), service.Order{Deed: "explode"})
			return err
		}},
		{"host", aranea.Invalid, func() error {
			_, err := f.Steer(t.Context(), service.Order{Deed: service.Stop, Host: "a b"})
			return err
		}},
		{"target", aranea.Invalid, func() error { return removing("*.a.test", false)(t.Context(), f) }},
		{"empty target", aranea.Invalid, func() error { return removing("", true)(t.Context(), f) }},
		{"seed", aranea.Denied, func() error {
			_, err := f.Remove(t.Context(), service.Removal{Target: "http://a.test/", Seed: true})
			return err
		}},
	} {
		if err := tt.do(); aranea.KindOf(err) != tt.kind {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	for i, x := range all {
		if x.asked() != 0 {
			t.Errorf("node %d was asked", i+1)
		}
	}
	deaf, _, _ := fakes(t, 2)
	defer deaf.Close()
	if _, err := deaf.Steer(t.Context(), service.Order{Deed: service.Stop}); aranea.KindOf(err) != aranea.Denied {
		t.Errorf("nodes that take no orders: %v", err)
	}
}
