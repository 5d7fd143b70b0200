package frontier

import (
	"context"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/memstore"
)

// gets counts the entries that are read by their keys.
type gets struct {
	*memstore.Store
	entries int
}

func (g *gets) Get(key []byte) ([]byte, error) {
	if key[0] == 'u' {
		g.entries++
	}
	return g.Store.Get(key)
}

func (g *gets) Close() error { return nil } // it is opened again

// TestDroppedWindowsHoldNoEntries: entries that were read with the keys of a window are released
// when it is dropped.
func TestDroppedWindowsHoldNoEntries(t *testing.T) {
	t.Parallel()
	kv := &gets{Store: memstore.New()}
	f := open(t, kv, Options{})
	seed(t, f, "http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4")
	ls, _ := lease(t, f, t0, 1)
	commit(t, f, t0, done(ls[0], t0)) // the robots file
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = open(t, kv, Options{})
	f.windows.Max = 1
	if ls, _ = lease(t, f, t0, 1); len(ls) != 1 || f.Stats().Windowed != 0 || f.windows.Bytes() != 0 {
		t.Errorf("%d leases, %d keys and %d bytes at hand", len(ls), f.Stats().Windowed, f.windows.Bytes())
	}
}

// TestEntriesAreReadWithTheirKeys: leases of a host with few pages do not read one entry each,
// and a lease has its current entry, whatever has changed since.
func TestEntriesAreReadWithTheirKeys(t *testing.T) {
	t.Parallel()
	kv := &gets{Store: memstore.New()}
	f := open(t, kv, Options{PerHost: MaxPerHost})
	seed(t, f, "http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4")
	ls, _ := lease(t, f, t0, 1)
	commit(t, f, t0, done(ls[0], t0)) // the robots file
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = open(t, kv, Options{PerHost: MaxPerHost})
	if ls, _ = lease(t, f, t0, 1); len(ls) != 1 || f.windows.Bytes() == 0 {
		t.Fatalf("%d leases, %d bytes at hand", len(ls), f.windows.Bytes())
	}
	x := targetOf(t, "http://a.test/4")
	if _, err := f.Remove(context.Background(), t0, x, func(context.Context, []aranea.IndexChange) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if n, err := f.Restore(context.Background(), t0, x); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	kv.entries = 0
	more, _ := lease(t, f, t0, 10)
	if len(more) != 3 || kv.entries != 1 {
		t.Errorf("%d leases read %d entries, want 3 that read the one which was changed", len(more), kv.entries)
	}
	for _, l := range append(ls, more...) {
		o := done(l, t0)
		o.Events = []aranea.Event{{At: t0, Reason: aranea.HTTPOK}}
		commit(t, f, t0, o)
	}
	trail, err := f.Trail(parse(t, "http://a.test/4").ID())
	if err != nil || len(trail) != 3 {
		t.Errorf("trail %v, %v: the removal, its end and the visit are to be told", trail, err)
	}
	if f.windows.Bytes() != 0 {
		t.Errorf("%d bytes at hand of nothing", f.windows.Bytes())
	}
}
