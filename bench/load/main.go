// Command load asks a running aranea serve the queries of a file, with so many
// clients at once, and prints how long the answers took as people wait for them,
// with their snippets, and how many failed.
//
//	load [--clients 16] [--seconds 30] [--url http://127.0.0.1:8080] QUERIES
//
// A line of QUERIES is a query, or a class, a tab and a query as querycost draws
// them. Each client asks its next query when it has the answer to the last one.
// Answers are read whole; one that is no result of a search, 503 included, is an
// error.
//
// Floor: none, it is no part of the robot. Stability: engine.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

func main() {
	log.SetFlags(0)
	clients := flag.Int("clients", 16, "clients that ask at once")
	seconds := flag.Int("seconds", 30, "how long they ask, after a first round that warms up")
	base := flag.String("url", "http://127.0.0.1:8080", "where aranea serve listens")
	flag.Parse()
	if flag.NArg() != 1 || *clients < 1 || *seconds < 1 {
		log.Fatal("load: name the file of queries")
	}
	queries, err := read(flag.Arg(0))
	if err == nil {
		err = run(os.Stdout, *base, queries, *clients, time.Duration(*seconds)*time.Second)
	}
	if err != nil {
		log.Fatal("load: ", err)
	}
}

// read returns the queries of a file.
func read(name string) ([]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		q := lines.Text()
		if _, text, ok := strings.Cut(q, "\t"); ok {
			q = text
		}
		out = append(out, q)
	}
	if len(out) == 0 && lines.Err() == nil {
		return nil, errors.New("no queries in " + name)
	}
	return out, lines.Err()
}

// What one client met.
type met struct {
	waits    []time.Duration
	failures []string
	snippets int
}

func run(out io.Writer, base string, queries []string, clients int, most time.Duration) error {
	c := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}}
	var warm met
	for _, q := range queries {
		warm.ask(c, base, q)
	}
	all := make([]met, clients)
	begun := time.Now()
	var group sync.WaitGroup
	for i := range all {
		group.Go(func() {
			for n := i * len(queries) / clients; time.Since(begun) < most; n++ {
				all[i].ask(c, base, queries[n%len(queries)])
			}
		})
	}
	group.Wait()
	spent := time.Since(begun)
	var sum met
	for _, m := range all {
		sum.waits = append(sum.waits, m.waits...)
		sum.failures = append(sum.failures, m.failures...)
		sum.snippets += m.snippets
	}
	if len(sum.waits) == 0 {
		return fmt.Errorf("no answer; the first failure: %q", sum.failures)
	}
	slices.Sort(sum.waits)
	at := func(share int) time.Duration { return sum.waits[(len(sum.waits)-1)*share/100] }
	_, err := fmt.Fprintf(out, "%d clients, %.0f s: %d answers, %.0f a second, %d snippets, %d errors\np50 %.1f ms, p95 %.1f ms, p99 %.1f ms, longest %.1f ms\n",
		clients, spent.Seconds(), len(sum.waits), float64(len(sum.waits))/spent.Seconds(), sum.snippets, len(sum.failures),
		ms(at(50)), ms(at(95)), ms(at(99)), ms(at(100)))
	if n := len(sum.failures); n > 0 {
		err = errors.Join(err, fmt.Errorf("%d errors, the first: %s", n, sum.failures[0]))
	}
	return err
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// ask asks one query and notes what came.
func (m *met) ask(c *http.Client, base, query string) {
	from := time.Now()
	answer, err := get(c, base+"/api/v1/search?q="+url.QueryEscape(query))
	if err != nil {
		m.failures = append(m.failures, query+": "+err.Error())
		return
	}
	m.waits = append(m.waits, time.Since(from))
	for _, r := range answer.Results {
		if r.Snippet != "" {
			m.snippets++
		}
	}
}

// An answer is what is looked at of a response.
type answer struct {
	Query   string
	Results []struct{ Snippet string }
}

func get(c *http.Client, address string) (answer, error) {
	var a answer
	resp, err := c.Get(address)
	if err != nil {
		return a, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
		return a, err
	case resp.StatusCode != http.StatusOK:
		return a, errors.New(resp.Status)
	}
	err = json.Unmarshal(body, &a)
	if err == nil && a.Query == "" {
		err = errors.New("the answer is none to a search")
	}
	return a, err
}
