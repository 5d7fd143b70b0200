package webtest_test

import (
	"math/rand/v2"

	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
)

// A keep stores the robot's data between its lives.
type keep interface {
	// open returns the store for a process. wait returns when the disk has finished a write.
	open(f *fuse, wait func()) (store.KV, error)
	// crash produces the state after a kill at this instant.
	crash(rnd *rand.Rand)
}

// inMemory keeps a store in memory.
type inMemory struct {
	durable *memstore.Store
	now     *ledger
}

func (k *inMemory) open(f *fuse, wait func()) (store.KV, error) {
	k.now = newLedger(k.durable, f, wait)
	return k.now, nil
}

func (k *inMemory) crash(rnd *rand.Rand) {
	if k.now != nil {
		k.durable = k.now.crash(rnd)
	}
}
