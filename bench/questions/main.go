// Command questions asks an index what people ask who know which page they want, and tells how often
// that page comes first.
//
//	go run ./questions --data DIR|--cluster FILE [--aranea PROGRAM] [--misses] questions/named.tsv
//
// Floor: 7 (glue). Stability: engine.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/bench/batch"
)

// A question has pages that answer it, on hosts whose name ends in host.
type question struct {
	text, host string
	paths      []string
}

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "questions:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	data := flag.String("data", "", "data folder of the crawl")
	cluster := flag.String("cluster", "", "cluster file: ask all nodes that it names, in place of a data folder")
	binary := flag.String("aranea", "aranea", "the program")
	misses := flag.Bool("misses", false, "list the questions whose answer is not first, with its place (0 for none of ten) and what is first")
	flag.Parse()
	if flag.NArg() != 1 {
		return fmt.Errorf("name one file of questions")
	}
	f, err := os.Open(flag.Arg(0))
	if err != nil {
		return err
	}
	defer f.Close()
	all, err := read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", flag.Arg(0), err)
	}
	from := []string{"--data", *data}
	if *cluster != "" {
		from = []string{"--cluster", *cluster}
	}
	found, err := ask(*binary, from, all)
	if err != nil {
		return err
	}
	return report(out, all, found, *misses)
}

// read reads questions, one a line: text, host and paths, with tabs between them.
func read(r io.Reader) (all []question, err error) {
	s := bufio.NewScanner(r)
	for n := 1; s.Scan(); n++ {
		line := strings.TrimSpace(s.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		c := strings.Split(line, "\t")
		if len(c) != 3 || len(strings.Fields(c[2])) == 0 {
			return nil, fmt.Errorf("line %d: not a question, a host and paths", n)
		}
		all = append(all, question{c[0], c[1], strings.Fields(c[2])})
	}
	return all, s.Err()
}

// ask returns the URLs of the first ten results of each question.
func ask(binary string, from []string, all []question) (map[string][]string, error) {
	var texts []string
	for _, q := range all {
		texts = append(texts, q.text)
	}
	return batch.Search(binary, from, texts)
}

// answers reports whether a URL answers the question.
func (q question) answers(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.TrimSuffix(u.Hostname(), ".test")
	if q.host != "*" && host != q.host && !strings.HasSuffix(host, "."+q.host) {
		return false
	}
	return slices.ContainsFunc(q.paths, func(p string) bool { return p == "/" && u.Path == p || strings.HasSuffix(u.Path, "/"+p) })
}

func report(out io.Writer, all []question, found map[string][]string, misses bool) error {
	first, reciprocal := 0, 0.0
	for _, q := range all {
		place := 1 + slices.IndexFunc(found[q.text], q.answers)
		if place > 0 {
			reciprocal += 1 / float64(place)
		}
		switch {
		case place == 1:
			first++
		case misses:
			fmt.Fprintf(out, "%2d  %s: %s\n", place, q.text, strings.Join(found[q.text][:min(1, len(found[q.text]))], ""))
		}
	}
	n := float64(max(len(all), 1))
	_, err := fmt.Fprintf(out, "%d questions: the answer is first for %.3f, mean reciprocal rank %.3f\n", len(all), float64(first)/n, reciprocal/n)
	return err
}
