// Command buildcost measures what building the index costs: processor time of the
// whole process, garbage collection, flushes and merges included, the size by the
// files of the segments, how many segments there were at most, how long calls of Apply
// took, at the median, the 99th of a hundred and the longest, how long threads waited for a
// processor in that, and how much processor time the process had in one, which a loaded
// machine does not stretch.
//
//	buildcost [--every 1s] [--ask 1m] [--copies N] [--dump FILE] [--data DIR] WEB
//
// WEB holds one folder per host, as realweb/lay-out.sh makes it. Its HTML pages are
// read and extracted before anything is measured. With --every the pages come one by
// one, so far apart by the clock of the index, instead of a hundred at once; with
// --ask a search wants to see all of them so often. With --dump the pages are written
// as JSON lines, for other engines, and nothing is built.
//
// Floor: none, it is no part of the robot. Stability: engine.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/pprof"
	"slices"
	"sync/atomic"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
)

type settings struct {
	every, ask         time.Duration
	copies, batch      int
	dump, data         string
	profile, heap, web string
}

func main() {
	log.SetFlags(0)
	var s settings
	flag.DurationVar(&s.every, "every", 0, "time between two pages by the clock of the index")
	flag.DurationVar(&s.ask, "ask", 0, "how often a search wants to see all pages, by that clock")
	flag.IntVar(&s.copies, "copies", 1, "how often each page is put, under other hosts")
	flag.IntVar(&s.batch, "batch", 100, "pages that are put at once, without --every")
	flag.StringVar(&s.dump, "dump", "", "write the pages as JSON lines into a file")
	flag.StringVar(&s.data, "data", "", "folder to build in; a temporary one by default")
	flag.StringVar(&s.profile, "cpuprofile", "", "file for a profile of the processor time")
	flag.StringVar(&s.heap, "memprofile", "", "file for a profile of the memory in use before closing")
	flag.Parse()
	if flag.NArg() != 1 || s.copies < 1 || s.batch < 1 {
		log.Fatal("buildcost: name the folder of a web")
	}
	s.web = flag.Arg(0)
	if err := run(context.Background(), s); err != nil {
		log.Fatal("buildcost: ", err)
	}
}

func run(ctx context.Context, s settings) error {
	all, err := pages(ctx, s.web)
	if err != nil {
		return err
	}
	if s.dump != "" {
		return dump(s.dump, all)
	}
	if s.data == "" {
		if s.data, err = os.MkdirTemp("", "buildcost"); err != nil {
			return err
		}
		defer os.RemoveAll(s.data)
	}
	stop, err := profile(s.profile)
	if err != nil {
		return err
	}
	defer stop()
	m, err := build(ctx, s, all)
	if err != nil {
		return err
	}
	return m.print(s.data)
}

// profile begins a profile of the processor time, if one is wanted.
func profile(name string) (stop func(), err error) {
	if name == "" {
		return func() {}, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, err
	}
	return func() {
		pprof.StopCPUProfile()
		if err := f.Close(); err != nil {
			log.Print("buildcost: ", err)
		}
	}, nil
}

// measured is what a build cost.
type measured struct {
	pages, text  int
	spent, wall  time.Duration
	before, peak int64           // resident bytes, at most
	took, cost   []time.Duration // of the calls of Apply, by the clock and of the processor
	longest      time.Duration   // of took
	longestText  int             // of the pages that took so long, in bytes
	queued       time.Duration   // of that the wait for a processor
	queue        queue
	looking      time.Duration // what it took to look at that, which is not counted
	mostSegments int
	lastSegments int
}

// A clock is that of the index; it stands still but for what is added.
type clock struct{ seconds atomic.Int64 }

func (c *clock) now() time.Time { return start.Add(time.Duration(c.seconds.Load())) }

// start is when the first page comes.
var start = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)

// build puts the pages into a new index and closes it.
func build(ctx context.Context, s settings, all []page) (*measured, error) {
	runtime.GC()
	m := &measured{before: peak()}
	var c clock
	begun, from := processTime(), time.Now()
	x, err := index.Open(s.data, index.Options{Now: c.now})
	if err != nil {
		return nil, err
	}
	if s.every > 0 {
		s.batch = 1
	}
	asked := time.Duration(0)
	var changes []aranea.IndexChange
	for i := range len(all) * s.copies {
		p := &all[i%len(all)]
		change, err := p.change(i / len(all))
		if err != nil {
			return nil, err
		}
		m.pages, m.text = m.pages+1, m.text+len(p.page.Text)
		if changes = append(changes, change); len(changes) < s.batch && i+1 < len(all)*s.copies {
			continue
		}
		if err := m.apply(ctx, x, changes); err != nil {
			return nil, err
		}
		changes = changes[:0]
		now := time.Duration(c.seconds.Add(int64(s.every)))
		if s.ask > 0 && now-asked >= s.ask {
			asked = now
			if err := ask(ctx, x); err != nil {
				return nil, err
			}
		}
		if err := m.look(x); err != nil {
			return nil, err
		}
	}
	if err := heapProfile(s.heap); err != nil {
		return nil, err
	}
	if err := x.Close(); err != nil {
		return nil, err
	}
	m.spent, m.wall, m.peak = processTime()-begun-m.looking, time.Since(from), peak()
	return m, nil
}

// apply puts pages and notes how long that took.
func (m *measured) apply(ctx context.Context, x *index.Index, changes []aranea.IndexChange) error {
	looked := processTime()
	queued := m.queue.time()
	begun, from := time.Now(), processTime()
	m.looking += from - looked
	err := x.Apply(ctx, changes)
	m.cost = append(m.cost, processTime()-from)
	took := time.Since(begun)
	if m.took = append(m.took, took); took > m.longest {
		m.longest, m.longestText, m.queued = took, 0, m.queue.time()-queued
		for i := range changes {
			m.longestText += len(changes[i].Page.Text)
		}
	}
	return err
}

// spread tells the median, the 99th of a hundred and the largest.
func spread(all []time.Duration) string {
	slices.Sort(all)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return fmt.Sprintf("%.2f, %.1f, %.1f ms", ms(all[len(all)/2]), ms(all[len(all)*99/100]), ms(all[len(all)-1]))
}

// ask wants to see all pages.
func ask(ctx context.Context, x *index.Index) error {
	s, err := x.Fresh(ctx)
	if err != nil {
		return err
	}
	s.Close()
	return nil
}

// look counts the segments.
func (m *measured) look(x *index.Index) error {
	s, err := x.Snapshot()
	if err != nil {
		return err
	}
	m.lastSegments = s.Segments()
	m.mostSegments = max(m.mostSegments, m.lastSegments)
	s.Close()
	return nil
}

// heapProfile writes what memory is in use.
func heapProfile(name string) error {
	if name == "" {
		return nil
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := pprof.Lookup("heap").WriteTo(f, 0); err != nil {
		return err
	}
	return f.Close()
}

// print writes what a build cost and how large the index is.
func (m *measured) print(dir string) error {
	size, parts, err := sizes(dir)
	if err != nil {
		return err
	}
	text := float64(m.text)
	fmt.Printf("%d pages, %.1f MB of text: %.2f s of processor time, %.1f MB a second of it, %.1f s\n",
		m.pages, text/1e6, m.spent.Seconds(), text/1e6/m.spent.Seconds(), m.wall.Seconds())
	fmt.Printf("resident at most %d MB, of it %d MB before\n", m.peak>>20, m.before>>20)
	fmt.Printf("Apply took %s, of the processor %s (median, 99th of a hundred, longest)\n", spread(m.took), spread(m.cost))
	fmt.Printf("the longest for %d KB of text, its threads queued %d ms for a processor; segments at most %d, %d before closing\n",
		m.longestText/1000, m.queued.Milliseconds(), m.mostSegments, m.lastSegments)
	fmt.Printf("%.3f of the text, %.3f without snippets:", float64(size)/text, float64(size-parts["txt"])/text)
	for _, p := range []string{"pos", "pst", "idx", "doc", "elm", "txt"} {
		fmt.Printf(" %s %.3f", p, float64(parts[p])/text)
	}
	fmt.Println()
	return nil
}
