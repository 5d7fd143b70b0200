package frontier_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/frontier/frontiertest"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// A breakable store fails all writes once it is broken.
type breakable struct {
	store.KV
	broken *atomic.Bool
}

type breakableBatch struct {
	store.Batch
	broken *atomic.Bool
}

var errBroken = errors.New("the disk takes nothing more")

func (s breakable) NewBatch() store.Batch { return breakableBatch{s.KV.NewBatch(), s.broken} }

func (b breakableBatch) Commit(sync bool) error {
	if b.broken.Load() {
		return errBroken
	}
	return b.Batch.Commit(sync)
}

func (b breakableBatch) Start() (func() error, error) {
	if b.broken.Load() {
		return nil, errBroken
	}
	return b.Batch.Start()
}

// onDisk is a frontier on a disk that loses unsynced data at each kill.
type onDisk struct {
	disk   *vfs.MemFS
	broken *atomic.Bool // of the store opened last
}

func (s *onDisk) Break(testing.TB) { s.broken.Store(true) }

func (s *onDisk) Open(t testing.TB, opt frontiertest.Options) frontiertest.Frontier {
	s.disk = s.disk.CrashClone(vfs.CrashCloneCfg{})
	kv, err := pebblestore.Open("db", pebblestore.Options{FS: s.disk, CacheBytes: 1 << 20, MemTableBytes: 64 << 10})
	if err != nil {
		t.Fatal(err)
	}
	s.broken = new(atomic.Bool)
	f, err := frontier.Open(context.Background(), breakable{kv, s.broken}, options(opt))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kv.Close() })
	return f
}

// options converts the options of the contract.
func options(o frontiertest.Options) frontier.Options {
	return frontier.Options{
		Delay: schedule.Exactly(o.Delay), HostDelays: o.HostDelays, SendBudget: o.SendBudget, MaxPages: o.MaxPages,
		MaxHostPages: o.MaxHostPages, Order: o.Order, Addresses: o.Addresses,
	}
}

// inMemory is a frontier in memory; opening it fences out earlier ones.
type inMemory struct {
	kv     *memstore.Store
	room   int          // for what is known, in bytes; 0 for the default
	broken *atomic.Bool // of the store opened last
}

func (s *inMemory) Break(testing.TB) { s.broken.Store(true) }

func (s *inMemory) Open(t testing.TB, opt frontiertest.Options) frontiertest.Frontier {
	o := options(opt)
	o.Memory = s.room
	s.broken = new(atomic.Bool)
	f, err := frontier.Open(context.Background(), breakable{s.kv, s.broken}, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestContractOnDisk(t *testing.T) {
	t.Parallel()
	frontiertest.Run(t, func(testing.TB) frontiertest.State { return &onDisk{disk: vfs.NewCrashableMem()} })
}

func TestContractInMemory(t *testing.T) {
	t.Parallel()
	frontiertest.Run(t, func(testing.TB) frontiertest.State { return &inMemory{kv: memstore.New()} })
}

// TestContractInLittleMemory: there is room for the state of one origin at a time.
func TestContractInLittleMemory(t *testing.T) {
	t.Parallel()
	frontiertest.Run(t, func(testing.TB) frontiertest.State { return &inMemory{kv: memstore.New(), room: 1} })
}
