package webtest_test

import (
	"errors"
	"iter"
	"math/rand/v2"
	"sync"

	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/memstore"
)

// errDead is the error of every write of a killed process.
var errDead = errors.New("the process was killed")

// A fuse counts the writes of a process and kills it at one of them.
type fuse struct {
	mu    sync.Mutex
	left  int // writes until then, -1 for never
	burnt bool
	fire  func() // captures the content of the disk, and ends the rest of the process
}

// step counts a write. Its error means that the write does not happen.
func (f *fuse) step() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.burnt {
		return errDead
	}
	if f.left < 0 {
		return nil
	}
	if f.left--; f.left >= 0 {
		return nil
	}
	f.burnt = true
	f.fire()
	return errDead
}

// dead reports whether the process was killed.
func (f *fuse) dead() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.burnt
}

// A ledger is a key-value store in memory that records what of it is durable.
type ledger struct {
	fuse *fuse
	slow func() // returns when the disk has finished

	mu      sync.Mutex
	live    *memstore.Store
	durable *memstore.Store
	pending [][]func(store.Batch) // batches of live that are not in durable
	first   int                   // the number of the first of them
}

var _ store.KV = (*ledger)(nil)

func newLedger(durable *memstore.Store, f *fuse, slow func()) *ledger {
	l := &ledger{fuse: f, slow: slow, live: memstore.New(), durable: durable}
	b := l.live.NewBatch()
	for p := range durable.Scan(nil, nil) {
		b.Put(p.Key, p.Value)
	}
	_ = b.Commit(true) // memory does not fail
	return l
}

// crash returns the state after a kill: everything durable, and a prefix of the other batches.
func (l *ledger) crash(rnd *rand.Rand) *memstore.Store {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write(l.first + rnd.IntN(len(l.pending)+1))
	return l.durable
}

// write makes the batches before a number durable. The caller holds mu.
func (l *ledger) write(until int) {
	for l.first < until {
		b := l.durable.NewBatch()
		for _, op := range l.pending[0] {
			op(b)
		}
		_ = b.Commit(true) // memory does not fail
		l.pending = l.pending[1:]
		l.first++
	}
}

// Get implements store.KV.
func (l *ledger) Get(key []byte) ([]byte, error) { return l.live.Get(key) }

// Scan implements store.KV.
func (l *ledger) Scan(lo, hi []byte) iter.Seq2[store.Pair, error] { return l.live.Scan(lo, hi) }

// NewBatch implements store.KV.
func (l *ledger) NewBatch() store.Batch { return &ledgerBatch{l: l} }

// Close implements store.KV.
func (l *ledger) Close() error {
	if l.fuse.dead() {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write(l.first + len(l.pending))
	return nil
}

type ledgerBatch struct {
	l   *ledger
	ops []func(store.Batch)
}

func (b *ledgerBatch) Put(key, value []byte) {
	key, value = clone(key), clone(value)
	b.ops = append(b.ops, func(to store.Batch) { to.Put(key, value) })
}

func (b *ledgerBatch) Delete(key []byte) {
	key = clone(key)
	b.ops = append(b.ops, func(to store.Batch) { to.Delete(key) })
}

func (b *ledgerBatch) DeleteRange(lo, hi []byte) {
	lo, hi = clone(lo), clone(hi)
	b.ops = append(b.ops, func(to store.Batch) { to.DeleteRange(lo, hi) })
}

func clone(b []byte) []byte { return append([]byte{}, b...) }

// begin makes the batch visible and returns its number.
func (b *ledgerBatch) begin() (int, error) {
	if err := b.l.fuse.step(); err != nil {
		return 0, err
	}
	b.l.mu.Lock()
	defer b.l.mu.Unlock()
	to := b.l.live.NewBatch()
	for _, op := range b.ops {
		op(to)
	}
	_ = to.Commit(true) // memory does not fail
	b.l.pending = append(b.l.pending, b.ops)
	return b.l.first + len(b.l.pending), nil
}

func (b *ledgerBatch) Commit(sync bool) error {
	n, err := b.begin()
	if err != nil || !sync {
		return err
	}
	return b.l.sync(n)
}

func (b *ledgerBatch) Start() (func() error, error) {
	n, err := b.begin()
	return func() error { return b.l.sync(n) }, err
}

// sync waits until the batches before a number are durable.
func (l *ledger) sync(n int) error {
	l.slow()
	if err := l.fuse.step(); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write(n)
	return nil
}

// A shelf is a folder with counted writes.
type shelf struct {
	disk.Folder
	fuse *fuse
}

func (s *shelf) Create(name string) (disk.File, error) {
	if err := s.fuse.step(); err != nil {
		return nil, err
	}
	f, err := s.Folder.Create(name)
	return &shelfFile{f, s.fuse}, err
}

func (s *shelf) CreateNew(name string) (disk.File, error) {
	if err := s.fuse.step(); err != nil {
		return nil, err
	}
	f, err := s.Folder.CreateNew(name)
	return &shelfFile{f, s.fuse}, err
}

func (s *shelf) Rename(from, to string) error {
	if err := s.fuse.step(); err != nil {
		return err
	}
	return s.Folder.Rename(from, to)
}

func (s *shelf) Remove(name string) error {
	if err := s.fuse.step(); err != nil {
		return err
	}
	return s.Folder.Remove(name)
}

func (s *shelf) Sync() error {
	if err := s.fuse.step(); err != nil {
		return err
	}
	return s.Folder.Sync()
}

type shelfFile struct {
	disk.File
	fuse *fuse
}

func (f *shelfFile) Write(b []byte) (int, error) {
	if err := f.fuse.step(); err != nil {
		return 0, err
	}
	return f.File.Write(b)
}

func (f *shelfFile) WriteAt(b []byte, at int64) (int, error) {
	if err := f.fuse.step(); err != nil {
		return 0, err
	}
	return f.File.WriteAt(b, at)
}

func (f *shelfFile) Sync() error {
	if err := f.fuse.step(); err != nil {
		return err
	}
	return f.File.Sync()
}
