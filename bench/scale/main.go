// Command scale measures the frontier at size: it fills a store with known URLs of
// many hosts, opens it again, reads the robots file of each host, and then visits
// pages of 48 links. It prints what each part cost of processor time and memory.
//
//	scale [--urls 1000000] [--hosts 100000] [--pages 50000] [--warm N] [--memory 1024]
//	      [--rate 10000] [--order bfs] [--keep] [--filled] [--contacts N] [--writes] [--tables]
//	      [--profile FILE] [--heap FILE] DIR
//
// DIR is made if it does not exist; with --keep what is in it is measured without
// filling it anew, for which --urls and --hosts must be the same. With --tables it
// also prints how many keys and bytes of each table a page wrote and read; counting
// takes some microseconds of a page.
//
// With --filled it goes on with a folder whose hosts were not all contacted. With
// --writes there is no frontier: what pages write goes straight into the store. With
// --contacts no more hosts are contacted, and --heap writes what is in memory then, and
// says how much of it the Go run time has. Build it with CGO_ENABLED=0, as the robot is:
// with cgo the store takes memory from C, which is counted as resident and not as Go's.
//
// The web is that of a model: sizes of hosts by Zipf's law, URLs of about 85
// characters, 87 of 100 links within the host, 5 of 100 to a URL that is new, the
// others to pages that are known, first ones more often than late ones. Clocks are
// virtual. Processor time is that of the whole process, compaction and garbage
// collection included, without what the model itself takes.
//
// Floor: none, it is no part of the robot. Stability: engine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/memory"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/gctuner"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/store/pebblestore"
)

type settings struct {
	urls, hosts, pages int
	warm               int // pages that are visited before; below 0 as many as it takes
	memory             int // bytes that the process may take
	rate               int // leases a second of the virtual clock
	keep, tables       bool
	filled             bool // what is in the folder was filled, but not all hosts were contacted
	writes             bool // nothing but what pages write
	contacts           int  // hosts that are contacted at most
	profile, heap, dir string
	order              schedule.Order
}

func main() {
	log.SetFlags(0)
	var s settings
	flag.IntVar(&s.urls, "urls", 1_000_000, "known URLs")
	flag.IntVar(&s.hosts, "hosts", 100_000, "hosts that they are of")
	flag.IntVar(&s.pages, "pages", 50_000, "pages to visit")
	flag.IntVar(&s.warm, "warm", -1, "pages to visit before, without measuring them")
	flag.IntVar(&s.memory, "memory", 1024, "memory of the process in MiB, as --memory of a crawl")
	flag.IntVar(&s.rate, "rate", 10_000, "leases a second of the virtual clock")
	flag.BoolVar(&s.keep, "keep", false, "measure what is in the folder")
	flag.BoolVar(&s.filled, "filled", false, "contact the hosts of the folder that were not, and measure then")
	flag.IntVar(&s.contacts, "contacts", math.MaxInt, "contact so many hosts at most")
	flag.BoolVar(&s.tables, "tables", false, "print what a page writes and reads by table")
	flag.BoolVar(&s.writes, "writes", false, "write what pages write, without a frontier")
	flag.StringVar(&s.profile, "profile", "", "file for a profile of the processor time of the pages")
	flag.StringVar(&s.heap, "heap", "", "file for a profile of what is in memory after the first contacts, or after the pages without them")
	flag.Func("order", "which pages come first: bfs, dfs or best (default bfs)", func(name string) error {
		var known bool
		if s.order, known = schedule.ParseOrder(name); !known {
			return fmt.Errorf("there are %s", strings.Join(schedule.Orders(), ", "))
		}
		return nil
	})
	flag.Parse()
	if flag.NArg() != 1 || s.hosts < 1 || s.rate < 1 || s.urls < s.hosts {
		log.Fatal("scale: name a folder, and at least as many URLs as hosts")
	}
	s.dir = flag.Arg(0)
	s.memory <<= 20
	_ = gctuner.Pace(int64(s.memory/garbageShare), memory.HeapLimit(int64(s.memory))) // to the end
	if s.writes {
		if err := writes(s); err != nil {
			log.Fatal("scale: ", err)
		}
		return
	}
	if err := run(context.Background(), s); err != nil {
		log.Fatal("scale: ", err)
	}
}

// start is when everything happens.
var start = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)

func run(ctx context.Context, s settings) error {
	m := newModel(s.hosts, s.urls)
	fmt.Println("| part | how many | CPU µs each | seconds | resident MB at its end |")
	fmt.Println("|---|---|---|---|---|")
	if !s.keep && !s.filled {
		if err := load(ctx, s, m); err != nil {
			return err
		}
	}
	w := &work{model: m, now: start.Add(time.Hour), step: leaseMax * time.Second / time.Duration(s.rate)}
	opened := begin()
	err := w.open(s)
	opened.end("opening: hosts", s.hosts)
	if err != nil {
		return err
	}
	if s.keep || s.filled {
		visited := w.f.Stats().Counts[aranea.CountFetched]
		w.now = w.now.Add(10*time.Minute + time.Duration(visited)*w.step/leaseMax) // behind what is stored of the runs before
		m.resume(visited)
	}
	if !s.keep {
		if err := w.greet(ctx, s); err != nil {
			return errors.Join(err, w.f.Close())
		}
	}
	if err := w.visit(ctx, s); err != nil {
		return errors.Join(err, w.f.Close())
	}
	err = w.f.Close()
	fmt.Printf("\nclosed; resident %d MB at most\n", peak()>>20)
	return err
}

// garbageShare is which part of the memory garbage takes beside what is in use, as in a
// crawl.
const garbageShare = 10

// open opens the frontier as a crawl does.
func (w *work) open(s settings) error {
	kv, err := pebblestore.Open(s.dir, pebblestore.Within(int64(s.memory)))
	if err != nil {
		return err
	}
	var counting store.KV = kv
	if s.tables {
		w.counted = &counted{KV: kv, tables: map[byte]*traffic{}}
		counting = w.counted
	}
	w.f, err = frontier.Open(context.Background(), counting, frontier.Options{Delay: time.Second, Addresses: true, Memory: s.memory / 2, Order: s.order})
	return err
}

// load fills the store.
func load(ctx context.Context, s settings, m *model) error {
	w := &work{model: m, now: start}
	if err := w.open(s); err != nil {
		return err
	}
	c := begin()
	found := make([]aranea.Discovery, 0, addMax)
	c.leave()
	for h, n := range m.sizes {
		for i := range n {
			found = append(found, aranea.Discovery{URL: m.url(h, i), Depth: 1, Reason: aranea.ScheduleQueued})
			if len(found) == addMax || h == len(m.sizes)-1 && i == n-1 {
				c.enter()
				if _, err := w.f.Add(ctx, start, found); err != nil {
					return errors.Join(err, w.f.Close())
				}
				found = found[:0]
				c.leave()
			}
		}
	}
	c.enter()
	err := w.f.Close()
	c.end("filling: URLs", s.urls)
	return err
}

const (
	addMax   = 5000 // discoveries that are added at once
	leaseMax = 100  // leases that are asked for, and outcomes that are committed, at once

	// During first contacts the clock goes so many times slower, or most leases would
	// be of pages of hosts that are ready.
	greetRate = 20
	askEach   = 64 // batches after which is looked whether all hosts are contacted
)

// A work is a crawl of the model.
type work struct {
	model    *model
	f        *frontier.Frontier
	now      time.Time
	step     time.Duration    // between two batches
	counted  *counted         // nil if nothing is counted
	outcomes []aranea.Outcome // of the last batch, whose room is used again
	kinds    [3]int           // look-ups, robots files and pages that were made
	delay    []time.Duration
}

// Kinds of visits.
const (
	lookUps = iota
	robots
	pages
)

// greet looks the names of all hosts up and reads their robots files. Some pages of
// hosts that are ready are visited meanwhile, as in a crawl.
func (w *work) greet(ctx context.Context, s settings) error {
	c, step := begin(), w.step
	most := w.f.Stats().Asked
	most += min(s.hosts-most, s.contacts)
	w.step = max(w.step/greetRate, 1)
	for n := 0; n%askEach > 0 || w.f.Stats().Asked < most; n++ {
		if err := w.batch(ctx, c); err != nil {
			return err
		}
	}
	w.step = step
	c.end("first contacts: leases", w.kinds[lookUps]+w.kinds[robots]+w.kinds[pages])
	fmt.Printf("\n%d look-ups, %d robots files, %d pages\n\n", w.kinds[lookUps], w.kinds[robots], w.kinds[pages])
	return heapProfile(s)
}

// visit visits pages.
func (w *work) visit(ctx context.Context, s settings) error {
	n := s.pages
	warm := n / 5
	if s.keep {
		warm = max(warm, s.hosts)
	}
	if s.warm >= 0 {
		warm = s.warm
	}
	for w.kinds[pages] < warm { // until caches and turns are as in a crawl that runs
		if err := w.batch(ctx, begin()); err != nil {
			return err
		}
	}
	if s.profile != "" {
		stop, err := profile(s.profile)
		if err != nil {
			return err
		}
		defer stop()
	}
	before, others := w.kinds[pages], w.kinds[lookUps]+w.kinds[robots]
	if w.counted != nil {
		w.counted.reset()
	}
	w.delay = w.delay[:0]
	c := begin()
	for w.kinds[pages] < before+n {
		if err := w.batch(ctx, c); err != nil {
			return err
		}
	}
	c.end("pages of 48 links", w.kinds[pages]-before)
	fmt.Printf("\n%d look-ups and robots files meanwhile\n", w.kinds[lookUps]+w.kinds[robots]-others)
	st := w.f.Stats()
	fmt.Printf("\n%d origins known, %d in memory; %d queued; a lease of %d: median %s, 99 of 100 within %s\n",
		st.Hosts, st.Loaded, st.Counts[aranea.CountQueued], leaseMax, quantile(w.delay, 0.5), quantile(w.delay, 0.99))
	if w.counted != nil {
		w.counted.print(w.kinds[pages] - before)
	}
	if s.keep {
		return heapProfile(s)
	}
	return nil
}

// profile begins to write a profile.
func profile(name string) (stop func(), err error) {
	out, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(out); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return func() {
		pprof.StopCPUProfile()
		if err := out.Close(); err != nil {
			log.Print("scale: ", err)
		}
	}, nil
}

// heapProfile writes what is in memory, if that is asked for, and prints how much of
// what is resident the Go run time has.
func heapProfile(s settings) error {
	if s.heap == "" {
		return nil
	}
	before := resident()
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	fmt.Printf("\nresident %d MB: Go has %d, of which %d were in use at the last collection\n\n", before>>20,
		(samples[0].Value.Uint64()-samples[1].Value.Uint64())>>20, samples[2].Value.Uint64()>>20)
	runtime.GC() // a profile is of what the last collection found
	out, err := os.Create(s.heap)
	if err != nil {
		return err
	}
	return errors.Join(pprof.WriteHeapProfile(out), out.Close())
}

// batch leases and commits once.
func (w *work) batch(ctx context.Context, c *clock) error {
	before := time.Now()
	leases, wake, err := w.f.Lease(ctx, w.now, leaseMax)
	w.delay = append(w.delay, time.Since(before))
	if err != nil {
		return err
	}
	if len(leases) == 0 {
		if wake.IsZero() {
			return errors.New("nothing is queued any more")
		}
		w.now = wake
		return nil
	}
	w.now = w.now.Add(w.step)
	c.leave()
	w.model.links = slices.Grow(w.model.links[:0], len(leases)*linksOfPage)
	outcomes := w.outcomes[:0]
	for i := range leases {
		outcomes = append(outcomes, w.outcome(&leases[i]))
	}
	w.outcomes = outcomes
	c.enter()
	for i := range outcomes {
		if fp := outcomes[i].Entry.Fingerprint; !fp.IsZero() { // as a crawl does for each page
			if _, _, _, err := w.f.Twin(fp); err != nil {
				return err
			}
		}
	}
	_, err = w.f.Commit(ctx, w.now, outcomes)
	return err
}

// outcome is what comes of a visit.
func (w *work) outcome(l *aranea.Lease) aranea.Outcome {
	o := aranea.Outcome{Lease: l.ID, Entry: l.Entry, Host: l.Host}
	h := w.model.hostOf(l.Entry.URL)
	switch {
	case l.LookUp:
		w.kinds[lookUps]++
		o.Resolution = &aranea.Resolution{Addresses: w.model.addresses(h)}
		return o
	case l.Entry.Kind == aranea.KindRobots:
		w.kinds[robots]++
		o.Robots = &acquire.Copy{Class: acquire.ClassRules, Status: 200, FetchedAt: w.now, CheckedAt: w.now, Expires: w.now.Add(24 * time.Hour)}
	default:
		w.kinds[pages]++
		w.model.answer(w.now, h, &o)
	}
	o.Sent, o.Requests, o.Bytes, o.Reached = true, 1, 45_000, w.now
	return o
}

// A clock measures processor time without that of the model.
type clock struct {
	wall       time.Time
	cpu, model time.Duration
	thread     time.Duration // of this thread when it its part began
}

func begin() *clock { return &clock{wall: time.Now(), cpu: processTime()} }

// leave begins a part that is the model's.
func (c *clock) leave() {
	runtime.LockOSThread()
	c.thread = threadTime()
}

// enter ends it.
func (c *clock) enter() {
	c.model += threadTime() - c.thread
	runtime.UnlockOSThread()
}

// end prints a row of the table.
func (c *clock) end(part string, n int) {
	cpu := processTime() - c.cpu - c.model
	fmt.Printf("| %s | %d | %.1f | %.1f | %d |\n", part, n, float64(cpu.Microseconds())/float64(max(n, 1)), time.Since(c.wall).Seconds(), resident()>>20)
}
