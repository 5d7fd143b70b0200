package main

import (
	"fmt"
	"iter"
	"sync"

	"github.com/aranea-search/aranea/store"
)

// A traffic value is what went to and from one table of a store.
type traffic struct{ puts, deletes, bytes, gets, scans int }

// A counted store counts what is written and read by table, which is the first byte
// of a key.
type counted struct {
	store.KV

	mu     sync.Mutex
	tables map[byte]*traffic
}

func (c *counted) note(key []byte, f func(*traffic)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.tables[key[0]]
	if t == nil {
		t = new(traffic)
		c.tables[key[0]] = t
	}
	f(t)
}

// reset begins to count anew.
func (c *counted) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tables = map[byte]*traffic{}
}

// print prints what one of n pages took.
func (c *counted) print(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Print("\n| table | written | deleted | bytes written | read | ranges read |\n|---|---|---|---|---|---|\n")
	row := func(name string, t *traffic) {
		of := func(x int) float64 { return float64(x) / float64(max(n, 1)) }
		fmt.Printf("| %s | %.2f | %.2f | %.0f | %.2f | %.2f |\n", name, of(t.puts), of(t.deletes), of(t.bytes), of(t.gets), of(t.scans))
	}
	var all traffic
	for name := range byte(255) {
		if t := c.tables[name]; t != nil {
			row(string(rune(name)), t)
			all.puts, all.deletes, all.bytes, all.gets, all.scans = all.puts+t.puts, all.deletes+t.deletes, all.bytes+t.bytes, all.gets+t.gets, all.scans+t.scans
		}
	}
	row("all", &all)
}

// Get is part of store.KV.
func (c *counted) Get(key []byte) ([]byte, error) {
	c.note(key, func(t *traffic) { t.gets++ })
	return c.KV.Get(key)
}

// Scan is part of store.KV.
func (c *counted) Scan(lo, hi []byte) iter.Seq2[store.Pair, error] {
	c.note(lo, func(t *traffic) { t.scans++ })
	return c.KV.Scan(lo, hi)
}

// NewBatch is part of store.KV.
func (c *counted) NewBatch() store.Batch { return &countedBatch{c.KV.NewBatch(), c} }

type countedBatch struct {
	store.Batch
	c *counted
}

// Put is part of store.Batch.
func (b *countedBatch) Put(key, value []byte) {
	b.c.note(key, func(t *traffic) { t.puts, t.bytes = t.puts+1, t.bytes+len(key)+len(value) })
	b.Batch.Put(key, value)
}

// Delete is part of store.Batch.
func (b *countedBatch) Delete(key []byte) {
	b.c.note(key, func(t *traffic) { t.deletes, t.bytes = t.deletes+1, t.bytes+len(key) })
	b.Batch.Delete(key)
}
