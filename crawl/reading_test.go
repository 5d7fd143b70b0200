package crawl_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/runreport"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/store/memstore"
)

// A slowReader needs half a minute for each document.
type slowReader struct {
	mu        sync.Mutex
	now, most int // documents that are being read
}

func (*slowReader) Plugins() []frame.Hello { return nil }

func (*slowReader) Reader(string) string { return "" }

func (*slowReader) Turn(context.Context, <-chan struct{}, string) (func(), error) {
	return func() {}, nil
}

func (r *slowReader) Read(context.Context, string, frame.Job, []byte) (content.Document, error) {
	r.count(1)
	time.Sleep(30 * time.Second)
	r.count(-1)
	b := content.New(content.Limits{Text: 100, Elements: 10})
	b.Write("the first page")
	return b.Document("slow 1"), nil
}

func (r *slowReader) count(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now += n
	r.most = max(r.most, r.now)
}

// TestSlowReading: documents that are slow to read do not block their host: it is asked again
// after its delay, and no sooner, until too many are being read.
func TestSlowReading(t *testing.T) {
	t.Parallel()
	for _, delay := range []time.Duration{time.Second, 0} {
		synctest.Test(t, func(t *testing.T) {
			const documents = 20
			var links strings.Builder
			pages := map[string][]reply{}
			for i := range documents {
				u := fmt.Sprintf("http://a.test/%d", i)
				fmt.Fprintf(&links, "<a href=%s>%d</a> ", u, i)
				pages[u] = get(fmt.Sprintf("%%PDF-1.4 %d", i), "Content-Type", "application/pdf")
			}
			pages["http://a.test/"] = get(words + links.String())
			w := &clockedWeb{trialWeb: trialWeb{asked: map[string]int{}, pages: pages}}
			f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: delay})
			if err != nil {
				t.Fatal(err)
			}
			home := url(t, "http://a.test/")
			if _, err := f.Add(t.Context(), time.Now(), []aranea.Discovery{{URL: home, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
				t.Fatal(err)
			}
			reader, began := new(slowReader), time.Now()
			c, err := crawl.New(f, w, shelf{}, noGraph{}, crawl.Options{
				Agents: []dialect.AgentToken{"Aranea"}, Scope: rulesFor(t, home.String()), Outside: reader,
			})
			if err != nil {
				t.Fatal(err)
			}
			report, err := c.Run(t.Context())
			if err != nil || report.Counts[aranea.CountFetched] != documents+1 {
				t.Fatalf("%d pages, %v", report.Counts[aranea.CountFetched], err)
			}
			asked := w.when("a.test")
			for i, at := range asked[1:] {
				if since := at.Sub(asked[i]); since < delay {
					t.Errorf("request %d came %s after the one before", i+1, since)
				}
			}
			if took := time.Since(began); took > documents*30*time.Second/4 {
				t.Errorf("the crawl took %s for %d documents", took, documents)
			}
			if reader.most < 2 || reader.most > 9 {
				t.Errorf("%d documents were read at once, want at most 8 and one", reader.most)
			}
		})
	}
}

// TestLongReading: while a document is read for long, it is named.
func TestLongReading(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		doc := url(t, "http://a.test/doc")
		w := &clockedWeb{trialWeb: trialWeb{asked: map[string]int{}, pages: map[string][]reply{doc.String(): get("%PDF-1.4", "Content-Type", "application/pdf")}}}
		f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Add(t.Context(), time.Now(), []aranea.Discovery{{URL: doc, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
			t.Fatal(err)
		}
		var named []string
		c, err := crawl.New(f, w, shelf{}, noGraph{}, crawl.Options{
			Agents: []dialect.AgentToken{"Aranea"}, Scope: rulesFor(t, doc.String()), Outside: new(slowReader),
			Watch: func(p runreport.Progress) {
				if took := p.Longest.Takes(p.At); took > 0 {
					named = append(named, fmt.Sprintf("%s for %s", p.Longest.URL, took))
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(named, ", "), "http://a.test/doc for 5s"; got != want {
			t.Errorf("named: %q, want %q", got, want)
		}
	})
}

// A stoppedReader reads nothing until the crawl is stopped.
type stoppedReader struct {
	slowReader
	begun func()
}

func (r *stoppedReader) Read(ctx context.Context, _ string, _ frame.Job, _ []byte) (content.Document, error) {
	r.begun()
	<-ctx.Done()
	return content.Document{}, context.Cause(ctx)
}

// TestStoppedWhileRead: a document that is being read when the crawl is stopped remains queued,
// and the next crawl visits it after the delay of its host.
func TestStoppedWhileRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		doc := url(t, "http://a.test/doc")
		w := &clockedWeb{trialWeb: trialWeb{asked: map[string]int{}, pages: map[string][]reply{doc.String(): get("%PDF-1.4", "Content-Type", "application/pdf")}}}
		f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: 10 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Add(t.Context(), time.Now(), []aranea.Discovery{{URL: doc, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}}); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		readers := []extract.Outside{&stoppedReader{begun: stop}, new(slowReader)}
		for i, want := range []aranea.Reason{aranea.ScheduleStopped, aranea.IndexAdded} {
			c, err := crawl.New(f, w, shelf{}, noGraph{}, crawl.Options{
				Agents: []dialect.AgentToken{"Aranea"}, Scope: rulesFor(t, doc.String()), Outside: readers[i],
			})
			if err != nil {
				t.Fatal(err)
			}
			report, err := c.Run(ctx)
			e, _, lost := f.EntryByID(doc.ID())
			if err != nil || lost != nil || e.Reason != want || e.Waits() != (i == 0) || report.Counts[aranea.CountFetched] != uint64(i) || !e.Due.After(time.Now()) != (i == 0) {
				t.Errorf("crawl %d: %s, %s, due %s, %v, %v, %v", i, e.State, e.Reason, e.Due, report.Counts, err, lost)
			}
			ctx = t.Context()
		}
		asked := w.when("a.test")
		if n := len(asked); n != 3 || asked[2].Sub(asked[1]) < 10*time.Second {
			t.Errorf("the host was asked at %v", asked)
		}
	})
}

// A queuedReader reads one document at a time, each in ten seconds.
type queuedReader struct {
	slowReader
	slot  chan struct{}
	begun func()
}

func (r *queuedReader) Turn(_ context.Context, stop <-chan struct{}, _ string) (func(), error) {
	select {
	case r.slot <- struct{}{}:
		return func() { <-r.slot }, nil
	case <-stop:
		return nil, extract.ErrStopped
	}
}

func (r *queuedReader) Read(context.Context, string, frame.Job, []byte) (content.Document, error) {
	time.AfterFunc(2*time.Second, r.begun)
	time.Sleep(5 * time.Second)
	b := content.New(content.Limits{Text: 100, Elements: 10})
	b.Write("the first page")
	return b.Document("queued 1"), nil
}

// TestStoppedInLine: when a crawl is stopped, it waits for the document that is being read, and
// those waiting for a reader are back in the queue at once.
func TestStoppedInLine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &clockedWeb{trialWeb: trialWeb{asked: map[string]int{}, pages: map[string][]reply{}}}
		f, err := frontier.Open(t.Context(), memstore.New(), frontier.Options{Delay: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		scope := crawl.Options{Agents: []dialect.AgentToken{"Aranea"}}
		var docs []aranea.Discovery
		var names []string
		for i := range 4 {
			u := url(t, fmt.Sprintf("http://%d.test/doc", i))
			w.pages[u.String()] = get(fmt.Sprintf("%%PDF-1.4 %d", i), "Content-Type", "application/pdf")
			docs, names = append(docs, aranea.Discovery{URL: u, How: aranea.HowSeed, Reason: aranea.ScheduleQueued}), append(names, u.String())
		}
		if _, err := f.Add(t.Context(), time.Now(), docs); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var stopped time.Time
		scope.Scope = rulesFor(t, names...)
		scope.Outside = &queuedReader{slot: make(chan struct{}, 1), begun: func() { stopped = time.Now(); stop() }}
		c, err := crawl.New(f, w, shelf{}, noGraph{}, scope)
		if err != nil {
			t.Fatal(err)
		}
		report, err := c.Run(ctx)
		if took := time.Since(stopped); err != nil || report.Counts[aranea.CountFetched] != 1 || took > 4*time.Second {
			t.Errorf("%d pages, ended %s after the stop, %v", report.Counts[aranea.CountFetched], took, err)
		}
		queued := 0
		for _, d := range docs {
			if e, _, err := f.EntryByID(d.URL.ID()); err == nil && e.Reason == aranea.ScheduleStopped && e.Waits() && e.Detail == "the crawl was stopped before it was read" {
				queued++
			}
		}
		if queued != 3 {
			t.Errorf("%d documents are queued again", queued)
		}
	})
}
