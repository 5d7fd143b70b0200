package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

// A writer writes what pages write, and nothing else: keys of the same tables, lengths
// and order, with values of the same lengths that are packed about as well, in batches
// of the same sizes. There is no frontier above the store, and nothing is read. What
// that costs a page is the least that a frontier with such keys can cost.
type writer struct {
	kv    store.KV
	rnd   *rand.Rand
	hosts []written
	seq   uint64
	text  []byte
}

// A written host has so many URLs, of which the first are visited.
type written struct {
	visited int
	seqs    []uint32 // of its URLs, in the queue
}

// Bytes of values, as --tables prints them for a page.
const (
	queuedBytes  = 136 // of the entry of a URL that waits
	visitedBytes = 274 // of one that was visited, with the trail of that
	originBytes  = 65
	hostBytes    = 24
	paceBytes    = 10
	newOfPage    = 2.37
)

// fewEntries is up to how many URLs the queue of a host has no keys.
const fewEntries = 64

// writes fills a store, and then writes pages.
func writes(s settings) (err error) {
	kv, err := pebblestore.Open(s.dir, pebblestore.Within(int64(s.memory)))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kv.Close()) }()
	w := &writer{kv: kv, rnd: rand.New(rand.NewPCG(1, 9)), hosts: make([]written, s.hosts)}
	for i := range 256 {
		w.text = append(w.text, fmt.Sprintf("https://www.name-%07d.com/section-%d/articles/a-page-with-a-usual-name-%d.html", i*7919, i%97, i*31)...)
	}
	fmt.Println("| part | how many | CPU µs each | seconds | resident MB at its end |")
	fmt.Println("|---|---|---|---|---|")
	c := begin()
	draw := rand.NewZipf(w.rnd, zipf, 20, uint64(s.hosts-1))
	for done := 0; done < s.urls; done += addMax {
		b := kv.NewBatch()
		for range addMax {
			w.discover(b, int(draw.Uint64()))
		}
		if err := b.Commit(true); err != nil {
			return err
		}
	}
	c.end("filling, writes alone: URLs", s.urls)
	warm := s.pages / 5
	for done := 0; done < warm; done += leaseMax {
		if err := w.pages(draw); err != nil {
			return err
		}
	}
	c = begin()
	for done := 0; done < s.pages; done += leaseMax {
		if err := w.pages(draw); err != nil {
			return err
		}
	}
	c.end("pages, writes alone", s.pages)
	return nil
}

// pages writes what leases and outcomes of some pages write.
func (w *writer) pages(draw *rand.Zipf) error {
	hosts := make([]int, 0, leaseMax)
	b := w.kv.NewBatch()
	for len(hosts) < leaseMax {
		h := w.rnd.IntN(len(w.hosts))
		if w.hosts[h].visited == len(w.hosts[h].seqs) {
			h = int(draw.Uint64()) // the large ones have pages that wait
		}
		if w.hosts[h].visited == len(w.hosts[h].seqs) {
			continue
		}
		hosts = append(hosts, h)
		id := origin(h)
		b.Put(append([]byte{'k', id[0], id[1]}, w.text[:20]...), w.value(hostBytes))
		b.Put(binary.BigEndian.AppendUint32([]byte("aaddress "), uint32(h/8)), w.value(paceBytes))
		w.visit(h)
	}
	if err := b.Commit(true); err != nil {
		return err
	}
	b = w.kv.NewBatch()
	for _, h := range hosts {
		w.outcome(b, h, draw)
	}
	return b.Commit(true)
}

// visit takes a page of a host out of what waits.
func (w *writer) visit(h int) { w.hosts[h].visited++ }

// outcome writes what comes of a page of a host.
func (w *writer) outcome(b store.Batch, h int, draw *rand.Zipf) {
	host := &w.hosts[h]
	n := host.visited - 1
	if len(host.seqs) > fewEntries {
		b.Delete(queueKey(h, uint64(host.seqs[n])))
	}
	w.seq++
	id := page(h, n)
	b.Put(append(binary.BigEndian.AppendUint64([]byte{'v'}, w.seq), id[:]...), nil)
	b.Put(append([]byte{'u'}, id[:]...), w.value(visitedBytes))
	var text [17]byte
	text[0] = 'f'
	binary.BigEndian.PutUint64(text[1:], w.rnd.Uint64())
	binary.BigEndian.PutUint64(text[9:], w.rnd.Uint64())
	b.Put(text[:], id[:])
	w.counts(b, h)
	for x := newOfPage; x > 0 && w.rnd.Float64() < x; x-- {
		g := h
		if w.rnd.IntN(100) < foreign {
			g = int(draw.Uint64())
			w.counts(b, g)
		}
		w.discover(b, g)
	}
}

// counts writes the record of an origin.
func (w *writer) counts(b store.Batch, h int) {
	id := origin(h)
	b.Put(append([]byte{'h'}, id[:]...), w.value(originBytes))
}

// discover writes a URL more of a host.
func (w *writer) discover(b store.Batch, h int) {
	w.seq++
	host := &w.hosts[h]
	id := page(h, len(host.seqs))
	host.seqs = append(host.seqs, uint32(w.seq))
	first := len(host.seqs) - 1
	if len(host.seqs) == fewEntries+1 {
		first = host.visited // its queue has no keys yet
	}
	for n := first; n < len(host.seqs) && len(host.seqs) > fewEntries; n++ {
		at := page(h, n)
		b.Put(queueKey(h, uint64(host.seqs[n])), at[16:])
	}
	b.Put(append([]byte{'u'}, id[:]...), w.value(queuedBytes))
}

// value returns so many bytes, two thirds of them text as it stands in URLs.
func (w *writer) value(n int) []byte {
	v := make([]byte, n)
	copy(v, w.text[w.rnd.IntN(len(w.text)-n):][:n])
	for i := 0; i+8 <= n/3; i += 8 {
		binary.BigEndian.PutUint64(v[i:], w.rnd.Uint64())
	}
	return v
}

// mix scatters numbers over 64 bits.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// origin returns the identity of a host.
func origin(h int) (id [16]byte) {
	binary.BigEndian.PutUint64(id[:], mix(uint64(h)+1<<40))
	binary.BigEndian.PutUint64(id[8:], mix(uint64(h)+1<<41))
	return id
}

// page returns the identity of a page of a host.
func page(h, n int) (id [32]byte) {
	o := origin(h)
	copy(id[:], o[:])
	binary.BigEndian.PutUint64(id[16:], mix(uint64(h)<<32+uint64(n)))
	binary.BigEndian.PutUint64(id[24:], mix(uint64(n)<<32+uint64(h)))
	return id
}

// queueKey returns the key of a page in the queue of its host.
func queueKey(h int, seq uint64) []byte {
	id := origin(h)
	k := append(append([]byte{'q'}, id[:]...), 128, 0, 1)
	return binary.BigEndian.AppendUint64(k, seq)
}
