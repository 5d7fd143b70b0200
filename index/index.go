package index

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/wal"
	"github.com/aranea-search/aranea/weburl"
)

// Options bound memory and say when memory becomes segments.
type Options struct {
	// BufferBytes is how much all workers together fill before it is flushed; default
	// 48 MiB. As much again is in memory while a flush is under way, and half as much
	// for the words that the workers remember.
	BufferBytes int
	// FlushIdle is how long nothing must have been applied before what is in memory becomes
	// a segment on the disk, and a quarter of what a change waits at most; default five
	// minutes. It is found, and in the log, from the start.
	FlushIdle time.Duration
	// Workers is how many buffers are filled side by side; default half the number
	// of processors, at most 8, and one for each 4 MiB of BufferBytes: each learns and
	// writes the words of all languages for itself, and a crawl has other work for the
	// other half.
	Workers int
	// Quiet is for how long nothing must have been applied before small segments are
	// merged (package tier); 0 for never. DefaultQuiet is for owners of a
	// folder that is searched as well.
	Quiet time.Duration
	// Now is the clock; default time.Now.
	Now func() time.Time
}

// A worker remembers a word for so many bytes of its buffer, which is about twice what
// a word takes, and not fewer words than leastWords.
const (
	bytesForWord = 200
	leastWords   = 1 << 12
)

// Defaults of Options.
const (
	DefaultBufferBytes = 48 << 20
	DefaultFlushIdle   = 5 * time.Minute
	DefaultQuiet       = time.Minute
	longestIdle        = 4 // times FlushIdle: small segments are merged again and again
	maxWorkers         = 8
	leastBuffer        = 4 << 20 // bytes for each worker
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

// workers returns how many buffers are filled on so many processors, if nothing else is
// said.
func workers(processors, bufferBytes int) int {
	return max(min((processors+1)/2, maxWorkers, bufferBytes/leastBuffer), 1)
}

// words returns how many words a worker remembers.
func (o Options) words() int { return max(o.BufferBytes/o.Workers/bytesForWord, leastWords) }

// An Index is open for writing by one process. It is safe for concurrent use.
//
// Three things are ordered by turns, which are channels of one place: turn for
// what writes the log and fills the active generation, installing for what
// writes the manifest. No lock is held over input or output; mu guards values
// alone. Whoever holds several takes them in the order turn, installing, mu.
type Index struct {
	files  segment.Folder
	opt    Options
	makers []*document.Maker // by worker; of the holder of turn

	turn       chan struct{}
	log        *wal.Writer // of the holder of turn
	encoded    []byte      // likewise: a change, for the log
	gens       uint64      // likewise: generations begun
	installing chan struct{}

	mu      sync.Mutex      // guards all below
	man     manifest        // as it was written last
	next    uint64          // number of the next segment
	work    map[uint64]bool // numbers given out for segments that were not installed
	live    []live
	epoch   uint64            // rises when live gets other segments
	lost    []manifestSegment // damaged, no longer read
	active  *generation       // its buffers are of the holder of turn
	filled  int               // bytes of them
	frozen  *generation       // being flushed, nil for none
	spare   *generation       // empty, for use anew
	frozeAt uint64            // the first log that holds nothing of frozen
	ahead   ahead
	err     error                     // a failed write: nothing more is acknowledged
	merges  map[*merging]bool         // under way
	busy    map[*segment.Segment]bool // sources of these
	calm    chan struct{}             // stops the merge that mergeQuiet began, nil for none
	quiet   time.Duration             // for how long nothing must come before mergeQuiet begins one
	applied time.Time                 // when the last change came

	kick chan struct{} // something is to be flushed
	quit chan struct{}
	done sync.WaitGroup
}

var errClosed = errors.New("the index is closed")

// Open opens or creates the index in dir and brings changes that a crash left
// in the log back into memory, where they are found at once. Damage of the manifest or the log is an error of
// kind Corrupt. A damaged segment is left out; Snapshot.Faults names it.
func Open(dir string, opt Options) (*Index, error) {
	files, err := disk.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	return OpenOn(files, opt)
}

// OpenOn is Open on a folder that may be another than one of the file system.
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

// start begins what runs in the background until Close.
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

// fail notes the error after which nothing more is acknowledged.
func (x *Index) fail(err error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.err == nil {
		x.err = fmt.Errorf("index: %w", err)
	}
	x.wake() // nobody waits for what will not be flushed
	return x.err
}

// Failed returns the error after which nothing more is acknowledged, nil if there was none.
func (x *Index) Failed() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.err
}

// Has reports whether the document of a URL is in the index, hidden or not.
func (x *Index) Has(id weburl.ID) bool {
	s := x.now()
	defer s.Close()
	_, _, found := s.Lookup(id)
	return found
}

// now is Snapshot, also when something failed.
func (x *Index) now() *Snapshot {
	x.mu.Lock()
	defer x.mu.Unlock()
	return newSnapshot(x.live, x.lost)
}

// Hidden reports whether the document of a URL is in the index and hidden.
func (x *Index) Hidden(id weburl.ID) bool {
	s := x.now()
	defer s.Close()
	seg, doc, found := s.Lookup(id)
	return found && s.live[seg].isHidden(doc)
}

// Later reports whether the document of a URL is of a visit later than an instant, by
// seconds: a killed process may have put it and told nobody else of that visit.
func (x *Index) Later(id weburl.ID, at time.Time) bool {
	s := x.now()
	defer s.Close()
	seg, doc, found := s.Lookup(id)
	return found && int64(s.Column(seg, doc).Fetched) > at.Unix()
}

// Close flushes, stops what merges, and closes the files.
func (x *Index) Close() error {
	close(x.quit)
	x.mu.Lock()
	x.disturb()
	x.mu.Unlock()
	x.done.Wait()
	_ = take(context.Background(), x.turn) // never ends by a context
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
