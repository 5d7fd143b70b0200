package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"golang.org/x/sync/errgroup"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// Options bound memory and say when memory becomes segments.
type Options struct {
	// BufferBytes is how much one worker holds before it is flushed; default
	// 48 MiB.
	BufferBytes int
	// FlushAfter is how long a change waits in memory at most before it can be
	// found; default one second.
	FlushAfter time.Duration
	// Workers is how many buffers are filled side by side; default the number
	// of processors, at most 8.
	Workers int
	// Now is the clock; default time.Now.
	Now func() time.Time
}

// Defaults of Options.
const (
	DefaultBufferBytes = 48 << 20
	DefaultFlushAfter  = time.Second
	maxWorkers         = 8
)

func (o Options) withDefaults() Options {
	if o.BufferBytes <= 0 {
		o.BufferBytes = DefaultBufferBytes
	}
	if o.FlushAfter <= 0 {
		o.FlushAfter = DefaultFlushAfter
	}
	if o.Workers <= 0 {
		o.Workers = min(runtime.GOMAXPROCS(0), maxWorkers)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// An Index is open for writing by one process. It is safe for concurrent use.
type Index struct {
	dir string
	opt Options

	mu      sync.Mutex // guards all below
	man     manifest
	live    []live
	buffers []*buffer
	where   map[weburl.ID]place // documents in buffers
	log     *wal
	logs    []uint64 // logs whose changes are in buffers, the current one last
	oldest  time.Time
	limited uint64
	err     error // a failed write: nothing more is acknowledged

	merging bool
	quit    chan struct{}
	done    sync.WaitGroup
}

// A place is where a document lies in memory.
type place struct {
	buffer int
	doc    uint32
}

// Open opens or creates the index in dir and brings changes that a crash left
// in the log back into memory.
func Open(dir string, opt Options) (*Index, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	man, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	x := &Index{dir: dir, opt: opt.withDefaults(), man: man, where: map[weburl.ID]place{}, quit: make(chan struct{})}
	for range x.opt.Workers {
		x.buffers = append(x.buffers, newBuffer())
	}
	if x.live, err = openLive(dir, man); err != nil {
		return nil, err
	}
	if err := x.recover(); err != nil {
		x.releaseAll()
		return nil, err
	}
	x.sweep()
	x.done.Add(1)
	go x.background()
	return x, nil
}

// recover replays the logs from the manifest's on and starts a new one.
func (x *Index) recover() error {
	names, err := filepath.Glob(filepath.Join(x.dir, "wal-*"))
	if err != nil {
		return fmt.Errorf("open index: %w", err)
	}
	sort.Strings(names)
	next := x.man.WAL
	for _, name := range names {
		var n uint64
		if _, err := fmt.Sscanf(filepath.Base(name), "wal-%d", &n); err != nil || n < x.man.WAL {
			continue
		}
		x.logs = append(x.logs, n)
		next = max(next, n+1)
		err := replay(name, func(c aranea.IndexChange) error { return x.invert([]aranea.IndexChange{c}) })
		if err != nil {
			return err
		}
		if x.full() {
			if err := x.flush(); err != nil {
				return err
			}
		}
	}
	if x.log, err = createWAL(x.dir, next); err != nil {
		return err
	}
	x.logs = append(x.logs, next)
	return nil
}

// sweep removes files that no manifest names: remains of a crash.
func (x *Index) sweep() {
	keep := map[string]bool{manifestFile: true}
	for _, s := range x.man.Segments {
		for _, p := range parts {
			keep[s.Name+"."+p] = true
		}
		keep[s.Deleted] = true
	}
	for _, n := range x.logs {
		keep[walName(n)] = true
	}
	entries, err := os.ReadDir(x.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := e.Name()
		ours := strings.HasPrefix(name, "seg-") || strings.HasPrefix(name, "wal-") || strings.HasSuffix(name, ".tmp")
		if ours && !keep[name] {
			_ = os.Remove(filepath.Join(x.dir, name)) // tried again at the next opening
		}
	}
}

// Apply makes changes durable and brings them into memory, where they wait to
// be flushed. A page that is put replaces its earlier version.
func (x *Index) Apply(ctx context.Context, changes []aranea.IndexChange) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err != nil {
		return x.err
	}
	if err := x.log.append(changes); err != nil {
		return x.fail(err)
	}
	if x.oldest.IsZero() {
		x.oldest = x.opt.Now()
	}
	if err := x.invert(changes); err != nil {
		return x.fail(err)
	}
	if x.full() || x.opt.Now().Sub(x.oldest) >= x.opt.FlushAfter {
		return x.flush()
	}
	return nil
}

func (x *Index) fail(err error) error {
	x.err = fmt.Errorf("index: %w", err)
	return x.err
}

// invert brings changes into the buffers, side by side.
func (x *Index) invert(changes []aranea.IndexChange) error {
	lists := make([][]*aranea.IndexChange, len(x.buffers))
	docs := make([][]weburl.ID, len(x.buffers))
	last := map[weburl.ID]int{}
	for i := range changes {
		last[changes[i].URL.ID()] = i
	}
	n := 0
	for i := range changes {
		id := changes[i].URL.ID()
		if last[id] != i {
			continue // a later change of the same call replaces it
		}
		x.remove(id)
		if changes[i].Action != aranea.IndexPut {
			continue
		}
		if changes[i].Page == nil {
			return &aranea.Error{Op: "apply to index", Kind: aranea.Invalid, Obj: changes[i].URL.String(), Err: errors.New("put without a page")}
		}
		w := n % len(x.buffers)
		n++
		lists[w] = append(lists[w], &changes[i])
		docs[w] = append(docs[w], id)
	}
	var g errgroup.Group
	first := make([]uint32, len(x.buffers))
	for w, list := range lists {
		first[w] = uint32(len(x.buffers[w].docs))
		if len(list) == 0 {
			continue
		}
		g.Go(func() error {
			for _, c := range list {
				x.buffers[w].add(c)
			}
			return nil
		})
	}
	err := g.Wait()
	for w, ids := range docs {
		for i, id := range ids {
			x.where[id] = place{w, first[w] + uint32(i)}
		}
	}
	return err
}

// remove marks the document of a URL as deleted wherever it is.
func (x *Index) remove(id weburl.ID) {
	if p, ok := x.where[id]; ok {
		x.buffers[p.buffer].deleted[p.doc] = true
		delete(x.where, id)
	}
	for i, l := range x.live {
		doc, ok := l.find(id)
		if !ok || l.isDeleted(doc) {
			continue
		}
		// Snapshots share the bitmap, so it is replaced, not changed.
		b := roaring.New()
		if l.deleted != nil {
			b = l.deleted.Clone()
		}
		b.Add(doc)
		x.live[i].deleted = b
	}
}

// full reports whether a buffer has reached its bound.
func (x *Index) full() bool {
	for _, b := range x.buffers {
		if b.bytes() >= x.opt.BufferBytes {
			return true
		}
	}
	return false
}

// Flush makes everything that was applied findable.
func (x *Index) Flush() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err != nil {
		return x.err
	}
	return x.flush()
}

// flush writes the buffers as segments, then the manifest that names them, and
// starts a new log.
func (x *Index) flush() error {
	x.oldest = time.Time{}
	man := x.man
	man.Segments = nil
	next := slices.Clone(x.live)
	var g errgroup.Group
	fresh := make([]*segment, len(x.buffers))
	names := make([]string, len(x.buffers))
	for i, b := range x.buffers {
		if len(b.docs) == 0 {
			continue
		}
		names[i] = segmentName(man.Next)
		man.Next++
		g.Go(func() (err error) {
			fresh[i], err = x.writeBuffer(names[i], b)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return x.fail(err)
	}
	for i, s := range fresh {
		if s != nil {
			next = append(next, live{segment: s, deleted: deletedOf(x.buffers[i].deleted)})
		}
	}
	var log *wal
	if x.log != nil { // not while recovering
		n := x.logs[len(x.logs)-1] + 1
		var err error
		if log, err = createWAL(x.dir, n); err != nil {
			return x.fail(err)
		}
		man.WAL = n
	}
	if err := x.install(man, next); err != nil {
		return x.fail(err)
	}
	if log != nil {
		_ = x.log.close() // its changes are in segments
		for _, n := range x.logs {
			_ = os.Remove(filepath.Join(x.dir, walName(n))) // swept at the next opening
		}
		x.log, x.logs = log, []uint64{man.WAL}
	}
	for _, b := range x.buffers {
		x.limited += b.limited
		b.reset()
	}
	clear(x.where)
	x.mergeSoon()
	return nil
}

func deletedOf(marks []bool) *roaring.Bitmap {
	var b *roaring.Bitmap
	for i, d := range marks {
		if d {
			if b == nil {
				b = roaring.New()
			}
			b.Add(uint32(i))
		}
	}
	return b
}

// install writes the deletions that changed and the manifest, and makes next
// the index. Segments that are no longer in it are let go of.
func (x *Index) install(man manifest, next []live) error {
	old := map[string]manifestSegment{}
	for _, s := range x.man.Segments {
		old[s.Name] = s
	}
	man.Segments = nil
	for _, l := range next {
		ms := manifestSegment{Name: l.name, Docs: l.foot.Docs}
		if l.deleted != nil {
			ms.Deleted = deletedName(l.name, l.deleted)
			if ms.Deleted != old[l.name].Deleted {
				if err := writeBitmap(x.dir, ms.Deleted, l.deleted); err != nil {
					return err
				}
			}
		}
		man.Segments = append(man.Segments, ms)
	}
	if err := man.write(x.dir); err != nil {
		return err
	}
	stay := map[*segment]bool{}
	for _, l := range next {
		stay[l.segment] = true
	}
	for _, l := range x.live {
		if !stay[l.segment] {
			l.release()
		}
	}
	x.removeGone(x.man, man)
	x.man, x.live = man, next
	return nil
}

// removeGone deletes the files that the new manifest no longer names. Readers
// that map them keep what they map.
func (x *Index) removeGone(old, now manifest) {
	keep := map[string]bool{}
	for _, s := range now.Segments {
		keep[s.Name], keep[s.Deleted] = true, true
	}
	for _, s := range old.Segments {
		if s.Deleted != "" && !keep[s.Deleted] {
			_ = os.Remove(filepath.Join(x.dir, s.Deleted)) // swept at the next opening
		}
		if !keep[s.Name] {
			for _, p := range parts {
				_ = os.Remove(filepath.Join(x.dir, s.Name+"."+p)) // as above
			}
		}
	}
}

// writeBuffer writes a buffer as a segment and opens it.
func (x *Index) writeBuffer(name string, b *buffer) (*segment, error) {
	w, err := newSegmentWriter(x.dir, name)
	if err != nil {
		return nil, err
	}
	if err := b.writeTo(w); err != nil {
		w.abort()
		return nil, err
	}
	return openSegment(x.dir, name)
}

// writeTo writes the buffer's documents and terms.
func (b *buffer) writeTo(w *segmentWriter) error {
	var record []byte
	for i := range b.docs {
		d := &b.docs[i]
		record = appendDoc(record[:0], &d.Record)
		if err := w.doc(d.id, record, d.text, d.Words()); err != nil {
			return err
		}
	}
	order := make([]uint32, len(b.terms))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(i, j uint32) int { return strings.Compare(b.terms[i].text, b.terms[j].text) })
	var data termData
	var raw []byte
	for _, i := range order {
		t := &b.terms[i]
		raw = b.postings(raw[:0], t)
		if err := data.decodeBuffer(raw, t); err != nil {
			return err
		}
		if err := w.term([]byte(t.text), &data); err != nil {
			return err
		}
	}
	w.foot.Limited = b.limited
	return w.finish()
}

// decodeBuffer reads a term's chain.
func (t *termData) decodeBuffer(raw []byte, src *bufferTerm) error {
	t.reset(src.positional)
	c := cursor{b: raw}
	doc := uint32(0)
	for range src.df {
		doc += uint32(c.uint())
		tf := uint32(c.uint())
		t.docs, t.tfs, t.impacts = append(t.docs, doc), append(t.tfs, tf), append(t.impacts, c.byte())
		if src.positional {
			t.copyPositions(&c, tf)
		}
	}
	return asError(c.bad)
}

// copyPositions takes n varints as they are.
func (t *termData) copyPositions(c *cursor, n uint32) {
	i := 0
	for n > 0 && i < len(c.b) {
		if c.b[i] < 0x80 {
			n--
		}
		i++
	}
	c.bad = c.bad || n > 0
	t.positions = append(t.positions, c.b[:i]...)
	c.b = c.b[i:]
	t.posEnds = append(t.posEnds, uint64(len(t.positions)))
}

// background flushes changes that wait too long, until Close.
func (x *Index) background() {
	defer x.done.Done()
	tick := time.NewTicker(x.opt.FlushAfter / 2)
	defer tick.Stop()
	for {
		select {
		case <-x.quit:
			return
		case <-tick.C:
		}
		x.mu.Lock()
		if x.err == nil && !x.oldest.IsZero() && x.opt.Now().Sub(x.oldest) >= x.opt.FlushAfter {
			_ = x.flush() // the error sticks and meets the next caller
		}
		x.mu.Unlock()
	}
}

// Close flushes, waits for a merge under way, and closes the files.
func (x *Index) Close() error {
	close(x.quit)
	x.done.Wait()
	x.mu.Lock()
	defer x.mu.Unlock()
	err := x.err
	if err == nil && !x.oldest.IsZero() {
		err = x.flush()
	}
	x.done.Wait()
	if x.log != nil {
		if cerr := x.log.close(); err == nil {
			err = cerr
		}
	}
	x.releaseAll()
	x.err = errors.New("the index is closed")
	return err
}

func (x *Index) releaseAll() {
	for _, l := range x.live {
		l.release()
	}
	x.live = nil
}
