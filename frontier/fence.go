package frontier

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/frontier/record"
	"github.com/aranea-search/aranea/store"
)

// startBatch starts a batch, unless another process has opened the store since: then memory is
// out of date, and nothing of it may be written.
func (f *Frontier) startBatch(b store.Batch) (func() error, error) {
	if err := f.fence(); err != nil {
		return nil, err
	}
	return b.Start()
}

// fence returns an error if another process has opened the store.
func (f *Frontier) fence() error {
	v, err := f.kv.Get([]byte(record.KeyEpoch))
	if errors.Is(err, store.ErrNotFound) || err == nil && len(v) != 8 {
		return record.Corrupt([]byte(record.KeyEpoch), record.ErrRecord)
	}
	if err != nil {
		return fmt.Errorf("read the epoch: %w", err)
	}
	if epoch := binary.BigEndian.Uint64(v); epoch != f.epoch {
		return &aranea.Error{Op: "frontier", Kind: aranea.Denied, Err: fmt.Errorf("its store was opened by another (epoch %d, ours is %d)", epoch, f.epoch)}
	}
	return nil
}

// await waits for a batch to become durable, without the lock.
func (f *Frontier) await(wait func() error, what string) error {
	err := wait()
	if err == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fail(fmt.Errorf("%s: %w", what, err))
}
