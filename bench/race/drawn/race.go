package drawn

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"os"
	"slices"
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

// Main runs an engine by the arguments of the program: documents, queries, folder and
// rounds. It prints a line on the build, and one on each class of queries without and
// with snippets.
func Main(e Engine) {
	log.SetFlags(0)
	if len(os.Args) != 5 {
		log.Fatal("name the files of documents and queries, a folder, and a number of rounds")
	}
	rounds, err := strconv.Atoi(os.Args[4])
	if err == nil {
		err = run(e, os.Args[1], os.Args[2], os.Args[3], rounds, os.Stdout)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func run(e Engine, documents, queries, folder string, rounds int, out io.Writer) error {
	size, from := 0, processTime()
	if err := e.Build(read(documents, &size), folder); err != nil {
		return err
	}
	lines := []map[string]any{{"cpu": (processTime() - from).Seconds(), "text": size, "built_rss": peak()}}
	all, err := Read(queries)
	if err == nil {
		err = e.Open(folder)
	}
	if err != nil {
		return err
	}
	for _, snippets := range []bool{false, true} {
		if err := ask(e, all, rounds, snippets); err != nil {
			return err
		}
		lines = append(lines, costs(all, snippets)...)
	}
	lines[0]["rss"] = peak()
	j := json.NewEncoder(out)
	for _, line := range lines {
		err = errors.Join(err, j.Encode(line))
	}
	return err
}

// read yields the documents of a file and adds up the size of their titles and texts.
func read(name string, size *int) iter.Seq2[Document, error] {
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
			*size += len(d.Title) + len(d.Text)
			if !yield(d, err) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Document{}, err)
		}
	}
}

// ask asks every query in every round, the first of which warms up, and notes the
// least that each cost.
func ask(e Engine, all []Query, rounds int, snippets bool) error {
	for i := range all {
		all[i].cost = time.Hour
	}
	for round := range rounds + 1 {
		for i := range all {
			q := &all[i]
			from := processTime()
			if err := e.Ask(*q, snippets); err != nil {
				return fmt.Errorf("%s: %w", q.Text(), err)
			}
			if round > 0 {
				q.cost = min(q.cost, processTime()-from)
			}
		}
	}
	return nil
}

// costs returns for each class the median and the 95th of a hundred, in
// microseconds.
func costs(all []Query, snippets bool) []map[string]any {
	by := map[string][]time.Duration{}
	for _, q := range all {
		by[q.Class] = append(by[q.Class], q.cost)
	}
	var out []map[string]any
	for class, cs := range by {
		slices.Sort(cs)
		out = append(out, map[string]any{"class": class, "snippets": snippets,
			"p50": cs[len(cs)/2].Microseconds(), "p95": cs[len(cs)*95/100].Microseconds()})
	}
	return out
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
