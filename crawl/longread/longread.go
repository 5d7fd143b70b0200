// Package longread knows which documents are being read outside of the process, and for how long:
// a scan may take minutes, and whoever waits for it is told which one it is.
//
// Floor: 4 (acts), a part of crawl. Stability: engine. Memory: the URLs of the documents that are
// being read, of which there are at most as many as fetchers.
package longread

import (
	"context"
	"sync"
	"time"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

// A Watcher has documents read by another Outside and notes when each began. A document that waits
// for its turn has not begun. It is safe for concurrent use.
type Watcher struct {
	extract.Outside
	now  func() time.Time
	tell func()

	mu   sync.Mutex
	last uint64                        // number of the last document
	read map[uint64]runreport.Document // those that are being read
}

var _ extract.Outside = (*Watcher)(nil)

// Over returns a Watcher over o, which may be nil if no document is read. tell is called, in a
// goroutine of its own, for each document that has been read for runreport.Long and goes on; no call
// goes on behind the end of Read.
func Over(o extract.Outside, now func() time.Time, tell func()) *Watcher {
	return &Watcher{Outside: o, now: now, tell: tell, read: map[uint64]runreport.Document{}}
}

// Of returns w as an Outside; nil if there is none behind it.
func (w *Watcher) Of() extract.Outside {
	if w.Outside == nil {
		return nil
	}
	return w
}

// Read implements extract.Outside.
func (w *Watcher) Read(ctx context.Context, host string, j frame.Job, body []byte) (content.Document, error) {
	number := w.begin(j.URL)
	defer w.end(number)
	told := make(chan struct{})
	timer := time.AfterFunc(runreport.Long, func() {
		defer close(told)
		w.tell()
	})
	defer func() {
		if !timer.Stop() {
			<-told
		}
	}()
	return w.Outside.Read(ctx, host, j, body)
}

func (w *Watcher) begin(url string) uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	w.read[w.last] = runreport.Document{URL: url, Since: w.now()}
	return w.last
}

func (w *Watcher) end(number uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.read, number)
}

// Longest returns the document that has been read for the longest time, the zero Document if none
// is being read.
func (w *Watcher) Longest() runreport.Document {
	w.mu.Lock()
	defer w.mu.Unlock()
	var first uint64
	for number := range w.read {
		if first == 0 || number < first {
			first = number
		}
	}
	return w.read[first]
}
