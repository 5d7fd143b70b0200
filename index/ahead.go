package index

import "github.com/aranea-search/aranea/index/wal"

// ahead is the next log, created before it is needed, so that no change has to wait for its
// file. It is guarded by Index.mu.
type ahead struct {
	log    *wal.Writer   // nil for none
	making chan struct{} // closed when it is created or has failed; nil if nobody is creating one
	after  uint64        // number of the log in use
	taken  bool          // the log after that one is handed out: whoever has it starts it
}

// open reports whether the next log has yet to be created.
func (a *ahead) open() bool { return a.log == nil && a.making == nil && !a.taken }

// halfFull reports whether the active generation fills half of its memory. x.mu is held.
func (x *Index) halfFull() bool { return x.filled >= x.opt.BufferBytes/2 }

// prepare creates the next log when the active generation is half full, or has waited for half
// as long as it may. It takes no turn. It is called by the goroutine that flushes.
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
	if err == nil { // whoever needs it tries again and reports the error
		x.ahead.log = log
	}
}

// nextLog returns the next log: the one created ahead, otherwise a new one. No other is created
// ahead until it is in use. The turn is held.
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

// takeAhead hands out the next log if it was created ahead, nil otherwise. It waits for one
// that is being created.
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

// dropAhead removes a log that was created ahead and is not needed. Nothing else runs.
func (x *Index) dropAhead() error {
	log := x.ahead.log
	if x.ahead.log = nil; log == nil {
		return nil
	}
	_ = log.Close() // nothing was written to it
	return x.files.Remove(wal.Name(log.Number()))
}
