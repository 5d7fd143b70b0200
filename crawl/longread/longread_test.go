package longread

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

// timed is an Outside that needs as many seconds for a document as that has bytes.
type timed struct{ extract.Outside }

func (timed) Read(_ context.Context, _ string, _ frame.Job, body []byte) (content.Document, error) {
	time.Sleep(time.Duration(len(body)) * time.Second)
	return content.Document{}, nil
}

// TestLongest: the document that is read longest is named while it is read, and somebody is told of each
// that takes long, once.
func TestLongest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var told atomic.Int32
		w := Over(timed{}, time.Now, func() { told.Add(1) })
		began := time.Now()
		read := func(url string, seconds int) {
			if _, err := w.Of().Read(t.Context(), "a.test", frame.Job{URL: url}, make([]byte, seconds)); err != nil {
				t.Error(err)
			}
		}
		expect := func(url string, since time.Duration, calls int32) {
			t.Helper()
			synctest.Wait()
			got := w.Longest()
			if got.URL != url || url != "" && got.Since.Sub(began) != since || told.Load() != calls {
				t.Errorf("after %s: %q since %s, told %d times; want %q since %s, %d times", time.Since(began), got.URL, got.Since.Sub(began), told.Load(), url, since, calls)
			}
		}
		expect("", 0, 0)
		go read("http://a.test/long", 40)
		time.Sleep(time.Second)
		go read("http://a.test/short", 4)
		expect("http://a.test/long", 0, 0)
		time.Sleep(runreport.Long)
		expect("http://a.test/long", 0, 1)
		time.Sleep(24 * time.Second) // 30 s
		go read("http://a.test/other", 20)
		time.Sleep(9 * time.Second)
		expect("http://a.test/long", 0, 2)
		time.Sleep(2 * time.Second)
		expect("http://a.test/other", 30*time.Second, 2)
		time.Sleep(10 * time.Second)
		expect("", 0, 2)
	})
}

// TestNoOutside: where no document is read outside, none is said to be.
func TestNoOutside(t *testing.T) {
	t.Parallel()
	if w := Over(nil, time.Now, nil); w.Of() != nil || w.Longest() != (runreport.Document{}) {
		t.Error("there is a reader")
	}
}
