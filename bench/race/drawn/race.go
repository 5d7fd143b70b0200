package drawn

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// longestLine bounds a document of the export.
const longestLine = 64 << 20

// A Document is a line of the export.
type Document struct{ URL, Title, Lang, Text string }

// An Engine is what takes part in the race.
type Engine interface {
	// Build puts the documents into a new index in a folder.
	Build(documents iter.Seq2[Document, error], folder string) error
	// Open opens the index for questions.
	Open(folder string) error
	// Ask searches for ten results and reads them.
	Ask(q Query, snippets bool) error
}

// Main runs an engine by the arguments of the program: "build", documents and a folder,
// or "ask", queries, the folder and a number of rounds. It prints a line on the build,
// or one on the queries without snippets and one with them.
func Main(e Engine) {
	log.SetFlags(0)
	var err error
	switch a := os.Args[1:]; {
	case len(a) == 3 && a[0] == "build":
		err = build(e, a[1], a[2], os.Stdout)
	case len(a) == 4 && a[0] == "ask":
		err = ask(e, a[1], a[2], a[3], os.Stdout)
	default:
		err = errors.New("build DOCUMENTS FOLDER, or ask QUERIES FOLDER ROUNDS")
	}
	if err != nil {
		log.Fatal(err)
	}
}

// build builds an index. What it costs to read the documents alone is measured first,
// and is not the engine's.
func build(e Engine, documents, folder string, out io.Writer) error {
	begun := processTime()
	for _, err := range read(documents) {
		if err != nil {
			return err
		}
	}
	from := processTime()
	if err := e.Build(read(documents), folder); err != nil {
		return err
	}
	spent := processTime() - from
	return json.NewEncoder(out).Encode(map[string]any{"cpu": (spent - (from - begun)).Seconds(), "reading": (from - begun).Seconds(), "rss": peak()})
}

// read yields the documents of a file.
func read(name string) iter.Seq2[Document, error] {
	return func(yield func(Document, error) bool) {
		f, err := os.Open(name)
		if err != nil {
			yield(Document{}, err)
			return
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, longestLine)
		for lines.Scan() {
			var d Document
			err := json.Unmarshal(lines.Bytes(), &d)
			if !yield(d, err) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Document{}, err)
		}
	}
}

func ask(e Engine, queries, folder, turns string, out io.Writer) error {
	rounds, err := strconv.Atoi(turns)
	if err != nil {
		return err
	}
	all, err := Read(queries)
	if err == nil {
		err = e.Open(folder)
	}
	for _, snippets := range []bool{false, true} {
		var costs []int64
		if err == nil {
			costs, err = leastCosts(e, all, rounds, snippets)
		}
		if err == nil {
			err = json.NewEncoder(out).Encode(map[string]any{"snippets": snippets, "costs": costs, "rss": peak()})
		}
	}
	return err
}

// leastCosts asks every query in every round, the first of which warms up, and returns
// the least that each cost, in microseconds.
func leastCosts(e Engine, all []Query, rounds int, snippets bool) ([]int64, error) {
	costs := make([]int64, len(all))
	for i := range costs {
		costs[i] = math.MaxInt64
	}
	for round := range rounds + 1 {
		for i, q := range all {
			from := processTime()
			if err := e.Ask(q, snippets); err != nil {
				return nil, fmt.Errorf("%s: %w", q.Text(), err)
			}
			if round > 0 {
				costs[i] = min(costs[i], (processTime() - from).Microseconds())
			}
		}
	}
	return costs, nil
}

// processTime is the processor time of this process so far, of all threads.
func processTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		log.Fatal("no clock of the process: ", err)
	}
	return time.Duration(t.Nano())
}

// peak returns the largest resident size so far, in bytes. That of getrusage would be
// the parent's, if that had more.
func peak() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		log.Fatal("usage of the process: ", err)
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "VmHWM:" {
			n, _ := strconv.ParseInt(f[1], 10, 64)
			return n << 10
		}
	}
	return 0
}
