// Command querycost measures what a query costs: processor time of the whole
// process, collector included, by classes of queries, on the index of a data
// folder. The queries are drawn from the texts of the index and written to a file, so
// that several programs are asked the same.
//
// Floor: 7 (glue). Stability: engine.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/pageweight"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "querycost:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	data := flag.String("data", "", "data folder of a crawl")
	file := flag.String("queries", "", "file of queries: class, tab, query")
	draw := flag.Int("draw", 0, "draw so many queries of each class into the file first")
	seed := flag.Uint64("seed", 20261122, "seed of the drawing")
	rounds := flag.Int("rounds", 3, "rounds; the least of each query counts")
	dump := flag.String("dump", "", "write the pages as JSON lines into a file, for other engines")
	snippets := flag.Bool("snippets", false, "with snippets")
	links := flag.Bool("links", false, "with the words of links, as aranea serve asks them")
	list := flag.String("weights", "", "file of pages that count more or less")
	only := flag.String("class", "", "ask this class alone")
	profile := flag.String("cpuprofile", "", "write a profile of the processor into a file")
	memory := flag.String("memprofile", "", "write a profile of what was allocated into a file")
	flag.Parse()
	r, err := index.OpenReader(filepath.Join(*data, "index")) // a writer would merge beside
	if err != nil {
		return err
	}
	defer r.Close()
	if *draw > 0 {
		if err := drawTo(*file, r, *draw, *seed); err != nil {
			return err
		}
	}
	if *dump != "" {
		if err := dumpTo(*dump, r); err != nil {
			return err
		}
	}
	all, err := readQueries(*file)
	if err != nil {
		return err
	}
	if *only != "" {
		all = slices.DeleteFunc(all, func(a asked) bool { return a.class != *only })
	}
	var opt search.Options
	if *links {
		a, err := index.OpenReader(filepath.Join(*data, "anchors"))
		if err != nil {
			return err
		}
		defer a.Close()
		opt.Anchors = a
	}
	if *list != "" {
		text, err := os.ReadFile(*list)
		if err != nil {
			return err
		}
		set, err := pageweight.Parse(text)
		if err != nil {
			return err
		}
		opt.Weights = func() *pageweight.Set { return set }
	}
	s := search.New(r, time.Now, opt)
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	if *memory == "" {
		return report(out, s, all, *rounds, *snippets)
	}
	runtime.MemProfileRate = 1 << 10
	err = report(out, s, all, *rounds, *snippets)
	f, created := os.Create(*memory)
	if created != nil {
		return errors.Join(err, created)
	}
	defer f.Close()
	return errors.Join(err, pprof.Lookup("allocs").WriteTo(f, 0))
}

// An asked query with what it cost at best.
type asked struct {
	class, text string
	cost        time.Duration
	total       int
}

func readQueries(name string) ([]asked, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []asked
	for s := bufio.NewScanner(f); s.Scan(); {
		if class, text, ok := strings.Cut(s.Text(), "\t"); ok {
			out = append(out, asked{class: class, text: text, cost: time.Hour})
		}
	}
	return out, nil
}

// report asks every query in every round and prints the classes, and what stands for
// all answers: it is the same as long as they are.
func report(out io.Writer, s *search.Searcher, all []asked, rounds int, snippets bool) error {
	var spent time.Duration
	answers := crc32.NewIEEE()
	for round := range rounds + 1 {
		before := processTime()
		for i := range all {
			q := &all[i]
			start := processTime()
			res, err := s.Search(context.Background(), search.Request{Query: q.text, NoSnippets: !snippets})
			if err != nil {
				return fmt.Errorf("%s: %w", q.text, err)
			}
			if round > 0 { // the first one warms up
				q.cost = min(q.cost, processTime()-start)
			}
			q.total = res.Total
			if round == 0 {
				for _, r := range res.Results {
					fmt.Fprintln(answers, r.URL, r.Score, r.Snippet)
				}
				fmt.Fprintln(answers, res.Suggestion)
			}
		}
		spent = processTime() - before
	}
	fmt.Fprintf(out, "%d queries, %.2f ms of processor time each in the last round, the collector's included\n", len(all), float64(spent.Microseconds())/1000/float64(max(len(all), 1)))
	fmt.Fprintf(out, "answers %08x\n", answers.Sum32())
	var classes []string
	by := map[string][]asked{}
	for _, q := range all {
		if len(by[q.class]) == 0 {
			classes = append(classes, q.class)
		}
		by[q.class] = append(by[q.class], q)
	}
	fmt.Fprintf(out, "%-12s %8s %8s %10s\n", "class", "p50 us", "p95 us", "mean total")
	for _, c := range classes {
		qs := by[c]
		slices.SortFunc(qs, func(a, b asked) int { return int(a.cost - b.cost) })
		total := 0
		for _, q := range qs {
			total += q.total
		}
		fmt.Fprintf(out, "%-12s %8d %8d %10d\n", c, qs[len(qs)/2].cost.Microseconds(), qs[len(qs)*95/100].cost.Microseconds(), total/len(qs))
	}
	return nil
}

// processTime is the processor time of this process so far, of all threads.
func processTime() time.Duration {
	const processClock = 2 // CLOCK_PROCESS_CPUTIME_ID
	var ts syscall.Timespec
	if _, _, errno := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, processClock, uintptr(unsafe.Pointer(&ts)), 0); errno != 0 {
		panic("querycost: no clock of the process: " + errno.Error()) // Linux has it
	}
	return time.Duration(ts.Nano())
}
