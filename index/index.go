package index

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/wal"
	"github.com/aranea-search/aranea/weburl"
)

// Options bound memory and decide when it is flushed to segments.
type Options struct {
	// BufferBytes is how much all workers together fill before they are flushed; default 48
	// MiB. As much again is in use while a flush is under way, and half as much for the words
	// that the workers remember.
	BufferBytes int
	// FlushIdle is how long nothing must have been applied before memory is flushed to a
	// segment, and a quarter of the longest time that a change may wait; default five minutes.
	// Changes are searchable and in the log from the start.
	FlushIdle time.Duration
	// Workers is the number of buffers that are filled in parallel; default half the number of
	// processors, at most 8, and at most one for each 4 MiB of BufferBytes. Every worker learns
	// and writes words for itself, and a crawl needs the other processors for other work.
	Workers int
	// Quiet is how long nothing must have been applied before small segments are merged
	// (package mergepolicy); 0 for never. DefaultQuiet is for folders that are also searched.
	Quiet time.Duration
	// Now is the clock; default time.Now.
	Now func() time.Time
}

// A worker remembers one word for every bytesForWord bytes of its buffer, which is about twice
// what a word takes, and at least leastWords words.
const (
	bytesForWord = 200
	leastWords   = 1 << 12
)

// Defaults of Options.
const (
	DefaultBufferBytes = 48 << 20
	DefaultFlushIdle   = 5 * time.Minute
	DefaultQuiet       = time.Minute
	longestIdle        = 4 // times FlushIdle is the longest that a change waits; small segments have to be merged again and again
	maxWorkers         = 8
	leastBuffer        = 4 << 20 // bytes per worker
)

func (o Options) withDefaults() Options {
	if o.BufferBytes <= 0 {
		o.BufferBytes = DefaultBufferBytes
	}
	if o.FlushIdle <= 0 {
		o.FlushIdle = DefaultFlushIdle
	}
	if o.Workers <= 0 {
		o.Workers = workers(runtime.GOMAXPROCS(0), o.BufferBytes)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// workers returns the default number of workers for a number of processors.
func workers(processors, bufferBytes int) int {
	return max(min((processors+1)/2, maxWorkers, bufferBytes/leastBuffer), 1)
}

// words returns how many words each worker remembers.
func (o Options) words() int { return max(o.BufferBytes/o.Workers/bytesForWord, leastWords) }

// An Index is open for writing in one process. It is safe for concurrent use.
//
// Two turns, which are channels with one slot, order long operations: turn for writing the log
// and filling the active generation, installing for writing the manifest. Turns may be held
// during input and output; mu, which guards plain values, may not. Whoever takes several takes
// them in the order turn, installing, mu.
type Index struct {
	files  segment.Folder
	opt    Options
	makers []*document.Maker // by worker; owned by the holder of turn

	turn       chan struct{}
	log        *wal.Writer // owned by the holder of turn
	encoded    []byte      // likewise: buffer for one encoded change
	gens       uint64      // likewise: number of generations begun
	installing chan struct{}

	mu      sync.Mutex      // guards everything below
	man     manifest        // as last written
	next    uint64          // number of the next segment
	work    map[uint64]bool // numbers handed out for segments that are not installed yet
	live    []live
	epoch   uint64            // incremented when live gets other segments
	lost    []manifestSegment // damaged and no longer read
	active  *generation       // its buffers are owned by the holder of turn
	filled  int               // bytes in them
	frozen  *generation       // being flushed, nil for none
	spare   *generation       // empty, for reuse
	frozeAt uint64            // the first log without changes of frozen
	ahead   ahead
	err     error                     // a failed write, after which nothing more is acknowledged
	merges  map[*merging]bool         // under way
	busy    map[*segment.Segment]bool // their source segments
	calm    chan struct{}             // closed to stop the merge that mergeQuiet began; nil for none
	quiet   time.Duration             // how long nothing must be applied before mergeQuiet begins a merge
	applied time.Time                 // when the last change came
	written bool                      // a change came since the index was opened

	kick chan struct{} // signals that there is something to flush
	quit chan struct{}
	done sync.WaitGroup
}

var errClosed = errors.New("the index is closed")

// Open opens or creates the index in dir. Changes that a crash left in the log are brought back
// into memory, where they are searchable at once. Damage to the manifest or the log is an error
// of kind Corrupt. A damaged segment is left out; Snapshot.Faults names it.
func Open(dir string, opt Options) (*Index, error) {
	files, err := disk.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	return OpenOn(files, opt)
}

// OpenOn is Open for any kind of folder, not only one in the file system.
func OpenOn(files disk.Folder, opt Options) (*Index, error) {
	x := newIndex(files, opt)
	if err := x.load(); err != nil {
		x.releaseAll()
		return nil, fmt.Errorf("open index: %w", err)
	}
	x.start()
	return x, nil
}

func newIndex(files disk.Folder, opt Options) *Index {
	x := &Index{
		files: segment.NewFolder(files), opt: opt.withDefaults(), turn: make(chan struct{}, 1), installing: make(chan struct{}, 1),
		work: map[uint64]bool{}, busy: map[*segment.Segment]bool{}, merges: map[*merging]bool{}, kick: make(chan struct{}, 1), quit: make(chan struct{}),
	}
	for range x.opt.Workers {
		x.makers = append(x.makers, document.NewMaker(x.opt.words()))
	}
	x.active, x.quiet, x.applied = x.newGeneration(), x.opt.Quiet, x.opt.Now()
	return x
}

// newGeneration returns an empty generation. The turn is held.
func (x *Index) newGeneration() *generation {
	g := x.spare
	x.spare = nil
	if g == nil {
		g = newGeneration(x.opt.Workers, x.files)
	}
	x.gens++
	g.reset(x.gens)
	return g
}

// start begins the background work, which Close ends.
func (x *Index) start() {
	x.ahead.after = x.log.Number()
	x.mu.Lock()
	opened := newSnapshot(x.live, nil)
	x.mu.Unlock()
	x.done.Add(2)
	go x.flushInBackground()
	go x.verifyInBackground(opened)
	x.mergeSoon()
}

// take takes a turn.
func take(ctx context.Context, turn chan<- struct{}) error {
	select {
	case turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func give(turn <-chan struct{}) { <-turn }

// fail records the error after which nothing more is acknowledged.
func (x *Index) fail(err error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err == nil {
		x.err = fmt.Errorf("index: %w", err)
	}
	x.wake() // nobody should wait for a flush that will not happen
	return x.err
}

// Failed returns the error after which nothing more is acknowledged, nil if there is none.
func (x *Index) Failed() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.err
}

// Has reports whether the document of a URL is in the index, hidden or not.
func (x *Index) Has(id weburl.ID) bool {
	return x.holds(id, func(*Snapshot, int, uint32) bool { return true })
}

// holds reports whether the document of a URL is in the index and is is true of it.
func (x *Index) holds(id weburl.ID, is func(s *Snapshot, seg int, doc uint32) bool) bool {
	s := x.now()
	defer s.Close()
	seg, doc, found := s.Lookup(id)
	return found && is(s, seg, doc)
}

// now is Snapshot, even after a failed write.
func (x *Index) now() *Snapshot {
	x.mu.Lock()
	defer x.mu.Unlock()
	return newSnapshot(x.live, x.lost)
}

// Hidden reports whether the document of a URL is in the index and hidden.
func (x *Index) Hidden(id weburl.ID) bool {
	return x.holds(id, func(s *Snapshot, seg int, doc uint32) bool { return s.live[seg].isHidden(doc) })
}

// Later reports whether the document of a URL comes from a visit after an instant, in whole
// seconds. It may, if a killed process put it and did not get to record the visit anywhere
// else.
func (x *Index) Later(id weburl.ID, at time.Time) bool {
	return x.holds(id, func(s *Snapshot, seg int, doc uint32) bool { return int64(s.Column(seg, doc).Fetched) > at.Unix() })
}

// Sketch returns the sketch of the document of a URL (package dedupe); 0 if it has none, or there is no such
// document that searchers without a secret may find.
func (x *Index) Sketch(id weburl.ID) (sketch uint64) {
	x.holds(id, func(s *Snapshot, seg int, doc uint32) bool {
		if s.live[seg].Lacks(doc, segment.PrefixFilter+document.Protected) {
			sketch = s.Sketch(seg, doc)
		}
		return true
	})
	return sketch
}

// ShowsMore reports whether more of the document of a URL may be shown, or for longer, than the
// limits of a change permit. A document that cannot be read is taken to show more, so that its page
// comes again.
func (x *Index) ShowsMore(id weburl.ID, limits *aranea.IndexChange) bool {
	return x.holds(id, func(s *Snapshot, seg int, doc uint32) bool {
		d, err := s.Doc(seg, doc)
		text, err2 := s.Text(seg, doc)
		return err != nil || err2 != nil || d.ShowsMore(len(text), limits)
	})
}

// Close flushes, stops merges, and closes the files. A second call returns an error.
func (x *Index) Close() error {
	if !x.beginClose() {
		return errClosed
	}
	x.done.Wait()
	_ = take(context.Background(), x.turn) // a background context never ends
	defer give(x.turn)
	err := x.Failed()
	if err == nil {
		err = x.flushAll()
	}
	x.giveUp()
	if x.log != nil {
		err = errors.Join(err, x.log.Close(), x.dropAhead())
	}
	x.releaseAll()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.err = errClosed
	return err
}

// beginClose begins to close the index. It returns false if that has begun before.
func (x *Index) beginClose() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	select {
	case <-x.quit:
		return false
	default:
	}
	close(x.quit)
	x.disturb()
	return true
}

func (x *Index) releaseAll() {
	x.mu.Lock()
	all := x.live
	x.live = nil
	x.mu.Unlock()
	releaseLive(all)
}

func releaseLive(all []live) {
	for _, l := range all {
		l.Release()
	}
}
