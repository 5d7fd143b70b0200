package frontier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/store/pebblestore"
	"github.com/aranea-search/aranea/weburl"
)

// benchWeb is a web of hosts with sizes by Zipf's law.
type benchWeb struct {
	rnd   *rand.Rand
	hosts [][]weburl.URL
	zipf  *rand.Zipf
	fresh int
}

const (
	benchURLs  = 1_000_000
	benchHosts = 10_000
)

func newBenchWeb(b *testing.B) *benchWeb {
	rnd := rand.New(rand.NewPCG(1, 1))
	w := &benchWeb{rnd: rnd, hosts: make([][]weburl.URL, benchHosts), zipf: rand.NewZipf(rnd, 1.1, 20, benchHosts-1)}
	for i := range benchURLs {
		h := int(w.zipf.Uint64())
		w.hosts[h] = append(w.hosts[h], w.url(b, h, i))
	}
	return w
}

func (w *benchWeb) url(b *testing.B, host, n int) weburl.URL {
	return parse(b, fmt.Sprintf("https://www.site-%d.example.com/section/%d/articles/a-page-with-a-usual-name-%d.html", host, n%97, n))
}

// links returns the links of a page: 60, of which 5% are new and 10% lead to other hosts; links
// within a host prefer its first pages.
func (w *benchWeb) links(b *testing.B, host int) []aranea.Discovery {
	out := make([]aranea.Discovery, 0, 60)
	for range 60 {
		h := host
		if w.rnd.IntN(10) == 0 || len(w.hosts[h]) == 0 {
			h = int(w.zipf.Uint64())
		}
		var u weburl.URL
		if w.rnd.IntN(20) == 0 || len(w.hosts[h]) == 0 {
			w.fresh++
			u = w.url(b, h, benchURLs+w.fresh)
		} else {
			x := w.rnd.Float64()
			u = w.hosts[h][int(x*x*x*float64(len(w.hosts[h])))]
		}
		out = append(out, aranea.Discovery{URL: u, Depth: 3, Reason: aranea.ScheduleQueued})
	}
	return out
}

func (w *benchWeb) load(b *testing.B, f *Frontier) {
	var found []aranea.Discovery
	for _, urls := range w.hosts {
		for _, u := range urls {
			if found = append(found, aranea.Discovery{URL: u, Depth: 2, Reason: aranea.ScheduleQueued}); len(found) == 5000 {
				if _, err := f.Add(context.Background(), t0, found); err != nil {
					b.Fatal(err)
				}
				found = found[:0]
			}
		}
	}
	if _, err := f.Add(context.Background(), t0, found); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkPage measures all the work of the frontier for one page at a million known URLs: its
// lease and its outcome with 60 links, in batches of 100, on disk.
func BenchmarkPage(b *testing.B) {
	kv, err := pebblestore.Open(b.TempDir(), pebblestore.Options{})
	if err != nil {
		b.Fatal(err)
	}
	f := open(b, kv, Options{})
	defer f.Close()
	w := newBenchWeb(b)
	w.load(b, f)
	number := map[weburl.Origin]int{}
	for h, urls := range w.hosts {
		if len(urls) > 0 {
			number[urls[0].Origin()] = h
		}
	}
	answer := func(l aranea.Lease, now time.Time) aranea.Outcome {
		o := done(l, now)
		if l.Entry.Kind == aranea.KindRobots {
			o.Robots.Expires = now.Add(24 * time.Hour)
			return o
		}
		o.Links = w.links(b, number[l.Host.Origin])
		o.Events = []aranea.Event{{At: now, Reason: aranea.HTTPOK, Detail: "status 200, 45000 bytes, text/html"}, {At: now, Reason: aranea.IndexAdded, Detail: "120 elements, 60 links"}}
		return o
	}
	now := t0
	batch := func() {
		now = now.Add(time.Millisecond)
		ls, _ := lease(b, f, now, 100)
		if len(ls) < 100 {
			b.Fatalf("%d leases", len(ls))
		}
		b.StopTimer()
		outcomes := make([]aranea.Outcome, 0, len(ls))
		for _, l := range ls {
			outcomes = append(outcomes, answer(l, now))
		}
		b.StartTimer()
		commit(b, f, now, outcomes...)
	}
	for range 4 * benchHosts / 100 { // robots files, and pages until the caches are as in a running crawl
		batch()
	}
	b.ReportAllocs()
	b.ResetTimer()
	n := 0
	for b.Loop() {
		batch()
		n += 100
	}
	b.ReportMetric(float64(b.Elapsed())/float64(n)/1000, "µs/page")
}

// BenchmarkOpen reads 100,000 hosts with one queued page each and reports the memory per host.
func BenchmarkOpen(b *testing.B) {
	kv, err := pebblestore.Open(b.TempDir(), pebblestore.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer kv.Close()
	const hosts = 100_000
	f := open(b, kv, Options{})
	var found []aranea.Discovery
	for h := range hosts {
		found = append(found, aranea.Discovery{URL: parse(b, fmt.Sprintf("https://www.site-%d.example.com/", h)), Reason: aranea.ScheduleQueued})
	}
	if _, err := f.Add(context.Background(), t0, found); err != nil {
		b.Fatal(err)
	}
	f = nil
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for b.Loop() {
		f = open(b, kv, Options{Memory: 1})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if n := f.Stats().Ready; n != hosts {
		b.Fatalf("%d hosts are ready", n)
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/hosts, "B/host")
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/hosts/1000, "µs/host")
}

// BenchmarkLease leases and returns pages of fast hosts that are in memory.
func BenchmarkLease(b *testing.B) {
	f, ls := pages(b, memstore.New(), "http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4")
	outcomes := make([]aranea.Outcome, len(ls))
	b.ReportAllocs()
	for b.Loop() {
		for i, l := range ls {
			outcomes[i] = aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host}
		}
		commit(b, f, t0, outcomes...)
		ls, _ = lease(b, f, t0, 4)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/4, "ns/lease")
}
