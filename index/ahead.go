package index

import "github.com/aranea-search/aranea/index/wal"

// ahead is the log that is made before it is needed, so that no change waits for its
// file. It is guarded by Index.mu.
type ahead struct {
	log    *wal.Writer   // nil for none
	making chan struct{} // closed when it is made, or when that failed; nil if nobody makes one
	after  uint64        // the number of the log that is written
	taken  bool          // the log behind that one is given out: whoever has it begins it
}

// open reports whether the log behind the one that is written is still to be made.
func (a *ahead) open() bool { return a.log == nil && a.making == nil && !a.taken }

// halfFull reports whether the active generation fills half of its memory. x.mu is held.
func (x *Index) halfFull() bool { return x.filled >= x.opt.BufferBytes/2 }

// prepare makes the next log when the active generation is half full or has waited for half as
// long as it may. It
// holds no turn. It is called by the goroutine that flushes.
func (x *Index) prepare() {
	x.mu.Lock()
	half := x.halfFull() || x.waited(x.opt.Now(), 2)
	if !half || x.active.empty() || !x.ahead.open() || x.err != nil {
		x.mu.Unlock()
		return
	}
	made := make(chan struct{})
	defer close(made)
	n := x.ahead.after + 1
	x.ahead.making = made
	x.mu.Unlock()
	log, err := wal.Prepare(x.files, n)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ahead.making = nil
	if err == nil { // else who needs it tries again, and says so
		x.ahead.log = log
	}
}

// nextLog returns the log behind the one that is written: the one that was made ahead,
// or else a new one. None is made ahead from then on until it is written. The turn is
// held.
func (x *Index) nextLog() (*wal.Writer, error) {
	log, err := x.takeAhead(), error(nil)
	if log == nil {
		log, err = wal.Prepare(x.files, x.log.Number()+1)
	}
	if err != nil {
		return nil, err
	}
	return log, log.Follow(x.log.Number(), x.log.Size())
}

// takeAhead gives out the number of the log behind the one that is written, with the
// log if it was made ahead. It waits for one that is being made.
func (x *Index) takeAhead() *wal.Writer {
	x.mu.Lock()
	defer x.mu.Unlock()
	for x.ahead.making != nil {
		making := x.ahead.making
		x.mu.Unlock()
		<-making
		x.mu.Lock()
	}
	log := x.ahead.log
	x.ahead.log, x.ahead.taken = nil, true
	return log
}

// dropAhead removes the log that was made and is not needed. Nothing runs beside.
func (x *Index) dropAhead() error {
	log := x.ahead.log
	if x.ahead.log = nil; log == nil {
		return nil
	}
	_ = log.Close() // nothing was written
	return x.files.Remove(wal.Name(log.Number()))
}
