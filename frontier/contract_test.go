package frontier_test

import (
	"context"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/frontier/frontiertest"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// onDisk is a frontier on a disk that loses what was not synced at each kill.
type onDisk struct{ disk *vfs.MemFS }

func (s *onDisk) Open(t testing.TB, opt frontiertest.Options) frontiertest.Frontier {
	s.disk = s.disk.CrashClone(vfs.CrashCloneCfg{})
	kv, err := pebblestore.Open("db", pebblestore.Options{FS: s.disk, CacheBytes: 1 << 20, MemTableBytes: 64 << 10})
	if err != nil {
		t.Fatal(err)
	}
	f, err := frontier.Open(context.Background(), kv, options(opt))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kv.Close() })
	return f
}

// options returns those of the contract.
func options(o frontiertest.Options) frontier.Options {
	return frontier.Options{
		Delay: o.Delay, SendBudget: o.SendBudget, MaxPages: o.MaxPages,
		MaxHostPages: o.MaxHostPages, Order: o.Order, Addresses: o.Addresses,
	}
}

// inMemory is a frontier in memory; who opened it before is fenced out.
type inMemory struct {
	kv   *memstore.Store
	room int // for what is known, in bytes; 0 for the default
}

func (s inMemory) Open(t testing.TB, opt frontiertest.Options) frontiertest.Frontier {
	o := options(opt)
	o.Memory = s.room
	f, err := frontier.Open(context.Background(), s.kv, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestContractOnDisk(t *testing.T) {
	t.Parallel()
	frontiertest.Run(t, func(testing.TB) frontiertest.State { return &onDisk{vfs.NewCrashableMem()} })
}

func TestContractInMemory(t *testing.T) {
	t.Parallel()
	frontiertest.Run(t, func(testing.TB) frontiertest.State { return inMemory{memstore.New(), 0} })
}

// TestContractInLittleMemory: the state of one origin at a time has room.
func TestContractInLittleMemory(t *testing.T) {
	t.Parallel()
	frontiertest.Run(t, func(testing.TB) frontiertest.State { return inMemory{memstore.New(), 1} })
}
